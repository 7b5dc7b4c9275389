// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The initialisers of `Decorate` for wrappers with up to three needs, for the reason that `Bind+FixedArity.swift` gives.

extension Decorate {
  @_documentation(visibility: internal)
  public init(
    _ type: Value.Type, _ wrap: @escaping @isolated(any) @Sendable (consuming Value) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    // SAFETY: see `IsolatedCall`.
    let wrapper = unsafeBitCast(wrap, to: (@Sendable (consuming Value) throws -> Value).self)
    self.init(type, at: location, needing: [], on: wrap.isolation) { needs in try wrapper(needs.takeInner()) }
  }

  @_documentation(visibility: internal)
  public init<A>(
    _ type: Value.Type, _ wrap: @escaping @isolated(any) @Sendable (consuming Value, consuming A) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    // SAFETY: see `IsolatedCall`.
    let wrapper = unsafeBitCast(wrap, to: (@Sendable (consuming Value, consuming A) throws -> Value).self)
    self.init(type, at: location, needing: [DeclaredNeed(A.self)], on: wrap.isolation) { needs in
      try wrapper(needs.takeInner(), needs.take())
    }
  }

  @_documentation(visibility: internal)
  public init<A, B>(
    _ type: Value.Type, _ wrap: @escaping @isolated(any) @Sendable (consuming Value, consuming A, consuming B) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    // SAFETY: see `IsolatedCall`.
    let wrapper = unsafeBitCast(wrap, to: (@Sendable (consuming Value, consuming A, consuming B) throws -> Value).self)
    self.init(type, at: location, needing: [DeclaredNeed(A.self), DeclaredNeed(B.self)], on: wrap.isolation) { needs in
      try wrapper(needs.takeInner(), needs.take(), needs.take())
    }
  }

  @_documentation(visibility: internal)
  public init<A, B, C>(
    _ type: Value.Type,
    _ wrap: @escaping @isolated(any) @Sendable (consuming Value, consuming A, consuming B, consuming C) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    // SAFETY: see `IsolatedCall`.
    let wrapper = unsafeBitCast(
      wrap, to: (@Sendable (consuming Value, consuming A, consuming B, consuming C) throws -> Value).self)
    self.init(
      type, at: location, needing: [DeclaredNeed(A.self), DeclaredNeed(B.self), DeclaredNeed(C.self)], on: wrap.isolation
    ) {
      needs in
      try wrapper(needs.takeInner(), needs.take(), needs.take(), needs.take())
    }
  }
}
