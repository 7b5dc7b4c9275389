// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension AnyBind {
  /// Sets a property of every new value to what a closure makes; see `Bind.require(_:_:)`.
  public func require<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property> & Sendable, _ make: @escaping @Sendable (Object) throws -> Property
  ) -> Self {
    joining { (object: Object) in object[keyPath: property] = try RequestTrace.joining { try make(object) } }
  }

  /// Sets a property of the main actor to what a closure makes; see `Bind.require(_:on:_:)`.
  public func require<Object: AnyObject, Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, Property>,
    on actor: MainActor.Type, _ make: @escaping @MainActor @Sendable (Object) throws -> Property
  ) -> Self {
    let (property, run) = (IsolatedFunction(property).plain, IsolatedFunction(make).plain)
    return joining(on: MainActor.shared) { (object: Object) in
      object[keyPath: try property()] = try RequestTrace.joining { try run(object) }
    }
  }

  /// Sets a property of every new value to what a closure makes, which may resolve more. This makes the binding opaque.
  public func require<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property> & Sendable,
    _ make: @escaping @Sendable (Object, any Resolver) throws -> Property
  ) -> Self {
    joining((any Resolver).self) { (object: Object, resolver) in
      object[keyPath: property] = try RequestTrace.joining { try make(object, resolver) }
    }
  }

  /// Sets a property of the main actor to what a closure makes, which may resolve more. This makes the binding opaque.
  public func require<Object: AnyObject, Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, Property>,
    on actor: MainActor.Type, _ make: @escaping @MainActor @Sendable (Object, any Resolver) throws -> Property
  ) -> Self {
    let (property, run) = (IsolatedFunction(property).plain, IsolatedFunction(make).plain)
    return joining((any Resolver).self, on: MainActor.shared) { (object: Object, resolver) in
      object[keyPath: try property()] = try RequestTrace.joining { try run(object, resolver) }
    }
  }

  /// Makes a companion for every new value, which keeps it; see `Bind.attach(_:named:to:)`.
  public func attach<Object: AnyObject, Companion: AnyObject>(
    _ type: Companion.Type, named name: String? = nil, to property: any ReferenceWritableKeyPath<Object, [AnyObject]> & Sendable
  ) -> Self {
    joining(type, named: name) { (object: Object, new) in object[keyPath: property].append(new) }
  }

  /// Makes a companion for every new value of the main actor; see `Bind.attach(_:named:to:on:)`.
  public func attach<Object: AnyObject, Companion: AnyObject>(
    _ type: Companion.Type, named name: String? = nil,
    to property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, [AnyObject]>,
    on actor: MainActor.Type = MainActor.self
  ) -> Self {
    let property = IsolatedFunction(property).plain
    return joining(type, named: name, on: MainActor.shared) { (object: Object, new) in
      object[keyPath: try property()].append(new)
    }
  }

  /// Makes a companion for every new value, and hands it over in a closure, which keeps it; see `Bind.attach(_:named:keep:)`.
  public func attach<Object: AnyObject, Companion: AnyObject>(
    _ type: Companion.Type, named name: String? = nil,
    keep: @escaping @isolated(any) @Sendable (Object, Companion) throws -> Void
  ) -> Self { joining(type, named: name, on: keep.isolation, IsolatedFunction(keep).plain) }

  private func joining<Object: AnyObject>(
    on actor: (any Actor)? = nil, _ step: @escaping @Sendable (Object) throws -> Void
  ) -> Self { changed { $0.joiningTree().finishing(on: actor, step) } }

  private func joining<Object: AnyObject, Need>(
    _ type: Need.Type, named name: String? = nil, on actor: (any Actor)? = nil,
    _ step: @escaping @Sendable (Object, Need) throws -> Void
  ) -> Self {
    changed { bind in
      bind.joiningTree().setting(type, named: name, on: [actor]) { (object: Object, new) in try step(object, try new()) }
    }
  }
}
