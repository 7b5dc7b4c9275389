// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A module that lists the profiles in which it is used, so that all of them can be checked, not only the active one.
///
/// ```swift
/// let report = Container.check(everyProfileOf: CarModule.self)
/// ```
public protocol ProfiledModule: Module {
  /// All profiles that the program may run in.
  static var profiles: [Profile] { get }

  /// Creates the module for a profile.
  init(profile: Profile)
}

extension Container {
  /// Checks a module once for every profile that it declares. Builds nothing.
  ///
  /// - Parameters:
  ///   - module: The module; it is created for each profile in turn.
  ///   - roots: The program's resolutions; with them, unused bindings are found.
  /// - Returns: The diagnostics of all profiles; each names its profiles, and a diagnostic of several profiles is listed once.
  public static func check<Checked: ProfiledModule>(everyProfileOf module: Checked.Type, roots: [Root] = []) -> Report {
    var found: [(diagnostic: Diagnostic, profiles: [String])] = []
    for profile in Checked.profiles {
      for diagnostic in check(Checked(profile: profile), roots: roots).diagnostics {
        if let known = found.firstIndex(where: { $0.diagnostic == diagnostic }) {
          found[known].profiles.append(profile.name)
        } else {
          found.append((diagnostic, [profile.name]))
        }
      }
    }
    return Report(
      found.map { finding in
        var diagnostic = finding.diagnostic
        diagnostic.notes.append("in the profile " + finding.profiles.map { "'\($0)'" }.joined(separator: ", "))
        return diagnostic
      })
  }
}
