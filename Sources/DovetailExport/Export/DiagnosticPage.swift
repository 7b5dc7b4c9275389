// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks
internal import DovetailGraph

extension Diagnostic.ID {
  /// The address of the page that explains a diagnostic of the checks; `nil` for any other, such as that of a program's own check.
  var page: String? {
    guard GraphCheck.all.contains(where: { $0.id == self }) else { return nil }
    return "https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/\(rawValue).md"
  }
}
