// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

extension NamedBind {
  /// A property of an object, and the name whose value it gets.
  ///
  /// A property that holds a closure gets the provider of a name that ends in `Provider`. For a value that is kept on the main actor, the closure has to belong
  /// to the main actor; another one stops the program when it is called. Of each form there is one for a key path that is Sendable, and one for a property of
  /// the main actor, whose key path is made there.
  public struct Filled<Object: AnyObject>: Sendable {
    fileprivate let name: String
    fileprivate var actors: [any Actor] = []
    fileprivate let fill: @Sendable (Object, Values) throws -> Void

    /// A property that is set to the value of a name, if it is nil.
    public static func fill<Property>(
      _ property: any WritableKeyPath<Object, Property?> & Sendable, from name: String
    ) -> Self {
      setting(name, { property }) { values throws(ResolutionError) in try values[name] }
    }

    /// A property that holds a closure and is set to the provider of a name, if it is nil.
    public static func fill<Product>(
      _ property: any ReferenceWritableKeyPath<Object, (@Sendable () -> Product)?> & Sendable, from name: String
    ) -> Self {
      setting(name, { property }) { values throws(ResolutionError) in try values.closure(name) }
    }

    /// A property that holds a closure and is set to the provider of a name, if it is nil.
    public static func fill<Product>(
      _ property: any ReferenceWritableKeyPath<Object, (() -> Product)?> & Sendable, from name: String
    ) -> Self {
      setting(name, { property }) { values throws(ResolutionError) in try values.closure(name) }
    }

    /// A property that holds a closure of the main actor and is set to the provider of a name, if it is nil.
    public static func fill<Product>(
      _ property: any WritableKeyPath<Object, (@MainActor () -> Product)?> & Sendable, from name: String
    ) -> Self {
      setting(name, { property }) { values throws(ResolutionError) in try values.mainActorClosure(name) }
    }

    /// A property of the main actor that is set to the value of a name, if it is nil.
    public static func fill<Property>(
      _ property: @escaping @autoclosure @MainActor @Sendable () -> WritableKeyPath<Object, Property?>, from name: String,
      on actor: MainActor.Type = MainActor.self
    ) -> Self {
      setting(name, on: MainActor.shared, IsolatedFunction(property).plain) { values throws(ResolutionError) in try values[name] }
    }

    /// A property of the main actor that holds a closure and is set to the provider of a name, if it is nil.
    public static func fill<Product>(
      _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, (@Sendable () -> Product)?>,
      from name: String, on actor: MainActor.Type = MainActor.self
    ) -> Self {
      setting(name, on: MainActor.shared, IsolatedFunction(property).plain) { values throws(ResolutionError) in
        try values.closure(name)
      }
    }

    /// A property of the main actor that holds a closure and is set to the provider of a name, if it is nil.
    public static func fill<Product>(
      _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, (() -> Product)?>,
      from name: String, on actor: MainActor.Type = MainActor.self
    ) -> Self {
      setting(name, on: MainActor.shared, IsolatedFunction(property).plain) { values throws(ResolutionError) in
        try values.closure(name)
      }
    }

    /// A property of the main actor that holds a closure of it and is set to the provider of a name, if it is nil.
    public static func fill<Product>(
      _ property: @escaping @autoclosure @MainActor @Sendable () -> WritableKeyPath<Object, (@MainActor () -> Product)?>,
      from name: String, on actor: MainActor.Type = MainActor.self
    ) -> Self {
      setting(name, on: MainActor.shared, IsolatedFunction(property).plain) { values throws(ResolutionError) in
        try values.mainActorClosure(name)
      }
    }

    /// A property that is set to the value of a name, if it is nil, with one closure that reads it and one that sets it: for objects of an actor of your own.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - get: Reads the property.
    ///   - set: Sets it. Both belong to one actor, or to none.
    public static func fill<Property>(
      from name: String, _ get: @escaping @isolated(any) @Sendable (Object) throws -> Property?,
      with set: @escaping @isolated(any) @Sendable (Object, Property) throws -> Void
    ) -> Self {
      let (read, run) = (IsolatedFunction(get).plain, IsolatedFunction(set).plain)
      return Self(name: name, actors: [get.isolation, set.isolation].compactMap(\.self)) { object, values in
        if try read(object) == nil { try run(object, try values[name]) }
      }
    }

    private static func setting<Property>(
      _ name: String, on actor: (any Actor)? = nil,
      _ property: @escaping @Sendable () throws -> WritableKeyPath<Object, Property?>,
      _ value: @escaping @Sendable (Values) throws(ResolutionError) -> Property
    ) -> Self {
      Self(name: name, actors: [actor].compactMap(\.self)) { object, values in
        let property = try property()
        // A key path of another kind for closures of the main actor: the compiler does not tell them from others by their type.
        var object = object
        if object[keyPath: property] == nil { object[keyPath: property] = try value(values) }
      }
    }
  }

