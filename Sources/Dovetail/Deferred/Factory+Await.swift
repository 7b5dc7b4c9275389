// SPDX-License-Identifier: Apache-2.0

extension Factory where repeat each Argument: Sendable {
  /// Requests a value, and awaits values that are made asynchronously or on an actor.
  ///
  /// ```swift
  /// Bind(Report.init).arguments(String.self)     // init(title: String, database: Database) async throws
  /// let report = try await reports.make("tyres")
  /// ```
  ///
  /// - Parameter argument: The run-time arguments, in the order in which the bind lists them.
  /// - Throws: `ResolutionError` as `resolve` does; `CancellationError` when the running task is cancelled before the value is built.
  public nonisolated(nonsending) func make(_ argument: repeat each Argument) async throws -> Value {
    guard let target else { return try now(repeat each argument) }
    var arguments: [any Sendable] = []
    for argument in repeat each argument { arguments.append(argument) }
    return try await target.awaitedRequest(arguments)
  }

  // In an asynchronous function the compiler chooses the asynchronous form of a call; this function is synchronous.
  private func now(_ argument: repeat each Argument) throws(ResolutionError) -> Value { try make(repeat each argument) }
}
