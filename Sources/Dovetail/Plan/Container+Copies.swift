// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Makes a child container: it sees the bindings of this one and adds to them.
  ///
  /// This container never sees the child's bindings, and its factories do not either. For a key that the child binds again, resolutions to the child get the child's
  /// value.
  ///
  /// - Throws: `GraphError` with all diagnostics about the child's bindings.
  public func child(_ modules: any Module..., roots: [Root] = []) throws(GraphError) -> Container {
    try Container(
      PlanInput(
        parent: self, layers: [modules], standIns: input.standIns, roots: roots, extensions: input.extensions,
        observers: input.observers))
  }

  /// Makes a child container from bindings that are written here.
  ///
  /// - Throws: `GraphError` with all diagnostics about the child's bindings.
  public func child(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
  ) throws(GraphError) -> Container { try child(InlineModule("child", fileID: fileID, line: line, column: column, bindings)) }

  /// Makes a fresh container from the same modules, with bindings replaced; it shares no values with this one.
  ///
  /// - Parameter modules: Every binding in them replaces one of the same key, and it is an error when there is none; helpers of a replacement
  ///   are `.private`. Collections get further parts.
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt(overriding modules: any Module...) throws(GraphError) -> Container {
    try changed { $0.override(with: modules) }
  }

  /// Makes a fresh container from the same modules, with bindings replaced by those that are written here.
  ///
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder overriding bindings: @escaping @Sendable () throws -> Bindings
  ) throws(GraphError) -> Container {
    try rebuilt(overriding: InlineModule("overrides", fileID: fileID, line: line, column: column, bindings))
  }

  /// Makes a fresh container from the same modules, without those of some types, wherever they are included.
  ///
  /// - Throws: `GraphError` with all diagnostics; `nothing-to-remove` when no module is of a type.
  public func rebuilt(removing modules: any Module.Type...) throws(GraphError) -> Container { try changed { $0.remove(modules) } }

  /// Makes a fresh container from the same modules and some more, also from modules that an earlier copy has removed.
  ///
  /// ```swift
  /// let without = try container.rebuilt(removing: FocusModule.self)
  /// let again = try without.rebuilt(adding: FocusModule())
  /// ```
  ///
  /// Unlike with a child, all bindings in the container see the new ones; it shares no values with this one.
  ///
  /// - Parameter modules: The modules. A second binding of a key is an error, unless it is an `.override`. Modules of their types may again be included
  ///   everywhere.
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt(adding modules: any Module...) throws(GraphError) -> Container { try changed { $0.add(modules) } }

  /// Makes a fresh container from the same modules, without the bindings of some types.
  ///
  /// A type that is not bound changes nothing. The bindings that need a removed one have to be removed too, or it has to be bound anew by
  /// ``rebuilt(fileID:line:column:overriding:)`` instead. Bindings of parents, contributions and decorators stay.
  ///
  /// - Parameter type: The types of the plain bindings.
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt<each Value>(unbinding type: repeat (each Value).Type) throws(GraphError) -> Container {
    try rebuilt(unbinding: repeat Key(each type))
  }

  /// Makes a fresh container from the same modules, without the bindings of some keys; a key that is not bound changes nothing.
  ///
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt<each Value>(unbinding key: repeat Key<each Value>) throws(GraphError) -> Container {
    var keys: Set<Graph.Key> = []
    for key in repeat each key { keys.insert(key.graphKey) }
    return try changed { $0.unbind(keys) }
  }

  private func changed(_ change: (inout PlanInput) -> Void) throws(GraphError) -> Container {
    var input = input
    change(&input)
    return try Container(input)
  }
}
