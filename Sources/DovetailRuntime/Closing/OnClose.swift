// SPDX-License-Identifier: Apache-2.0

/// What one `onClose` does.
package enum CloseHook<Value>: Sendable {
  case now(PlainHook<Value>)
  /// Only for a value of which the condition holds, if there is one; shielded from the cancellation of the task that closes the owner.
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

  /// Says whether there is something to be awaited for a value; `nil` when nothing has to be asked.
  package var condition: CloseCondition<Value>? {
    guard case .awaited(let condition, _, _) = self else { return nil }
    return condition
  }

  /// The hook, if it awaits something.
  @usableFromInline package var awaited: AwaitedHook<Value>? {
    guard case .awaited(_, _, let hook) = self else { return nil }
    return hook
  }

  /// Whether it must not notice that the task which closes the owner is cancelled.
  @usableFromInline package var isShielded: Bool {
    guard case .awaited(_, let isShielded, _) = self else { return true }
    return isShielded
  }
}

// These have types of their own, because the compiler wraps a closure that is optional or lies in an array into others.

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

/// Whether there is something to be awaited for a value. It is shown where that lies: to hand over a value of any type is to copy it first.
@usableFromInline
package struct CloseCondition<Value>: Sendable {
  package let holds: @Sendable (UnsafePointer<Value>) -> Bool

  @usableFromInline
  package init(holds: @escaping @Sendable (UnsafePointer<Value>) -> Bool) { self.holds = holds }
}

/// What closes with all that it made, in words for errors, which nobody may ever read.
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
  /// - Parameter failures: What failed then.
  package func closed(_ step: ResolutionError.Step, after failures: [CloseError.Failure]) -> ResolutionError {
    let failure = failures.isEmpty ? nil : CloseError(owner: description, .failed, failures)
    return ResolutionError.closed(description, step.key, underlying: failure).through(step)
  }
}

/// What the hooks of one bind do with its values when their owner closes.
// SAFETY: all properties are Sendable lets.
package final class OnClose<Value>: CloseAction, @unchecked Sendable {
  // What is looked at for every value comes first, and is found out once: code for any type is slow to walk through the hooks.
  /// Whether there is something to be awaited for a value; `nil` when that is so for all values, or for none.
  private let condition: CloseCondition<Value>?
  /// How many hooks await nothing, and one of them.
  private let plainCount: Int
  private let plain: PlainHook<Value>?
  /// The hook, when it is the only one and awaits something.
  private let onlyAwaited: AwaitedHook<Value>?
  /// The hook that was declared last comes first.
  private let hooks: [CloseHook<Value>]
  private let step: ResolutionError.Step
  private let owner: CloseOwner

  /// - Parameter hooks: In declared order; without any there is nothing to be done.
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

  /// Refuses to make what its owner could not close, before it is made.
  @inlinable @inline(__always)
  package func check(_ list: some ClosingOwner) throws(ResolutionError) {
    if rarely(isAwaited && list.refusesAwaited) { throw refused }
  }

  private var refused: ResolutionError {
    @inline(never) get { .closesAsynchronously(step, in: owner.description) }
  }

  /// Registers a value that was just made. When the owner closed meanwhile, the value is closed at once and not handed out.
  package func register(_ value: Value, in list: any ClosingOwner) throws(ResolutionError) {
    let closer = Closer(action: self, value: value)
    if list.add(closer) { return }
    throw late(closer.runNow())
  }

  /// Registers a value as the synchronous form does, and awaits its closing when the owner closed meanwhile.
  package func register(_ value: Value, in list: any ClosingOwner) async throws(ResolutionError) where Value: Sendable {
    let closer = Closer(action: self, value: value)
    if list.add(closer) { return }
    throw late(await Closing(closers: [closer]).run())
  }

  package func late(_ failures: [CloseError.Failure]) -> ResolutionError { owner.closed(step, after: failures) }

  /// Closes a value that was made, but not finished, so that nobody gets it. What has to be awaited closes with the owner, or is left to a
  /// task when that has closed meanwhile.
  ///
  /// - Returns: What failed.
  package func discard(_ value: Value, in list: any ClosingOwner) -> [CloseError.Failure] {
    let closer = Closer(action: self, value: value)
    if let failures = closer.runUnlessAwaited() { return failures }
    return list.add(closer) ? [] : closer.leave()
  }

  /// Closes a value that was made, but not finished, and awaits what has to be awaited.
  ///
  /// - Returns: What failed.
  package func discard(_ value: Value) async -> [CloseError.Failure] where Value: Sendable {
    await Closing(closers: [Closer(action: self, value: value)]).run()
  }

  package override func closeUnlessAwaited(_ value: Any) -> Closed {
    guard let value = value as? Value else { return .cleanly }
    return withUnsafePointer(to: value) { closeUnlessAwaited($0) }
  }

  package override func closeUnlessAwaited(at memory: UnsafeMutableRawPointer) -> Closed {
    closeUnlessAwaited(UnsafePointer(memory.assumingMemoryBound(to: Value.self)))
  }

  @inline(__always)
  private func closeUnlessAwaited(_ memory: UnsafePointer<Value>) -> Closed {
    if isAwaited, condition?.holds(memory) ?? true { return .awaits }
    return plainCount == 0 ? .cleanly : runPlain(memory)
  }

  // Apart, because it makes room for a copy of the value.
  @inline(never)
  private func runPlain(_ memory: UnsafePointer<Value>) -> Closed {
    if plainCount == 1, let plain {
      do { try plain.run(memory.pointee) } catch { return .failed([CloseError.Failure(step, error: error)]) }
      return .cleanly
    }
    var failures: [CloseError.Failure] = []
    for case .now(let hook) in hooks {
      do { try hook.run(memory.pointee) } catch { failures.append(CloseError.Failure(step, error: error)) }
    }
    return Closed(failures)
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
