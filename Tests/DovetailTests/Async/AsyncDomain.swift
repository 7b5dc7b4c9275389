// SPDX-License-Identifier: Apache-2.0
import Dovetail

/// The fuel supply of the garage: what has to be waited for.
final class Tank: Sendable {
  let litres: Int

  init() async throws {
    await Task.yield()
    litres = 60
  }
}

final class Pump: Sendable {
  let tank: Tank

  init(tank: Tank) async {
    await Task.yield()
    self.tank = tank
  }
}

/// Made synchronously from what is made asynchronously.
final class Station: Sendable {
  let tank: Tank
  let pump: Pump

  init(tank: Tank, pump: Pump) {
    self.tank = tank
    self.pump = pump
  }
}

/// A new one for every request.
final class Delivery: Sendable {
  let tank: Tank

  init(tank: Tank) async throws { self.tank = tank }
}

/// Not Sendable, and made from what is made asynchronously.
final class Clerk {
  let station: Station

  init(station: Station) { self.station = station }
}

/// Runs a request that has to fail.
///
/// - Returns: The summary of its error.
func asyncFailure<Value: Sendable>(_ request: @Sendable () async throws -> Value) async -> String {
  do { return "\(try await request())" } catch { return (error as? ResolutionError)?.summary ?? "\(type(of: error))" }
}
