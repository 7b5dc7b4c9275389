// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import DovetailGraph
public import Testing

/// Fails the running test when modules are wrong: one issue at the caller's line, with the whole report. Builds nothing.
///
/// - Parameters:
///   - modules: The modules, in the form for a container.
///   - standIns: `.all` to check the graph in which every stand-in takes the place of its binding.
///   - roots: The resolutions of the program itself; with them, unused bindings are found.
///   - allowingWarnings: Whether a report with warnings alone is fine.
///   - sourceLocation: The place of the issue.
public func expectValid(
  _ modules: any Module..., standIns: StandIns = .none, roots: [Root] = [], allowingWarnings: Bool = true,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let failure = Expectation.valid(modules, standIns, roots, allowingWarnings)
  if let failure { Issue.record(failure, at: sourceLocation) }
}

/// Fails the running test when bindings that are written here are wrong: one issue at the caller's line, with the whole report.
///
/// - Parameters:
///   - roots: The resolutions of the program itself; with them, unused bindings are found.
///   - allowingWarnings: Whether a report with warnings alone is fine.
///   - sourceLocation: The place of the issue.
///   - fileID: Where the bindings are written.
///   - line: Where the bindings are written.
///   - column: Where the bindings are written.
///   - bindings: The bindings, decorators and included modules.
public func expectValid(
  roots: [Root] = [], allowingWarnings: Bool = true, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
  @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
) {
  let module = InlineModule("bindings of the test", fileID: fileID, line: line, column: column, bindings)
  let failure = Expectation.valid([module], .none, roots, allowingWarnings)
  if let failure { Issue.record(failure, at: sourceLocation) }
}

/// Fails the running test when modules give other diagnostics than expected: one issue at the caller's line that lists the missing and the unexpected IDs, and the
/// whole report.
///
/// - Parameters:
///   - expected: The IDs of all diagnostics, errors and warnings, each as often as it comes, in any order.
///   - modules: The modules, in the form for a container.
///   - roots: The resolutions of the program itself; with them, unused bindings are found.
///   - sourceLocation: The place of the issue.
/// - Returns: The report, to look at messages.
@discardableResult
public func expectDiagnostics(
  _ expected: [Diagnostic.ID], in modules: any Module..., roots: [Root] = [],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Report {
  let (report, failure) = Expectation.diagnostics(expected, modules, roots)
  if let failure { Issue.record(failure, at: sourceLocation) }
  return report
}

/// Fails the running test when bindings that are written here give other diagnostics than expected.
///
/// ```swift
/// expectDiagnostics([.missingBinding]) { Bind(Car.init) }
/// ```
///
/// - Parameters:
///   - expected: The IDs of all diagnostics, errors and warnings, each as often as it comes, in any order.
///   - roots: The resolutions of the program itself; with them, unused bindings are found.
///   - sourceLocation: The place of the issue.
///   - fileID: Where the bindings are written.
///   - line: Where the bindings are written.
///   - column: Where the bindings are written.
///   - bindings: The bindings, decorators and included modules.
/// - Returns: The report, to look at messages.
@discardableResult
public func expectDiagnostics(
  _ expected: [Diagnostic.ID], roots: [Root] = [], sourceLocation: Testing.SourceLocation = #_sourceLocation,
  fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
  @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
) -> Report {
  let module = InlineModule("bindings of the test", fileID: fileID, line: line, column: column, bindings)
  let (report, failure) = Expectation.diagnostics(expected, [module], roots)
  if let failure { Issue.record(failure, at: sourceLocation) }
  return report
}
