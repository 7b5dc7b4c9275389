// SPDX-License-Identifier: Apache-2.0

extension Container: Resolver {
  /// Returns the value bound to a type.
  ///
  /// Singletons are built on first use, and concurrent callers share one build.
  ///
  /// - Parameters:
  ///   - type: The type the binding declares, which may differ from the type behind it.
  ///   - name: Tells bindings of one type apart; `nil` means the plain one.
  /// - Returns: The shared instance for `.singleton`, a new one for `.transient`.
  /// - Throws: `ResolutionError` with code `.missing` when nothing is bound, or `.failed` when a factory throws.
  /// - Complexity: O(1) once built; else linear in the dependencies still to build.
  @inlinable
  public func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) throws(ResolutionError) -> Value {
    guard name == nil else { return try resolve(Key(type, named: name)) }
    let entry = table.entry(ObjectIdentifier(type))
    if let memory = table.ready(entry) { return memory[as: type] }
    return try requested(entry)
  }

  /// The slow path of ``resolve(_:named:)`` for a plain type. Inlined, so that a value is made in room of the caller, which knows its layout.
  @inlinable @inline(__always)
  func requested<Value>(_ entry: UnsafePointer<RootTable.Entry>) throws(ResolutionError) -> Value {
    guard Room.fits(Value.self), let found = entry.pointee.slot else { return try answered(Key(Value.self)) }
    var room = Room()
    return try requested(found, in: &room)
  }

  @inlinable @inline(__always)
  func requested<Value>(_ found: RootTable.Found, in room: UnsafeMutableRawPointer) throws(ResolutionError) -> Value {
    // A shared value lies in the container.
    defer { withExtendedLifetime(self) {} }
    let room = Address(room)
    return Room.value(at: try request(found, at: room), from: room)
  }

  @usableFromInline
  func request(_ found: RootTable.Found, at room: Address) throws(ResolutionError) -> Address {
    let slot = found.slot.object
    if isShut { throw closed(for: slot.step.key) }
    return try Request.answer(slot, .container, nil, nil, isInside: false, at: room)
  }

  /// Returns the value bound to a key, or nil when nothing is bound for it. A factory's failure is thrown.
  public func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value? {
    guard let found = try finder.find(key, for: self) else { return nil }
    return try request(found.slot) as Value
  }

  /// Returns a new value that is made with run-time arguments.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others.
  public func resolve<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    let slot = try slot(for: key)
    let block = try ArgumentBlock(first, repeat each argument, for: slot)
    defer { block.end() }
    return try request(slot, block.arguments)
  }

  /// Returns the value bound to a type, and passes options to the container's extensions.
  ///
  /// - Parameters:
  ///   - type: The type the binding declares.
  ///   - name: The name of the binding; `nil` for the plain one.
  ///   - options: The options for this resolution only, not for the dependencies inside it.
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, options: RequestOptions
  ) throws(ResolutionError) -> Value {
    if isClosed { throw .closed("the container", Key(type, named: name).graphKey) }
    return try answer(Key(type, named: name)).slot.get(.container, from: .request, RequestState(options: options))
  }
}
