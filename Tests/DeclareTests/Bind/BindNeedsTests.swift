// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import Testing
import CoreTestSupport
import TestSupport

private struct Spoke: Sendable, Equatable {
  let number: Int
}

private struct Spokes: Sendable {
  let numbers: [Int]
  init(_ spokes: Spoke...) { numbers = spokes.map(\.number) }
}

/// A spoke by its initialiser, and two that are set.
private struct Hub: Sendable {
  var first = Spoke(number: 0)
  var second = Spoke(number: 0)
  var third: Spoke?
  var numbers: [Int?] { [first.number, second.number, third?.number] }
}

private struct Rig: Sendable {
  let axle: Axle
  let spare: Provider<Wheel>
  let maybe: Wheel?
}

private struct Lamp: Sendable {
  let wheel: Wheel?
  init() { wheel = nil }
  init(wheel: Wheel) { self.wheel = wheel }
}

@Suite struct BindNeedsTests {
  private static let counts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12]

  /// Spokes "1" to "12", and a wheel of each size that takes as many of them.
  private static let container = Result {
    try Container {
      for number in 1...12 { Bind { Spoke(number: number) }.named("\(number)") }
      Bind { Spokes() }.named("0")
      Bind { (a: Spoke) in Spokes(a) }.named("1").needs(Spoke.self, named: "1")
      Bind { (a: Spoke, b: Spoke) in Spokes(a, b) }.named("2").needs(Spoke.self, named: "1", "2")
      Bind { (a: Spoke, b: Spoke, c: Spoke) in Spokes(a, b, c) }.named("3").needs(Spoke.self, named: "1", "2", "3")
      Bind { (a: Spoke, b: Spoke, c: Spoke, d: Spoke) in Spokes(a, b, c, d) }
        .named("4").needs(Spoke.self, named: "1", "2", "3", "4")
      Bind { (a: Spoke, b: Spoke, c: Spoke, d: Spoke, e: Spoke) in Spokes(a, b, c, d, e) }
        .named("5").needs(Spoke.self, named: "1", "2", "3", "4", "5")
      Bind { (a: Spoke, b: Spoke, c: Spoke, d: Spoke, e: Spoke, f: Spoke) in Spokes(a, b, c, d, e, f) }
        .named("6").needs(Spoke.self, named: "1", "2", "3", "4", "5", "6")
      Bind { (a: Spoke, b: Spoke, c: Spoke, d: Spoke, e: Spoke, f: Spoke, g: Spoke) in Spokes(a, b, c, d, e, f, g) }
        .named("7").needs(Spoke.self, named: "1", "2", "3", "4", "5", "6", "7")
      Bind { (a: Spoke, b: Spoke, c: Spoke, d: Spoke, e: Spoke, f: Spoke, g: Spoke, h: Spoke) in
        Spokes(a, b, c, d, e, f, g, h)
      }
      .named("8").needs(Spoke.self, named: "1", "2", "3", "4", "5", "6", "7", "8")
      Bind {
        (
          a: Spoke, b: Spoke, c: Spoke, d: Spoke, e: Spoke, f: Spoke, g: Spoke, h: Spoke, i: Spoke, j: Spoke, k: Spoke,
          l: Spoke
        ) in Spokes(a, b, c, d, e, f, g, h, i, j, k, l)
      }
      .named("12").needs(Spoke.self, named: "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
    }
  }

  @Test(arguments: counts) func `a factory takes any number of needs, each in its place`(count: Int) throws {
    let spokes = try Self.container.get().resolve(Spokes.self, named: "\(count)")
    #expect(spokes.numbers == Array(1...12).prefix(count).map { $0 })
  }

  @Test func `of several initialisers the one without needs is meant`() throws {
    let container = try Container {
      Bind(Lamp.init)
      Bind(Lamp.self, Lamp.init).named("again")
      Bind(Lamp.init(wheel:)).named("wheel")
      Bind(Wheel.init)
    }
    #expect(try container.resolve(Lamp.self).wheel == nil)
    #expect(try container.resolve(Lamp.self, named: "again").wheel == nil)
    #expect(try container.resolve(Lamp.self, named: "wheel").wheel != nil)
  }

  @Test func `one name means all needs of a type`() throws {
    let container = try Container {
      Bind(Axle.init).needs(.spare)
      Bind(Wheel.init).named(.spare).in(.singleton)
    }
    let axle = try container.resolve(Axle.self)
    #expect(axle.left === axle.right)
  }

  @Test func `several names mean one need each, in their order`() throws {
    let container = try Container {
      Bind(Axle.init).needs(.spare, .front)
      Bind(Wheel.init).named(.spare).in(.singleton)
      Bind(Wheel.init).named(.front).in(.singleton)
    }
    let axle = try container.resolve(Axle.self)
    #expect(try axle.left === container.resolve(.spare))
    #expect(try axle.right === container.resolve(.front))
  }

  @Test func `nil among the names means the plain bind`() throws {
    let container = try Container {
      Bind(Axle.init).needs(Wheel.self, named: nil, "spare")
      Bind(Wheel.init).in(.singleton)
      Bind(Wheel.init).named(.spare).in(.singleton)
    }
    #expect(try container.resolve(Axle.self).left === container.resolve(Wheel.self))
  }

  @Test func `needs without a name takes no name away`() throws {
    let container = try Container {
      for number in 1...2 { Bind { Spoke(number: number) }.named("\(number)") }
      Bind { Spoke(number: 0) }
      Bind { (a: Spoke, resolver: any Resolver) in try Spokes(a, resolver.resolve()) }
        .named("opaque").needs(Spoke.self, named: "1").needs(Spoke.self)
      Bind { (a: Spoke) in Spokes(a) }.named("again").needs(Spoke.self, named: "1").needs(Spoke.self)
      Bind { (a: Spoke, b: Spoke) in Spokes(a, b) }
        .named("by turns").needs(Spoke.self, named: "2", nil).needs(Spoke.self, named: nil, "1")
    }
    #expect(try container.resolve(Spokes.self, named: "opaque").numbers == [1, 0])
    #expect(try container.resolve(Spokes.self, named: "again").numbers == [1])
    #expect(try container.resolve(Spokes.self, named: "by turns").numbers == [2, 1])
    // The resolution that the factory declares is a dependency beside its parameter.
    let needs = container.graph.bindings.first { $0.key.name == "opaque" }?.needs
    let texts = needs?.map { "\($0.key) \($0.place)" }
    #expect(texts == ["Spoke named \"1\" parameter", "any Resolver parameter", "Spoke declared"])
  }

  @Test func `a name also reaches needs inside providers and optionals`() throws {
    let container = try Container {
      Bind { (axle: Axle, spare: Provider<Wheel>, maybe: Wheel?) in Rig(axle: axle, spare: spare, maybe: maybe) }
        .needs(.spare)
      Bind(Axle.init)
      Bind(Wheel.init)
      Bind(Wheel.init).named(.spare).in(.singleton)
    }
    let rig = try container.resolve(Rig.self)
    let spare = try container.resolve(.spare)
    #expect(rig.spare() === spare)
    #expect(rig.maybe === spare)
    #expect(rig.axle.left !== spare)
  }

  /// The numbers of a hub's spokes: the plain one is 0.
  private func numbers(_ change: @escaping @Sendable (Bind<Hub>) -> Bind<Hub>) throws -> [Int?] {
    let container = try Container {
      for number in 1...3 { Bind { Spoke(number: number) }.named("\(number)") }
      Bind { Spoke(number: 0) }
      change(Bind { Hub(first: $0) })
    }
    return try container.resolve(Hub.self).numbers
  }

  @Test func `a property with a name of its own is not named by needs, before or after`() throws {
    #expect(try numbers { $0.require(\.second, named: "2").needs(Spoke.self, named: "1") } == [1, 2, nil])
    #expect(try numbers { $0.needs(Spoke.self, named: "1").require(\.second, named: "2") } == [1, 2, nil])
    #expect(try numbers { $0.fill(\.third, named: "2").needs(Spoke.self, named: "1").require(\.second) } == [1, 1, 2])
    #expect(try numbers { $0.fill(\.third, named: "2").require(\.second).needs(Spoke.self, named: "1", "3") } == [1, 3, 2])
    let report = Container.check(
      InlineModule {
        Bind { Spoke(number: 2) }.named("2")
        Bind({ Hub() }, fileID: "Garage/Hub.swift", line: 1, column: 1).require(\.second, named: "2").needs(
          Spoke.self, named: "1")
      })
    #expect(
      report.description == """
        error: [unknown-need] in the binding of 'Hub', no parameter takes 'Spoke', which 'needs' names
          Hub.swift:1:1
          it takes Spoke named "2"
          help: correct the type in the modifier, or remove the modifier
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/unknown-need.md

        1 error
        """)
  }

  @Test func `a property without a name counts for needs, before or after`() throws {
    let names = ["1", "2", "3"]
    #expect(
      try numbers { $0.require(\.second).fill(\.third).needs(Spoke.self, named: names[0], names[1], names[2]) } == [1, 2, 3])
    #expect(
      try numbers { $0.needs(Spoke.self, named: names[0], names[1], names[2]).require(\.second).fill(\.third) } == [1, 2, 3])
    #expect(try numbers { $0.require(\.second).needs(Spoke.self, named: "1") } == [1, 1, nil])
    #expect(try numbers { $0.needs(Spoke.self, named: "1").require(\.second) } == [1, 1, nil])
    let report = Container.check(
      InlineModule {
        for number in 1...2 { Bind { Spoke(number: number) }.named("\(number)") }
        Bind { Spoke(number: 0) }
        Bind({ Hub(first: $0) }, fileID: "Garage/Hub.swift", line: 1, column: 1)
          .needs(Spoke.self, named: "1", "2").require(\.second).fill(\.third)
      })
    #expect(
      report.description == """
        error: [unknown-need] in the binding of 'Hub', 3 parameters take 'Spoke', but 'needs' gives 2 names
          Hub.swift:1:1
          it takes Spoke, Spoke, Spoke
          help: give one name for all of them, or one for each in their order: needs(_:named:) takes nil for one without a name
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/unknown-need.md

        1 error
        """)
  }

  @Test func `a name also reaches closures that return the type, a list or an optional of it`() async throws {
    let container = try Container {
      Bind { Spoke(number: 1) }.named("1")
      Bind { Spoke(number: 2) }.named("2")
      Bind { Spoke(number: 0) }
      Bind { Spoke(number: 3) }.named("2").contribute()
      Bind { (a: Spoke, make: @escaping @Sendable () throws -> Spoke, b: @escaping () -> Spoke) in Spokes(a, try make(), b()) }
        .named("each").needs(Spoke.self, named: "1", "2", nil)
      Bind { (list: @escaping () -> [Spoke], maybe: @escaping () -> Spoke?) in Spokes(list()[0], maybe() ?? Spoke(number: 9)) }
        .named("derived").needs(Spoke.self, named: "2")
      Bind { (make: @escaping @Sendable () async throws -> Spoke) async throws in Spokes(try await make()) }
        .named("awaited").needs(Spoke.self, named: "2")
    }
    #expect(try await container.resolve(Spokes.self, named: "each").numbers == [1, 2, 0])
    #expect(try await container.resolve(Spokes.self, named: "derived").numbers == [3, 2])
    #expect(try await container.resolve(Spokes.self, named: "awaited").numbers == [2])
  }

  @Test func `what a factory resolves may be declared before a hook takes the resolver`() throws {
    let container = try Container {
      Bind { Spoke(number: 0) }
      Bind { Hub() }.needs(Spoke.self).onCreate { _, resolver in _ = try resolver.resolve(Spoke.self) }
    }
    let needs = container.graph.bindings.last?.needs.map { "\($0.key) \($0.place)" }
    #expect(needs == ["any Resolver property", "Spoke declared"])
  }

  @Test(arguments: [
    ("names a type that is not taken", "no parameter takes 'Road', which 'needs' names"),
    ("gives too few names", "3 parameters take 'Spoke', but 'needs' gives 2 names"),
    ("gives too many names", "1 parameter takes 'Road', but 'needs' gives 2 names"),
    ("declares an argument that is not taken", "no parameter takes 'Int', which 'arguments' names"),
    ("allows emptiness of what is not taken", "no parameter takes '[Road]', which 'allowEmpty' names"),
  ]) func `a modifier that misses its parameters is a finding`(mistake: String, message: String) {
    let three = Bind { (a: Spoke, b: Spoke, c: Spoke) in Spokes(a, b, c) }
    let bind =
      switch mistake {
      case "names a type that is not taken": three.needs(Road.self, named: "main")
      case "gives too few names": three.needs(Spoke.self, named: "1", "2")
      case "gives too many names": Bind { (_: Road) in Spokes() }.needs(Road.self, named: "1", "2")
      case "declares an argument that is not taken": three.arguments(Int.self)
      default: three.allowEmpty([Road].self)
      }
    let report = Container.check(
      InlineModule {
        bind
        Bind { Spoke(number: 1) }
        for name in ["1", "2"] { Bind { Spoke(number: 1) }.named(name) }
      })
    #expect(report.errors.map(\.message).contains { $0.contains(message) }, "\(report)")
    #expect(!report.isValid)
  }

  @Test(arguments: ["wheel", "wheelProvider"])
  func `a bind that takes the resolver declares that it asks for a name`(name: String) throws {
    let module = InlineModule("axles") {
      Bind { (resolver: any Resolver) in [try resolver[name] as any Sendable] }.needs(Key(dynamic: name))
    }
    #expect(Container.check(module).diagnostics.map(\.message) == ["nothing is bound for 'wheel'"])
    let report = Container.check(module, InlineModule("wheels") { NamedBind("wheel", needs: []) { _ in 1 } })
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `a name is no parameter`() {
    let report = Container.check(InlineModule { Bind { 1 }.needs(Key(dynamic: "wheel")) })
    #expect(report.errors.map(\.message) == ["in the binding of 'Int', no parameter takes 'wheel', which 'needs' names"])
  }
}
