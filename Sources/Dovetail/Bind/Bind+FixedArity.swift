// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The initialisers of `Bind` for factories with up to six needs, which the compiler prefers to the one for any number. They do the same, and
// are not documented: a call with a parameter pack asks the run time for the pack's layout every time, a call with parameters does not.
// Their factories consume what they take, as initialisers do: so a need is handed over, and not copied, kept and let go of.

extension Bind {
  @_documentation(visibility: internal)
  public init(
    _ make: @escaping @Sendable () throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  @_documentation(visibility: internal)
  public init(
    _ type: Value.Type, _ make: @escaping @Sendable () throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(type, at: location, needing: []) { _ in try make() }
  }

  @_documentation(visibility: internal)
  public init<A>(
    _ make: @escaping @Sendable (consuming A) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  @_documentation(visibility: internal)
  public init<A>(
    _ type: Value.Type, _ make: @escaping @Sendable (consuming A) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(type, at: location, needing: NeedList(NeedRequest(A.self))) { needs in try make(needs.take()) }
  }

  @_documentation(visibility: internal)
  public init<A, B>(
    _ make: @escaping @Sendable (consuming A, consuming B) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  @_documentation(visibility: internal)
  public init<A, B>(
    _ type: Value.Type, _ make: @escaping @Sendable (consuming A, consuming B) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(type, at: location, needing: NeedList(NeedRequest(A.self), NeedRequest(B.self))) { needs in
      try make(needs.take(), needs.take())
    }
  }

  @_documentation(visibility: internal)
  public init<A, B, C>(
    _ make: @escaping @Sendable (consuming A, consuming B, consuming C) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  @_documentation(visibility: internal)
  public init<A, B, C>(
    _ type: Value.Type, _ make: @escaping @Sendable (consuming A, consuming B, consuming C) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(type, at: location, needing: [NeedRequest(A.self), NeedRequest(B.self), NeedRequest(C.self)]) { needs in
      try make(needs.take(), needs.take(), needs.take())
    }
  }

  @_documentation(visibility: internal)
  public init<A, B, C, D>(
    _ make: @escaping @Sendable (consuming A, consuming B, consuming C, consuming D) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  @_documentation(visibility: internal)
  public init<A, B, C, D>(
    _ type: Value.Type, _ make: @escaping @Sendable (consuming A, consuming B, consuming C, consuming D) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(type, at: location, needing: [NeedRequest(A.self), NeedRequest(B.self), NeedRequest(C.self), NeedRequest(D.self)]) {
      needs in try make(needs.take(), needs.take(), needs.take(), needs.take())
    }
  }

  @_documentation(visibility: internal)
  public init<A, B, C, D, E>(
    _ make: @escaping @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  @_documentation(visibility: internal)
  public init<A, B, C, D, E>(
    _ type: Value.Type,
    _ make: @escaping @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(
      type, at: location,
      needing: [NeedRequest(A.self), NeedRequest(B.self), NeedRequest(C.self), NeedRequest(D.self), NeedRequest(E.self)]
    ) { needs in try make(needs.take(), needs.take(), needs.take(), needs.take(), needs.take()) }
  }

  @_documentation(visibility: internal)
  public init<A, B, C, D, E, F>(
    _ make: @escaping @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E, consuming F) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  @_documentation(visibility: internal)
  public init<A, B, C, D, E, F>(
    _ type: Value.Type,
    _ make: @escaping @Sendable (consuming A, consuming B, consuming C, consuming D, consuming E, consuming F) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(
      type, at: location,
      needing: [
        NeedRequest(A.self), NeedRequest(B.self), NeedRequest(C.self), NeedRequest(D.self), NeedRequest(E.self),
        NeedRequest(F.self),
      ]
    ) { needs in try make(needs.take(), needs.take(), needs.take(), needs.take(), needs.take(), needs.take()) }
  }

  private init(_ type: Value.Type, at location: SourceLocation, needing needs: NeedList, _ recipe: @escaping Recipe<Value>) {
    self.init(Declaration(key: Graph.Key(type: TypeName(type)), needs: needs, location: location), recipe)
  }
}
