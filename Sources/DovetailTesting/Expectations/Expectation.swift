// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import DovetailGraph

/// The expectations of modules, and the texts of their failures.
package enum Expectation {
  /// - Returns: The whole report when the modules are wrong; `nil` when they are right.
  package static func valid(
    _ modules: [any Module], _ standIns: StandIns, _ roots: [Root], _ allowsWarnings: Bool
  ) -> String? {
    let report = Container.draft(of: modules, standIns: standIns, roots: roots).report
    return report.isValid && (allowsWarnings || report.diagnostics.isEmpty) ? nil : report.description
  }

  /// - Returns: The report; and the difference, with the report, when it has other IDs than expected.
  package static func diagnostics(
    _ expected: [Diagnostic.ID], _ modules: [any Module], _ roots: [Root]
  ) -> (report: Report, failure: String?) {
    let report = Container.draft(of: modules, roots: roots).report
    let lines = difference(expected.map(\.rawValue), report.diagnostics.map(\.id.rawValue))
    guard let lines else { return (report, nil) }
    let text = ["the modules give other diagnostics than expected:"] + lines + ["", report.description]
    return (report, text.joined(separator: "\n"))
  }

  /// A line for every ID, sorted: missing, unexpected or as expected.
  ///
  /// - Returns: `nil` when there is no difference.
  private static func difference(_ expected: [String], _ given: [String]) -> [String]? {
    guard expected.sorted() != given.sorted() else { return nil }
    let names = Set(expected + given).sorted()
    let width = names.map(\.count).max() ?? 0
    return names.map { name in
      let wanted = expected.count { $0 == name }
      let found = given.count { $0 == name }
      let mark = wanted == found ? " " : wanted > found ? "-" : "+"
      let remark = wanted == found ? "as expected" : "expected \(times(wanted)), found \(times(found))"
      return "  \(mark) \(name.padded(to: width))   \(remark)"
    }
  }

  private static func times(_ count: Int) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    default: "\(count) times"
    }
  }
}
