// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import TestSupport

/// The power supply of the garage: two chains that have nothing to do with each other, and what needs both.
///
/// Mains -> Fuses -> Lights, Well -> Boiler, and Lights, Boiler -> Hall.
final class Mains: Sendable { init() async {} }

final class Fuses: Sendable { init(mains: Mains) {} }

final class Lights: Sendable { init(fuses: Fuses) {} }

final class Well: Sendable { init() {} }

final class Boiler: Sendable { init(well: Well) async throws {} }

final class Hall: Sendable { init(lights: Lights, boiler: Boiler) {} }

extension Bind where Value: Sendable {
  /// Writes down that the value starts and stops.
  func logged(in log: Log) -> Self {
    onStart { _ in log.add("+\(TypeName(Value.self))") }.onStop { _ in log.add("-\(TypeName(Value.self))") }
  }
}

extension LifecycleError {
  /// The facts of the error, a line each, that do not depend on where the test is written.
  var summary: String {
    func line(_ failure: Failure) -> String {
      "\(failure.key): \((failure.error as? ResolutionError)?.summary ?? failure.error.map { "\($0)" } ?? "left behind")"
    }
    return
      (["[\(diagnosticID)] \(reason)"] + failures.map(line) + rollback.map { "rolling back \(line($0))" }
      + (cause.map { ["after \($0)"] } ?? [])).joined(separator: "\n")
  }
}

/// Runs a start or a stop.
///
/// - Returns: The summary of its error, or that there is none.
func outcome(_ body: @Sendable () async throws -> Void) async -> String {
  do {
    try await body()
    return "well"
  } catch {
    return (error as? LifecycleError)?.summary ?? "\(error)"
  }
}

/// Runs a request that may not await, also where the caller could.
func synchronously<Value>(_ request: () throws -> Value) rethrows -> Value { try request() }
