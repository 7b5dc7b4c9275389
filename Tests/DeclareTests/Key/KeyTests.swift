// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private enum Front {
  struct Lamp: Sendable { let color = "white" }
}

private enum Rear {
  struct Lamp: Sendable { let color = "red" }
}

@Suite struct KeyTests {
  @Test func `a key that is written down once equals the one with its name`() {
    #expect(Key<Wheel>.spare == Key(named: "spare"))
    #expect(Key<Wheel>.spare != Key())
    #expect(Key<Wheel>.spare != .front)
    #expect(Set([Key<Wheel>.spare, .front, Key(Wheel.self, named: "spare")]).count == 2)
  }

  @Test func `keys of two types differ, whatever their names`() {
    #expect(AnyHashable(Key(Wheel.self, named: "a")) != AnyHashable(Key(Radio.self, named: "a")))
    #expect(AnyHashable(Key(Wheel.self)) != AnyHashable(Key((any Engine).self)))
  }

  @Test func `types whose printed names are the same are two keys`() throws {
    let container = try Container {
      Bind { Front.Lamp() }
      Bind { Rear.Lamp() }
    }
    #expect(try container.resolve(Front.Lamp.self).color == "white")
    #expect(try container.resolve(Rear.Lamp.self).color == "red")
  }

  @Test(arguments: [
    (Key(Wheel.self).description, "Wheel"),
    (Key<Wheel>.spare.description, #"Wheel named "spare""#),
    (Key((any Engine).self).description, "any Engine"),
    (Key([String: any Engine].self).description, "[String: any Engine]"),
    (Key(Wheel?.self, named: "").description, #"Wheel? named """#),
    (Key(Factory<Car, Int, String>.self).description, "Factory<Car, Int, String>"),
  ]) func `a key says its type in full and its name`(description: String, expected: String) {
    #expect(description == expected)
  }

  static let names = [
    "", " ", "two words", "🛞", "👩🏽‍🔧 at work", "\"quoted\"", "new\nline", "näme", String(repeating: "long ", count: 2_048),
  ]

  @Test func `any text is a name, and every text is a name of its own`() throws {
    let container = try Container {
      Bind { Road(name: "plain") }
      for name in Self.names { Bind { Road(name: name) }.named(name) }
    }
    #expect(try container.resolve(Road.self).name == "plain")
    for name in Self.names { #expect(try container.resolve(Road.self, named: name).name == name) }
    #expect(try container.resolveIfBound(Road.self, named: "  ") == nil)
  }

  @Test func `names that are canonically the same text are the same name`() throws {
    let container = try Container { Bind { Road() }.named("caf\u{E9}") }
    #expect(try container.resolveIfBound(Road.self, named: "cafe\u{301}") != nil)
  }

  @Test func `a binding and a decorator that are named by a name alone have no type in their keys`() throws {
    let container = try Container {
      Bind { 3 as any Sendable }.named(Key(dynamic: "number"))
      Decorate((any Sendable).self) { (inner: any Sendable) in "\(inner)!" as any Sendable }.named(Key(dynamic: "number"))
    }
    #expect(try container.resolve(Key(dynamic: "number")) as? String == "3!")
  }
}
