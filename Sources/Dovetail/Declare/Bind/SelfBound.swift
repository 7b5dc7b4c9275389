// SPDX-License-Identifier: Apache-2.0

/// A type that carries its own binding, which answers where nothing else is bound for the type. Other modules say what such a type declares.
@_documentation(visibility: internal)
public protocol SelfBound {
  /// The binding of the type.
  static var ownBind: OwnBind { get }
}

/// A binding that its type carries.
@_documentation(visibility: internal)
public struct OwnBind: Sendable {
  let content: BindContent
  /// Who follows what requests make of binds that come to a running container.
  let tracker: (any ResolutionTracker.Type)?

  package init<Value>(_ bind: Bind<Value>, trackedBy tracker: (any ResolutionTracker.Type)?) {
    content = bind.content
    self.tracker = tracker
  }
}
