// SPDX-License-Identifier: Apache-2.0
#if Configuration
  public import Configuration
  public import Dovetail
  public import DovetailProfiles

  /// A module for the profile that a configuration chooses.
  ///
  /// ```swift
  /// let container = try Container(
  ///   ConfiguredProfile(among: [production, test], from: reader) { profile in AppModule(profile: profile) })
  /// ```
  ///
  /// The value of a key says which profile it is, and every variable of that profile can be configured too: `variables.frequency` is what
  /// counts for the variable `frequency`, where it is configured. The profile is also bound, as `Profile`.
  ///
  /// A missing or wrong value is a diagnostic in the report of the container. Then the first profile, and the value of the profile or an empty
  /// one, replace it, so that the rest can be checked; as there is no container, no code sees them.
  public struct ConfiguredProfile: Module {
    private let key: ConfigKey
    private let profiles: [Profile]
    private let fallback: String?
    private let prefix: ConfigKey
    private let required: [RequiredVariable]
    private let reader: ConfigReader
    private let place: (fileID: StaticString, line: UInt, column: UInt)
    private let content: @Sendable (Profile) throws -> Bindings

    /// Creates the module.
    ///
    /// - Parameters:
    ///   - key: The configuration key of the profile's name.
    ///   - profiles: The profiles to choose from; at least one.
    ///   - fallback: The name of the profile when none is configured.
    ///   - prefix: What stands before the names of variables in their configuration keys.
    ///   - variable: The variables that have to be configured where the profile does not have them.
    ///   - reader: Where all that is.
    ///   - fileID: Where the module is written.
    ///   - line: Where the module is written.
    ///   - column: Where the module is written.
    ///   - content: The bindings and modules that depend on the profile.
    public init<each Wanted: ProfileValue & ConfiguredValue>(
      _ key: ConfigKey = "profile", among profiles: [Profile], default fallback: String? = nil,
      variables prefix: ConfigKey = "variables", requiring variable: repeat Profile.Variable<each Wanted>,
      from reader: ConfigReader,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
      @BindingsBuilder _ content: @escaping @Sendable (Profile) throws -> Bindings
    ) {
      self.key = key
      self.profiles = profiles
      self.fallback = fallback
      self.prefix = prefix
      self.reader = reader
      place = (fileID, line, column)
      self.content = content
      var required: [RequiredVariable] = []
      for variable in repeat each variable { required.append(RequiredVariable(variable)) }
      self.required = required
    }

    /// The profile, what is wrong with it, and what depends on it.
    public var bindings: Bindings {
      get throws {
        let chosen = try read()
        Bind(instance: chosen.profile)
        for finding in chosen.findings { finding }
        chosen.content
      }
    }

    /// The profile, what is wrong with it, and what depends on it.
    ///
    /// Any number may be configured where the profile has a whole one: only the content says as which of the two it is read. Where it reads a
    /// whole number and another one is configured, that is a diagnostic, and the profile's own value replaces it.
    private func read() throws -> (profile: Profile, findings: [Diagnostic], content: Bindings) {
      var (profile, keys, findings) = choose()
      while true {
        do { return (profile, findings, try content(profile)) } catch {
          guard let (failure, variables) = wrongNumber(error, profile) else {
            if findings.isEmpty { throw error }
            // What was found may be why, and is not lost.
            let failing = InlineModule(
              "the content of ConfiguredProfile", fileID: place.fileID, line: place.line, column: place.column
            ) {
              throw error
            }
            return (profile, findings, BindingsBuilder.buildExpression(failing))
          }
          note(failure.finding, &findings)
          profile = Profile(profile.name, variables, configuredAs: keys)
        }
      }
    }

    /// What is wrong when the content reads a whole number and another one is configured, and the variables with the profile's own value.
    private func wrongNumber(_ error: any Error, _ profile: Profile) -> (ConfigurationFailure, [String: Profile.Value])? {
      guard let error = error as? ProfileError, error.code == .wrongType, error.profile == profile.name,
        case let own = profiles.first(where: { $0.name == error.profile })?.variables[error.variable], case .integer = own,
        case .number = profile.variables[error.variable], case .failure(let failure) = lookup(error.variable).read(Int.self)
      else { return nil }
      var variables = profile.variables
      variables[error.variable] = own
      return (failure, variables)
    }

    /// The profile with its variables as they are configured.
    private func choose() -> (profile: Profile, keys: [String: String], findings: [Diagnostic]) {
      var findings: [Diagnostic] = []
      let chosen = named(&findings)
      var (variables, keys) = (chosen.variables, [String: String]())
      for (name, value) in chosen.variables.sorted(by: { $0.key < $1.key }) {
        switch value.configured(lookup(name)) {
        case .success(let configured):
          variables[name] = configured
          if configured != value { keys[name] = lookup(name).key.description }
        case .failure(let failure): note(failure.finding, &findings)
        }
      }
      for variable in required where variables[variable.name] == nil {
        variables[variable.name] = variable.read(lookup(variable.name)) { note($0.finding, &findings) }
        keys[variable.name] = lookup(variable.name).key.description
      }
      return (Profile(chosen.name, variables, configuredAs: keys), keys, findings)
    }

    private func named(_ findings: inout [Diagnostic]) -> Profile {
      let lookup = ConfigurationLookup(reader, key, fileID: place.fileID, line: place.line)
      let standIn = profiles.first ?? Profile("none")
      let choices = profiles.map { "'\($0.name)'" }.joined(separator: ", ")
      func noteNoProfile(_ subject: String, _ verb: String) {
        note(
          Diagnostic(
            .wrongConfiguration, .error, "\(subject) for '\(key)' is no profile", notes: [lookup.source],
            help: choices.isEmpty ? "give ConfiguredProfile the profiles to choose from" : "\(verb) one of \(choices)"),
          &findings)
      }
      if let fallback, !profiles.contains(where: { $0.name == fallback }) { noteNoProfile("the default '\(fallback)'", "name") }
      switch lookup.read(String.self, default: fallback) {
      case .success(let name):
        if let profile = profiles.first(where: { $0.name == name }) { return profile }
        if name != fallback { noteNoProfile("what is configured", "configure") }
      case .failure(let failure):
        var finding = failure.finding
        if case .missing = failure.reason {
          finding.message = "nothing is configured for '\(key)', which chooses the profile"
          finding.help = "\(lookup.advice) to one of \(choices), or name a default"
        }
        note(finding, &findings)
      }
      return standIn
    }

    private func lookup(_ variable: String) -> ConfigurationLookup {
      ConfigurationLookup(
        reader, ConfigKey(prefix.components + ConfigKey(variable).components, context: prefix.context), fileID: place.fileID,
        line: place.line)
    }

    private func note(_ finding: Diagnostic, _ findings: inout [Diagnostic]) {
      var finding = finding
      finding.location = SourceLocation(fileID: place.fileID, line: place.line, column: place.column)
      findings.append(finding)
    }
  }

  /// A variable that has to be somewhere.
  private struct RequiredVariable: Sendable {
    let name: String
    private let configured: @Sendable (ConfigurationLookup) -> Result<Profile.Value, ConfigurationFailure>
    /// The replacement for it while the rest is checked.
    private let empty: Profile.Value

    init<Wanted: ProfileValue & ConfiguredValue>(_ variable: Profile.Variable<Wanted>) {
      name = variable.name
      configured = { lookup in lookup.read(Wanted.self).map { Profile.Value($0) } }
      empty = Profile.Value(emptyOf: Wanted.self)
    }

    func read(_ lookup: ConfigurationLookup, _ fail: (ConfigurationFailure) -> Void) -> Profile.Value {
      switch configured(lookup) {
      case .success(let value): return value
      case .failure(let failure):
        fail(failure)
        return empty
      }
    }
  }

  extension CaseIterable {
    fileprivate static var first: Self? { allCases.first }
  }

  extension Profile.Value {
    fileprivate init<Wanted>(_ value: Wanted) {
      self =
        switch value {
        case let number as Int: .integer(number)
        case let number as Double: .number(number)
        case let truth as Bool: .truth(truth)
        case let text as String: .text(text)
        case let raw as any RawRepresentable<String>: .text(raw.rawValue)
        case let raw as any RawRepresentable<Int>: .integer(raw.rawValue)
        default: .text("\(value)")
        }
    }

    fileprivate init<Wanted>(emptyOf type: Wanted.Type) {
      switch type {
      case is Int.Type: self = .integer(0)
      case is Double.Type: self = .number(0)
      case is Bool.Type: self = .truth(false)
      default: self = (type as? any CaseIterable.Type)?.first.map { Self($0) } ?? .text("")
      }
    }

    /// The configured value instead of this, in its own form; itself when none is configured. Whole numbers and others stand for each other, as they do
    /// in a profile.
    fileprivate func configured(_ lookup: ConfigurationLookup) -> Result<Profile.Value, ConfigurationFailure> {
      switch self {
      case .text(let text): return lookup.read(String.self, default: text).map { .text($0) }
      case .truth(let truth): return lookup.read(Bool.self, default: truth).map { .truth($0) }
      // Only code can make the value.
      case .other(let other): return lookup.form == nil ? .success(self) : .failure(lookup.failure(unread: other.value))
      case .integer(let number):
        let whole = lookup.read(Int.self, default: number)
        guard case .failure = whole, case .success(let other) = lookup.read(Double.self) else {
          return whole.map { .integer($0) }
        }
        return .success(Int(exactly: other).map(Profile.Value.integer) ?? .number(other))
      case .number(let number):
        let any = lookup.read(Double.self, default: number)
        guard case .failure = any, case .success(let whole) = lookup.read(Int.self) else { return any.map { .number($0) } }
        return .success(.integer(whole))
      }
    }
  }
#endif
