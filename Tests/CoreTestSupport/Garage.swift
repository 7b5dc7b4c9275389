// SPDX-License-Identifier: Apache-2.0
package import Dovetail

// The garage that the suites build: small types that import nothing of the framework, and the keys that tell them apart.

package protocol Engine: Sendable {
  var power: Int { get }
  var label: String { get }
}

package final class HybridEngine: Engine {
  package let power = 102
  package let label = "hybrid"
  package init() {}
}

package struct DieselEngine: Engine {
  package let power = 90
  package let label = "diesel"
  package init() {}
}

package struct MeteredEngine: Engine {
  package let inner: any Engine
  package var power: Int { inner.power }
  package var label: String { "metered \(inner.label)" }
  package init(inner: any Engine) { self.inner = inner }
}

package struct TunedEngine: Engine {
  package let inner: any Engine
  package var power: Int { inner.power + 10 }
  package var label: String { "tuned \(inner.label)" }
  package init(inner: any Engine) { self.inner = inner }
}

package final class Wheel: Sendable {
  package init() {}
}

package struct Axle: Sendable {
  package let left: Wheel
  package let right: Wheel

  package init(left: Wheel, right: Wheel) { (self.left, self.right) = (left, right) }
}

package final class Road: Sendable {
  package let name: String
  package init(name: String = "Route 66") { self.name = name }
}

package struct Radio: Sendable, Hashable {
  package let frequency: Double
  package init(frequency: Double) { self.frequency = frequency }
}

package final class Car: Sendable {
  package let engine: any Engine
  package let wheel: Wheel

  package init(engine: any Engine, wheel: Wheel) {
    self.engine = engine
    self.wheel = wheel
  }
}

package class Vehicle {
  package init() {}

  package var kind: String { "vehicle" }
}

package class Truck: Vehicle {
  package override var kind: String { "truck" }
}

package struct Order: Sendable, Hashable {
  package let number: Int
  package init(number: Int) { self.number = number }
}

package enum Workshop: ScopeKind {
  package typealias Input = Inputs<Order>
}

package enum Bench: ScopeKind {
  package typealias Parent = Workshop
}

package enum Yard: ScopeKind {}

extension Key<Wheel> {
  package static var spare: Self { Self(named: "spare") }
  package static var front: Self { Self(named: "front") }
}
