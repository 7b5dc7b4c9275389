// SPDX-License-Identifier: Apache-2.0

// The answers of a slot, by address: the value lies where it is shared, or it is made at the address that the caller offers, and belongs to the caller.
//
// SAFETY: a shared value stays where it is until the request has ended, see `Instance` and `OpenScope+Places`; so do arguments.
extension Slot {
  /// Answers one request. A slot that only runs the recipe skips the sharing.
  ///
  /// - Parameter memory: Room for a value of the slot's type.
  /// - Returns: The address of the value; `memory`, if the value was made for the caller.
  @inline(__always)
  func answer(_ context: Context, _ arguments: Arguments?, at memory: Address) throws(ResolutionError) -> Address {
    if isTransient { return try make(context, arguments, at: memory) }
    return try get(context, arguments, at: memory)
  }

  /// Answers a need of a request with arguments, or without: by the argument for which the slot stands, if it stands for one.
  ///
  /// - Parameter isInner: Whether it is the value that a decorator wraps, which takes the arguments.
  @inline(__always)
  func answer(
    need context: Context, _ arguments: Arguments?, isInner: Bool = false, at memory: Address
  ) throws(ResolutionError) -> Address {
    if let arguments {
      if let index = argument { return try arguments.value(at: index, of: self, at: memory) }
      if isInner { return try get(context, arguments, at: memory) }
    }
    return try answer(context, nil, at: memory)
  }

  /// Gets the value through the layers and the sharing.
  func get(_ context: Context, _ arguments: Arguments?, at memory: Address) throws(ResolutionError) -> Address {
    if let layers { return try layers.get(of: self, context, arguments, at: memory) }
    return try shared(context, arguments, at: memory)
  }

  @inline(__always)
  func make(_ context: Context, _ arguments: Arguments?, at memory: Address) throws(ResolutionError) -> Address {
    if depth > Stack.unmeasured, try isPastRecursion() { return try makeAfterNeeds(context, arguments, at: memory) }
    return try run(context, arguments, at: memory)
  }

  @inline(__always)
  private func run(_ context: Context, _ arguments: Arguments?, at memory: Address) throws(ResolutionError) -> Address {
    do {
      try recipe(Needs(of: self, context, arguments), memory)
      return memory
    } catch { throw passed(error) }
  }

  // The rare code below is separate, because it would take stack space in every request.

  /// Whether so much of the stack is used that the shared needs should be built ahead; see ``Prebuild``.
  ///
  /// - Throws: `ResolutionError` with code `.tooDeep` when the stack is nearly used up.
  @inline(never)
  private func isPastRecursion() throws(ResolutionError) -> Bool {
    guard Stack.isRunningLow, !passesErrors else { return false }
    if Stack.isNearlyUsedUp(by: ThreadBlock.current) { throw ResolutionError.tooDeep(step) }
    return !FrameStack.current.isBuildingAhead
  }

  @inline(never)
  private func makeAfterNeeds(
    _ context: Context, _ arguments: Arguments?, at memory: Address
  ) throws(ResolutionError) -> Address {
    let frames = FrameStack.current
    frames.isBuildingAhead = true
    defer { frames.isBuildingAhead = false }
    let held = try Prebuild.run(self, in: context)
    defer { withExtendedLifetime(held) {} }
    return try run(context, arguments, at: memory)
  }

  @inline(never)
  private func passed(_ error: any Error) -> ResolutionError {
    if passesErrors, let error = error as? ResolutionError { return error }
    return ResolutionError(error, through: step)
  }

  /// Destroys a value that was made at an address.
  @inline(__always)
  func destroy(at memory: Address) { memory.destroy(type, isObject: isObject) }
}

// The answers for callers that know the type. `Value` is the slot's type: slots are linked and looked up by keys whose types are compared by identity.
extension Slot {
  /// The first part of a slot that a request goes through.
  package enum Entry {
    /// All of it, as a request of its own.
    case request
    /// The same, past the layers.
    case inside
    case layers
    case sharing
    case recipe
    /// An argument of the request, or else the layers.
    case argument
    /// The same, where the layers get the arguments.
    case inner
  }

  package func get<Value>(
    _ context: Context, _ arguments: Arguments? = nil, from entry: Entry = .layers, _ state: RequestState? = nil
  ) throws(ResolutionError) -> Value {
    assert(self.type == Value.self, "a slot of '\(self.type)' was asked for a '\(Value.self)'")
    guard Room.fits(Value.self) else { return try getLarge(context, arguments, from: entry, state) }
    var room = Room()
    return try get(context, arguments, from: entry, state, in: &room)
  }

  private func answer(
    from entry: Entry, _ context: Context, _ arguments: Arguments?, _ state: RequestState?, at room: Address
  ) throws(ResolutionError) -> Address {
    switch entry {
    case .request: try Request.answer(self, context, arguments, state, isInside: false, at: room)
    case .inside: try Request.answer(self, context, arguments, nil, isInside: true, at: room)
    case .layers: try answer(context, arguments, at: room)
    case .sharing: try shared(context, arguments, at: room)
    case .recipe: try make(context, arguments, at: room)
    case .argument: try answer(need: context, arguments, at: room)
    case .inner: try answer(need: context, arguments, isInner: true, at: room)
    }
  }

  @inline(never)
  private func getLarge<Value>(
    _ context: Context, _ arguments: Arguments?, from entry: Slot.Entry, _ state: RequestState?
  ) throws(ResolutionError) -> Value {
    let room = Address.allocate(MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
    defer { room.deallocate() }
    return try get(context, arguments, from: entry, state, in: room.pointer)
  }

  @inline(__always)
  private func get<Value>(
    _ context: Context, _ arguments: Arguments?, from entry: Slot.Entry, _ state: RequestState?, in room: UnsafeMutableRawPointer
  ) throws(ResolutionError) -> Value {
    let room = Address(room)
    return Room.value(at: try answer(from: entry, context, arguments, state, at: room), from: room)
  }
}

// Rare answers for callers that do not know the type. Functions that open a type throw errors of any type, so these return results.
extension Slot {
  /// Answers as a separate request.
  func request(_ context: Context) throws(ResolutionError) -> Any { try boxed(context, from: .request) }

  /// Gets the value and keeps it in a box, so that it stays shared while its dependents are built; `nil` when it stays shared anyway.
  func hold(_ context: Context) throws(ResolutionError) -> Any? {
    let value = try boxed(context, from: .layers)
    return if case .singleton = sharing { nil } else { value }
  }

  private func boxed(_ context: Context, from entry: Entry) throws(ResolutionError) -> Any {
    func get<Value>(as type: Value.Type) -> Result<Any, ResolutionError> {
      do throws(ResolutionError) { return .success(try self.get(context, from: entry) as Value) } catch { return .failure(error) }
    }
    return try _openExistential(type, do: get).get()
  }

  /// Builds the value as a separate request, asynchronously if necessary.
  package func build() async throws {
    if let layers, try await layers.build(self) { return }
    func build<Value>(as type: Value.Type) -> @Sendable () async throws -> Void {
      { _ = try await AsyncRequest.run(self, in: .container) as Value }
    }
    try await _openExistential(type, do: build)()
  }
}
