// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

// Each with a Sendable key path, with one that is made on the main actor, and with a closure; see `Bind+Properties.swift`.

extension AnyBind {
  /// Sets a property of every new value; see `Bind.require(_:named:)`.
  public func require<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property> & Sendable, named name: String? = nil
  ) -> Self { requiring(named: name) { (object: Object, new: Property) in object[keyPath: property] = new } }

  /// Sets a property of the main actor; see `Bind.require(_:named:on:)`.
  public func require<Object: AnyObject, Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, Property>,
    named name: String? = nil, on actor: MainActor.Type = MainActor.self
  ) -> Self {
    let property = IsolatedFunction(property).plain
    return requiring(named: name, on: MainActor.shared) { (object: Object, new: Property) in
      object[keyPath: try property()] = new
    }
  }

  /// Hands every new value what is bound for a type, in a closure that sets a property; see `Bind.require(named:set:)`.
  public func require<Object: AnyObject, Property>(
    named name: String? = nil, set: @escaping @isolated(any) @Sendable (Object, Property) throws -> Void
  ) -> Self { requiring(named: name, on: set.isolation, IsolatedFunction(set).plain) }

  /// Sets a property of every new value if it is nil; see `Bind.fill(_:named:)`.
  public func fill<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property?> & Sendable, named name: String? = nil
  ) -> Self {
    setting(Property.self, named: name) { (object: Object, new) in
      let found = try new()
      if object[keyPath: property] == nil { object[keyPath: property] = found }
    }
  }

  /// Sets a property of the main actor if it is nil; see `Bind.fill(_:named:on:)`.
  public func fill<Object: AnyObject, Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, Property?>,
    named name: String? = nil, on actor: MainActor.Type = MainActor.self
  ) -> Self {
    let property = IsolatedFunction(property).plain
    return setting(Property.self, named: name, on: MainActor.shared) { (object: Object, new) in
      let (found, property) = (try new(), try property())
      if object[keyPath: property] == nil { object[keyPath: property] = found }
    }
  }

  /// Sets a property of every new value if it is nil, with one closure that reads it and one that sets it; see `Bind.fill(named:get:with:)`.
  public func fill<Object: AnyObject, Property>(
    named name: String? = nil, get: @escaping @isolated(any) @Sendable (Object) throws -> Property?,
    with set: @escaping @isolated(any) @Sendable (Object, Property) throws -> Void
  ) -> Self {
    let (read, run) = (IsolatedFunction(get).plain, IsolatedFunction(set).plain)
    return changed {
      $0.setting(Property.self, named: name, on: [get.isolation, set.isolation]) { (object: Object, new) in
        let found = try new()
        if try read(object) == nil { try run(object, found) }
      }
    }
  }

  /// Sets a weak property to a relative; see `Bind.reference(_:)`.
  public func reference<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property?> & Sendable
  ) -> Self {
    referring(on: nil) { (object: Object, found) in object[keyPath: property] = found }
  }

  /// Sets a weak property of the main actor to a relative; see `Bind.reference(_:on:)`.
  public func reference<Object: AnyObject, Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, Property?>,
    on actor: MainActor.Type = MainActor.self
  ) -> Self {
    let property = IsolatedFunction(property).plain
    return referring(on: MainActor.shared) { (object: Object, found) in object[keyPath: try property()] = found }
  }

  /// Hands every new value its nearest relative of a type, in a closure that sets a weak property; see `Bind.reference(set:)`.
  public func reference<Object: AnyObject, Relative>(
    set: @escaping @isolated(any) @Sendable (Object, Relative?) -> Void
  ) -> Self { referring(on: set.isolation, IsolatedFunction(set).plain) }

  private func referring<Object: AnyObject, Relative>(
    on actor: (any Actor)?, _ set: @escaping @Sendable (Object, Relative?) throws -> Void
  ) -> Self { changed { $0.checked(as: Object.self).referring(on: actor, set) } }

  private func requiring<Object: AnyObject, Property>(
    named name: String?, on actor: (any Actor)? = nil, _ set: @escaping @Sendable (Object, Property) throws -> Void
  ) -> Self { changed { $0.requiring(named: name, on: actor, set) } }

  private func setting<Object: AnyObject, Property>(
    _ type: Property.Type, named name: String?, on actor: (any Actor)? = nil,
    _ set: @escaping @Sendable (Object, () throws -> Property) throws -> Void
  ) -> Self { changed { $0.setting(type, named: name, on: [actor], set) } }
}
