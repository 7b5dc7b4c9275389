// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The initialisers of `Bind` for factories with up to six needs, which the compiler prefers to the one for any number. They do the same, and
// are not documented. A call with a parameter pack asks the run time for the pack's layout every time; a call with parameters does not.
// Their factories consume their parameters, as initialisers do, so a need is moved without a retain and a release.

extension Bind {
  @_documentation(visibility: internal)
  public init(
    _ make: @escaping @isolated(any) @Sendable () throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
  }

  @_documentation(visibility: internal)
  public init(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable () throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
  }

  private init(_ location: SourceLocation, _ make: @escaping @isolated(any) @Sendable () throws -> Value) {
    // SAFETY: see `IsolatedCall`.
    let factory = unsafeBitCast(make, to: (@Sendable () throws -> Value).self)
    self.init(at: location, needing: [], on: make.isolation) { _ in try factory() }
  }
}

extension Bind {
  private init(
    at location: SourceLocation, needing needs: NeedList, on actor: (any Actor)?, _ recipe: @escaping Recipe<Value>
  ) {
    self.init(Declaration(key: Graph.Key(type: TypeName(Value.self)), needs: needs, location: location), on: actor, recipe)
  }
}

// Debug builds do not have the others. To choose among so many, and to wrap each initialiser in a consuming one, takes the compiler as long as
// all the rest of a bind. The form without needs stays: it chooses an initialiser without parameters over others of the type.
#if !DEBUG

  extension Bind {
    @_documentation(visibility: internal)
    public init<A>(
      _ make: @escaping @isolated(any) @Sendable (consuming A) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    @_documentation(visibility: internal)
    public init<A>(
      _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (consuming A) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    private init<A>(_ location: SourceLocation, _ make: @escaping @isolated(any) @Sendable (consuming A) throws -> Value) {
      // SAFETY: see `IsolatedCall`.
      let factory = unsafeBitCast(make, to: (@Sendable (consuming A) throws -> Value).self)
      self.init(at: location, needing: NeedList(DeclaredNeed(A.self)), on: make.isolation) { needs in try factory(needs.take()) }
    }
  }

  extension Bind {
    @_documentation(visibility: internal)
    public init<A, B>(
      _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    @_documentation(visibility: internal)
    public init<A, B>(
      _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    private init<A, B>(
      _ location: SourceLocation, _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B) throws -> Value
    ) {
      // SAFETY: see `IsolatedCall`.
      let factory = unsafeBitCast(make, to: (@Sendable (consuming A, consuming B) throws -> Value).self)
      self.init(at: location, needing: NeedList(DeclaredNeed(A.self), DeclaredNeed(B.self)), on: make.isolation) { needs in
        try factory(needs.take(), needs.take())
      }
    }
  }

  extension Bind {
    @_documentation(visibility: internal)
    public init<A, B, C>(
      _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    @_documentation(visibility: internal)
    public init<A, B, C>(
      _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    private init<A, B, C>(
      _ location: SourceLocation,
      _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C) throws -> Value
    ) {
      // SAFETY: see `IsolatedCall`.
      let factory = unsafeBitCast(make, to: (@Sendable (consuming A, consuming B, consuming C) throws -> Value).self)
      self.init(at: location, needing: [DeclaredNeed(A.self), DeclaredNeed(B.self), DeclaredNeed(C.self)], on: make.isolation) {
        needs in
        try factory(needs.take(), needs.take(), needs.take())
      }
    }
  }

  extension Bind {
    @_documentation(visibility: internal)
    public init<A, B, C, D>(
      _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C, consuming D) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    @_documentation(visibility: internal)
    public init<A, B, C, D>(
      _ type: Value.Type,
      _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C, consuming D) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    private init<A, B, C, D>(
      _ location: SourceLocation,
      _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C, consuming D) throws -> Value
    ) {
      // SAFETY: see `IsolatedCall`.
      let factory = unsafeBitCast(make, to: (@Sendable (consuming A, consuming B, consuming C, consuming D) throws -> Value).self)
      self.init(
        at: location, needing: [DeclaredNeed(A.self), DeclaredNeed(B.self), DeclaredNeed(C.self), DeclaredNeed(D.self)],
        on: make.isolation
      ) {
        needs in try factory(needs.take(), needs.take(), needs.take(), needs.take())
      }
    }
  }

  extension Bind {
    @_documentation(visibility: internal)
    public init<A, B, C, D, E>(
      _ make:
        @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    @_documentation(visibility: internal)
    public init<A, B, C, D, E>(
      _ type: Value.Type,
      _ make:
        @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E) throws -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    private init<A, B, C, D, E>(
      _ location: SourceLocation,
      _ make: @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E) throws -> Value
    ) {
      // SAFETY: see `IsolatedCall`.
      let factory = unsafeBitCast(
        make, to: (@Sendable (consuming A, consuming B, consuming C, consuming D, consuming E) throws -> Value).self)
      self.init(
        at: location,
        needing: [DeclaredNeed(A.self), DeclaredNeed(B.self), DeclaredNeed(C.self), DeclaredNeed(D.self), DeclaredNeed(E.self)],
        on: make.isolation
      ) { needs in try factory(needs.take(), needs.take(), needs.take(), needs.take(), needs.take()) }
    }
  }

  extension Bind {
    @_documentation(visibility: internal)
    public init<A, B, C, D, E, F>(
      _ make:
        @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E, consuming F) throws
        -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    @_documentation(visibility: internal)
    public init<A, B, C, D, E, F>(
      _ type: Value.Type,
      _ make:
        @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E, consuming F) throws
        -> Value,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    }

    private init<A, B, C, D, E, F>(
      _ location: SourceLocation,
      _ make:
        @escaping @isolated(any) @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E, consuming F) throws
        -> Value
    ) {
      // SAFETY: see `IsolatedCall`.
      let factory = unsafeBitCast(
        make, to: (@Sendable (consuming A, consuming B, consuming C, consuming D, consuming E, consuming F) throws -> Value).self)
      self.init(
        at: location,
        needing: [
          DeclaredNeed(A.self), DeclaredNeed(B.self), DeclaredNeed(C.self), DeclaredNeed(D.self), DeclaredNeed(E.self),
          DeclaredNeed(F.self),
        ],
        on: make.isolation
      ) { needs in try factory(needs.take(), needs.take(), needs.take(), needs.take(), needs.take(), needs.take()) }
    }
  }

#endif
