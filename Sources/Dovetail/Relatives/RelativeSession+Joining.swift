// SPDX-License-Identifier: Apache-2.0

// What others than the recipes of binds know and add while a request runs.
extension RelativeSession {
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
