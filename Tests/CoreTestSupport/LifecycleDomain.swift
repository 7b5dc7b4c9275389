// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import DovetailLifecycle
package import TestSupport

/// The power supply of the garage: two chains that have nothing to do with each other, and what needs both.
///
/// Mains -> Fuses -> Lights, Well -> Boiler, and Lights, Boiler -> Hall.
package final class Mains: Sendable { package init() async {} }

package final class Fuses: Sendable { package init(mains: Mains) {} }

package final class Lights: Sendable { package init(fuses: Fuses) {} }

package final class Well: Sendable { package init() {} }

package final class Boiler: Sendable { package init(well: Well) async throws {} }

package final class Hall: Sendable { package init(lights: Lights, boiler: Boiler) {} }

extension Bind where Value: Sendable {
  /// Writes down that the value starts and stops.
  package func logged(in log: Log) -> Self {
    onStart { _ in log.add("+\(TypeName(Value.self))") }.onStop { _ in log.add("-\(TypeName(Value.self))") }
  }
}

extension LifecycleError {
  /// The facts of the error, a line each, that do not depend on where the test is written.
  package var summary: String {
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
package func outcome(_ body: @Sendable () async throws -> Void) async -> String {
  do {
    try await body()
    return "well"
  } catch {
    return (error as? LifecycleError)?.summary ?? "\(error)"
  }
}

/// Runs a request that may not await, also where the caller could.
package func withoutAwaiting<Value>(_ request: () throws -> Value) rethrows -> Value { try request() }
