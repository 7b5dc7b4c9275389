// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Opens a scope of a kind without a parent kind; it stays open until it is closed.
  ///
  /// - Parameters:
  ///   - kind: The scope type.
  ///   - input: The inputs that the kind names, in their order.
  ///   - fileID: Where the scope is opened, to be named when it is dropped and not closed.
  ///   - line: Where the scope is opened.
  ///   - column: Where the scope is opened.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when the kind opens inside another one or no module knows it.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try open(kind, inside: nil, at: SourceLocation(fileID: fileID, line: line, column: column), repeat each input)
  }

  /// The same, for code that knows only a resolver: the place is unknown.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try open(kind, inside: nil, at: .unknown, repeat each input)
  }

  /// The same for one input, for `withScope`: its caller's code knows the type of the input.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  public func openScope<Kind: ScopeKind, Input: Sendable>(
    _ kind: Kind.Type, _ input: Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<Input> {
    let (scope, space) = try openScope(kind, takingInput: ObjectIdentifier(Input.self))
    space?.store(input)
    return scope
  }

  func open<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, inside outer: OpenScope?, at location: SourceLocation, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope {
    let scope = try makeScope(kind, inside: outer, at: location)
    for value in repeat each input { scope.fill(with: value) }
    try scope.opened()
    return scope
  }

  /// Opens a scope outside all others.
  ///
  /// - Returns: The scope, and the place for its only input, which the caller initialises before the scope is handed out; `nil` when the input is overridden.
  @usableFromInline
  func openScope(
    _ kind: any ScopeKind.Type, takingInput type: ObjectIdentifier
  ) throws(ResolutionError) -> (scope: OpenScope, input: Address?) {
    let scope = try makeScope(kind)
    // The observers' events give no access to the scope.
    try scope.opened()
    return (scope, scope.take(type))
  }

  /// Makes a scope, which has to be filled and then ``OpenScope/opened()``.
  @inline(__always)
  private func makeScope(
    _ kind: any ScopeKind.Type, inside outer: OpenScope? = nil, at location: SourceLocation = .unknown
  ) throws(ResolutionError) -> OpenScope {
    guard let shape = (isShut ? nil : shapes[ObjectIdentifier(kind)]) ?? lateShape(kind) else { throw refused(kind) }
    if let outer { return try makeScope(shape, inside: outer, at: location) }
    if shape.parentID != nil { throw refused(kind) }
    return OpenScope(shape, container: self, around: nil, at: location)
  }

  private func makeScope(
    _ shape: ScopeShape, inside outer: OpenScope, at location: SourceLocation
  ) throws(ResolutionError) -> OpenScope {
    let kind = shape.layout.kind
    try outer.enter(for: Graph.Key(type: TypeName(kind)))
    defer { outer.leave() }
    guard let id = shape.parentID else { return OpenScope(shape, container: self, around: nil, at: location) }
    guard let parent = outer.find(id) else { throw refused(kind) }
    // Entered as long as there are values in the inner scope.
    parent.enterAgain()
    return OpenScope(shape, container: self, around: parent, at: location)
  }

  /// The shape of a kind that joined after the container was made; `nil` when it is not known either, or the container has closed.
  @inline(never)
  private func lateShape(_ kind: any ScopeKind.Type) -> ScopeShape? {
    isShut ? nil : finder.shapes[ObjectIdentifier(kind)]
  }

  /// The error for a scope of a kind that did not open.
  @inline(never)
  private func refused(_ kind: any ScopeKind.Type) -> ResolutionError {
    if isShut { return closed(for: Graph.Key(type: TypeName(kind))) }
    if lateShape(kind) == nil {
      return ResolutionError.scopeNotKnown(TypeName(kind)).from(owner.family)
    }
    return ResolutionError.parentNotOpen(TypeName(kind), inside: kind.parent).from(owner.family)
  }
}
