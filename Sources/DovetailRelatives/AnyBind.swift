// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A bind whose type is not part of its own type, so that a subclass can extend its superclass's.
public struct AnyBind: Sendable {
  private(set) var item: any ErasedBind

  /// Hides the type of a bind.
  public init<Value>(_ bind: Bind<Value>) { item = bind }

  /// Sets a property of every new value; see `Bind.require(_:named:)`.
  public func require<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property> & Sendable, named name: String? = nil
  ) -> Self {
    changed { $0.setting(Property.self, named: name) { (object: Object, new) in object[keyPath: property] = try new() } }
  }

  /// Sets an optional property of every new value; what it takes is not optional.
  public func require<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property?> & Sendable, named name: String? = nil
  ) -> Self {
    changed { $0.setting(Property.self, named: name) { (object: Object, new) in object[keyPath: property] = try new() } }
  }

  /// Sets a property of every new value if it is nil; see `Bind.fill(_:named:)`.
  public func fill<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property?> & Sendable, named name: String? = nil
  ) -> Self {
    changed {
      $0.setting(Property.self, named: name) { (object: Object, new) in
        let found = try new()
        if object[keyPath: property] == nil { object[keyPath: property] = found }
      }
    }
  }

  /// Sets a weak property to a relative; see `Bind.reference(_:)`.
  public func reference<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property?> & Sendable
  ) -> Self {
    changed {
      $0.relating { $0.refer { (object: Object, search) in object[keyPath: property] = search.nearest(Property.self) } }
    }
  }

  /// Does something with every new value before anybody sees it.
  public func onCreate<Object>(_ body: @escaping @Sendable (Object) throws -> Void) -> Self {
    changed { $0.creating(body) }
  }

  /// Does something once the whole request is built; see `Bind.onAwake(_:)`.
  public func onAwake<Object>(_ body: @escaping @Sendable (Object) -> Void) -> Self {
    changed { $0.relating { $0.awake(body) } }
  }

  /// Keeps the instances with the request, also where the superclass shares its own.
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
    copy.item = change(item)
    return copy
  }
}

extension BindingsBuilder {
  /// Lists a bind whose type is hidden.
  public static func buildExpression(_ bind: AnyBind) -> Bindings { bind.item.listed }
}
