// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime

/// The cell behind a shared value, for a member on a hot path: it is not looked up.
///
/// ```swift
/// final class Garage: Component {
///   let instances = Instances()
///   private let clockCell = Shared<Clock>()
///   var clock: Clock { clockCell.get { Clock() } }
/// }
/// ```
///
/// It is built exactly once, like a `single` member. It cannot be overridden, is in no graph, and needs no component. Inside a `withOverrides(_:)` it is the
/// same cell: a value that is made there stays afterwards, also one that was made of an override.
public final class Shared<Value: Sendable>: Sendable {
  @usableFromInline let cell = Cell(of: Value.self)
  private let step: ResolutionError.Step

  /// Creates an empty cell.
  ///
  /// - Parameters:
  ///   - fileID: Where the cell is declared, for errors.
  ///   - line: Where the cell is declared.
  ///   - column: Where the cell is declared.
  public init(fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    step = ResolutionError.Step(member: Graph.Key(type: TypeName(Value.self)), in: .single, of: Shared.self, at: location)
  }

  /// The value, made by the first caller.
  ///
  /// - Parameter make: Makes the value. When it throws, nothing is kept.
  /// - Throws: As a `single` member does.
  @inlinable
  public func get<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let ready = cell.ready { return ready.copy() }
    return try read(make)
  }

  /// The slow path, which makes the value if it does not exist.
  @usableFromInline
  func read<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    do throws(ResolutionError) {
      return try cell.value(of: step) {
        do { return try make() } catch { throw ResolutionError(error, through: step) }
      }
    } catch { throw error.thrown(as: Failure.self) }
  }
}
