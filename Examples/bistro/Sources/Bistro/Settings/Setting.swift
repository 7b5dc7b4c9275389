// SPDX-License-Identifier: Apache-2.0
import Configuration

/// A setting as it can be written down: in a file, in the environment, or on the command line.
package struct Setting: Sendable {
  /// Its name in a file: `http.port` is `{"http": {"port": 8080}}`.
  package let name: String
  let type: ConfigType
  /// The option of the command line, if there is one.
  let option: String?

  private init(_ name: String, _ type: ConfigType, option: String? = nil) {
    (self.name, self.type, self.option) = (name, type, option)
  }

  /// All settings. Whatever else is written is a mistake.
  package static let all = [
    Setting("http.host", .string, option: "--host"),
    Setting("http.port", .int, option: "--port"),
    Setting("http.max-body-bytes", .int),
    Setting("http.shutdown-seconds", .int),
    Setting("database.path", .string, option: "--database"),
    Setting("database.read-only", .bool),
    Setting("database.busy-milliseconds", .int),
    Setting("database.max-pages", .int),
    Setting("kitchen.cooks", .int),
    Setting("kitchen.milliseconds-per-dish", .int),
    Setting("log.level", .string, option: "--log-level"),
  ]

  /// Its name in the environment.
  package var variable: String {
    "BISTRO_" + name.uppercased().map { $0 == "." || $0 == "-" ? "_" : String($0) }.joined()
  }

  /// The ways to set it, in words.
  var ways: String {
    let file = "\"\(name)\" in the file of --config"
    return (option.map { [$0] } ?? []).joined() + (option == nil ? "" : ", ") + "\(variable) or \(file)"
  }
}
