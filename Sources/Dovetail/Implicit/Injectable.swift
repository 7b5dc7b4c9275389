// SPDX-License-Identifier: Apache-2.0

/// A type that carries its own bind, so that it resolves without being listed in a module. A listed bind wins.
///
/// ```swift
/// extension Road: Injectable {
///   static var binding: AnyBind { AnyBind(Bind(Road.init).in(.singleton)) }
/// }
/// ```
///
/// A class that may be inherited from says `Self`, and its subclasses are made as themselves, with the same needs and scope. A subclass
/// that needs more starts from its superclass's bind:
///
/// ```swift
/// class Car: Injectable {
///   class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\Car.engine) }
/// }
/// class Ford: Car {
///   override class var binding: AnyBind { super.binding.require(\Ford.logo) }
/// }
/// ```
public protocol Injectable {
  /// How a value of the type is made.
  static var binding: AnyBind { get }
}

/// A bind whose type is not part of its own type, so that a subclass can extend its superclass's.
public struct AnyBind: Sendable {
  private(set) var item: any ErasedBind

  /// Hides the type of a bind.
  public init<Value>(_ bind: Bind<Value>) { item = bind }

  /// Sets a property of every new value; see ``Bind/require(_:named:)``.
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

  /// Sets a property of every new value if it is nil; see ``Bind/fill(_:named:)``.
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

  /// Sets a weak property to a relative; see ``Bind/reference(_:)``.
  public func reference<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property?> & Sendable
  ) -> Self {
    changed { $0.referring { (object: Object, search) in object[keyPath: property] = search.nearest(Property.self) } }
  }

  /// Does something with every new value before anybody sees it.
  public func onCreate<Object>(_ body: @escaping @Sendable (Object) throws -> Void) -> Self {
    changed { $0.creating(body) }
  }

  /// Does something once the whole request is built; see ``Bind/onAwake(_:)``.
  public func onAwake<Object>(_ body: @escaping @Sendable (Object) -> Void) -> Self {
    changed { $0.awaking(body) }
  }

  /// Keeps the instances with the request, also where the superclass shares its own.
  public func `in`(_ scope: Scope.Unshared) -> Self {
    changed { $0.sharing(scope) }
  }

  func changed(_ change: (any ErasedBind) -> any ErasedBind) -> Self {
    var copy = self
    copy.item = change(item)
    return copy
  }
}

/// The modifiers of a bind whose value is known to be an `Object`, although the type of the bind is not known.
protocol ErasedBind: Sendable {
  var content: BindContent { get }
  func setting<Object, Property>(
    _ type: Property.Type, named name: String?,
    _ set: @escaping @Sendable (Object, () throws -> Property) throws -> Void
  ) -> any ErasedBind
  func finishing<Object>(_ step: @escaping @Sendable (Object) throws -> Void) -> any ErasedBind
  func creating<Object>(_ body: @escaping @Sendable (Object) throws -> Void) -> any ErasedBind
  func awaking<Object>(_ body: @escaping @Sendable (Object) -> Void) -> any ErasedBind
  func referring<Object>(_ set: @escaping @Sendable (Object, RelativeSearch) -> Void) -> any ErasedBind
  func sharing(_ scope: Scope.Unshared) -> any ErasedBind
  func declaring<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self
  func remade<Made>(by bind: Bind<Made>) -> any ErasedBind
  /// Has the container keep a tree, as a bind with references does.
  func joiningTree() -> any ErasedBind
}

extension Bind: ErasedBind {
  func setting<Object, Property>(
    _ type: Property.Type, named name: String?,
    _ set: @escaping @Sendable (Object, () throws -> Property) throws -> Void
  ) -> any ErasedBind {
    changed { bind in
      bind.addProperty(type, named: name) { value, new in try set(Bind.cast(value), new) }
    }
  }

  func finishing<Object>(_ step: @escaping @Sendable (Object) throws -> Void) -> any ErasedBind {
    changed { bind in bind.extras.properties.append { value, _ in try step(Bind.cast(value)) } }
  }

  func creating<Object>(_ body: @escaping @Sendable (Object) throws -> Void) -> any ErasedBind {
    onCreate { value in try body(Bind.cast(value)) }
  }

  func awaking<Object>(_ body: @escaping @Sendable (Object) -> Void) -> any ErasedBind {
    onAwake { value in
      if let object = value as? Object { body(object) }
    }
  }

  func referring<Object>(_ set: @escaping @Sendable (Object, RelativeSearch) -> Void) -> any ErasedBind {
    changed { bind in
      bind.extras.relatives.references.append { value, search in
        if let object = value as? Object { set(object, search) }
      }
    }
  }

  func sharing(_ scope: Scope.Unshared) -> any ErasedBind { `in`(scope) }

  func joiningTree() -> any ErasedBind { changed { $0.extras.relatives.joinsTree = true } }

  private static func cast<Object>(_ value: Value) throws -> Object {
    guard let object = value as? Object else {
      throw ResolutionError(
        .wrongType, Graph.Key(type: TypeName(Value.self)),
        "'\(TypeName(Value.self))' carries a bind that is about a '\(TypeName(Object.self))'",
        help: "name the class itself, or one that it inherits from, in its binding")
    }
    return object
  }
}
