// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import Testing

/// Fails the running test for every promise that a custom scope breaks, each with an issue at the caller's line.
///
/// The scope is tried in containers and on threads of the contract's own, so this may take as long as the scope takes for some hundred
/// requests, and a minute where it holds a lock that it should not. The guide *Testing* lists what is tried.
///
/// ```swift
/// @Test func `a pool keeps the contract of a scope`() { verifyScope(Pool(size: 4), makes: 4...4) }
/// ```
///
/// - Parameters:
///   - scope: The scope.
///   - makes: How many instances 64 requests for one bind make, one after the other; `nil` where that is not settled.
///   - atOnce: How many instances 8 threads with 64 requests each make; `nil` for as many as `makes` says.
///   - sourceLocation: Where the issues are recorded.
public func verifyScope(
  _ scope: some CustomScope, makes: ClosedRange<Int>? = nil, atOnce: ClosedRange<Int>? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  for broken in ScopeContract(scope, makes: makes, atOnce: atOnce).broken() {
    Issue.record(broken.description(of: "\(type(of: scope))", is: "scope"), at: sourceLocation)
  }
}

/// Fails the running test for every promise that an extension breaks, each with an issue at the caller's line.
///
/// An extension may do what it likes with the binds that it is about. The contract tries it on binds of its own, which have to behave as
/// they do without it. The guide *Testing* lists what is tried.
///
/// - Parameters:
///   - tried: The extension.
///   - sourceLocation: Where the issues are recorded.
public func verifyExtension(_ tried: some Extension, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
  for broken in ExtensionContract(tried).broken() {
    Issue.record(broken.description(of: "\(type(of: tried))", is: "extension"), at: sourceLocation)
  }
}
