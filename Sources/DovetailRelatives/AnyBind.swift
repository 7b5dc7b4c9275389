// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A binding whose type is not part of its own type, so that a subclass can extend its superclass's.
public struct AnyBind: Sendable {
  private(set) var item: any ErasedBind
  /// Lets values leave the actor of a modifier, where their type is known to be Sendable.
  private var crossing: @Sendable (any ErasedBind) -> any ErasedBind = { $0 }

  /// Hides the type of a binding.
  public init<Value>(_ bind: Bind<Value>) { item = bind }

  /// Hides the type of a binding whose values may leave the actor on which they are made.
  public init<Value: Sendable>(_ bind: Bind<Value>) {
    item = bind.crossing()
    letCross(Value.self)
  }

  /// Does something with every new value before anybody sees it; see `Bind.onCreate(_:)`.
  public func onCreate<Object>(_ body: @escaping @isolated(any) @Sendable (Object) throws -> Void) -> Self {
    changed { $0.creating(on: body.isolation, IsolatedFunction(body).plain) }
  }

  /// Does something once the whole resolution is built; see `Bind.onAwake(_:)`.
  public func onAwake<Object>(_ body: @escaping @isolated(any) @Sendable (Object) -> Void) -> Self {
    changed { $0.checked(as: Object.self).awaking(on: body.isolation, IsolatedFunction(body).plain) }
  }

  /// Keeps the instances with the resolution, also where the superclass shares its own.
  @_disfavoredOverload
  public func `in`(_ scope: Scope.Unshared) -> Self {
    changed { $0.sharing(scope) }
  }

  /// Declares something for the extensions of the container; see `Bind.declaring(_:_:)`.
  public func declaring<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
    changed { $0.declaring(option, value) }
  }

  func changed(_ change: (any ErasedBind) -> any ErasedBind) -> Self {
    var copy = self
    copy.item = crossing(change(item))
    return copy
  }

  /// Lets values leave the actor of each modifier that follows.
  mutating func letCross<Value: Sendable>(_ type: Value.Type) {
    crossing = { item in
      guard let bind = item as? Bind<Value> else { return item }
      return bind.crossing()
    }
  }
}

extension BindingsBuilder {
  /// Lists a binding whose type is hidden.
  public static func buildExpression(_ bind: AnyBind) -> Bindings { bind.item.listed }
}
