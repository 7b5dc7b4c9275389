// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// Runs a closure whose overrides hold in it only: in its task and the tasks that it starts, for every component.
///
/// ```swift
/// try withOverrides {
///   try garage.override(\.engine, with: FakeEngine())
///   #expect(garage.car.engine is FakeEngine)
/// }
/// // as before
/// ```
///
/// Every component that is read inside begins anew, with the overrides that it has outside: nothing that was made outside is seen inside, nor
/// the other way round, whatever runs beside it. What was made inside is closed when the closure ends; what has to be awaited for that is left
/// to a task, and is among the failures.
///
/// - Returns: What the closure returns.
/// - Throws: What the closure throws; `CloseError` when something that was made inside was not closed well.
public func withOverrides<Result>(_ body: () throws -> Result) throws -> Result {
  try Overlay.run(body)
}

/// Runs an asynchronous closure whose overrides hold in it only, and waits until what was made inside is closed; see
/// ``withOverrides(_:)-(()->Result)``.
public nonisolated(nonsending) func withOverrides<Result>(
  _ body: nonisolated(nonsending) () async throws -> Result
) async throws -> Result {
  try await Overlay.run(body)
}

/// What components have made inside a `withOverrides`.
final class Overlay: Sendable {
  /// What takes the place of a component's instances. Those are held, so that no others come to their address.
  private struct Layer: Sendable {
    let below: Instances
    let instances: Instances
  }

  @TaskLocal private static var innermost: Overlay?

  private let outer: Overlay?
  private let layers = Lock<[ObjectIdentifier: Layer]>([:])
  private let record = CloseRecord()
  /// What tasks that outlive the closure make still: it is closed when the last of them has gone.
  private let late = CloseRecord()

  private init(over outer: Overlay?) { self.outer = outer }

  deinit { _ = late.begin().runNow() }

  static var current: Overlay? { innermost }

  static func run<Result>(_ body: () throws -> Result) throws -> Result {
    let overlay = Overlay(over: current)
    // What is closed lies in its layers.
    defer { withExtendedLifetime(overlay) {} }
    return try Detours.everywhere.run {
      let result = Swift.Result { try $innermost.withValue(overlay, operation: body) }
      return try overlay.end(result, overlay.record.begin().runNow())
    }
  }

  nonisolated(nonsending) static func run<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    let overlay = Overlay(over: current)
    defer { withExtendedLifetime(overlay) {} }
    return try await Detours.everywhere.run {
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await $innermost.withValue(overlay, operation: body)) } catch { result = .failure(error) }
      return try overlay.end(result, await overlay.record.begin().run())
    }
  }

  /// What comes of a closure after which not everything may have been closed well.
  private func end<Result>(_ result: Swift.Result<Result, any Error>, _ failures: [CloseError.Failure]) throws -> Result {
    do { try CloseError.check(failures, of: "withOverrides") } catch {
      if case .failure(let cause) = result { throw error.caused(by: cause) }
      throw error
    }
    return try result.get()
  }

  /// What a component has in this overlay.
  func layer(of instances: Instances) -> Instances {
    let id = ObjectIdentifier(instances)
    if let layer = layers.withLock({ $0[id] }) { return layer.instances }
    let outside = outer?.layer(of: instances) ?? instances
    let new = Layer(below: instances, instances: Instances(over: outside, in: self))
    return layers.withLock { layers in
      let layer = layers[id] ?? new
      layers[id] = layer
      return layer.instances
    }
  }

  /// Remembers how to close what was made in one of the layers.
  ///
  /// - Returns: Whether it will be.
  func add(_ closer: Closer) -> Bool { record.add(closer) || late.add(closer) }
}
