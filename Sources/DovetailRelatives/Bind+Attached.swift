// SPDX-License-Identifier: Apache-2.0
public import Dovetail

// Values that are made for every new object of a binding besides its dependencies: by a closure, or as a companion that lives as long.

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

  /// Sets a property of every new value to what a closure makes, which may resolve more. This makes the binding opaque.
  ///
  /// Values that the closure resolves have the value that it makes as their parent; otherwise as the form without a resolver.
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

  /// Sets a property of the main actor to what a closure makes, which makes the binding belong to that actor, as a factory does. The rest is as for every
  /// property.
  public func require<Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Value, Property>,
    on actor: MainActor.Type, _ make: @escaping @MainActor @Sendable (Value) throws -> Property
  ) -> Self {
    let (property, run) = (IsolatedFunction(property).plain, IsolatedFunction(make).plain)
    return changed { bind in
      bind.joinTree()
      bind.addStep(on: MainActor.shared) { value in
        let made = value
        value[keyPath: try property()] = try RequestTrace.joining { try run(made) }
      }
    }
  }

  /// Sets a property of the main actor to what a closure makes, which may resolve more. This makes the binding opaque, and belong to that actor.
  public func require<Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Value, Property>,
    on actor: MainActor.Type, _ make: @escaping @MainActor @Sendable (Value, any Resolver) throws -> Property
  ) -> Self {
    let (property, run) = (IsolatedFunction(property).plain, IsolatedFunction(make).plain)
    return changed { bind in
      bind.joinTree()
      bind.addProperty((any Resolver).self, named: nil, on: [MainActor.shared]) { value, new in
        let (made, resolver) = (value, try new())
        value[keyPath: try property()] = try RequestTrace.joining { try run(made, resolver) }
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
  ///   - name: Which binding of the type is meant; `nil` for the plain one.
  ///   - property: Where the value keeps its companions, in the order in which they are attached.
  public func attach<Companion: AnyObject>(
    _ type: Companion.Type, named name: String? = nil, to property: any WritableKeyPath<Value, [AnyObject]> & Sendable
  ) -> Self where Value: AnyObject {
    attaching(type, named: name) { value, new in value[keyPath: property].append(new) }
  }

  /// Makes a companion for every new object of the main actor, which makes the binding belong to that actor, as a factory does. The rest is as for every
  /// object.
  ///
  /// - Parameters:
  ///   - type: What is bound for it says how it is made.
  ///   - name: Which binding of the type is meant; `nil` for the plain one.
  ///   - property: Where the object keeps its companions.
  ///   - actor: The actor of the property.
  public func attach<Companion: AnyObject>(
    _ type: Companion.Type, named name: String? = nil,
    to property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Value, [AnyObject]>,
    on actor: MainActor.Type = MainActor.self
  ) -> Self where Value: AnyObject {
    let property = IsolatedFunction(property).plain
    return attaching(type, named: name, on: MainActor.shared) { value, new in value[keyPath: try property()].append(new) }
  }

  /// Makes a companion for every new object, and hands it over in a closure, which keeps it: for objects of an actor of your own.
  ///
  /// A closure that belongs to an actor makes the binding belong to that actor, as a factory does. The rest is as for a key path.
  public func attach<Companion: AnyObject>(
    _ type: Companion.Type, named name: String? = nil,
    keep: @escaping @isolated(any) @Sendable (Value, Companion) throws -> Void
  ) -> Self where Value: AnyObject {
    let run = IsolatedFunction(keep).plain
    return attaching(type, named: name, on: keep.isolation) { value, new in try run(value, new) }
  }

  private func attaching<Companion: AnyObject>(
    _ type: Companion.Type, named name: String?, on actor: (any Actor)? = nil,
    _ keep: @escaping @Sendable (inout Value, Companion) throws -> Void
  ) -> Self {
    changed { bind in
      bind.joinTree()
      bind.addProperty(type, named: name, on: [actor]) { value, new in try keep(&value, try new()) }
    }
  }
}
