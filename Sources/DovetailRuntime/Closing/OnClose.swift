// SPDX-License-Identifier: Apache-2.0

/// The action of one `onClose`.
package enum CloseHook<Value>: Sendable {
  case now(PlainHook<Value>)
  /// For values that meet the condition, if there is one; shielded from the cancellation of the task that closes the owner if so marked.
  case awaited(when: CloseCondition<Value>?, shielded: Bool, AwaitedHook<Value>)

  /// A hook that awaits something for every value, shielded.
  package static func awaiting(_ hook: @escaping @Sendable (Value) async throws -> Void) -> Self {
    .awaited(when: nil, shielded: true, AwaitedHook(run: hook))
  }

  /// The hook, if it awaits nothing.
  package var plain: PlainHook<Value>? {
    guard case .now(let hook) = self else { return nil }
    return hook
  }

  /// Says whether the closing of a value has to be awaited; `nil` when there is no condition to test.
  package var condition: CloseCondition<Value>? {
    guard case .awaited(let condition, _, _) = self else { return nil }
    return condition
  }

  /// The hook, if it awaits something.
  @usableFromInline package var awaited: AwaitedHook<Value>? {
    guard case .awaited(_, _, let hook) = self else { return nil }
    return hook
  }

  /// Whether it must not notice the cancellation of the task that closes the owner.
  @usableFromInline package var isShielded: Bool {
    guard case .awaited(_, let isShielded, _) = self else { return true }
    return isShielded
  }
}

// Separate types, because the compiler wraps an optional closure, or one in an array, into other closures.

/// A hook that awaits nothing.
package struct PlainHook<Value>: Sendable {
  package let run: @Sendable (Value) throws -> Void

  package init(run: @escaping @Sendable (Value) throws -> Void) { self.run = run }
}

/// A hook that awaits something.
package struct AwaitedHook<Value>: Sendable {
  package let run: @Sendable (Value) async throws -> Void

  package init(run: @escaping @Sendable (Value) async throws -> Void) { self.run = run }
}

/// Whether the closing of a value has to be awaited. It takes a pointer, because passing a generic value would copy it.
@usableFromInline
package struct CloseCondition<Value>: Sendable {
  package let holds: @Sendable (UnsafePointer<Value>) -> Bool

  @usableFromInline
  package init(holds: @escaping @Sendable (UnsafePointer<Value>) -> Bool) { self.holds = holds }
}

/// The owner that closes with all its values; the text, for errors, is made on demand.
package enum CloseOwner: Sendable, CustomStringConvertible {
  case container
  /// A scope of a kind.
  case scope(any Any.Type)
  /// A component or a part of one.
  case component(any Any.Type)

  package var description: String {
    switch self {
    case .container: "the container"
    case .scope(let kind): "the scope '\(TypeName(kind))'"
    case .component(let type): "the component '\(TypeName(type))'"
    }
  }

  /// The error for a value that was made while its owner closed, and was closed at once.
  ///
  /// - Parameter failures: The failures of that closing.
  package func closed(_ step: ResolutionError.Step, after failures: [CloseError.Failure]) -> ResolutionError {
    let failure = failures.isEmpty ? nil : CloseError(owner: description, .failed, failures)
    return ResolutionError.closed(description, step.key, underlying: failure).through(step)
  }
}

