// SPDX-License-Identifier: Apache-2.0

/// What one `onClose` does.
enum CloseHook<Value>: Sendable {
  case now(@Sendable (Value) throws -> Void)
  case awaited(@Sendable (Value) async throws -> Void)

  var isAwaited: Bool {
    guard case .awaited = self else { return false }
    return true
  }
}

/// What is to be done with the values of one bind when their owner closes.
final class OnClose<Value>: Sendable {
  /// The owner in words, for errors.
  private let owner: String
  private let step: ResolutionError.Step
  /// The hook that was declared last comes first.
  private let hooks: [CloseHook<Value>]
  private let isAwaited: Bool

  /// - Parameter hooks: In declared order; without any there is nothing to be done.
  init?(_ hooks: [CloseHook<Value>], owner: String, step: ResolutionError.Step) {
    guard !hooks.isEmpty else { return nil }
    self.owner = owner
    self.step = step
    self.hooks = hooks.reversed()
    isAwaited = hooks.contains(where: \.isAwaited)
  }

  /// Refuses to make what its owner could not close, before it is made.
  func check(_ list: CloseList) throws(ResolutionError) {
    guard isAwaited, list.refusesAwaited else { return }
    throw ResolutionError.closesAsynchronously(step, in: owner)
  }

  /// Registers a value that was just made. When the owner closed meanwhile, the value is closed at once and not handed out.
  func register(_ value: Value, in list: CloseList) throws(ResolutionError) {
    let closer = closer(of: value)
    if list.add(closer) { return }
    throw late(closer.runNow())
  }

  /// Registers a value as the synchronous form does, and awaits its closing when the owner closed meanwhile.
  func register(_ value: Value, in list: CloseList) async throws(ResolutionError) where Value: Sendable {
    let closer = closer(of: value)
    if list.add(closer) { return }
    throw late(await Closing(closers: [closer]).run())
  }

  private func late(_ failures: [CloseError.Failure]) -> ResolutionError {
    let failure = failures.isEmpty ? nil : CloseError(owner: owner, .failed, failures)
    return ResolutionError.closed(owner, step.key, underlying: failure).through(step)
  }

  private func closer(of value: Value) -> Closer {
    let made = Made(value: value)
    return isAwaited ? .awaited(step) { await self.close(made) } : .now { self.closeNow(made) }
  }

  private func closeNow(_ made: Made) -> [CloseError.Failure] {
    var failures: [CloseError.Failure] = []
    for case .now(let hook) in hooks {
      do { try hook(made.value) } catch { failures.append(CloseError.Failure(step, error: error)) }
    }
    return failures
  }

  private func close(_ made: Made) async -> [CloseError.Failure] {
    var failures: [CloseError.Failure] = []
    for hook in hooks {
      do {
        switch hook {
        case .now(let hook): try hook(made.value)
        case .awaited(let hook): try await hook(made.value)
        }
      } catch { failures.append(CloseError.Failure(step, error: error)) }
    }
    return failures
  }

  // SAFETY: only `.singleton` and `.scoped` binds close, and their values are Sendable because `.in(_:)` demands it. What a component on
  // an actor shares is closed by that component, on the actor.
  private struct Made: @unchecked Sendable {
    let value: Value
  }
}
