// SPDX-License-Identifier: Apache-2.0

extension Diagnostic.ID {
  /// The address of the page that explains a diagnostic of the checks; `nil` for any other, such as that of a program's own check.
  package var page: String? {
    guard Self.catalogue.contains(self) else { return nil }
    return "https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/\(rawValue).md"
  }
}
