// SPDX-License-Identifier: Apache-2.0

/// Says how the value for a type is made: by an initialiser, a closure, or from a value that exists.
///
/// What the factory takes is what the bind needs; the types of its parameters are read when the bind is declared.
///
/// ```swift
/// Bind(Car.init).in(.singleton)
/// Bind((any Engine).self, HybridEngine.init)
/// Bind { [profile] in Radio(frequency: try profile["frequency"]) }
/// ```
public struct Bind<Value>: Sendable {
  var declaration: Declaration
  var recipe: Recipe<Value>
  /// What happens to a new value before anybody sees it, each in declared order: its properties are set, then `onCreate` runs.
  var properties: [FinishingStep<Value>] = []
  var hooks: [FinishingStep<Value>] = []
  /// What is done once the whole request is built.
  var relatives = RelativeSteps<Value>()
  var onClose: (@Sendable (Value) -> Void)?
  /// Makes the storage of a custom scope; kept here because only `in(_:)` knows that the value is Sendable.
  var storage: (@Sendable () -> CustomRequest<Value>)?
  /// Makes the slot when the factory is asynchronous.
  var asyncSlot: AsyncSlotMaker<Value>?
  /// Binds that follow from this one once its name is known.
  var companions: [@Sendable (_ name: String?) -> any BoundItem] = []

  init(_ declaration: Declaration, _ recipe: @escaping Recipe<Value>) {
    self.declaration = declaration
    self.recipe = recipe
  }

  /// Binds what a factory returns, under the type that it returns.
  ///
  /// - Parameters:
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init<each Need>(
    _ make: @escaping @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  /// Binds what a factory returns under a type of your choice: a protocol that it conforms to, or a superclass.
  ///
  /// ```swift
  /// Bind((any Engine).self, HybridEngine.init)
  /// Bind(Vehicle.self) { (car: Car) in car }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type under which the value is asked for.
  ///   - make: An initialiser or a closure with any number of parameters; each is a need. A parameter of type `any Resolver`
  ///     makes the bind opaque: what it asks for is known only when it runs.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init<each Need>(
    _ type: Value.Type,
    _ make: @escaping @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    var declaration = Declaration(key: Graph.Key(type: TypeName(type)), location: location)
    for need in repeat (each Need).self { declaration.needs.append(NeedRequest(need)) }
    self.init(declaration) { needs in try make(repeat needs.take((each Need).self)) }
  }

  /// Binds a value that exists already; every request gives this very value.
  ///
  /// - Parameters:
  ///   - type: The type under which the value is asked for.
  ///   - instance: The value. The container holds it.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init(
    _ type: Value.Type = Value.self,
    instance: Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where Value: Sendable {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    var declaration = Declaration(key: Graph.Key(type: TypeName(type)), location: location)
    declaration.role = .instance
    declaration.scope = .singleton
    self.init(declaration) { _ in instance }
  }
}

/// Sets a property of a new value, or shows the value to a hook.
typealias FinishingStep<Value> = @Sendable (inout Value, inout Needs) throws -> Void

/// One request to the storage of a custom scope.
typealias CustomRequest<Value> = @Sendable (() throws -> Value) throws -> Value
