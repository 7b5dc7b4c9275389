// SPDX-License-Identifier: Apache-2.0
import Configuration
import Dovetail
import DovetailProfiles
import Foundation

/// Where settings come from: the command line before the environment before a file.
package struct SettingsSource: Sendable {
  /// The settings of the command line, by name.
  package var options: [String: String]
  package var environment: [String: String]
  /// The file, if one is named.
  package var file: String?

  package init(options: [String: String] = [:], environment: [String: String] = [:], file: String? = nil) {
    (self.options, self.environment) = (options, environment)
    self.file = file ?? environment["BISTRO_CONFIG"]
  }

  /// Reads all settings.
  ///
  /// - Parameter profile: The name of the profile; what the environment says when it is `nil`, and `development` when that says nothing.
  /// - Throws: ``SettingsError`` with everything that is wrong, in whichever source.
  package func settings(profile name: String?) async throws(SettingsError) -> Settings {
    let name = name ?? environment["BISTRO_PROFILE"] ?? "development"
    var problems = misspelled
    if !BistroModule.profileNames.contains(name) {
      problems.append(
        .init(name: "the profile", text: "'\(name)' does not exist; choose \(BistroModule.profileNames.joined(separator: ", "))"))
      throw SettingsError(profile: name, problems: problems)
    }
    let profile = Profile(name, await variables(&problems))
    do {
      let settings = try Settings(profile)
      if problems.isEmpty { return settings }
    } catch {
      problems += error.problems.filter { problem in !problems.contains { $0.name == problem.name } }
    }
    throw SettingsError(profile: name, problems: problems)
  }

  private func variables(_ problems: inout [SettingsError.Problem]) async -> [String: Profile.Value] {
    var providers: [(String, any ConfigProvider)] = [
      ("command line", EnvironmentVariablesProvider(environmentVariables: options.encoded)),
      ("environment", EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "bistro")),
    ]
    if let file {
      let path = InMemoryProvider(values: ["filePath": ConfigValue(.string(file), isSecret: false)])
      do {
        providers.append((file, try await FileProvider<JSONSnapshot>(config: ConfigReader(provider: path))))
      } catch {
        problems.append(.init(name: "the file \(file)", text: "cannot be read: \(error)"))
      }
    }
    var variables: [String: Profile.Value] = [:]
    for setting in Setting.all {
      for (source, provider) in providers where variables[setting.name] == nil {
        do {
          let found = try provider.value(forKey: AbsoluteConfigKey(ConfigKey(setting.name)), type: setting.type)
          variables[setting.name] = (found.value?.content).flatMap { Profile.Value($0) }
        } catch {
          problems.append(.init(name: setting.name, text: "is no \(setting.type.words) (\(source))"))
        }
      }
    }
    return variables
  }

  /// What stands in the environment and in the file and means nothing.
  private var misspelled: [SettingsError.Problem] {
    let variables = Setting.all.map(\.variable) + ["BISTRO_CONFIG", "BISTRO_PROFILE"]
    let written = environment.keys.filter { $0.hasPrefix("BISTRO_") }.sorted()
    return unknown(written, in: "environment", among: variables)
      + unknown(namesInFile, in: file ?? "", among: Setting.all.map(\.name))
  }

  private func unknown(_ written: [String], in source: String, among names: [String]) -> [SettingsError.Problem] {
    written.filter { !names.contains($0) }.map { name in
      let help = closestName(to: name, in: names).map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"
      return SettingsError.Problem(name: name, text: "(\(source)) is no setting; \(help)")
    }
  }

  /// The names in the file; none when it cannot be read, which its provider reports.
  private var namesInFile: [String] {
    guard let data = file.flatMap({ FileManager.default.contents(atPath: $0) }),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [] }
    return object.flatMap { name, value in
      (value as? [String: Any])?.keys.map { "\(name).\($0)" } ?? [name]
    }.sorted()
  }
}

extension [String: String] {
  /// Settings by name, as variables of an environment.
  fileprivate var encoded: [String: String] {
    Dictionary(uniqueKeysWithValues: map { ($0.uppercased().replacing(/[.-]/, with: "_"), $1) })
  }
}

extension ConfigType {
  fileprivate var words: String {
    switch self {
    case .int: "whole number"
    case .bool: "true or false"
    default: "text"
    }
  }
}

extension Profile.Value {
  fileprivate init?(_ content: ConfigContent) {
    switch content {
    case .string(let text): self = .text(text)
    case .int(let number): self = .integer(number)
    case .bool(let truth): self = .truth(truth)
    default: return nil
    }
  }
}
