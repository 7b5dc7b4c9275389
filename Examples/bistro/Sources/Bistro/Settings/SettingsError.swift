// SPDX-License-Identifier: Apache-2.0

/// The bistro cannot run with these settings. Names all that is wrong, and where it can be put right.
package struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong with one setting.
  package struct Problem: Sendable, Equatable {
    let name: String
    let text: String
  }

  let profile: String
  let problems: [Problem]

  package var description: String {
    var lines = ["the bistro cannot open with these settings (profile '\(profile)')"]
    for problem in problems {
      lines.append("  \(problem.name) \(problem.text)")
      if let setting = Setting.all.first(where: { $0.name == problem.name }) { lines.append("    set it with \(setting.ways)") }
    }
    return lines.joined(separator: "\n")
  }
}
