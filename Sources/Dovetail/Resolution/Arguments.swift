// SPDX-License-Identifier: Apache-2.0

/// The run-time arguments of one request, in the order in which the caller gave them.
struct Arguments {
  let values: [Any]

  init(values: [Any]) { self.values = values }

  init<each Argument>(_ arguments: repeat each Argument) {
    var values: [Any] = []
    var count = 0
    for _ in repeat (each Argument).self { count += 1 }
    values.reserveCapacity(count)
    for argument in repeat each arguments { values.append(argument) }
    self.values = values
  }

  /// Takes the arguments of a caller whose types no check has seen.
  ///
  /// - Throws: ``ResolutionError`` with code `.wrongArguments` when the slot takes others.
  init<each Argument>(_ arguments: repeat each Argument, for slot: Slot) throws(ResolutionError) {
    var given: [TypeName] = []
    for type in repeat (each Argument).self { given.append(TypeName(type)) }
    guard given == slot.argumentTypes else {
      throw ResolutionError.wrongArguments(of: slot.step, expected: slot.argumentTypes, given: given).through(slot.step)
    }
    self.init(repeat each arguments)
  }

  /// The arguments of an asynchronous request, which cross to the task that builds; checked as those of a synchronous one.
  static func crossing<each Argument: Sendable>(
    _ arguments: repeat each Argument, for slot: Slot
  ) throws(ResolutionError) -> [any Sendable] {
    _ = try Arguments(repeat each arguments, for: slot)
    var values: [any Sendable] = []
    for argument in repeat each arguments { values.append(argument) }
    return values
  }

  /// The argument of an index; the check, or the request, has compared the types.
  func value<Value>(at index: Int, of slot: Slot) throws(ResolutionError) -> Value {
    // SAFETY: a value whose own type is `Value` is laid out as one.
    func same<Given>(_ given: Given) -> Value {
      withUnsafePointer(to: given) { UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee }
    }
    // Asking for `Value?`, as a cast does, takes longer than all the rest.
    if values.indices.contains(index), type(of: values[index]) == Value.self { return _openExistential(values[index], do: same) }
    return try cast(at: index, of: slot)
  }

  private func cast<Value>(at index: Int, of slot: Slot) throws(ResolutionError) -> Value {
    guard values.indices.contains(index), let value = values[index] as? Value else {
      throw .wrongArguments(of: slot.step, expected: slot.argumentTypes, given: values.map { TypeName(type(of: $0)) })
    }
    return value
  }
}
