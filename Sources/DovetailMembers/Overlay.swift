// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The values that components have made inside a `withOverrides`. Every read takes the slow path as long as it exists: until the closure and the tasks that it has
/// started have ended.
package final class Overlay: Sendable {
  @TaskLocal package static var current: Overlay?

  private let outer = current
  /// The layers, and the instances that they replace: those of components, or of the overlay around. They are held, so that no others come to their address.
  private let layers = Lock<[ObjectIdentifier: (layer: Instances, below: Instances)]>([:])
  private let record = CloseRecord()
  /// The values that tasks make after the closure has ended: they are closed when the last such task ends.
  private let late = CloseRecord()

  package init() { Detours.everywhere.begin() }

  deinit {
    _ = late.begin().runNow()
    Detours.everywhere.end()
  }

  /// Ends the values made until now: tasks that the closure has started make others.
  package func closing() -> PendingCloses {
    let closing = record.begin()
    for (layer, _) in layers.withLock({ $0.values }) { layer.renew() }
    return closing
  }

  /// The outcome of a closure whose values may have failed to close.
  package func end<Result>(_ result: Swift.Result<Result, any Error>, _ failures: [CloseError.Failure]) throws -> Result {
    do { try CloseError.check(failures, of: "withOverrides") } catch {
      if case .failure(let cause) = result { throw error.caused(by: cause) }
      throw error
    }
    return try result.get()
  }

  /// The layer of a component in this overlay.
  func layer(of instances: Instances) -> Instances {
    let id = ObjectIdentifier(instances)
    if let found = layers.withLock({ $0[id] }) { return found.layer }
    let below = outer?.layer(of: instances) ?? instances
    let new = (layer: Instances(over: below, in: self), below: below)
    return layers.withLock { layers in
      let found = layers[id] ?? new
      layers[id] = found
      return found.layer
    }
  }

  /// The instances that a layer replaces.
  func below(_ layer: Instances) -> Instances? { layers.withLock { $0.values.first { $0.layer === layer }?.below } }

  /// Remembers how to close a value made in one of the layers.
  ///
  /// - Returns: Whether it will be closed.
  func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)?) -> Bool {
    record.add(entry, keeping: keeper) || late.add(entry, keeping: keeper)
  }
}

extension Result where Failure == any Error {
  /// The outcome of an asynchronous closure.
  package nonisolated(nonsending) init(awaiting body: nonisolated(nonsending) () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
