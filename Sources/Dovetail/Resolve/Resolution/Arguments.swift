// SPDX-License-Identifier: Apache-2.0

/// The run-time arguments of one request, in the order in which the caller gave them.
///
/// It only stores their places: the requester keeps the values until the request has ended, in an ``ArgumentBlock``.
package struct Arguments {
  fileprivate struct Place {
    let type: any Any.Type
    let value: Address
  }

  /// The header in front of the places.
  fileprivate struct Header {
    let frames: FrameStack
    var count = 0
  }

  fileprivate let header: UnsafeMutablePointer<Header>

  /// The requests of the thread that makes this one.
  var frames: FrameStack { header.pointee.frames }

  fileprivate var places: UnsafeMutablePointer<Place> { Address(header + 1).typed(as: Place.self) }

  /// The address of the argument of an index; the check, or the request, has compared the types.
  ///
  /// - Parameter memory: Room for a default.
  func value(at index: Int, of slot: Slot, at memory: Address) throws(ResolutionError) -> Address {
    if let found = self.memory(at: index, as: slot.type) { return found }
    let given = UnsafeBufferPointer(start: places, count: header.pointee.count)
    // The container tells a requester alone; the other arguments have defaults.
    if index >= given.count { return try slot.answer(.container, nil, at: memory) }
    throw .wrongArguments(of: slot.step, expected: slot.argumentTypes, given: given.map { TypeName($0.type) })
  }

  /// The place of an argument, if it has exactly this type.
  @inline(__always)
  func memory(at index: Int, as type: any Any.Type) -> Address? {
    // SAFETY: a place holds a value of its type.
    index < header.pointee.count && places[index].type == type ? places[index].value : nil
  }
}

/// Keeps the arguments of a request while it runs, in memory that the thread reserves for arguments.
///
/// Blocks end in the reverse order of their beginning, because requests do.
package struct ArgumentBlock {
  private let all: Arguments

  init(for slot: Slot) { self.init(capacity: slot.argumentTypes.count, FrameStack.of(slot)) }

  init(capacity: Int, _ frames: FrameStack = .current) {
    let size = MemoryLayout<Arguments.Header>.stride + capacity * MemoryLayout<Arguments.Place>.stride
    let memory = frames.thread.take(size, alignment: MemoryLayout<Arguments.Header>.alignment)
    memory.store(Arguments.Header(frames: frames))
    all = Arguments(header: memory.typed(as: Arguments.Header.self))
  }

  /// Keeps the arguments of a caller whose types no check has seen.
  ///
  /// - Throws: `ResolutionError` with code `.wrongArguments` when the slot takes others.
  package init<First, each Argument>(_ first: First, _ argument: repeat each Argument, for slot: Slot) throws(ResolutionError) {
    var count = 1
    for _ in repeat (each Argument).self { count += 1 }
    self.init(capacity: count, FrameStack.of(slot))
    append(first)
    repeat append(each argument)
    try check(for: slot)
  }

  // Separate, because the arguments lie here in one form for all types.
  private func check(for slot: Slot) throws(ResolutionError) {
    let (count, expected) = (all.header.pointee.count, slot.argumentTypes)
    var index = 0
    while index < min(count, expected.count), expected[index].names(all.places[index].type) { index += 1 }
    if index == count && index == expected.count { return }
    let given = UnsafeBufferPointer(start: all.places, count: count).map { TypeName($0.type) }
    end()
    throw ResolutionError.wrongArguments(of: slot.step, expected: expected, given: given).through(slot.step)
  }

  /// Keeps arguments in boxes, as the types that the slot takes; no more than it takes.
  init(_ values: [any Sendable], for slot: Slot) {
    self.init(for: slot)
    for (value, expected) in zip(values, slot.argumentTypes) {
      func append<Value>(as type: Value.Type) { if let value = value as? Value { self.append(value) } }
      _openExistential(expected.type ?? type(of: value), do: append)
    }
  }

  /// The arguments of the request, valid until ``end()``; `nil` when there are none.
  package var arguments: Arguments? { all.header.pointee.count == 0 ? nil : all }

  /// Keeps one more argument. There has to be room for it.
  func append<Value>(_ value: consuming Value) {
    let header = all.header
    let memory = header.pointee.frames.thread.take(for: value)
    (all.places + header.pointee.count).initialize(to: Arguments.Place(type: Value.self, value: memory))
    header.pointee.count += 1
  }

  package func end() {
    let thread = all.frames.thread
    for place in UnsafeBufferPointer(start: all.places, count: all.header.pointee.count).reversed() {
      place.value.destroy(place.type)
      thread.giveBack(place.value)
    }
    thread.giveBack(Address(all.header))
  }
}

extension Slot {
  /// Makes a value with arguments in boxes, or without.
  package func get<Value>(
    _ context: Context, giving values: [any Sendable]?, from entry: Entry = .layers
  ) throws(ResolutionError) -> Value {
    let block = values.map { ArgumentBlock($0, for: self) }
    defer { block?.end() }
    return try get(context, block?.arguments, from: entry)
  }
}

extension Arguments? {
  /// The argument of the next index, which has the type.
  func take<Value>(_ type: Value.Type, _ next: inout Int) throws(ResolutionError) -> Value {
    defer { next += 1 }
    guard let memory = self?.memory(at: next, as: type) else { throw .closed("a factory", Graph.Key(type: TypeName(type))) }
    return memory[as: Value.self]
  }
}

extension Request {
  /// The arguments of an asynchronous request, which cross to the task that builds; checked as those of a synchronous one.
  static func crossing<First: Sendable, each Argument: Sendable>(
    _ first: First, _ argument: repeat each Argument, for slot: Slot
  ) throws(ResolutionError) -> [any Sendable] {
    try ArgumentBlock(first, repeat each argument, for: slot).end()
    var values: [any Sendable] = [first]
    for argument in repeat each argument { values.append(argument) }
    return values
  }
}
