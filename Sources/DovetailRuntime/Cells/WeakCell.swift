// SPDX-License-Identifier: Apache-2.0

/// One shared object, as long as somebody else holds it: built anew when nobody does.
package final class WeakCell: Sendable {
  /// The object, held by others.
  // SAFETY: only read and written under the lock around it; the object itself is Sendable, because `.in(.weak)` demands it, or used by one actor only, which
  // `.in(.weak, on:)` names.
  // Inert: it holds no strong reference.
  private struct Reference: @unchecked Sendable, Inert {
    weak var object: AnyObject?
  }

  /// Keeps the object alive, and gives no access to it.
  // SAFETY: the object is only held and released.
  private struct Keeper: @unchecked Sendable {
    let object: AnyObject
  }

  private let reference = Lock(Reference())
  private let gate = Gate()

  package init() {}

  private var id: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// The object, if it is still alive.
  package func value<Value>(as type: Value.Type) -> Value? {
    // The object is tested before it is cast: a `nil` object, cast directly, would be an empty optional, which fits `any Sendable`.
    guard let object = reference.withLock({ $0.object }) else { return nil }
    return object as? Value
  }

  /// What holds the object, if it is still alive.
  package var keeper: (any Sendable)? { reference.withLock { $0.object.map { Keeper(object: $0) } } }

  /// The object, built when none is alive. Who comes meanwhile waits.
  ///
  /// - Throws: `ResolutionError` as ``Cell/value(of:build:)`` does; with code `.unshareable` when the value is not an object.
  package func value<Value>(
    of step: @autoclosure () -> ResolutionError.Step, build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    try gate.pass(id, step, find: { value(as: Value.self) }) {
      let value = try build()
      try refer(to: value, of: step())
      return value
    }
  }

  /// The object, built by a task when none is alive. Threads and tasks do not both build the object of one cell.
  ///
  /// - Parameter isDeclared: Whether it is a need that the bind of the running build declares.
  /// - Throws: As the synchronous form; `CancellationError` when this task is cancelled.
  package func value<Value: Sendable>(
    of step: @autoclosure () -> ResolutionError.Step, isDeclared: Bool = false,
    awaiting build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value = value(as: Value.self) { return value }
    let step = step()
    return try await Build.value(at: id, of: step, isDeclared: isDeclared) {
      value(as: Value.self)
    } build: { [self] in
      if let value = value(as: Value.self) { return value }
      let value = try await build()
      try refer(to: value, of: step)
      return value
    }
  }

  private func refer<Value>(to value: Value, of step: @autoclosure () -> ResolutionError.Step) throws(ResolutionError) {
    let made = type(of: value as Any)
    guard made is AnyClass else {
      let step = step()
      throw ResolutionError(
        .unshareable, step.key,
        "\(step.key.quoted) is held weakly, but its factory made an instance of '\(TypeName(made))', which is no object",
        at: step,
        help: "use \(step.isMember ? "single or transient" : ".in(.singleton) or .in(.transient)"), or make the type a class")
    }
    let object = value as AnyObject
    reference.withLock { $0.object = object }
  }
}
