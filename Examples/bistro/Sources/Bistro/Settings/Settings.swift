// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
package import DovetailProfiles
package import Logging

/// How the bistro runs.
package struct Settings: Sendable, Equatable {
  /// `production`, `development` or `test`.
  package let profile: String
  package var host = "127.0.0.1"
  /// The port; any free one for 0.
  package var port = 8080
  /// How large the body of a request may be.
  var maxBodyBytes = 64 * 1024
  var storage: StorageSettings
  var kitchen = KitchenSettings()
  package var logLevel = Logger.Level.info
  /// How long requests may go on after the bistro was told to close.
  var shutdownSeconds = 10

  /// Whether the graph may be seen by whoever asks.
  var showsGraph: Bool { profile == "development" }
}

/// How the kitchen works.
struct KitchenSettings: Sendable, Equatable {
  /// How many orders are cooked at the same time; with none the kitchen is closed.
  var cooks = 2
  var millisecondsPerDish = 50
}

extension Settings {
  /// Reads the settings out of a profile.
  ///
  /// - Throws: ``SettingsError`` with everything that is wrong.
  package init(_ profile: Profile) throws(SettingsError) {
    var reader = SettingsReader(profile)
    self.profile = profile.name
    let path: String? = reader.read("database.path")
    storage = StorageSettings(path: path ?? Settings.defaultPath(of: profile.name) ?? "")
    if storage.path.isEmpty { reader.note("database.path", "is missing") }
    reader.set(&storage.isReadOnly, "database.read-only")
    reader.set(&storage.busyMilliseconds, "database.busy-milliseconds", in: 0...600_000)
    storage.maxPages = reader.read("database.max-pages", in: 1...4_294_967_294)
    reader.set(&host, "http.host")
    reader.set(&port, "http.port", in: 0...65535)
    reader.set(&maxBodyBytes, "http.max-body-bytes", in: 1...(1 << 30))
    if profile.name == "test" { kitchen.millisecondsPerDish = 0 }
    reader.set(&kitchen.cooks, "kitchen.cooks", in: 0...64)
    reader.set(&kitchen.millisecondsPerDish, "kitchen.milliseconds-per-dish", in: 0...600_000)
    // Whoever cooks writes it down.
    if storage.isReadOnly { kitchen.cooks = 0 }
    reader.set(&shutdownSeconds, "http.shutdown-seconds", in: 1...600)
    if let level: String = reader.read("log.level") {
      logLevel = Logger.Level(rawValue: level) ?? logLevel
      if logLevel.rawValue != level {
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        reader.note("log.level", "is '\(level)'; it has to be one of \(levels)")
      }
    }
    if storage.isReadOnly, storage.isInMemory {
      reader.note("database.read-only", "is true, and a database in memory begins empty; name a file in database.path")
    }
    if !reader.problems.isEmpty { throw SettingsError(profile: profile.name, problems: reader.problems) }
  }

  /// In production nobody should find out later where the orders are.
  private static func defaultPath(of profile: String) -> String? {
    switch profile {
    case "development": "bistro.sqlite"
    case "test": ":memory:"
    default: nil
    }
  }
}

/// Reads variables one by one, and remembers what is wrong with them.
private struct SettingsReader {
  let profile: Profile
  var problems: [SettingsError.Problem] = []

  init(_ profile: Profile) { self.profile = profile }

  mutating func note(_ name: String, _ text: String) { problems.append(SettingsError.Problem(name: name, text: text)) }

  mutating func read<Value: ProfileValue>(_ name: String) -> Value? {
    guard let written = profile.variables[name] else { return nil }
    if let value = Value(profileValue: written) { return value }
    note(name, "is \(written), which is no \(Value.self)")
    return nil
  }

  mutating func read(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let value: Int = read(name) else { return nil }
    if range.contains(value) { return value }
    note(name, "is \(value); it has to be between \(range.lowerBound) and \(range.upperBound)")
    return nil
  }

  mutating func set<Value: ProfileValue>(_ setting: inout Value, _ name: String) { setting = read(name) ?? setting }

  mutating func set(_ setting: inout Int, _ name: String, in range: ClosedRange<Int>) {
    setting = read(name, in: range) ?? setting
  }
}
