// SPDX-License-Identifier: Apache-2.0

/// The named environment that a module may depend on: "production", with its variables.
///
/// ```swift
/// let production = Profile("production", ["frequency": 102.8])
/// let frequency: Double = try production["frequency"]
/// ```
public struct Profile: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The variables by name.
  public let variables: [String: Value]

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - name: The name, by which errors call it.
  ///   - variables: The variables. Text stands for a number where a number is asked for.
  public init(_ name: String, _ variables: [String: Value] = [:]) {
    self.name = name
    self.variables = variables
  }

  /// The variable of a name.
  ///
  /// - Throws: ``ProfileError`` when there is none, or when it is not of the wanted type.
  public subscript<Wanted: ProfileValue>(_ name: String) -> Wanted {
    get throws(ProfileError) {
      guard let value = variables[name] else { throw missing(name) }
      return try read(value, name)
    }
  }

  /// The variable of a name, or a default when there is none.
  ///
  /// - Throws: ``ProfileError`` when there is one of another type.
  public subscript<Wanted: ProfileValue>(_ name: String, default fallback: @autoclosure () -> Wanted) -> Wanted {
    get throws(ProfileError) {
      guard let value = variables[name] else { return fallback() }
      return try read(value, name)
    }
  }

  /// The variable of a typed name.
  ///
  /// - Throws: ``ProfileError`` when there is none, or when it is not of the wanted type.
  public subscript<Wanted: ProfileValue>(_ variable: Variable<Wanted>) -> Wanted {
    get throws(ProfileError) { try self[variable.name] }
  }

  private func read<Wanted: ProfileValue>(_ value: Value, _ name: String) throws(ProfileError) -> Wanted {
    guard let wanted = Wanted(profileValue: value) else {
      throw ProfileError(
        code: .wrongType, variable: name, profile: self.name,
        message: "the variable '\(name)' of the profile '\(self.name)' is \(value), which is no \(Wanted.self)", similar: [])
    }
    return wanted
  }

  private func missing(_ name: String) -> ProfileError {
    ProfileError(
      code: .missing, variable: name, profile: self.name,
      message: "the profile '\(self.name)' has no variable '\(name)'",
      similar: Spelling.closest(to: name, in: variables.keys.sorted(), limit: 3))
  }
}

extension Profile {
  /// A variable's name together with its type, to be written down once:
  /// `extension Profile.Variable<Double> { static var frequency: Self { Self("frequency") } }`.
  public struct Variable<Wanted: ProfileValue>: Sendable, Hashable {
    /// The name.
    public let name: String

    /// Creates a typed name.
    public init(_ name: String) { self.name = name }
  }
}
