// SPDX-License-Identifier: Apache-2.0

/// An optional, whatever it holds.
private protocol Wrapping {
  static func wrapped(_ value: Any) -> Any?
}

extension Optional: Wrapping {
  fileprivate static func wrapped(_ value: Any) -> Any? { value as? Wrapped }
}

// What others than the recipes of binds know and add while a request runs.
extension RelativeSession {
  /// Runs code that makes something for the object that is being made, and takes the result into the session and the tree.
  static func joining<Value>(_ make: () throws -> Value) throws -> Value {
    guard let session = Frame.relatives, let owner = session.current?.owner else { return try make() }
    let made = session.begin(isShared: false, owner: owner)
    var isFinished = false
    defer { session.end(made, isFinished: isFinished) }
    let value = try make()
    made.object = RelativeSession.object(value)
    isFinished = true
    return value
  }

  /// A value as the object that it is, or that an optional holds.
  private static func object<Value>(_ value: Value) -> AnyObject? {
    var value: Any? = value
    if let optional = Value.self as? any Wrapping.Type { value = value.flatMap(optional.wrapped) }
    guard let value, type(of: value) is AnyClass else { return nil }
    return value as AnyObject
  }

  /// Notes what the value that is being made is bound as.
  func name(_ key: Graph.Key) { current?.key = key }

  /// Notes the object that is being made, before it has what it needs.
  func know(_ object: AnyObject) { current?.object = object }

  /// For whom something is made: the thing that is being made now, or further out than that; else the request's own parent.
  func asker(isMaking: Bool) -> (object: AnyObject?, key: Graph.Key?) {
    guard let made = isMaking ? current?.outer : current else { return (parent, nil) }
    return (made.object, made.key)
  }

  /// The objects that are finished, in that order.
  var objects: [AnyObject] { finished.compactMap(\.object) }
}
