// SPDX-License-Identifier: Apache-2.0

/// The hooks of one bind, which run on its values when their owner closes.
// SAFETY: all properties are Sendable lets.
package final class OnClose<Value>: CloseAction, @unchecked Sendable {
  /// In reverse order of declaration.
  private let hooks: [CloseHook<Value>]
  /// The hook, when it is the only one and does not await, as nearly always: generic code is slow to loop over the hooks.
  private let onlyPlain: PlainHook<Value>?

  /// - Parameter hooks: In declared order; `nil` is returned if there are none.
  package init?(_ hooks: [CloseHook<Value>], owner: CloseOwner, step: ResolutionError.Step) {
    if hooks.isEmpty { return nil }
    self.hooks = hooks.reversed()
    onlyPlain = hooks.count == 1 ? hooks[0].plain : nil
    // Closures, because the run time makes a key path of a generic type anew, for some 20,000 instructions.
    super.init(owner, step, isAwaited: hooks.contains { $0.plain == nil }, shielded: hooks.contains { $0.isShielded })
  }

  /// Refuses to make a value that its owner could not close.
  @inlinable @inline(__always)
  package func check(_ list: some ClosingOwner) throws(ResolutionError) {
    if unlikely(isAwaited && list.refusesAwaited) { throw refused }
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

  package override func closeUnlessAwaited(at memory: UnsafeMutableRawPointer, _ failures: inout [CloseError.Failure]) -> Bool {
    let value = UnsafePointer(memory.assumingMemoryBound(to: Value.self))
    guard let onlyPlain else { return closeUnlessAwaited(value, &failures) }
    do { try onlyPlain.run(value.pointee) } catch { failures.append(CloseError.Failure(step, error: error)) }
    return true
  }

  @inline(never)
  private func closeUnlessAwaited(_ value: UnsafePointer<Value>, _ failures: inout [CloseError.Failure]) -> Bool {
    if isAwaited, hooks.contains(where: { $0.awaits(value) }) { return false }
    for case .now(let hook) in hooks {
      do { try hook.run(value.pointee) } catch { failures.append(CloseError.Failure(step, error: error)) }
    }
    return true
  }

  package override func close(at memory: UnsafeMutableRawPointer) async -> [CloseError.Failure] {
    let value = UnsafePointer(memory.assumingMemoryBound(to: Value.self))
    var failures: [CloseError.Failure] = []
    for hook in hooks {
      do {
        switch hook {
        case .now(let hook): try hook.run(value.pointee)
        // The condition of a single hook was already asked.
        case .awaited(_, _, let run): if hooks.count == 1 || hook.awaits(value) { try await run(value.pointee) }
        }
      } catch { failures.append(CloseError.Failure(step, error: error)) }
    }
    return failures
  }

  package override func keep(copyOf memory: UnsafeMutableRawPointer) -> KeptValue {
    KeptValue(memory.assumingMemoryBound(to: Value.self).pointee, self)
  }
}
