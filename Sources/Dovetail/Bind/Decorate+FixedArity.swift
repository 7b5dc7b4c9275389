// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The initialisers of `Decorate` for wrappers with up to three needs, for the reason that `Bind+FixedArity.swift` gives.

extension Decorate {
  @_documentation(visibility: internal)
  public init(
    _ type: Value.Type, _ wrap: @escaping @Sendable (consuming Value) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(type, at: location, needing: []) { needs in try wrap(needs.takeInner()) }
  }

  @_documentation(visibility: internal)
  public init<A>(
    _ type: Value.Type, _ wrap: @escaping @Sendable (consuming Value, consuming A) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(type, at: location, needing: [NeedRequest(A.self)]) { needs in try wrap(needs.takeInner(), needs.take()) }
  }

  @_documentation(visibility: internal)
  public init<A, B>(
    _ type: Value.Type, _ wrap: @escaping @Sendable (consuming Value, consuming A, consuming B) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(type, at: location, needing: [NeedRequest(A.self), NeedRequest(B.self)]) { needs in
      try wrap(needs.takeInner(), needs.take(), needs.take())
    }
  }

  @_documentation(visibility: internal)
  public init<A, B, C>(
    _ type: Value.Type, _ wrap: @escaping @Sendable (consuming Value, consuming A, consuming B, consuming C) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(type, at: location, needing: [NeedRequest(A.self), NeedRequest(B.self), NeedRequest(C.self)]) { needs in
      try wrap(needs.takeInner(), needs.take(), needs.take(), needs.take())
    }
  }
}
