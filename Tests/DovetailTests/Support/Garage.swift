// SPDX-License-Identifier: Apache-2.0
import Dovetail

// The garage that the suites build: small types that import nothing of the framework, and the keys that tell them apart.

protocol Engine: Sendable {
  var power: Int { get }
  var label: String { get }
}

final class HybridEngine: Engine {
  let power = 102
  let label = "hybrid"
  init() {}
}

struct DieselEngine: Engine {
  let power = 90
  let label = "diesel"
}

struct MeteredEngine: Engine {
  let inner: any Engine
  var power: Int { inner.power }
  var label: String { "metered \(inner.label)" }
}

struct TunedEngine: Engine {
  let inner: any Engine
  var power: Int { inner.power + 10 }
  var label: String { "tuned \(inner.label)" }
}

final class Wheel: Sendable {
  init() {}
}

struct Axle: Sendable {
  let left: Wheel
  let right: Wheel
}

final class Road: Sendable {
  let name: String
  init(name: String = "Route 66") { self.name = name }
}

struct Radio: Sendable, Hashable {
  let frequency: Double
}

final class Car: Sendable {
  let engine: any Engine
  let wheel: Wheel

  init(engine: any Engine, wheel: Wheel) {
    self.engine = engine
    self.wheel = wheel
  }
}

class Vehicle {
  var kind: String { "vehicle" }
}

class Truck: Vehicle {
  override var kind: String { "truck" }
}

struct Order: Sendable, Hashable {
  let number: Int
}

enum Workshop: ScopeKind {
  typealias Input = Inputs<Order>
}

enum Bench: ScopeKind {
  typealias Parent = Workshop
}

enum Yard: ScopeKind {}

extension Key<Wheel> {
  static var spare: Self { Self(named: "spare") }
  static var front: Self { Self(named: "front") }
}
