// SPDX-License-Identifier: Apache-2.0

/// Where the value of one run-time argument is.
package struct ArgumentPosition: Sendable {
  let index: Int
  let offset: Int

  /// The position of an argument of a bind. The types are those of all its arguments.
  init(_ index: Int, of types: [TypeName]) {
    var layout = Arguments.Layout()
    self.index = index
    offset = types.prefix(index + 1).reduce(0) { offset, name in
      func add<Value>(_ type: Value.Type) -> Int { layout.add(type) }
      return name.type.map { _openExistential($0, do: add) } ?? offset
    }
  }
}

extension Arguments {
  /// Runs a request of the program, whose arguments no check has seen.
  ///
  /// - Throws: `ResolutionError` with code `.wrongArguments` when the slot takes others.
  package static func keeping<each Argument, Result>(
    _ argument: repeat each Argument, for slot: Slot, _ body: (Arguments?) throws(ResolutionError) -> Result
  ) throws(ResolutionError) -> Result {
    var given: [any Any.Type] = []
    for type in repeat (each Argument).self { given.append(type) }
    try check(given, for: slot)
    return try keeping(checked: repeat each argument, during: body)
  }

  /// Runs a request whose arguments are those that the slot takes. Without any, it has no arguments.
  static func keeping<each Argument, Result>(
    checked argument: repeat each Argument, during body: (Arguments?) throws(ResolutionError) -> Result
  ) throws(ResolutionError) -> Result {
    var (layout, stored, ended, count) = (Layout(), Layout(), Layout(), 0)
    for type in repeat (each Argument).self {
      _ = layout.add(type)
      count += 1
    }
    if count == 0 { return try body(nil) }
    let arguments = Arguments(layout, count: count)
    repeat arguments.store(each argument, at: stored.add((each Argument).self))
    defer {
      repeat arguments.destroy((each Argument).self, at: ended.add((each Argument).self))
      arguments.free()
    }
    return try body(arguments)
  }

  private static func check(_ given: [any Any.Type], for slot: Slot) throws(ResolutionError) {
    let expected = slot.argumentTypes
    if given.count == expected.count, zip(expected, given).allSatisfy({ $0.type == $1 }) { return }
    throw ResolutionError.wrongArguments(of: slot.step, expected: expected, given: given.map { TypeName($0) }).through(slot.step)
  }

  /// Runs a request with arguments in boxes, as the types that the slot takes; no more than it takes. Without boxes, it has no arguments.
  static func keeping<Result>(
    boxed values: [any Sendable]?, for slot: Slot, _ body: (Arguments?) throws(ResolutionError) -> Result
  ) throws(ResolutionError) -> Result {
    guard let values else { return try body(nil) }
    let types = zip(values, slot.argumentTypes).map { value, expected in expected.type ?? type(of: value) }
    var (layout, stored, ended) = (Layout(), Layout(), Layout())
    for (value, type) in zip(values, types) {
      func measure<Value>(_ type: Value.Type) -> Bool {
        _ = layout.add(type)
        return value is Value
      }
      if !_openExistential(type, do: measure) { try check(values.map { Swift.type(of: $0) }, for: slot) }
    }
    let arguments = Arguments(layout, count: types.count)
    for (value, type) in zip(values, types) {
      func store<Value>(_ type: Value.Type) { if let value = value as? Value { arguments.store(value, at: stored.add(type)) } }
      _openExistential(type, do: store)
    }
    defer {
      func destroy<Value>(_ type: Value.Type) { arguments.destroy(type, at: ended.add(type)) }
      for type in types { _openExistential(type, do: destroy) }
      arguments.free()
    }
    return try body(arguments)
  }

  /// The arguments of an asynchronous request, which cross to the task that builds; checked as those of a synchronous one.
  static func crossing<each Argument: Sendable>(
    _ argument: repeat each Argument, for slot: Slot
  ) throws(ResolutionError) -> [any Sendable] {
    var (values, given): ([any Sendable], [any Any.Type]) = ([], [])
    func add<Value: Sendable>(_ value: Value) {
      values.append(value)
      given.append(Value.self)
    }
    repeat add(each argument)
    try check(given, for: slot)
    return values
  }
}
