// SPDX-License-Identifier: Apache-2.0
public import Testing

/// Stands for a function that the test does not expect to be called: a call fails the running test, with the name of the member.
///
/// A stand-in has it for every member, and a test gives those that it expects:
///
/// ```swift
/// struct StoreStandIn: Store {
///   var stock: @Sendable (String) -> Int = { _ in unexpected("Store.stock(of:)", returning: 0) }
///
///   func stock(of item: String) -> Int { stock(item) }
/// }
/// ```
///
/// - Parameters:
///   - member: The name of the member; in a method, its own name unless given.
///   - result: What the call returns, so that the test goes on.
///   - sourceLocation: The place of the issue.
/// - Returns: The result.
public func unexpected<Result>(
  _ member: String = #function, returning result: Result, sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Result {
  Issue.record(UnexpectedCall(member: member).description, at: sourceLocation)
  return result
}

/// Stands for a function that throws, and that the test does not expect to be called: a call fails the running test, and throws.
///
/// ```swift
/// var status: @Sendable (String) async throws -> String = { _ in try unexpected("Parcels.status") }
/// ```
///
/// - Parameters:
///   - member: The name of the member; in a method, its own name unless given.
///   - sourceLocation: The place of the issue.
/// - Throws: Always an ``UnexpectedCall``. The issue is recorded whether the caller catches it or not.
public func unexpected<Result>(
  _ member: String = #function, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> Result {
  let call = UnexpectedCall(member: member)
  Issue.record(call.description, at: sourceLocation)
  throw call
}

/// A call of a stand-in that the test did not expect.
public struct UnexpectedCall: Error, Sendable, Hashable {
  /// The name of the member.
  public let member: String
}

extension UnexpectedCall: CustomStringConvertible {
  /// The stable ID, `unexpected-call`, and the remedy.
  public var description: String {
    "error: [unexpected-call] '\(member)' was called, which the test does not expect\n"
      + "  help: give the stand-in a '\(member)' for this test, or look for who calls it"
  }
}
