// SPDX-License-Identifier: Apache-2.0

// The spelling before factories said themselves to which actor they belong. Without the attribute a trailing closure would be as good for these
// as for the initialisers without a label.

extension Bind where Value: Sendable {
  /// Binds what a factory of the main actor returns, under the type that it returns. `Bind(Model.init)` does the same.
  ///
  /// - Parameters:
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  @available(*, deprecated, message: "leave the label out: Bind(Model.init), or Bind { @MainActor in … }")
  @_disfavoredOverload
  public init<each Need>(
    mainActor make: @escaping @MainActor @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(Value.self, mainActor: make, fileID: fileID, line: line, column: column)
  }

  /// Binds what a factory of the main actor returns under a type of your choice. `Bind((any Model).self, LiveModel.init)` does the same.
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  @available(*, deprecated, message: "leave the label out: Bind((any Model).self, LiveModel.init)")
  @_disfavoredOverload
  public init<each Need>(
    _ type: Value.Type, mainActor make: @escaping @MainActor @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self = Bind(type, make, fileID: fileID, line: line, column: column).crossing()
  }

  /// Binds what an asynchronous factory of the main actor returns. `Bind(Model.init)` does the same.
  ///
  /// - Parameters:
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  @available(*, deprecated, message: "leave the label out: Bind(Model.init)")
  @_disfavoredOverload
  public init<each Need>(
    mainActor make: @escaping @MainActor @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where repeat each Need: Sendable {
    self.init(Value.self, make, fileID: fileID, line: line, column: column)
  }

  /// Binds what an asynchronous factory of the main actor returns under a type of your choice. `Bind((any Model).self, LiveModel.init)` does
  /// the same.
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - make: An initialiser or a closure with any number of parameters; each is a need.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  @available(*, deprecated, message: "leave the label out: Bind((any Model).self, LiveModel.init)")
  @_disfavoredOverload
  public init<each Need>(
    _ type: Value.Type, mainActor make: @escaping @MainActor @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where repeat each Need: Sendable {
    self.init(type, make, fileID: fileID, line: line, column: column)
  }
}
