// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing

/// Every example of Rivet's document, and the vectors of its own specification.
@Suite struct `Rivet: the examples of the document` {
  static let byName: [any Module] = [
    Rivet.CarModule(profile: Rivet.production), Rivet.DeclaredCarModule(profile: Rivet.production),
  ]

  @Test(arguments: byName)
  func `a car by name has an engine, a radio on 102.8 and four wheels, and is the same again`(module: any Module) throws {
    let factory = try Container(module)
    let car: Rivet.Car = try factory["Car"]
    #expect(car.radio.frequency == 102.8)
    #expect(Set(car.wheels.map(ObjectIdentifier.init)).count == 4)
    #expect(try factory.resolve("Car") === car)
    let provider: Provider<Rivet.Car> = try factory["Car Provider"]
    #expect(try provider.make() === car)
  }

  @Test(arguments: byName)
  func `radios by name differ, and differ from the provider's`(module: any Module) throws {
    let factory = try Container(module)
    let provider: Provider<Rivet.Radio> = try factory["Radio Provider"]
    let radios: [Rivet.Radio] = try [factory["Radio"], factory["Radio"], provider.make(), provider.make()]
    #expect(Set(radios.map(ObjectIdentifier.init)).count == 4)
    #expect(radios.allSatisfy { $0.frequency == 102.8 })
  }

  @Test func `the same car by type`() throws {
    let container = try Container(Rivet.TypedCarModule(profile: Rivet.production))
    let car = try container.resolve(Rivet.Car.self)
    #expect(car.radio.frequency == 102.8)
    #expect(Set(car.wheels.map(ObjectIdentifier.init)).count == 4)
    #expect(try container[Rivet.Car.self] === car)
    #expect(try container.resolve(Provider<Rivet.Car>.self).make() === car)
  }

  @Test func `a wheel provider gives another wheel with every call`() throws {
    let factory = try Container(Rivet.CarModule(profile: Rivet.production))
    let wheelProvider: Provider<Rivet.Wheel> = try factory.resolve("Wheel Provider")
    let x = wheelProvider()
    let y = wheelProvider()
    #expect(x !== y)
  }

  @Test func `a scope is named or left out, and a module loads another one`() throws {
    struct DummyModule: Module {
      var bindings: Bindings { NamedBind("Dummy", needs: []) { _ in "dummy" } }
    }
    let factory = try Container {
      NamedBind("Car", needs: []) { _ in Rivet.Wheel() }.in(.singleton)
      NamedBind("Wheel", needs: []) { _ in Rivet.Wheel() }
      Include(DummyModule())
    }
    #expect(try factory.resolve("Car", as: Rivet.Wheel.self) === factory.resolve("Car"))
    #expect(try factory.resolve("Wheel", as: Rivet.Wheel.self) !== factory.resolve("Wheel"))
    #expect(try factory.resolve("Dummy") == "dummy")
  }

  /// The chain of the motivation: A makes B makes C; x is needed by A and C, y by B, z by C. B knows nothing of x and z.
  @Test func `nobody in the middle carries what only the others need`() throws {
    final class X: Sendable { init() {} }
    final class Y: Sendable { init() {} }
    final class Z: Sendable { init() {} }
    final class C: Sendable {
      let x: X
      let z: Z
      init(x: X, z: Z) { (self.x, self.z) = (x, z) }
    }
    final class B: Sendable {
      let y: Y
      let c: C
      init(y: Y, c: C) { (self.y, self.c) = (y, c) }
    }
    final class A: Sendable {
      let x: X
      let b: B
      init(x: X, b: B) { (self.x, self.b) = (x, b) }
    }
    let a = try Container {
      Bind(A.init)
      Bind(B.init)
      Bind(C.init)
      Bind(X.init).in(.singleton)
      Bind(Y.init)
      Bind(Z.init)
    }
    .resolve(A.self)
    #expect(a.x === a.b.c.x)
  }
}
