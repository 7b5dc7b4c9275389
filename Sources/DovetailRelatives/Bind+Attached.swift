// SPDX-License-Identifier: Apache-2.0
public import Dovetail

// Values that are made for every new object of a bind besides its needs: by a closure, or as a companion that lives as long.

extension Bind {
  /// Sets a property of every new value to what a closure makes, after the properties that were named before.
  ///
  /// The closure is given the value, with those properties set. What it makes has the value as its parent in the `Container.tree`, and is
  /// found as a relative.
  ///
  /// ```swift
  /// Bind(Car.init).require(\.engine).require(\.horn) { car in Horn(volume: car.engine?.power ?? 0) }
  /// ```
  public func require<Property>(
    _ property: any WritableKeyPath<Value, Property> & Sendable, _ make: @escaping @Sendable (Value) throws -> Property
  ) -> Self {
    changed { bind in
      bind.joinTree()
      bind.addStep { value in
        let made = value
        value[keyPath: property] = try RequestTrace.joining { try make(made) }
      }
    }
  }

  /// Sets a property of every new value to what a closure makes, which may ask for more. This makes the bind opaque.
  ///
  /// Values that the closure requests have the value that it makes as their parent; otherwise as the form without a resolver.
  public func require<Property>(
    _ property: any WritableKeyPath<Value, Property> & Sendable,
    _ make: @escaping @Sendable (Value, any Resolver) throws -> Property
  ) -> Self {
    changed { bind in
      bind.joinTree()
      bind.addProperty((any Resolver).self, named: nil) { value, new in
        let (made, resolver) = (value, try new())
        value[keyPath: property] = try RequestTrace.joining { try make(made, resolver) }
      }
    }
  }

  /// Makes a companion for every new value: an object of its own, which has the value as its parent in the `Container.tree`, and which the
  /// value keeps.
  ///
  /// ```swift
  /// Bind(Car.init).attach(Odometer.self, to: \.companions)
  /// ```
  ///
  /// - Parameters:
  ///   - type: What is bound for it says how it is made.
  ///   - name: Which bind of the type is meant; `nil` for the plain one.
  ///   - property: Where the value keeps its companions, in the order in which they are attached.
  public func attach<Companion: AnyObject>(
    _ type: Companion.Type, named name: String? = nil, to property: any WritableKeyPath<Value, [AnyObject]> & Sendable
  ) -> Self where Value: AnyObject {
    changed { bind in
      bind.joinTree()
      bind.addProperty(type, named: name) { value, new in value[keyPath: property].append(try new()) }
    }
  }
}

extension AnyBind {
  /// Sets a property of every new value to what a closure makes; see `Bind.require(_:_:)`.
  public func require<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property> & Sendable, _ make: @escaping @Sendable (Object) throws -> Property
  ) -> Self {
    changed { bind in
      bind.joiningTree().finishing { (object: Object) in
        object[keyPath: property] = try RequestTrace.joining { try make(object) }
      }
    }
  }

  /// Sets a property of every new value to what a closure makes, which may ask for more. This makes the bind opaque.
  public func require<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property> & Sendable,
    _ make: @escaping @Sendable (Object, any Resolver) throws -> Property
  ) -> Self {
    changed { bind in
      bind.joiningTree().setting((any Resolver).self, named: nil) { (object: Object, new) in
        let resolver = try new()
        object[keyPath: property] = try RequestTrace.joining { try make(object, resolver) }
      }
    }
  }

  /// Makes a companion for every new value, which keeps it; see `Bind.attach(_:named:to:)`.
  public func attach<Object: AnyObject, Companion: AnyObject>(
    _ type: Companion.Type, named name: String? = nil, to property: any ReferenceWritableKeyPath<Object, [AnyObject]> & Sendable
  ) -> Self {
    changed { bind in
      bind.joiningTree().setting(type, named: name) { (object: Object, new) in object[keyPath: property].append(try new()) }
    }
  }
}
