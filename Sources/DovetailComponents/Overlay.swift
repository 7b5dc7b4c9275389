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
  let overlay = Overlay()
  // Every read takes the long way until what was made inside is closed, which lies in the overlay's layers.
  Detours.everywhere.begin()
  defer { withExtendedLifetime(overlay) { Detours.everywhere.end() } }
  let result = Swift.Result { try Overlay.$current.withValue(overlay, operation: body) }
  return try overlay.end(result, overlay.record.begin().runNow())
}

/// Runs an asynchronous closure whose overrides hold in it only, and waits until what was made inside is closed; see
/// ``withOverrides(_:)-(()->Result)``.
public nonisolated(nonsending) func withOverrides<Result>(
  _ body: nonisolated(nonsending) () async throws -> Result
) async throws -> Result {
  let overlay = Overlay()
  Detours.everywhere.begin()
  defer { withExtendedLifetime(overlay) { Detours.everywhere.end() } }
  let result: Swift.Result<Result, any Error>
  do { result = .success(try await Overlay.$current.withValue(overlay, operation: body)) } catch { result = .failure(error) }
  return try overlay.end(result, await overlay.record.begin().run())
}

/// What components have made inside a `withOverrides`.
final class Overlay: Sendable {
  @TaskLocal static var current: Overlay?

  private let outer = current
  /// What takes the place of the instances of components. Those are held, so that no others come to their address.
  private let layers = Lock<[ObjectIdentifier: (layer: Instances, below: Instances)]>([:])
  fileprivate let record = CloseRecord()
  /// What tasks that outlive the closure make still: it is closed when the last of them has gone.
  private let late = CloseRecord()

  deinit { _ = late.begin().runNow() }

  /// What comes of a closure after which not everything may have been closed well.
  fileprivate func end<Result>(_ result: Swift.Result<Result, any Error>, _ failures: [CloseError.Failure]) throws -> Result {
    do { try CloseError.check(failures, of: "withOverrides") } catch {
      if case .failure(let cause) = result { throw error.caused(by: cause) }
      throw error
    }
    return try result.get()
  }

  /// What a component has in this overlay.
  func layer(of instances: Instances) -> Instances {
    let id = ObjectIdentifier(instances)
    if let found = layers.withLock({ $0[id] }) { return found.layer }
    let new = Instances(over: outer?.layer(of: instances) ?? instances, in: self)
    return layers.withLock { layers in
      let layer = layers[id]?.layer ?? new
      layers[id] = (layer, instances)
      return layer
    }
  }

  /// Remembers how to close what was made in one of the layers.
  ///
  /// - Returns: Whether it will be.
  func add(_ closer: Closer) -> Bool { record.add(closer) || late.add(closer) }
}
