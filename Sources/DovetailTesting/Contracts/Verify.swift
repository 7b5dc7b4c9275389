// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import Testing

/// Fails the running test for every promise that a custom scope breaks, each with an issue at the caller's line.
///
/// The scope is tested in the contract's own containers and threads, so this may take as long as some hundred resolutions in the scope, and minutes if the scope
/// holds a lock that it should not. The tests after one that is not answered within two minutes are left out. The guide *Testing* lists the tests.
///
/// ```swift
/// @Test func `a pool keeps the contract of a scope`() { verifyScope(Pool(size: 4), makes: 4...4) }
/// ```
///
/// - Parameters:
///   - scope: The scope.
///   - makes: The number of instances that 64 resolutions for one binding make, one after the other; `nil` when it is not fixed.
///   - atOnce: The number of instances that 8 threads with 64 resolutions each make; `nil` for the same as `makes`.
///   - sourceLocation: The place of the issues.
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
/// An extension may change the bindings that it applies to. The contract tests it on other bindings, which have to behave as they do without it. The guide *Testing*
/// lists the tests.
///
/// - Parameters:
///   - tried: The extension.
///   - sourceLocation: The place of the issues.
public func verifyExtension(_ tried: some Extension, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
  for broken in ExtensionContract(tried).broken() {
    Issue.record(broken.description(of: "\(type(of: tried))", is: "extension"), at: sourceLocation)
  }
}
