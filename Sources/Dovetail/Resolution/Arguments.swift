// SPDX-License-Identifier: Apache-2.0

/// The run-time arguments of one request, in the order in which the caller gave them.
///
/// It only says where they are: whoever makes the request keeps them until it has ended, in an ``ArgumentBlock``.
struct Arguments {
  struct Place {
    let type: any Any.Type
    let value: UnsafeMutableRawPointer
  }

  fileprivate let places: UnsafePointer<Place>
  fileprivate let count: Int

  /// The argument of an index; the check, or the request, has compared the types.
  func value<Value>(at index: Int, of slot: Unmanaged<Slot>) throws(ResolutionError) -> Value {
    if let memory = memory(at: index, as: Value.self) { return memory.pointee }
    return try cast(at: index, of: slot.takeUnretainedValue())
  }

  /// Where the argument of an index is, if it is of just this type.
  @inline(__always)
  fileprivate func memory<Value>(at index: Int, as type: Value.Type) -> UnsafeMutablePointer<Value>? {
    // SAFETY: a place holds a value of its type.
    index < count && places[index].type == type ? places[index].value.assumingMemoryBound(to: type) : nil
  }

  @inline(never)
  private func cast<Value>(at index: Int, of slot: Slot) throws(ResolutionError) -> Value {
    let given = UnsafeBufferPointer(start: places, count: count)
    if given.indices.contains(index), let value = given[index].boxed as? Value { return value }
    throw .wrongArguments(of: slot.step, expected: slot.argumentTypes, given: given.map { TypeName(Swift.type(of: $0.boxed)) })
  }
}

extension Arguments.Place {
  fileprivate var boxed: Any { value.boxedValue(of: type) }
}

/// Keeps the arguments of a request while it runs, in memory that the thread has for that.
///
/// Blocks end in the reverse order of their beginning, because requests do.
struct ArgumentBlock {
  private let places: UnsafeMutablePointer<Arguments.Place>
  private let frames: FrameStack
  private let mark: FrameStack.Mark
  private var count = 0

  /// Makes room for what the slot takes, and for nothing else.
  init(for slot: Slot) { self.init(capacity: slot.argumentTypes.count, FrameStack.of(slot)) }

  /// Makes room for so many arguments.
  init(capacity: Int, _ frames: FrameStack = .current) {
    self.frames = frames
    mark = frames.mark
    places = frames.room(for: Arguments.Place.self, max(1, capacity))
  }

  /// Keeps the arguments of a caller whose types no check has seen.
  ///
  /// - Throws: ``ResolutionError`` with code `.wrongArguments` when the slot takes others.
  init<each Argument>(_ arguments: repeat each Argument, for slot: Slot) throws(ResolutionError) {
    var given: [TypeName] = []
    for type in repeat (each Argument).self { given.append(TypeName(type)) }
    guard given == slot.argumentTypes else {
      throw ResolutionError.wrongArguments(of: slot.step, expected: slot.argumentTypes, given: given).through(slot.step)
    }
    self.init(for: slot)
    for argument in repeat each arguments { append(argument) }
  }

  /// Keeps arguments whose types are not known here; no more than the slot takes.
  init(_ values: [any Sendable], for slot: Slot) {
    self.init(for: slot)
    for value in values.prefix(slot.argumentTypes.count) {
      func append<Value>(_ value: Value) { self.append(value) }
      _openExistential(value, do: append)
    }
  }

  /// What the request is given; to be used until ``end()``. A request without any is like those that nobody gives arguments.
  var arguments: Arguments? { count == 0 ? nil : Arguments(places: places, count: count) }

  mutating func append<Value>(_ value: Value) {
    let room = frames.room(for: Value.self, 1)
    room.initialize(to: value)
    (places + count).initialize(to: Arguments.Place(type: Value.self, value: UnsafeMutableRawPointer(room)))
    count += 1
  }

  /// Lets go of the arguments.
  func end() {
    for place in UnsafeBufferPointer(start: places, count: count) {
      place.value.destroyValue(of: place.type)
      frames.giveBack(place.value)
    }
    frames.giveBack(places, to: mark)
  }
}

/// Takes arguments one after the other.
struct GivenArguments {
  private let arguments: Arguments?
  private var next = 0

  init(_ arguments: Arguments?) { self.arguments = arguments }

  /// The next argument, which is of the type; as many as there are.
  mutating func take<Value>(_ type: Value.Type) throws(ResolutionError) -> Value {
    defer { next += 1 }
    guard let memory = arguments?.memory(at: next, as: type) else { throw .closed("a factory", Graph.Key(type: TypeName(type))) }
    return memory.pointee
  }
}

extension Request {
  /// Runs a request with arguments whose types are not known here; with none, when nothing is given.
  static func run<Value>(
    _ slot: Slot, in context: Context, giving values: [any Sendable]?
  ) throws(ResolutionError) -> Value {
    guard let values else { return try run(slot, in: context) }
    let block = ArgumentBlock(values, for: slot)
    defer { block.end() }
    return try run(slot, in: context, block.arguments)
  }

  /// The arguments of an asynchronous request, which cross to the task that builds; checked as those of a synchronous one.
  static func crossing<each Argument: Sendable>(
    _ arguments: repeat each Argument, for slot: Slot
  ) throws(ResolutionError) -> [any Sendable] {
    try ArgumentBlock(repeat each arguments, for: slot).end()
    var values: [any Sendable] = []
    for argument in repeat each arguments { values.append(argument) }
    return values
  }
}
