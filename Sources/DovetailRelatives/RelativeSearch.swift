// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// Finds the relatives of one object.
struct RelativeSearch {
  let object: AnyObject
  let tree: ObjectTree
  let container: Container?
  /// The open scope that the object is made in, if it is made in one.
  let scope: OpenScope?

  /// The nearest relative of a type; `nil` when there is none.
  func nearest<Value>(_ type: Value.Type) -> Value? {
    if let found = tree.nearest(to: object, container: container, in: scope, type) { return found }
    var outer = container?.parent
    while let current = outer {
      if let found = current.tree.first(type, in: scope) { return found }
      outer = current.parent
    }
    return nil
  }
}
