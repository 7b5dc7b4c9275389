// SPDX-License-Identifier: Apache-2.0

// The older spelling: now a bind reads its actor off its factory. Without the attribute, a trailing closure would match these as well as the
// initialisers without a label.

extension Bind where Value: Sendable {
  /// Binds the result of a main-actor factory. `Bind(Model.init)` and `Bind((any Model).self, LiveModel.init)` do the same.
  @available(*, deprecated, message: "leave the label out: Bind(Model.init), or Bind { @MainActor in … }")
  @_disfavoredOverload
  public init<each Need>(
    _ type: Value.Type = Value.self, mainActor make: @escaping @MainActor @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self = Bind(type, make, fileID: fileID, line: line, column: column).crossing() }

  /// Binds the result of an asynchronous main-actor factory. `Bind(Model.init)` and `Bind((any Model).self, LiveModel.init)` do the same.
  @available(*, deprecated, message: "leave the label out: Bind(Model.init)")
  @_disfavoredOverload
  public init<each Need>(
    _ type: Value.Type = Value.self, mainActor make: @escaping @MainActor @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where repeat each Need: Sendable { self.init(type, make, fileID: fileID, line: line, column: column) }
}
