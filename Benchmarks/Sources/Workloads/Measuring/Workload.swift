// SPDX-License-Identifier: Apache-2.0
internal import Program

/// One thing that programs do all the time, done in several ways.
package struct Workload: Sendable {
  /// As README.md calls it, and as it is asked for.
  package let name: String
  /// By hand first: the others are compared with it.
  package let variants: [Variant]

  /// - Parameters:
  ///   - made: How many objects one operation makes, in every variant.
  ///   - closed: How many objects one operation closes, in every variant.
  init(_ name: String, makes made: Int, closes closed: Int = 0, _ variants: [Variant]) {
    self.name = name
    self.variants = variants.map { variant in
      var variant = variant
      (variant.workload, variant.made, variant.closed) = (name, made, closed)
      return variant
    }
  }
}

/// One way of doing what a workload does.
package struct Variant: Sendable {
  /// `hand`, `closures`, `container`, `component` or `cells`; README.md says what each of them is.
  package let name: String
  fileprivate(set) var workload = ""
  fileprivate(set) var made = 0
  fileprivate(set) var closed = 0
  private let operations: Operations

  private enum Operations: Sendable {
    case plain(@Sendable (_ count: Int) throws -> Void)
    case tasks(@Sendable (_ count: Int) async throws -> Void)
    case prepared(@Sendable () throws -> @Sendable (_ count: Int) throws -> Void)
  }

  /// - Parameter operations: A loop that does the operation as often as it is told to, so that calling it costs nothing that counts.
  init(_ name: String, _ operations: @escaping @Sendable (_ count: Int) throws -> Void) {
    self.name = name
    self.operations = .plain(operations)
  }

  /// - Parameter operations: The same, for what is done by several tasks.
  init(_ name: String, tasks operations: @escaping @Sendable (_ count: Int) async throws -> Void) {
    self.name = name
    self.operations = .tasks(operations)
  }

  /// - Parameters:
  ///   - prepare: Makes what one run of the operations uses up.
  ///   - operations: The loop, with what was made.
  init<Supply: Sendable>(
    _ name: String, preparing prepare: @escaping @Sendable () throws -> Supply,
    _ operations: @escaping @Sendable (_ supply: Supply, _ count: Int) throws -> Void
  ) {
    self.name = name
    self.operations = .prepared {
      let supply = try prepare()
      // Never let go of, or a tool would count what is freed for a run that uses up less of it.
      _ = Unmanaged.passRetained(Held(supply))
      return { try operations(supply, $0) }
    }
  }

  private final class Held<Supply: Sendable>: Sendable {
    let supply: Supply
    init(_ supply: Supply) { self.supply = supply }
  }

  /// Whether the operations are done by several tasks, and `run` has to be awaited.
  package var isConcurrent: Bool { if case .tasks = operations { true } else { false } }

  /// Does the operation `count` times, and checks afterwards that each made, and closed, as many objects as it has to.
  ///
  /// - Returns: How long the operations took, without the check.
  /// - Throws: What an operation throws, or ``WrongCount``.
  package func run(_ count: Int) throws -> Duration {
    let operations =
      switch operations {
      case .plain(let operations): operations
      case .prepared(let prepare): try prepare()
      case .tasks: throw WrongCount(description: "\(workload) \(name) has to be awaited")
      }
    let before = Tally.now
    let began = ContinuousClock.now
    try operations(count)
    let took = ContinuousClock.now - began
    try check(count, since: before)
    return took
  }

  /// Does the same with operations that several tasks do.
  package func run(awaiting count: Int) async throws -> Duration {
    guard case .tasks(let operations) = operations else { return try run(count) }
    let before = Tally.now
    let began = ContinuousClock.now
    try await operations(count)
    let took = ContinuousClock.now - began
    try check(count, since: before)
    return took
  }

  private func check(_ count: Int, since before: Tally) throws {
    let (made, closed) = (Tally.now.made - before.made, Tally.now.closed - before.closed)
    if made == self.made * count, closed == self.closed * count { return }
    throw WrongCount(
      description: "\(count) operations of \(workload) \(name) made \(made) objects instead of \(self.made * count), "
        + "and closed \(closed) instead of \(self.closed * count)")
  }
}

/// The operations made, or closed, another number of objects than they have to.
package struct WrongCount: Error, CustomStringConvertible {
  /// Which operation it was, and both numbers.
  package let description: String
}