  /// Declares the factory of a named object, and the properties that get the values of other names: those names are its dependencies.
  ///
  /// ```swift
  /// NamedBind("list", ListScreen.init, .fill(\.service, from: "service"), .fill(\.showDetails, from: "detailsProvider"))
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - make: Makes the object.
  ///   - properties: The properties to set if the object left them nil, in this order.
  ///   - fileID: Where the binding is written.
  ///   - line: Where the binding is written.
  ///   - column: Where the binding is written.
  public init<Object: AnyObject & Sendable>(
    _ name: String, _ make: @escaping @isolated(any) @Sendable () throws -> Object, _ properties: Filled<Object>...,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let run = IsolatedFunction(make).plain
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    let bind = NamedBind(name, needs: NamedBind.distinct(properties.map(\.name)), on: make.isolation, at: location) { _ in
      try run()
    }
    self = properties.reduce(bind) { bind, property in bind.filling(property) }
  }

  /// Declares the factory of a named object that is kept on the main actor, and need not be `Sendable`, and the properties that get the values of other
  /// names. The rest is as for other objects.
  public init<Object: AnyObject>(
    _ name: String, on actor: MainActor.Type, _ make: @escaping @MainActor @Sendable () throws -> Object,
    _ properties: Filled<Object>..., fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let run = IsolatedFunction(make).plain
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    let names = NamedBind.distinct(properties.map(\.name))
    let bind = NamedBind(name, needs: names, on: MainActor.shared, isKept: true, at: location) { _ in Kept(try run()) }
    self = properties.reduce(bind) { bind, property in bind.filling(property) }
  }

  /// Declares the factory of a named object of the main actor, as without `on: MainActor.self`: what is `Sendable` need not be kept.
  public init<Object: AnyObject & Sendable>(
    _ name: String, on actor: MainActor.Type, _ make: @escaping @MainActor @Sendable () throws -> Object,
    _ properties: Filled<Object>..., fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let run = IsolatedFunction(make).plain
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    let bind = NamedBind(name, needs: NamedBind.distinct(properties.map(\.name)), on: MainActor.shared, at: location) { _ in
      try run()
    }
    self = properties.reduce(bind) { bind, property in bind.filling(property) }
  }

  /// Sets a property of every new object to the value of a dependency, if the property is nil.
  ///
  /// The value is the one that the factory got, not a further one.
  ///
  /// - Parameters:
  ///   - property: The property. The factory must make an object of its type.
  ///   - name: One of the dependencies; another name is a diagnostic.
  public func fill<Object: AnyObject, Property>(
    _ property: any WritableKeyPath<Object, Property?> & Sendable, from name: String
  ) -> Self { filling(Filled<Object>.fill(property, from: name)) }

  /// Sets a property that holds a closure to the provider of a dependency, if the property is nil, so that the class need not know `Provider`.
  ///
  /// - Parameters:
  ///   - property: The property. The factory must make an object of its type.
  ///   - name: One of the dependencies, one that ends in `Provider`.
  public func fill<Object: AnyObject, Product>(
    _ property: any ReferenceWritableKeyPath<Object, (@Sendable () -> Product)?> & Sendable, from name: String
  ) -> Self { filling(Filled<Object>.fill(property, from: name)) }

  /// Sets a property that holds a closure to the provider of a dependency, if the property is nil.
  public func fill<Object: AnyObject, Product>(
    _ property: any ReferenceWritableKeyPath<Object, (() -> Product)?> & Sendable, from name: String
  ) -> Self { filling(Filled<Object>.fill(property, from: name)) }

  /// Sets a property that holds a closure of the main actor to the provider of a dependency, if the property is nil.
  public func fill<Object: AnyObject, Product>(
    _ property: any WritableKeyPath<Object, (@MainActor () -> Product)?> & Sendable, from name: String
  ) -> Self { filling(Filled<Object>.fill(property, from: name)) }

  /// Sets a property of the main actor to the value of a dependency, if the property is nil.
  public func fill<Object: AnyObject, Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> WritableKeyPath<Object, Property?>, from name: String,
    on actor: MainActor.Type = MainActor.self
  ) -> Self { filling(Filled<Object>.fill(property(), from: name)) }

  /// Sets a property of the main actor that holds a closure to the provider of a dependency, if the property is nil.
  public func fill<Object: AnyObject, Product>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, (@Sendable () -> Product)?>,
    from name: String, on actor: MainActor.Type = MainActor.self
  ) -> Self { filling(Filled<Object>.fill(property(), from: name)) }

  /// Sets a property of the main actor that holds a closure to the provider of a dependency, if the property is nil.
  public func fill<Object: AnyObject, Product>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Object, (() -> Product)?>,
    from name: String, on actor: MainActor.Type = MainActor.self
  ) -> Self { filling(Filled<Object>.fill(property(), from: name)) }

  /// Sets a property of the main actor that holds a closure of it to the provider of a dependency, if the property is nil.
  public func fill<Object: AnyObject, Product>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> WritableKeyPath<Object, (@MainActor () -> Product)?>,
    from name: String, on actor: MainActor.Type = MainActor.self
  ) -> Self { filling(Filled<Object>.fill(property(), from: name)) }

  private func filling<Object>(_ property: Filled<Object>) -> Self {
    filling(property.name, on: property.actors, property.fill)
  }
}
