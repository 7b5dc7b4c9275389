// SPDX-License-Identifier: Apache-2.0

/// Data that another product attaches to a bind.
package protocol Attachment: Sendable {
  /// Combines the data of two binds, of which one extends the other.
  func followed(by later: Self) -> Self
}

/// The data that other products attach to a bind: one value of each type.
package struct Attachments: Sendable {
  private var values: [ObjectIdentifier: any Attachment] = [:]

  package var isEmpty: Bool { values.isEmpty }

  package subscript<Value: Attachment>(_ type: Value.Type) -> Value? {
    get { values[ObjectIdentifier(type)] as? Value }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  /// The attachment that makes the container trace requests; `nil` when there is none.
  package var tracker: (any ResolutionTracker)? {
    values.isEmpty ? nil : values.values.lazy.compactMap { $0 as? any ResolutionTracker }.first
  }

  package func followed(by later: Attachments) -> Attachments {
    func joined<Value: Attachment>(_ first: Value, _ second: any Attachment) -> any Attachment {
      (second as? Value).map(first.followed(by:)) ?? first
    }
    var all = self
    all.values.merge(later.values) { first, second in joined(first, second) }
    return all
  }
}

/// A binding, or a declaration around one: modifiers of other products apply to both.
@_documentation(visibility: internal)
public protocol BindCarrier: Sendable {
  /// The type of the binding's values.
  associatedtype Carried

  /// The binding.
  var carried: Bind<Carried> { get set }
}

extension Bind: BindCarrier {
  /// This binding.
  @_documentation(visibility: internal)
  public var carried: Self {
    get { self }
    set { self = newValue }
  }
}
