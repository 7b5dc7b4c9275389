// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The initialisers of `Bind` for factories without needs, which the compiler prefers to the ones for any number: they choose an initialiser
// without parameters over others of the type. They do the same, and are not documented.

extension Bind {
  @_documentation(visibility: internal)
  public init(
    _ make: @escaping @isolated(any) @Sendable () throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), make) }

  @_documentation(visibility: internal)
  public init(
    _ type: Value.Type, _ make: @escaping @isolated(any) @Sendable () throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(SourceLocation(fileID: fileID, line: line, column: column), make) }

  private init(_ location: SourceLocation, _ make: @escaping @isolated(any) @Sendable () throws -> Value) {
    // SAFETY: see `IsolatedCall`.
    let factory = unsafeBitCast(make, to: (@Sendable () throws -> Value).self)
    let declaration = Declaration(key: Graph.Key(type: TypeName(Value.self)), location: location)
    self.init(declaration, on: make.isolation, NeedlessCall(factory).recipe)
  }
}
