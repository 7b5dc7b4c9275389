// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import DovetailGraph
internal import DovetailTesting
internal import XCTest

/// Fails when modules are wrong: one failure at the caller's line, with the whole report. Builds nothing.
///
/// - Parameters:
///   - modules: The modules, as a container would be given them.
///   - standIns: `.all` to check the graph in which every stand-in takes the place of its binding.
///   - roots: What the program itself resolves; with them, unused bindings are found.
///   - allowingWarnings: Whether a report with warnings alone is fine.
///   - file: Where the failure is recorded.
///   - line: Where the failure is recorded.
public func XCTAssertValid(
  _ modules: any Module..., standIns: StandIns = .none, roots: [Root] = [], allowingWarnings: Bool = true,
  file: StaticString = #filePath, line: UInt = #line
) {
  let failure = Expectation.valid(modules, standIns, roots, allowingWarnings)
  if let failure { XCTFail(failure, file: file, line: line) }
}

/// Fails when bindings that are written here are wrong: one failure at the caller's line, with the whole report. Builds nothing.
///
/// - Parameters:
///   - roots: What the program itself resolves; with them, unused bindings are found.
///   - allowingWarnings: Whether a report with warnings alone is fine.
///   - file: Where the failure is recorded.
///   - line: Where the failure is recorded.
///   - fileID: Where the bindings are written.
///   - column: Where the bindings are written.
///   - bindings: The bindings, decorators and included modules.
public func XCTAssertValid(
  roots: [Root] = [], allowingWarnings: Bool = true, file: StaticString = #filePath, line: UInt = #line,
  fileID: StaticString = #fileID, column: UInt = #column,
  @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
) {
  let module = InlineModule("bindings of the test", fileID: fileID, line: line, column: column, bindings)
  XCTAssertValid(module, roots: roots, allowingWarnings: allowingWarnings, file: file, line: line)
}

/// Fails when modules give other diagnostics than expected: one failure at the caller's line that lists what is missing and what is too much,
/// and the whole report.
///
/// - Parameters:
///   - expected: The IDs of all diagnostics, errors and warnings, each as often as it comes, in any order.
///   - modules: The modules, as a container would be given them.
///   - roots: What the program itself resolves; with them, unused bindings are found.
///   - file: Where the failure is recorded.
///   - line: Where the failure is recorded.
/// - Returns: The report, to look at messages.
@discardableResult
public func XCTAssertDiagnostics(
  _ expected: [Diagnostic.ID], in modules: any Module..., roots: [Root] = [],
  file: StaticString = #filePath, line: UInt = #line
) -> Report {
  let (report, failure) = Expectation.diagnostics(expected, modules, roots)
  if let failure { XCTFail(failure, file: file, line: line) }
  return report
}

/// Fails when bindings that are written here give other diagnostics than expected.
///
/// - Parameters:
///   - expected: The IDs of all diagnostics, errors and warnings, each as often as it comes, in any order.
///   - roots: What the program itself resolves; with them, unused bindings are found.
///   - file: Where the failure is recorded.
///   - line: Where the failure is recorded.
///   - fileID: Where the bindings are written.
///   - column: Where the bindings are written.
///   - bindings: The bindings, decorators and included modules.
/// - Returns: The report, to look at messages.
@discardableResult
public func XCTAssertDiagnostics(
  _ expected: [Diagnostic.ID], roots: [Root] = [], file: StaticString = #filePath, line: UInt = #line,
  fileID: StaticString = #fileID, column: UInt = #column,
  @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
) -> Report {
  let module = InlineModule("bindings of the test", fileID: fileID, line: line, column: column, bindings)
  return XCTAssertDiagnostics(expected, in: module, roots: roots, file: file, line: line)
}

/// Fails for every promise that a custom scope breaks; see `verifyScope(_:makes:atOnce:sourceLocation:)`.
///
/// - Parameters:
///   - scope: The scope.
///   - makes: How many instances 64 resolutions for one binding make, one after the other; `nil` where that is not settled.
///   - atOnce: How many instances 8 threads with 64 resolutions each make; `nil` for as many as `makes` says.
///   - file: Where the failures are recorded.
///   - line: Where the failures are recorded.
public func XCTVerifyScope(
  _ scope: some CustomScope, makes: ClosedRange<Int>? = nil, atOnce: ClosedRange<Int>? = nil,
  file: StaticString = #filePath, line: UInt = #line
) {
  for broken in ScopeContract(scope, makes: makes, atOnce: atOnce).broken() {
    XCTFail(broken.description(of: "\(type(of: scope))", is: "scope"), file: file, line: line)
  }
}

/// Fails for every promise that an extension breaks; see `verifyExtension(_:sourceLocation:)`.
///
/// - Parameters:
///   - tried: The extension.
///   - file: Where the failures are recorded.
///   - line: Where the failures are recorded.
public func XCTVerifyExtension(_ tried: some Extension, file: StaticString = #filePath, line: UInt = #line) {
  for broken in ExtensionContract(tried).broken() {
    XCTFail(broken.description(of: "\(type(of: tried))", is: "extension"), file: file, line: line)
  }
}
