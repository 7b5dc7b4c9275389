// SPDX-License-Identifier: Apache-2.0

/// A profile does not have the variable that was asked for, or not in the wanted type.
public struct ProfileError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Code: String, Sendable, Hashable {
    /// The profile has no such variable.
    case missing
    /// The variable is of another type.
    case wrongType
  }

  /// What is wrong.
  public let code: Code
  /// The variable's name.
  public let variable: String
  /// The profile's name.
  public let profile: String
  let message: String
  let similar: [String]
}

extension ProfileError: CustomStringConvertible {
  /// What is wrong, with the names that nearly matched: one line.
  public var description: String {
    similar.isEmpty ? message : message + "; similar: " + similar.map { "'\($0)'" }.joined(separator: ", ")
  }
}
