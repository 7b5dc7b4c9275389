// SPDX-License-Identifier: Apache-2.0
public import Dovetail
internal import DovetailGraph

/// The named environment that a module may depend on: "production", with its variables.
///
/// ```swift
/// let production = Profile("production", ["frequency": 102.8])
/// let frequency: Double = try production["frequency"]
/// ```
///
/// Copies of a profile share their identity: modules of one type that store nothing but the same profile count once.
public struct Profile: Nonisolated, Hashable {
  private final class Contents: Sendable {
    let name: String
    let variables: [String: Value]
    /// The configuration keys of the variables that are configured; `nil` for a profile of code. Errors tell only the types of configured values.
    let keys: [String: String]?

    init(_ name: String, _ variables: [String: Value], _ keys: [String: String]?) {
      (self.name, self.variables, self.keys) = (name, variables, keys)
    }
  }

  // One reference and nothing else: modules that store only a profile are compared by it; see `ModuleIdentity`.
  private let contents: Contents

  /// The name.
  public var name: String { contents.name }
  /// The variables by name.
  public var variables: [String: Value] { contents.variables }

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - name: The name, used in errors.
  ///   - variables: The variables. Text is converted when a number is resolved.
  public init(_ name: String, _ variables: [String: Value] = [:]) {
    contents = Contents(name, variables, nil)
  }

  /// A profile that a configuration has changed.
  ///
  /// - Parameter keys: The configuration keys of the variables that are configured.
  package init(_ name: String, _ variables: [String: Value], configuredAs keys: [String: String]) {
    contents = Contents(name, variables, keys)
  }

  /// Whether names and variables are equal.
  public static func == (left: Profile, right: Profile) -> Bool {
    left.contents === right.contents || (left.name == right.name && left.variables == right.variables)
  }

  /// Hashes the name and the variables.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(variables)
  }

  /// The variable of a name.
  ///
  /// - Throws: ``ProfileError`` when there is none, or when it is not of the wanted type.
  public subscript<Wanted: ProfileValue>(
    _ name: String, fileID fileID: StaticString = #fileID, line line: UInt = #line, column column: UInt = #column
  ) -> Wanted {
    get throws(ProfileError) {
      guard let value = variables[name] else {
        throw missing(name, at: SourceLocation(fileID: fileID, line: line, column: column))
      }
      return try read(value, name, at: SourceLocation(fileID: fileID, line: line, column: column))
    }
  }

  /// The variable of a name, of any type: it was made by ``Value/value(_:)``.
  ///
  /// - Throws: ``ProfileError`` when there is none, or when it is not of the wanted type.
  @_disfavoredOverload
  public subscript<Wanted: Sendable>(
    _ name: String, fileID fileID: StaticString = #fileID, line line: UInt = #line, column column: UInt = #column
  ) -> Wanted {
    get throws(ProfileError) {
      guard let value = variables[name] else {
        throw missing(name, at: SourceLocation(fileID: fileID, line: line, column: column))
      }
      guard let wanted = value.content as? Wanted else {
        throw wrongType(value, name, Wanted.self, at: SourceLocation(fileID: fileID, line: line, column: column))
      }
      return wanted
    }
  }

  /// The variable of a name, or a default when there is none.
  ///
  /// - Throws: ``ProfileError`` when there is one of another type.
  public subscript<Wanted: ProfileValue>(
    _ name: String, default fallback: @autoclosure () -> Wanted, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column
  ) -> Wanted {
    get throws(ProfileError) {
      guard let value = variables[name] else { return fallback() }
      return try read(value, name, at: SourceLocation(fileID: fileID, line: line, column: column))
    }
  }

  /// The variable of a typed name.
  ///
  /// - Throws: ``ProfileError`` when there is none, or when it is not of the wanted type.
  public subscript<Wanted: ProfileValue>(
    _ variable: Variable<Wanted>, fileID fileID: StaticString = #fileID, line line: UInt = #line, column column: UInt = #column
  ) -> Wanted {
    get throws(ProfileError) { try self[variable.name, fileID: fileID, line: line, column: column] }
  }

  private func read<Wanted: ProfileValue>(_ value: Value, _ name: String, at location: SourceLocation) throws(ProfileError)
    -> Wanted
  {
    guard let wanted = Wanted(profileValue: value) else { throw wrongType(value, name, Wanted.self, at: location) }
    return wanted
  }

  private func wrongType<Wanted>(_ value: Value, _ name: String, _ wanted: Wanted.Type, at location: SourceLocation)
    -> ProfileError
  {
    let found = contents.keys == nil ? "\(value)".onOneLine : "of type \(type(of: value.content))"
    let key = contents.keys?[name].map { ": configure '\($0)' as one" } ?? ""
    return ProfileError(
      code: .wrongType, variable: name, profile: self.name, location: location,
      message: "the variable '\(name)' of the profile '\(self.name)' is \(found), which is no \(Wanted.self)\(key)", similar: [])
  }

  private func missing(_ name: String, at location: SourceLocation) -> ProfileError {
    ProfileError(
      code: .missing, variable: name, profile: self.name, location: location,
      message: "the profile '\(self.name)' has no variable '\(name)'",
      similar: Spelling.closest(to: name, in: variables.keys.sorted(), limit: 3))
  }
}

extension Profile: CustomStringConvertible {
  /// The name; not the variables, which may be secret.
  public var description: String { name }
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
