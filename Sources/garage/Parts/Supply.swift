// SPDX-License-Identifier: Apache-2.0

// The supply of the garage with power, water and air: ten parts that take their time to come up.

/// The main switch.
final class Mains: Sendable {
  init() async throws { try await Warming.up(for: .milliseconds(10)) }
}

final class Fuses: Sendable {
  init(mains: Mains) async throws { try await Warming.up(for: .milliseconds(10)) }
}

final class Lights: Sendable {
  init(fuses: Fuses) async throws { try await Warming.up(for: .milliseconds(5)) }
}

final class Well: Sendable {
  init() async throws { try await Warming.up(for: .milliseconds(5)) }
}

final class Cistern: Sendable {
  init(well: Well, fuses: Fuses) async throws { try await Warming.up(for: .milliseconds(10)) }
}

final class Boiler: Sendable {
  init(cistern: Cistern) async throws { try await Warming.up(for: .milliseconds(10)) }
}

final class Compressor: Sendable {
  init(fuses: Fuses) async throws { try await Warming.up(for: .milliseconds(30)) }
}

final class Lift: Sendable {
  init(compressor: Compressor) async throws { try await Warming.up(for: .milliseconds(20)) }
}

final class Shutter: Sendable {
  init(fuses: Fuses) async throws { try await Warming.up(for: .milliseconds(5)) }
}

/// Where everything comes together.
final class Hall: Sendable {
  init(lights: Lights, boiler: Boiler, lift: Lift, shutter: Shutter) async throws {}

  func open() async throws { try await Warming.up(for: .milliseconds(5)) }
}

/// Stands for the work that a real part would do.
enum Warming {
  static func up(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
