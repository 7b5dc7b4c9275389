// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
public import DovetailGraph

/// A profile does not have the resolved variable, or not in the wanted type.
public struct ProfileError: Error, Sendable, Hashable {
  /// The kind of problem.
  public enum Code: String, Sendable, Hashable {
    /// The profile has no such variable.
    case missing
    /// The variable is of another type.
    case wrongType
  }

  /// The kind of problem.
  public let code: Code
  /// The variable's name.
  public let variable: String
  /// The profile's name.
  public let profile: String
  /// The place that reads the variable.
  public let location: SourceLocation
  let message: String
  let similar: [String]
}

extension ProfileError: LocatedError {}

extension ProfileError: CustomStringConvertible {
  /// The problem, with similar names: one line.
  public var description: String {
    similar.isEmpty ? message : message + "; similar: " + similar.map { "'\($0)'" }.joined(separator: ", ")
  }
}
