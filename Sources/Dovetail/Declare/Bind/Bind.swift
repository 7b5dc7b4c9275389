// SPDX-License-Identifier: Apache-2.0

/// Declares how the value for a type is made: by an initializer, by a closure, or from an existing value.
///
/// The parameters of the factory are the dependencies of the binding; their types are read when the binding is declared.
///
/// ```swift
/// Bind(Car.init).in(.singleton)
/// Bind((any Engine).self, HybridEngine.init)
/// Bind { [profile] in Radio(frequency: try profile["frequency"]) }
/// ```
///
/// A factory that belongs to an actor runs there, with its dependencies. Main-actor code resolves a value of the main actor at once, and other code awaits
/// it; a value of another actor is awaited. A value that is not `Sendable` stays on the actor.
///
/// ```swift
/// Bind(DashboardModel.init)              // a class of the main actor
/// Bind { @MainActor in Badge() }         // a closure says where it runs
/// ```
///
/// A factory gets values, also for a parameter that is `inout`: it changes a copy, and nobody else sees that.
///
/// If a type has several initializers, name one with its labels: `Bind(Car.init(engine:radio:))`. Without labels the compiler chooses the
/// initializer without parameters if there is one, and otherwise reports an ambiguity.
public struct Bind<Value>: Nonisolated {
  var content: BindContent

  /// A bind whose type the caller knows.
  package init(_ content: BindContent) { self.content = content }

  /// Binds the result of a factory, under the type that the factory returns.
  ///
  /// - Parameters:
  ///   - make: An initializer or a closure with any number of parameters; each is a dependency.
  ///   - fileID: Where the binding is written.
  ///   - line: Where the binding is written.
  ///   - column: Where the binding is written.
  public init<each Need>(
    _ make: @escaping @isolated(any) @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), make) }

  /// Binds the result of a factory under a type of your choice: a protocol that it conforms to, or a superclass.
  ///
  /// ```swift
  /// Bind((any Engine).self, HybridEngine.init)
  /// Bind(Vehicle.self) { (car: Car) in car }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - make: An initializer or a closure with any number of parameters; each is a dependency. A parameter of type `any Resolver`
  ///     makes the binding opaque: its resolutions are known only when it runs.
  ///   - fileID: Where the binding is written.
  ///   - line: Where the binding is written.
  ///   - column: Where the binding is written.
  public init<each Need>(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), make) }

  // The common part of the public initialisers is not public: the compiler emits a function that calls only public ones into programs again, a
  // specialisation for every bind.
  init<each Need>(
    _ location: SourceLocation, _ make: @escaping @isolated(any) @Sendable (repeat each Need) throws -> Value
  ) {
    var needs: [DeclaredNeed] = []
    for need in repeat (each Need).self { needs.append(DeclaredNeed(need)) }
    let declaration = Declaration(key: Graph.Key(type: TypeName(Value.self)), needs: needs, location: location)
    let run = IsolatedFunction(make).plain
    self.init(declaration, on: make.isolation) { needs in
      var needs = needs
      return try run(repeat needs.take((each Need).self))
    }
  }

  /// Binds an existing value; every resolution returns that value.
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - instance: The value. The container holds it.
  ///   - fileID: Where the binding is written.
  ///   - line: Where the binding is written.
  ///   - column: Where the binding is written.
  @_disfavoredOverload  // Otherwise a trailing closure would be the value.
  public init(
    _ type: Value.Type = Value.self, instance: Value, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where Value: Sendable {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    var declaration = Declaration(key: Graph.Key(type: TypeName(type)), location: location)
    declaration.role = .instance
    declaration.scope = .singleton
    self.init(declaration) { _ in instance }
  }
}
