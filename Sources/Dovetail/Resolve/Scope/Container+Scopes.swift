// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Opens a scope of a kind without a parent kind; it stays open until it is closed.
  ///
  /// - Throws: `ResolutionError` as `openScope(_:_:)` does.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, at location: SourceLocation, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try open(kind, inside: nil, at: location, askedBy: nil, repeat each input)
  }

  func open<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, inside outer: OpenScope?, at location: SourceLocation, askedBy requester: Int?,
    _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope {
    do throws(ResolutionError) {
      let scope = try makeScope(kind, inside: outer, at: location, askedBy: requester)
      for value in repeat each input { scope.fill(with: value) }
      try scope.opened()
      return scope
    } catch { throw error.opening }
  }

  /// Makes a scope, which has to be filled and then ``OpenScope/opened()``.
  private func makeScope(
    _ kind: any ScopeKind.Type, inside outer: OpenScope?, at location: SourceLocation, askedBy requester: Int?
  ) throws(ResolutionError) -> OpenScope {
    guard let shape = shape(of: kind) else { throw refused(kind) }
    try outer?.enter(for: Graph.Key(type: TypeName(kind)))
    defer { outer?.leave() }
    guard let id = shape.value.parentID else {
      return OpenScope(shape, container: self, around: nil, at: location, askedBy: requester)
    }
    guard let parent = outer?.find(id) else { throw refused(kind) }
    // Entered as long as there are values in the inner scope.
    parent.enterAgain()
    return OpenScope(shape, container: self, around: parent, at: location, askedBy: requester)
  }

  /// The shape of a kind, also of one that joined after the container was made; `nil` when it is not known, or the container has closed.
  private func shape(of kind: any ScopeKind.Type) -> ScopeShape? {
    isClosed ? nil : plan.shapes[ObjectIdentifier(kind)] ?? wholePlan.shapes[ObjectIdentifier(kind)]
  }

  /// The error for a scope of a kind that did not open.
  private func refused(_ kind: any ScopeKind.Type) -> ResolutionError {
    if isClosed { return owner.closed(Graph.Key(type: TypeName(kind))) }
    if shape(of: kind) == nil { return ResolutionError.scopeNotKnown(TypeName(kind)).from(owner.family) }
    return ResolutionError.parentNotOpen(TypeName(kind), inside: kind.parent).from(owner.family)
  }
}
