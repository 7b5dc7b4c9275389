// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Runs an asynchronous request of the program, a provider or a resolver.
///
/// The awaited values are built first, in separate tasks; then the rest is built synchronously in the caller's isolation, so that its value need not be
/// Sendable. The caller holds the container.
package enum AsyncRequest {
  /// - Parameters:
  ///   - isStaying: Whether the value stays on the actor of the calling code, if it belongs to one.
  ///   - toTheEnd: Whether the request goes on when the requesting task is cancelled: for callers that cannot throw a cancellation.
  package nonisolated(nonsending) static func run<Value>(
    _ slot: Slot, in context: Context, _ arguments: [any Sendable]? = nil, isStaying: Bool = false, toTheEnd: Bool = false
  ) async throws -> Value {
    if let ready = slot.cell?.ready { return ready.copy() }
    if slot.awaits, slot.isAwaited {
      return try await shielded(toTheEnd) {
        try await RequestState().finishing { state in try await slot.produce(context, arguments, state) }
      }.made(of: slot)
    }
    let held = slot.awaits ? try await shielded(toTheEnd) { try await prepare(slot, context) } : []
    defer { withExtendedLifetime(held) {} }
    guard isStaying, !slot.isAwaited else { return try Request.run(slot, in: context, boxed: arguments) }
    return try ActorClaim.request(on: #isolation) { () throws(ResolutionError) -> Value in
      try Request.run(slot, in: context, boxed: arguments)
    }
  }

  /// Runs what is awaited; if it is shielded, in a task that is never cancelled.
  private static func shielded<Result: Sendable>(
    _ isShielded: Bool, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result { isShielded ? try await Task { try await body() }.value : try await body() }

  /// Builds what has to be awaited before the slot is built.
  static func prepare(_ slot: Slot, _ context: Context) async throws -> [any Sendable] {
    do { return try await AsyncFrontier(of: slot, in: context).build() } catch {
      throw (error as? ResolutionError)?.through(slot.step) ?? error
    }
  }
}

extension RequestState {
  /// Runs an outermost request that may suspend, then completes its values; see ``Request/run(_:in:_:_:)``.
  func finishing<Value>(_ body: (RequestState) async throws -> Value) async throws -> Value {
    var isFinished = false
    defer { end(isFinished: isFinished) }
    let value = try await body(self)
    isFinished = true
    return value
  }
}

/// One asynchronous build of an unshared value, linked to the build whose factory requests it.
final class AsyncActivation: Sendable {
  @TaskLocal private static var current: AsyncActivation?

  private let slot: ObjectIdentifier
  private let scope: ObjectIdentifier?
  private let hasArguments: Bool
  private let build: Build?
  private let outer: AsyncActivation?
  /// The nearest activation outside of the request.
  private let around: AsyncActivation?
  /// A task that the factory left behind inherits the activation.
  private let isOver = Atomic<Bool>(false)

  /// - Throws: `ResolutionError` with code `.cycle` when the same build is running further out: then both would wait forever.
  /// - Complexity: O(activations outside of the request), so a chain of dependencies is linear. The checks have found its cycles.
  init(_ slot: Slot, _ context: Context, hasArguments: Bool, in state: RequestState) throws(ResolutionError) {
    self.slot = ObjectIdentifier(slot)
    self.hasArguments = hasArguments
    scope = context.scope.map { ObjectIdentifier($0) }
    if let activation = state.activation {
      // The look-up of a task-local value passes all activations.
      (build, outer, around) = (activation.build, activation, activation.around)
    } else {
      build = Build.current
      // Only one that runs: tasks that factories have left behind would make the chain longer and longer.
      var running = AsyncActivation.current
      while let next = running, next.isOver.load(ordering: .acquiring) { running = next.outer }
      (outer, around) = (running, running)
    }
    guard !hasArguments else { return }
    var other = around
    // Builds beyond the running build wait for it, which the wait graph detects.
    while let next = other, next.build === build {
      let isRunning = !next.isOver.load(ordering: .acquiring)
      if isRunning, next.slot == self.slot, next.scope == scope, !next.hasArguments { throw .reentered(slot.step) }
      other = next.outer
    }
  }

  func run<Value>(in state: RequestState, _ build: () async throws -> Value) async throws -> Value {
    let last = state.activation
    state.activation = self
    defer {
      isOver.store(true, ordering: .releasing)
      state.activation = last
    }
    return try await AsyncActivation.$current.withValue(self) { try await build() }
  }
}
