// SPDX-License-Identifier: Apache-2.0

// These initialisers are disfavoured, so that the compiler chooses them for asynchronous factories only. Otherwise it ranks a closure as an
// asynchronous function as high as one that may be isolated.

/// Makes the slot of a bind whose factory is asynchronous; kept by the bind because only its initialiser knows that the value is Sendable.
typealias AsyncSlotMaker<Value> = @Sendable (Bind<Value>, SlotBlueprint, ScopeChoice, SlotMaker) -> TypedSlot<Value>

extension Bind where Value: Sendable {
  /// Binds the result of an asynchronous factory, under the type that the factory returns.
  ///
  /// Only this bind says `async`; binds that need it do not change.
  ///
  /// - Parameters:
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  @_disfavoredOverload
  public init<each Need>(
    _ make: @escaping @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(awaitingAt: SourceLocation(fileID: fileID, line: line, column: column), make)
  }

  /// Binds the result of an asynchronous factory under a type of your choice: a protocol that it conforms to, or a superclass.
  ///
  /// ```swift
  /// Bind((any Store).self, Database.init).in(.singleton)      // init(log: Log) async throws
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  @_disfavoredOverload
  public init<each Need>(
    _ type: Value.Type,
    _ make: @escaping @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(awaitingAt: SourceLocation(fileID: fileID, line: line, column: column), make)
  }

  private init<each Need>(
    awaitingAt location: SourceLocation, _ make: @escaping @Sendable (repeat each Need) async throws -> Value
  ) {
    var declaration = Declaration(key: Graph.Key(type: TypeName(Value.self)), location: location)
    for need in repeat (each Need).self { declaration.needs.append(DeclaredNeed(need)) }
    self.init(awaiting: declaration) { needs in try await make(repeat try needs.take((each Need).self)) }
  }

  init(awaiting declaration: Declaration, _ recipe: @escaping AsyncRecipe<Value>) {
    var declaration = declaration
    declaration.isAsync = true
    // Extensions and trackers take the recipe of synchronous binds only; this one is never run.
    self.init(declaration) { [key = declaration.key] _ in
      throw ResolutionError(.unawaited, key, "\(key.quoted) is made asynchronously")
    }
    rareFacts.asyncSlot = { bind, blueprint, scope, maker in
      switch scope {
      case .singleton: AsyncSingletonSlot(blueprint, bind, maker, recipe)
      case .scoped(let kind): AsyncScopedSlot(blueprint, kind: kind, bind, maker, recipe)
      case .weak: AsyncWeakSlot(blueprint, bind, maker, recipe)
      case .graph: AsyncGraphSlot(blueprint, bind, maker, recipe)
      // The checks refuse a custom scope.
      case .transient, .custom: AsyncSlot(blueprint, bind, maker, recipe)
      }
    }
  }
}
