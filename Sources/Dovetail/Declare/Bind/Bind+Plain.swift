// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The initialisers of `Bind` for factories with up to six needs, which the compiler prefers to the ones for any number. They do the same, and are not
// documented: a call of a function with a parameter pack asks the run time for the type of a tuple each time. The ones without needs also choose an initialiser
// without parameters over others of a type.

extension Bind {
  @_documentation(visibility: internal)
  public init(
    _ make: @escaping @isolated(any) @Sendable () throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  @_documentation(visibility: internal)
  public init(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable () throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  private init(_ location: SourceLocation, plain make: @escaping @isolated(any) @Sendable () throws -> Value) {
    let run = withoutIsolation(make, as: (@Sendable () throws -> Value).self)
    self.init(location, [], on: make.isolation) { _ in try run() }
  }

  @_documentation(visibility: internal)
  public init<A>(
    _ make: @escaping @isolated(any) @Sendable (A) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  @_documentation(visibility: internal)
  public init<A>(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (A) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  private init<A>(_ location: SourceLocation, plain make: @escaping @isolated(any) @Sendable (A) throws -> Value) {
    let run = withoutIsolation(make, as: (@Sendable (A) throws -> Value).self)
    self.init(location, [DeclaredNeed(A.self)], on: make.isolation) { needs in try run(needs.take(A.self, at: 0)) }
  }

  @_documentation(visibility: internal)
  public init<A, B>(
    _ make: @escaping @isolated(any) @Sendable (A, B) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  @_documentation(visibility: internal)
  public init<A, B>(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (A, B) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  private init<A, B>(_ location: SourceLocation, plain make: @escaping @isolated(any) @Sendable (A, B) throws -> Value) {
    let run = withoutIsolation(make, as: (@Sendable (A, B) throws -> Value).self)
    self.init(location, [DeclaredNeed(A.self), DeclaredNeed(B.self)], on: make.isolation) { needs in
      try run(needs.take(A.self, at: 0), needs.take(B.self, at: 1))
    }
  }

  @_documentation(visibility: internal)
  public init<A, B, C>(
    _ make: @escaping @isolated(any) @Sendable (A, B, C) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  @_documentation(visibility: internal)
  public init<A, B, C>(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (A, B, C) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  private init<A, B, C>(_ location: SourceLocation, plain make: @escaping @isolated(any) @Sendable (A, B, C) throws -> Value) {
    let run = withoutIsolation(make, as: (@Sendable (A, B, C) throws -> Value).self)
    self.init(location, [DeclaredNeed(A.self), DeclaredNeed(B.self), DeclaredNeed(C.self)], on: make.isolation) { needs in
      try run(needs.take(A.self, at: 0), needs.take(B.self, at: 1), needs.take(C.self, at: 2))
    }
  }

  @_documentation(visibility: internal)
  public init<A, B, C, D>(
    _ make: @escaping @isolated(any) @Sendable (A, B, C, D) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  @_documentation(visibility: internal)
  public init<A, B, C, D>(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (A, B, C, D) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  private init<A, B, C, D>(
    _ location: SourceLocation, plain make: @escaping @isolated(any) @Sendable (A, B, C, D) throws -> Value
  ) {
    let run = withoutIsolation(make, as: (@Sendable (A, B, C, D) throws -> Value).self)
    self.init(
      location, [DeclaredNeed(A.self), DeclaredNeed(B.self), DeclaredNeed(C.self), DeclaredNeed(D.self)], on: make.isolation
    ) { needs in
      try run(needs.take(A.self, at: 0), needs.take(B.self, at: 1), needs.take(C.self, at: 2), needs.take(D.self, at: 3))
    }
  }

  @_documentation(visibility: internal)
  public init<A, B, C, D, E>(
    _ make: @escaping @isolated(any) @Sendable (A, B, C, D, E) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  @_documentation(visibility: internal)
  public init<A, B, C, D, E>(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (A, B, C, D, E) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  private init<A, B, C, D, E>(
    _ location: SourceLocation, plain make: @escaping @isolated(any) @Sendable (A, B, C, D, E) throws -> Value
  ) {
    let run = withoutIsolation(make, as: (@Sendable (A, B, C, D, E) throws -> Value).self)
    self.init(
      location, [DeclaredNeed(A.self), DeclaredNeed(B.self), DeclaredNeed(C.self), DeclaredNeed(D.self), DeclaredNeed(E.self)],
      on: make.isolation
    ) { needs in
      try run(
        needs.take(A.self, at: 0), needs.take(B.self, at: 1), needs.take(C.self, at: 2), needs.take(D.self, at: 3),
        needs.take(E.self, at: 4))
    }
  }

  @_documentation(visibility: internal)
  public init<A, B, C, D, E, F>(
    _ make: @escaping @isolated(any) @Sendable (A, B, C, D, E, F) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  @_documentation(visibility: internal)
  public init<A, B, C, D, E, F>(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (A, B, C, D, E, F) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), plain: make) }

  private init<A, B, C, D, E, F>(
    _ location: SourceLocation, plain make: @escaping @isolated(any) @Sendable (A, B, C, D, E, F) throws -> Value
  ) {
    let run = withoutIsolation(make, as: (@Sendable (A, B, C, D, E, F) throws -> Value).self)
    self.init(
      location,
      [
        DeclaredNeed(A.self), DeclaredNeed(B.self), DeclaredNeed(C.self), DeclaredNeed(D.self), DeclaredNeed(E.self),
        DeclaredNeed(F.self),
      ], on: make.isolation
    ) { needs in
      try run(
        needs.take(A.self, at: 0), needs.take(B.self, at: 1), needs.take(C.self, at: 2), needs.take(D.self, at: 3),
        needs.take(E.self, at: 4), needs.take(F.self, at: 5))
    }
  }

  private init(_ location: SourceLocation, _ needs: [DeclaredNeed], on actor: (any Actor)?, _ recipe: @escaping Make) {
    self.init(Declaration(key: Graph.Key(type: TypeName(Value.self)), needs: needs, location: location), on: actor, recipe)
  }
}
