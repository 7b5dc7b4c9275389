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
/// Every component that is read inside begins anew, with the overrides that it has outside: values made outside are not seen inside, nor the other way round,
/// whatever else runs concurrently. Values made inside are closed when the closure ends; from the first on whose closing has to be awaited, they are left to
/// a task, and that one is among the failures.
///
/// - Returns: The closure's result.
/// - Throws: The closure's error; `CloseError` when a value made inside failed to close.
public func withOverrides<Result>(_ body: () throws -> Result) throws -> Result {
  let overlay = Overlay()
  return try Overlay.$hold.withValue(Overlay.Hold(overlay)) {
    let result = Swift.Result { try body() }
    return try overlay.end(result, Overlay.$isEnding.withValue(true) { overlay.closing().runNow() })
  }
}

/// Runs an asynchronous closure whose overrides hold in it only, and waits until the values made inside are closed; see ``withOverrides(_:)-5xdos``.
///
/// It does not wait for what is still being made: by a task that the closure has started, or for a closure that was cancelled. That closes when it is made.
public nonisolated(nonsending) func withOverrides<Result>(
  _ body: nonisolated(nonsending) () async throws -> Result
) async throws -> Result {
  let overlay = Overlay()
  return try await Overlay.$hold.withValue(Overlay.Hold(overlay)) {
    let result = await Swift.Result(awaiting: body)
    return try overlay.end(result, await Overlay.$isEnding.withValue(true) { await overlay.closing().run() })
  }
}

/// The values that components have made inside a `withOverrides`. Every read takes the long way as long as it exists: until the closure and the tasks that it has
/// started have ended.
final class Overlay: Sendable {
  /// The hold of the closure and of its tasks on an overlay.
  final class Hold: Sendable {
    fileprivate let overlay: Overlay

    init(_ overlay: Overlay) { self.overlay = overlay }

    // The last task has ended: what such tasks have made after the closure had ended closes, and reads what is inside.
    deinit {
      let late = overlay.take { _ in true }
      if !late.isDone { _ = Overlay.$hold.withValue(Hold(overlay)) { Overlay.$isEnding.withValue(true) { late.runNow() } } }
    }
  }

  @TaskLocal static var hold: Hold?

  /// Whether a hook runs that closes a value at the end of a `withOverrides(_:)`.
  @TaskLocal static var isEnding = false

  static var current: Overlay? { hold?.overlay }

  private let outer = hold
  /// The instances that replace those of a component here. They hold the replaced ones, so that no others come to their address.
  private let layers = Lock<[ObjectIdentifier: Instances]>([:])
  /// How to close the values made here, each in one of the layers, in the order in which they were made.
  private let values = Lock<[(layer: Instances, entry: CloseEntry)]>([])

  init() { Detours.begin() }

  deinit { Detours.end() }

  /// Ends the values made until now: tasks that the closure has started make others.
  fileprivate func closing() -> PendingCloses {
    let closing = take { _ in true }
    for layer in layers.withLock({ $0.values }) { layer.renew() }
    return closing
  }

  /// The layers of a component in the overlays around the caller, the innermost first.
  private static func layers(of instances: Instances) -> [(overlay: Overlay, layer: Instances)] {
    sequence(first: current) { $0?.outer?.overlay }.prefix { $0 != nil }.compactMap { overlay in
      overlay.flatMap { overlay in overlay.existingLayer(of: instances).map { (overlay, $0) } }
    }
  }

  /// Ends the values of a component that has closed, made in the overlays around the caller: they close before those made outside.
  static func closing(of instances: Instances) -> PendingCloses {
    layers(of: instances).reversed().reduce(into: PendingCloses()) { closing, inside in
      closing.append(inside.overlay.take { $0 === inside.layer })
    }
  }

  /// The first value of a component, made in the overlays around the caller, that can only be closed by awaiting.
  static func awaitedStep(of instances: Instances) -> ResolutionError.Step? {
    layers(of: instances).lazy.compactMap { overlay, layer in
      overlay.values.withLock { $0 }.first { $0.layer === layer && $0.entry.action.isAwaited }?.entry.action.step
    }.first
  }

  private func take(where isTaken: (Instances) -> Bool) -> PendingCloses {
    PendingCloses(
      values.withLock { values in
        defer { values.removeAll { isTaken($0.layer) } }
        return values.filter { isTaken($0.layer) }.map(\.entry)
      })
  }

  /// The outcome of a closure whose values may have failed to close.
  fileprivate func end<Result>(_ result: Swift.Result<Result, any Error>, _ failures: [CloseError.Failure]) throws -> Result {
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
  /// - Returns: Whether it will be closed; `false` when the values of the component have been handed out to be closed.
  func add(_ entry: CloseEntry, in layer: Instances) -> Bool {
    // Under the lock: who closes the component takes its values afterwards.
    values.withLock { values in
      if layer.lifetime.isEmptied { return false }
      values.append((layer, entry))
      return true
    }
  }
}

extension Result where Failure == any Error {
  /// The outcome of an asynchronous closure.
  nonisolated(nonsending) init(awaiting body: nonisolated(nonsending) () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
