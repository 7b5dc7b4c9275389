// SPDX-License-Identifier: Apache-2.0

/// What another module says of a bind.
package protocol Attachment: Sendable {
  /// What two binds say of which one goes on from the other.
  func followed(by later: Self) -> Self
}

/// What other modules say of a bind: one value of each type.
package struct Attachments: Sendable {
  private var values: [ObjectIdentifier: any Attachment] = [:]

  var isEmpty: Bool { values.isEmpty }

  /// The value of a type; `nil` when nothing is said.
  package subscript<Value: Attachment>(_ type: Value.Type) -> Value? {
    get { values[ObjectIdentifier(type)] as? Value }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  /// What makes the container trace requests; `nil` when nothing does.
  var following: (any Following)? { values.isEmpty ? nil : values.values.lazy.compactMap { $0 as? any Following }.first }

  /// What two binds say of which one goes on from the other.
  func followed(by later: Attachments) -> Attachments {
    func joined<Value: Attachment>(_ first: Value, _ second: any Attachment) -> any Attachment {
      (second as? Value).map(first.followed(by:)) ?? first
    }
    var all = self
    all.values.merge(later.values) { first, second in joined(first, second) }
    return all
  }
}

/// A bind, or a declaration that is made of one: what other modules add to a bind, they add to both.
@_documentation(visibility: internal)
public protocol BindCarrier: Sendable {
  /// The type of the bind's values.
  associatedtype Carried

  /// The bind.
  var carried: Bind<Carried> { get set }
}

extension Bind: BindCarrier {
  /// This bind.
  @_documentation(visibility: internal)
  public var carried: Self {
    get { self }
    set { self = newValue }
  }
}
