// SPDX-License-Identifier: Apache-2.0

/// The fuel supply of the garage: what has to be waited for.
package final class Tank: Sendable {
  package let litres: Int

  package init() async throws {
    await Task.yield()
    litres = 60
  }
}

package final class Pump: Sendable {
  package let tank: Tank

  package init(tank: Tank) async {
    await Task.yield()
    self.tank = tank
  }
}

/// Made synchronously from what is made asynchronously.
package final class Station: Sendable {
  package let tank: Tank
  package let pump: Pump

  package init(tank: Tank, pump: Pump) {
    self.tank = tank
    self.pump = pump
  }
}

/// A new one for every request.
package final class Delivery: Sendable {
  package let tank: Tank

  package init(tank: Tank) async throws { self.tank = tank }
}

/// Not Sendable, and made from what is made asynchronously.
package final class Clerk {
  package let station: Station

  package init(station: Station) { self.station = station }
}

/// Runs a request that has to fail.
///
/// - Returns: The summary of its error.
package func asyncFailure<Value: Sendable>(_ request: @Sendable () async throws -> Value) async -> String {
  do { return Result<Value, any Error>.success(try await request()).summary } catch {
    return Result<Value, any Error>.failure(error).summary
  }
}
