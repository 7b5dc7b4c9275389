// SPDX-License-Identifier: Apache-2.0
#if Configuration
  internal import Configuration
  public import Dovetail

  extension Diagnostic.ID {
    /// A value that has to be configured, and is not.
    public static let missingConfiguration = Self(rawValue: "missing-configuration")
    /// A configured value that is of another type, is none of those that are possible, or cannot be read.
    public static let wrongConfiguration = Self(rawValue: "wrong-configuration")
  }

  /// Why a value could not be read. The value itself is no part of it: it may be a secret, of which only its provider knows.
  struct ConfigurationFailure: Error {
    enum Reason: Sendable {
      case missing
      /// In which form there is a value, and which ones would do, where there are not too many.
      case wrong(form: String, choices: [String])
      /// There is a value, but no text stands for one of the type.
      case unread
      /// A provider failed, or the type's own code that reads it. Their words may tell a secret.
      case unreadable(String?)
    }

    let lookup: ConfigurationLookup
    let type: TypeName
    let reason: Reason
  }

  extension ConfigurationLookup {
    /// The value; the default when none is configured.
    func read<Value: ConfiguredValue>(_ type: Value.Type, default fallback: Value? = nil) -> Result<Value, ConfigurationFailure> {
      do { return .success(try Value.read(self)) } catch {
        let reason = reason(error, type)
        if case .missing = reason, let fallback { return .success(fallback) }
        return .failure(ConfigurationFailure(lookup: self, type: TypeName(type), reason: reason))
      }
    }

    private func reason<Value>(_ error: any Error, _ type: Value.Type) -> ConfigurationFailure.Reason {
      if let form { return .wrong(form: form, choices: Choices.of(type)) }
      // The errors of the package itself are not public. Its text tells the one for a missing value from those for a part of a value that is wrong.
      let words = "\(error)"
      let isOfPackage = String(reflecting: Swift.type(of: error)) == "Configuration.ConfigError"
      if isOfPackage, words.hasPrefix("Missing required config value") { return .missing }
      return .unreadable(isSecret ? nil : words)
    }

    /// The first form in which the value can be read; `nil` when there is none.
    var form: String? {
      let forms: [(String, (ConfigurationLookup) throws -> Any)] = [
        ("text", String.read), ("a whole number", Int.read), ("a number", Double.read), ("a truth value", Bool.read),
        ("bytes", [UInt8].read), ("a list of texts", [String].read), ("a list of whole numbers", [Int].read),
        ("a list of numbers", [Double].read), ("a list of truth values", [Bool].read),
      ]
      return forms.first { _, read in (try? read(self)) != nil }?.0
    }
  }

  /// The raw values of an enumeration that lists its cases.
  private enum Choices {
    static func of(_ type: any Any.Type) -> [String] {
      func all<Value: CaseIterable>(_ type: Value.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
      }
      return (type as? any CaseIterable.Type).map { all($0) } ?? []
    }
  }

  extension ConfigurationFailure {
    /// The failure as a diagnostic.
    var finding: Diagnostic {
      switch reason {
      case .missing:
        Diagnostic(
          .missingConfiguration, .error, "nothing is configured for '\(lookup.key)', which is read as \(type)",
          notes: [lookup.source],
          help: "\(lookup.advice), or give it a default")
      case .wrong(let form, let choices):
        Diagnostic(
          .wrongConfiguration, .error, "what is configured for '\(lookup.key)' is \(form) and no \(type)", notes: [lookup.source],
          help: choices.isEmpty
            ? "configure a value that can be read as \(type)" : "configure one of \(choices.joined(separator: ", "))")
      case .unread:
        Diagnostic(
          .wrongConfiguration, .error, "what is configured for '\(lookup.key)' cannot replace a \(type)", notes: [lookup.source],
          help: "leave it out of the configuration, or let the profile have text, a number or a truth value")
      case .unreadable(let words):
        Diagnostic(
          .wrongConfiguration, .error, "what is configured for '\(lookup.key)' cannot be read" + (words.map { ": \($0)" } ?? ""),
          notes: [lookup.source])
      }
    }
  }

  extension ConfigurationLookup {
    /// The failure for a value that is configured where only code can make one.
    func failure(unread value: any Sendable) -> ConfigurationFailure {
      ConfigurationFailure(lookup: self, type: TypeName(Swift.type(of: value)), reason: .unread)
    }

    /// Who was asked, in order.
    var source: String { "read from \(reader)" }

    /// The help that leads to a value. A scoped reader does not tell the full names of its keys.
    var advice: String {
      let words = reader.description
      guard words.contains("EnvironmentVariablesProvider"), !words.contains("keyPrefix:"), !words.contains("KeyMappingProvider"),
        let variable
      else {
        return "configure it"
      }
      return "set the environment variable \(variable)"
    }

    /// The name of the key among environment variables.
    private var variable: String? {
      let provider = EnvironmentVariablesProvider(environmentVariables: [:])
      return try? provider.value(forKey: AbsoluteConfigKey(key), type: .string).encodedKey
    }
  }
#endif
