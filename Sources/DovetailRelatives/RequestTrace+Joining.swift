// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// An optional, whatever it holds.
private protocol Wrapping {
  static func wrapped(_ value: Any) -> Any?
}

extension Optional: Wrapping {
  fileprivate static func wrapped(_ value: Any) -> Any? { value as? Wrapped }
}

extension RequestTrace {
  /// Runs code that makes something for the object that is being made, and takes the result into the trace and the tree.
  static func joining<Value>(_ make: () throws -> Value) throws -> Value {
    guard let trace = current, let outer = trace.innermost else { return try make() }
    let made = trace.begin(isShared: false, owner: outer.owner, in: outer.scope, trackedBy: Relatives.self)
    defer { trace.end(made) }
    let value = try make()
    made.finish(value)
    made.object = object(value)
    return value
  }

  /// A value as the object that it is, or that an optional holds.
  private static func object<Value>(_ value: Value) -> AnyObject? {
    var value: Any? = value
    if let optional = Value.self as? any Wrapping.Type { value = value.flatMap(optional.wrapped) }
    guard let value, type(of: value) is AnyClass else { return nil }
    return value as AnyObject
  }
}
