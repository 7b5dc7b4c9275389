// SPDX-License-Identifier: Apache-2.0

/// The hooks of one bind, which run on its values when their owner closes: one, and those that run after it. A list of objects, because generic code is slow to
/// loop over an array of generic elements.
// SAFETY: all properties are Sendable lets.
package final class OnClose<Value>: CloseAction, @unchecked Sendable {
  /// The hooks that were declared before this one.
  private let next: OnClose?
  private let hook: CloseHook<Value>
  // Parts of the hook by themselves, because reading the hook retains all its closures, in memory that all threads share.
  private let plain: PlainHook<Value>?
  private let condition: CloseCondition<Value>?

  /// - Parameter hooks: In declared order; `nil` is returned if there are none.
  package init?(_ hooks: [CloseHook<Value>], owner: CloseOwner, step: ResolutionError.Step) {
    guard let hook = hooks.last else { return nil }
    self.hook = hook
    let isShielded: Bool
    switch hook {
    case .now(let hook): (plain, condition, isShielded) = (hook, nil, true)
    case .awaited(let when, let shielded, _): (plain, condition, isShielded) = (nil, when, shielded)
    }
    next = OnClose(hooks.dropLast(), owner: owner, step: step)
    super.init(
      owner, step, isAwaited: plain == nil || next?.isAwaited ?? false, shielded: isShielded || next?.isShielded ?? false)
  }

  /// Registers a value that was just made. When the owner has closed meanwhile, the value is closed immediately and not handed out.
  package func register(_ value: Value, in list: any ClosingOwner) async throws(ResolutionError) where Value: Sendable {
    let kept = KeptValue(value, self)
    if !list.add(kept.entry, keeping: kept) { throw owner.closed(step, after: await kept.closing.run()) }
  }

  /// Closes a value that was made but not finished, and so not handed out. An asynchronous closing happens with the owner, or in a separate task when the owner
  /// has closed meanwhile.
  ///
  /// - Returns: The error of the request, with the failures.
  package func discard(_ value: Value, in list: any ClosingOwner, after error: any Error) -> any Error {
    let kept = KeptValue(value, self)
    defer { withExtendedLifetime(kept) {} }
    var failures: [CloseError.Failure] = []
    if !kept.entry.closeUnlessAwaited(&failures), !list.add(kept.entry, keeping: kept) { failures = kept.entry.leave() }
    return ResolutionError.discarding(error, closing: failures, of: step)
  }

  /// Closes a value as the synchronous form does, and awaits an asynchronous closing.
  package func discard(_ value: Value, after error: any Error) async -> any Error where Value: Sendable {
    let failures = await KeptValue(value, self).closing.run()
    return ResolutionError.discarding(error, closing: failures, of: step)
  }

  package override func closeUnlessAwaited(at memory: Address, _ failures: inout [CloseError.Failure]) -> Bool {
    guard next == nil, let plain else { return closeOneByOne(memory, &failures) }
    do { try plain.run(memory[as: Value.self]) } catch { failures.append(CloseError.Failure(step, error: error)) }
    return true
  }

  @inline(never)
  private func closeOneByOne(_ memory: Address, _ failures: inout [CloseError.Failure]) -> Bool {
    if awaits(memory) { return false }
    runPlain(memory, &failures)
    return true
  }

  /// Whether a hook has to be awaited for a value.
  private func awaits(_ memory: Address) -> Bool {
    isAwaited && (condition?.holds(memory) ?? (plain == nil) || next?.awaits(memory) ?? false)
  }

  private func runPlain(_ memory: Address, _ failures: inout [CloseError.Failure]) {
    if let plain {
      do { try plain.run(memory[as: Value.self]) } catch { failures.append(CloseError.Failure(step, error: error)) }
    }
    next?.runPlain(memory, &failures)
  }

  package override func close(at memory: Address) async -> [CloseError.Failure] {
    var failures: [CloseError.Failure] = []
    do { try await run(memory) } catch {
      failures.append(CloseError.Failure(step, error: error))
    }
    if let next { failures += await next.close(at: memory) }
    return failures
  }

  private func run(_ memory: Address) async throws {
    switch hook {
    case .now(let hook): try hook.run(memory[as: Value.self])
    case .awaited(let condition, _, let run): if condition?.holds(memory) ?? true { try await run(memory[as: Value.self]) }
    }
  }

  package override func keep(copyOf memory: Address) -> KeptValue {
    KeptValue(memory[as: Value.self], self)
  }
}
