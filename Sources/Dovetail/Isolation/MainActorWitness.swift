// SPDX-License-Identifier: Apache-2.0

/// Knows whether the running code was called, synchronously, by main-actor code that said so.
///
/// Whether a thread serves the main actor cannot be asked on every platform. So the calls that main-actor code makes to build something
/// synchronously are isolated to it by the compiler, and leave a mark on their thread until they return.
enum MainActorWitness {
  private static let mark = ThreadPointer()

  /// Whether main-actor code further out on this thread waits for the running call.
  static var isHere: Bool { mark.value != nil }

  /// Runs a closure that may build, synchronously and on this thread, what belongs to the main actor.
  @MainActor static func within<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = mark.value
    mark.value = UnsafeMutableRawPointer(bitPattern: 1)
    defer { mark.value = outer }
    return try body()
  }

  /// Runs a factory that belongs to the main actor.
  ///
  /// - Throws: `ResolutionError` with code `.isolated` when this is not the main actor.
  static func run<Value: Sendable>(
    for key: Graph.Key, at location: SourceLocation, _ make: @MainActor () throws -> Value
  ) throws -> Value {
    guard isHere else { throw ResolutionError.isolated(key, at: location) }
    // The mark was set by code that the compiler isolates to the main actor, and that has not returned.
    return try MainActor.assumeIsolated(make)
  }
}

/// The needs of a factory, on their way into its actor.
// SAFETY: made and used by one synchronous call on the main actor; nothing keeps it.
final class CarriedNeeds: @unchecked Sendable {
  var needs: Needs

  init(_ needs: Needs) { self.needs = needs }
}
