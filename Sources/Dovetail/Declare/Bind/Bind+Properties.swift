// SPDX-License-Identifier: Apache-2.0

// The compiler makes no Sendable key path of a property that belongs to an actor. Of the forms with a key path, one takes Sendable ones, and one makes
// it on the main actor. The second has a parameter more, so that the compiler prefers the first one where both are possible.

extension Bind {
  /// Sets a property of every new value, whatever it was before.
  ///
  /// The property's type is a dependency like a parameter's. The need of an optional property is not optional: its type has to be bound.
  /// The property is set before `onCreate` runs and before the value is handed out.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: Which binding of the property's type is meant; `nil` for the plain one.
  public func require<Property>(_ property: any WritableKeyPath<Value, Property> & Sendable, named name: String? = nil) -> Self {
    requiring(named: name) { value, new in value[keyPath: property] = new }
  }

  /// Sets a property of the main actor, which makes the binding belong to that actor, as a factory does. The rest is as for every property.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: Which binding of the property's type is meant; `nil` for the plain one.
  ///   - actor: The actor of the property.
  public func require<Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> WritableKeyPath<Value, Property>, named name: String? = nil,
    on actor: MainActor.Type = MainActor.self
  ) -> Self {
    let property = IsolatedFunction(property).plain
    return requiring(named: name, on: MainActor.shared) { value, new in value[keyPath: try property()] = new }
  }

  /// Hands every new object what is bound for a type, in a closure that sets a property.
  ///
  /// ```swift
  /// Bind(Screen.init).require { @Drawing in $0.canvas = $1 }
  /// ```
  ///
  /// For properties of which there is no key path, as those of an actor of your own. A closure that belongs to an actor makes the binding belong to that
  /// actor, as a factory does. The rest is as for a key path.
  ///
  /// - Parameters:
  ///   - name: Which binding of the type is meant; `nil` for the plain one.
  ///   - set: Takes the object and the value of the dependency.
  public func require<Property>(
    named name: String? = nil, set: @escaping @isolated(any) @Sendable (Value, Property) throws -> Void
  ) -> Self where Value: AnyObject {
    let run = IsolatedFunction(set).plain
    return requiring(named: name, on: set.isolation) { value, new in try run(value, new) }
  }

  /// Sets a property of every new value if it is nil. The need is not optional: its type has to be bound. The rest is as for `require`.
  public func fill<Property>(_ property: any WritableKeyPath<Value, Property?> & Sendable, named name: String? = nil) -> Self {
    setting(Property.self, named: name) { value, new in
      let found = try new()
      if value[keyPath: property] == nil { value[keyPath: property] = found }
    }
  }

  /// Sets a property of the main actor if it is nil. The rest is as for `require`.
  public func fill<Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> WritableKeyPath<Value, Property?>, named name: String? = nil,
    on actor: MainActor.Type = MainActor.self
  ) -> Self {
    let property = IsolatedFunction(property).plain
    return setting(Property.self, named: name, on: [MainActor.shared]) { value, new in
      let (found, property) = (try new(), try property())
      if value[keyPath: property] == nil { value[keyPath: property] = found }
    }
  }

  /// Sets a property of every new object if it is nil, with one closure that reads it and one that sets it.
  ///
  /// ```swift
  /// Bind(Screen.init).fill { @Drawing in $0.canvas } with: { @Drawing in $0.canvas = $1 }
  /// ```
  ///
  /// The rest is as for `require` with a closure.
  ///
  /// - Parameters:
  ///   - name: Which binding of the type is meant; `nil` for the plain one.
  ///   - get: Reads the property.
  ///   - set: Sets it. Both belong to one actor, or to none.
  public func fill<Property>(
    named name: String? = nil, get: @escaping @isolated(any) @Sendable (Value) throws -> Property?,
    with set: @escaping @isolated(any) @Sendable (Value, Property) throws -> Void
  ) -> Self where Value: AnyObject {
    let (read, run) = (IsolatedFunction(get).plain, IsolatedFunction(set).plain)
    return setting(Property.self, named: name, on: [get.isolation, set.isolation]) { value, new in
      let found = try new()
      if try read(value) == nil { try run(value, found) }
    }
  }

  /// Sets a property of every new value. What an optional one needs is not optional.
  package func requiring<Property>(
    named name: String?, on actor: (any Actor)? = nil, _ set: @escaping @Sendable (inout Value, Property) throws -> Void
  ) -> Self {
    // Checked at run time, because with two overloads the compiler's message for a wrong use is worse.
    guard let optional = Property.self as? any DerivedNeed.Type, optional.form == .optional else {
      return setting(Property.self, named: name, on: [actor]) { value, new in try set(&value, try new()) }
    }
    func wrapped<Wrapped>(_ type: Wrapped.Type) -> Self {
      setting(type, named: name, on: [actor]) { value, new in
        if let new = Optional.some(try new()) as? Property { try set(&value, new) }
      }
    }
    return _openExistential(optional.wrapped, do: wrapped)
  }

  private func setting<Property>(
    _ type: Property.Type, named name: String?, on actors: [(any Actor)?] = [],
    _ set: @escaping @Sendable (inout Value, () throws -> Property) throws -> Void
  ) -> Self { changed { $0.addProperty(type, named: name, on: actors, set) } }

  /// Adds a need that is no parameter, and what is done with it.
  ///
  /// - Parameter actors: The actors on which the step runs. Of two different ones every request fails.
  package mutating func addProperty<Property>(
    _ type: Property.Type, named name: String?, on actors: [(any Actor)?] = [],
    _ set: @escaping @Sendable (inout Value, () throws -> Property) throws -> Void
  ) {
    // Needs are passed in order, and hooks run after all properties are set.
    let place = declaration.needs.firstIndex(where: \.isForHook) ?? declaration.needs.endIndex
    declaration.needs.insert(DeclaredNeed(type, named: name, place: .property), at: place)
    var step: FinishingStep<Value> = { value, needs in try set(&value) { try needs.take() } }
    for actor in actors { step = isolated(step, to: actor) }
    details.properties.append(step)
  }
}