/// The hooks of one bind, which run on its values when their owner closes.
// SAFETY: all properties are Sendable lets.
package final class OnClose<Value>: CloseAction, @unchecked Sendable {
  // The properties that are read for every value come first, and are calculated once: generic code is slow to loop over the hooks.
  /// Whether the closing of a value has to be awaited; `nil` when the answer is the same for all values.
  private let condition: CloseCondition<Value>?
  /// The number of hooks that do not await, and one of them.
  private let plainCount: Int
  private let plain: PlainHook<Value>?
  /// The hook, when it is the only one and awaits.
  private let onlyAwaited: AwaitedHook<Value>?
  /// In reverse order of declaration.
  private let hooks: [CloseHook<Value>]
  private let step: ResolutionError.Step
  private let owner: CloseOwner

  /// - Parameter hooks: In declared order; `nil` is returned if there are none.
  package init?(_ hooks: [CloseHook<Value>], owner: CloseOwner, step: ResolutionError.Step) {
    if hooks.isEmpty { return nil }
    self.owner = owner
    self.hooks = hooks.reversed()
    self.step = step
    // Closures, because the run time makes a key path of a generic type anew, for some 20,000 instructions.
    let plain = hooks.compactMap { $0.plain }
    (self.plain, plainCount) = (plain.first, plain.count)
    let awaited = hooks.count - plain.count
    let conditions = hooks.compactMap { $0.condition }
    condition = conditions.count < awaited ? nil : OnClose.any(of: conditions)
    onlyAwaited = hooks.count == 1 ? hooks.first?.awaited : nil
    super.init(isAwaited: awaited > 0, shielded: hooks.contains { $0.isShielded })
  }

  package override var awaitedStep: ResolutionError.Step? { isAwaited ? step : nil }

  private static func any(of conditions: [CloseCondition<Value>]) -> CloseCondition<Value>? {
    guard let first = conditions.first else { return nil }
    return conditions.dropFirst().reduce(first) { earlier, next in CloseCondition { earlier.holds($0) || next.holds($0) } }
  }

  /// Refuses to make a value that its owner could not close.
  @inlinable @inline(__always)
  package func check(_ list: some ClosingOwner) throws(ResolutionError) {
    if unlikely(isAwaited && list.refusesAwaited) { throw refused }
  }

  private var refused: ResolutionError {
    @inline(never) get { .closesAsynchronously(step, in: owner.description) }
  }

  /// Registers a value that was just made. When the owner has closed meanwhile, the value is closed immediately and not handed out.
  package func register(_ value: Value, in list: any ClosingOwner) throws(ResolutionError) {
    let entry = CloseEntry(action: self, value: value)
    if list.add(entry) { return }
    throw late(entry.runNow())
  }

  /// Registers a value as the synchronous form does, and awaits its closing when the owner has closed meanwhile.
  package func register(_ value: Value, in list: any ClosingOwner) async throws(ResolutionError) where Value: Sendable {
    let entry = CloseEntry(action: self, value: value)
    if list.add(entry) { return }
    throw late(await PendingCloses(entries: [entry]).run())
  }

  package func late(_ failures: [CloseError.Failure]) -> ResolutionError { owner.closed(step, after: failures) }

  /// Closes a value that was made but not finished, and so not handed out. An asynchronous closing happens with the owner, or in a separate task when the owner
  /// has closed meanwhile.
  ///
  /// - Returns: The error of the request, with the failures.
  package func discard(_ value: Value, in list: any ClosingOwner, after error: any Error) -> any Error {
    let entry = CloseEntry(action: self, value: value)
    let failures = entry.runUnlessAwaited() ?? (list.add(entry) ? [] : entry.leave())
    return ResolutionError.discarding(error, closing: failures, of: step)
  }

  /// Closes a value as the synchronous form does, and awaits an asynchronous closing.
  package func discard(_ value: Value, after error: any Error) async -> any Error where Value: Sendable {
    let failures = await PendingCloses(entries: [CloseEntry(action: self, value: value)]).run()
    return ResolutionError.discarding(error, closing: failures, of: step)
  }

  package override func closeUnlessAwaited(_ value: Any) -> CloseOutcome {
    guard let value = value as? Value else { return .cleanly }
    return withUnsafePointer(to: value) { closeUnlessAwaited($0) }
  }

  package override func closeUnlessAwaited(at memory: UnsafeMutableRawPointer) -> CloseOutcome {
    closeUnlessAwaited(UnsafePointer(memory.assumingMemoryBound(to: Value.self)))
  }

  @inline(__always)
  private func closeUnlessAwaited(_ memory: UnsafePointer<Value>) -> CloseOutcome {
    if isAwaited, condition?.holds(memory) ?? true { return .awaits }
    return plainCount == 0 ? .cleanly : runPlain(memory)
  }

  // Separate, because it makes room for a copy of the value.
  @inline(never)
  private func runPlain(_ memory: UnsafePointer<Value>) -> CloseOutcome {
    if plainCount == 1, let plain {
      do { try plain.run(memory.pointee) } catch { return .failed([CloseError.Failure(step, error: error)]) }
      return .cleanly
    }
    var failures: [CloseError.Failure] = []
    for case .now(let hook) in hooks {
      do { try hook.run(memory.pointee) } catch { failures.append(CloseError.Failure(step, error: error)) }
    }
    return CloseOutcome(failures)
  }

  package override func close(_ value: Any) async -> [CloseError.Failure] {
    guard let value = value as? Value else { return [] }
    return await close(value)
  }

  package override func close(at memory: UnsafeMutableRawPointer) async -> [CloseError.Failure] {
    await close(memory.assumingMemoryBound(to: Value.self).pointee)
  }

  @inline(__always)
  private func close(_ value: Value) async -> [CloseError.Failure] {
    guard let onlyAwaited else { return await runHooks(value) }
    do { try await onlyAwaited.run(value) } catch { return [CloseError.Failure(step, error: error)] }
    return []
  }

  private func runHooks(_ value: Value) async -> [CloseError.Failure] {
    var failures: [CloseError.Failure] = []
    for hook in hooks {
      do {
        switch hook {
        case .now(let hook): try hook.run(value)
        case .awaited(let condition, _, let hook):
          if withUnsafePointer(to: value, { condition?.holds($0) ?? true }) { try await hook.run(value) }
        }
      } catch { failures.append(CloseError.Failure(step, error: error)) }
    }
    return failures
  }

  package override func value(at memory: UnsafeMutableRawPointer) -> Any { memory.assumingMemoryBound(to: Value.self).pointee }
}
