// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The values that components have made inside a `withOverrides`. Every read takes the slow path as long as it exists: until the closure and the tasks that it has
/// started have ended.
package final class Overlay: Sendable {
  /// The hold of the closure and of its tasks on an overlay.
  package final class Hold: Sendable {
    fileprivate let overlay: Overlay

    package init(_ overlay: Overlay) { self.overlay = overlay }

    deinit { overlay.closeLate() }
  }

  @TaskLocal package static var hold: Hold?

  static var current: Overlay? { hold?.overlay }

  private let outer = hold
  /// The instances that replace those of a component here. They hold the replaced ones, so that no others come to their address.
  private let layers = Lock<[ObjectIdentifier: Instances]>([:])
  /// How to close the values made here, each in one of the layers, in the order in which they were made.
  private let values = Lock<[(layer: Instances, entry: CloseEntry, keeper: (any AnyObject & Sendable)?)]>([])

  package init() { Detours.everywhere.begin() }

  deinit { Detours.everywhere.end() }

  /// Closes the values that tasks have made after the closure had ended: the last such task has ended. What closes reads what is inside.
  private func closeLate() {
    let late = take { _ in true }
    if !late.isDone { _ = Overlay.$hold.withValue(Hold(self)) { late.runNow() } }
  }

  /// Ends the values made until now: tasks that the closure has started make others.
  package func closing() -> PendingCloses {
    let closing = take { _ in true }
    for layer in layers.withLock({ $0.values }) { layer.renew() }
    return closing
  }

  /// The overlays around the running code, the innermost first.
  private static var around: [Overlay] { current.map { Array(sequence(first: $0) { $0.outer?.overlay }) } ?? [] }

  /// Ends the values of a component that has closed, made in the overlays around the caller: they close before those made outside.
  @inline(never)
  static func adding(closingOf instances: Instances, to outside: PendingCloses) -> PendingCloses {
    around.reversed().reduce(into: outside) { closing, overlay in
      let layer = overlay.existingLayer(of: instances)
      closing.append(overlay.take { $0 === layer })
    }
  }

  /// The first value of a component, made in the overlays around the caller, that can only be closed by awaiting.
  static func awaitedStep(of instances: Instances) -> ResolutionError.Step? {
    around.lazy.compactMap { overlay in
      let layer = overlay.existingLayer(of: instances)
      return overlay.values.withLock { $0.lazy.compactMap { $0.layer === layer ? $0.entry.awaitedStep : nil }.first }
    }.first
  }

  private func take(where isTaken: (Instances) -> Bool) -> PendingCloses {
    let taken = values.withLock { values in
      defer { values.removeAll { isTaken($0.layer) } }
      return values.filter { isTaken($0.layer) }
    }
    return PendingCloses(taken.map(\.entry), keeping: taken.compactMap(\.keeper))
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
    if let found = existingLayer(of: instances) { return found }
    let new = Instances(over: outer?.overlay.layer(of: instances) ?? instances, in: self)
    return layers.withLock { layers in
      let layer = layers[ObjectIdentifier(instances)] ?? new
      layers[ObjectIdentifier(instances)] = layer
      return layer
    }
  }

  private func existingLayer(of instances: Instances) -> Instances? {
    layers.withLock { $0[ObjectIdentifier(instances)] }
  }

  /// Remembers how to close a value made in a layer.
  ///
  /// - Returns: Whether it will be closed; `false` when the component has closed.
  func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)?, in layer: Instances) -> Bool {
    // Under the lock: who closes the component takes its values afterwards.
    values.withLock { values in
      if layer.isOwnerClosed { return false }
      values.append((layer, entry, keeper))
      return true
    }
  }
}

extension Result where Failure == any Error {
  /// The outcome of an asynchronous closure.
  package nonisolated(nonsending) init(awaiting body: nonisolated(nonsending) () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
