// SPDX-License-Identifier: Apache-2.0

extension Bind where Value: Sendable {
  /// Binds what a factory of the main actor returns, under the type that it returns.
  ///
  /// The factory and its needs run on the main actor. Synchronously the value is asked for by main-actor code with
  /// ``Resolver/resolveOnMain(_:named:)``; awaited, it may be asked for from anywhere. Once a shared one is built, everybody reads it.
  ///
  /// ```swift
  /// Bind(mainActor: DashboardModel.init).in(.singleton)
  /// ```
  ///
  /// - Parameters:
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init<each Need>(
    mainActor make: @escaping @MainActor @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, mainActor: make, fileID: fileID, line: line, column: column)
  }

  /// Binds what a factory of the main actor returns under a type of your choice: a protocol that it conforms to, or a superclass.
  ///
  /// - Parameters:
  ///   - type: The type under which the value is asked for.
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init<each Need>(
    _ type: Value.Type, mainActor make: @escaping @MainActor @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    let key = Graph.Key(type: TypeName(type))
    var declaration = Declaration(key: key, location: location)
    declaration.isolation = "MainActor"
    for need in repeat (each Need).self { declaration.needs.append(NeedRequest(need)) }
    self.init(declaration) { needs in
      let carried = CarriedNeeds(needs)
      defer { needs = carried.needs }
      return try MainActorWitness.run(for: key, at: location) { try make(repeat carried.needs.take((each Need).self)) }
    }
    extras.isolating = { MainActorSlot($0) }
  }

  /// Binds what an asynchronous factory of the main actor returns. What it takes crosses to the main actor, so it
  /// has to be Sendable.
  ///
  /// - Parameters:
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init<each Need>(
    mainActor make: @escaping @MainActor @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where repeat each Need: Sendable {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  /// Binds what an asynchronous factory of the main actor returns under a type of your choice: a protocol that it conforms to, or a
  /// superclass. What it takes crosses to the main actor, so it has to be Sendable.
  ///
  /// - Parameters:
  ///   - type: The type under which the value is asked for.
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init<each Need>(
    _ type: Value.Type, mainActor make: @escaping @MainActor @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where repeat each Need: Sendable {
    self.init(type, make, fileID: fileID, line: line, column: column)
  }
}
