// SPDX-License-Identifier: Apache-2.0

/// The requests that are running on one thread, each inside the factory of the one before it. A request costs no allocation.
struct FrameStack {
  let thread: ThreadBlock.Pointer

  /// The requests of the running thread.
  static var current: FrameStack { FrameStack(thread: ThreadBlock.current) }

  /// The requests of the running thread, found through any slot.
  @inline(__always)
  static func of(_ slot: Slot) -> FrameStack { FrameStack(thread: slot.threads.block ?? ThreadBlock.current) }

  /// Whether the innermost request builds shared parts ahead of their dependents; false outside requests.
  var isBuildingAhead: Bool {
    get { innermost?.pointee.isBuildingAhead ?? false }
    nonmutating set { innermost?.pointee.isBuildingAhead = newValue }
  }

  /// The innermost request; valid until it ends.
  var innermost: Frame.Pointer? { thread.pointee.request?.typed(as: Frame.self) }

  /// The outermost request; valid until it ends.
  var outermost: Frame.Pointer? {
    var request = innermost
    while let outer = request?.pointee.outer { request = outer }
    return request
  }

  /// Begins a request.
  ///
  /// - Throws: `ResolutionError` when the same request is running further out, so that it would never end, or the stack is used up.
  @inline(__always)
  func push(_ slot: Slot, _ context: Context, hasArguments: Bool) throws(ResolutionError) {
    if innermost != nil { try check(slot, context, hasArguments: hasArguments) }
    begin(slot, context, hasArguments: hasArguments)
  }

  /// Begins a request that cannot be one of the running ones.
  @inline(__always)
  func begin(_ slot: Slot, _ context: Context, hasArguments: Bool = false) {
    thread.pointee.request = thread.take(
      for: Frame(slot: Unheld(slot), scope: context.scopeID, hasArguments: hasArguments, outer: innermost))
  }

  /// Keeps the state that the innermost request shares with those inside it.
  @inline(never)
  func keep(_ state: RequestState) { innermost?.pointee.state = state }

  /// Ends the innermost request, which has its value if it did not fail, and its shared state.
  @inline(__always)
  func end(isFinished: Bool) {
    let state = pop()
    if let state { state.end(isFinished: isFinished) }
  }

  /// Ends the innermost request, and returns its shared state if it was the outermost one.
  @inline(__always)
  func pop() -> RequestState? {
    guard let innermost else { return nil }
    let (outer, state) = (innermost.pointee.outer, innermost.move().state)
    thread.pointee.request = outer.map { Address($0) }
    thread.giveBack(Address(innermost))
    return outer == nil ? state : nil
  }

  @inline(never)
  private func check(_ slot: Slot, _ context: Context, hasArguments: Bool) throws(ResolutionError) {
    let address = Unheld(slot).address
    var other = hasArguments ? nil : innermost
    while let running = other?.pointee {
      let isSame = running.slot.address == address && running.scope == context.scopeID
      if isSame, !running.hasArguments { throw Gate.reentered(slot.step) }
      other = running.outer
    }
    if Stack.isNearlyUsedUp(by: thread) { throw .tooDeep(slot.step) }
  }
}
