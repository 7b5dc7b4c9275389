// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import CoreTestSupport
import TestSupport

private protocol Fuel {}

private struct Diesel: Fuel {}

private final class Petrol: Fuel, Injectable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Petrol.init).contribute(to: (any Fuel).self, key: "petrol") { $0 }) }
}

private final class Track: Injectable, Sendable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Track.init).in(.singleton)) }
}

private class Motor: Injectable {
  required init() {}
  class var binding: AnyBind { AnyBind(Bind(Self.init)) }
}

private final class QuietMotor: Motor {}

private class Wagon: Injectable {
  required init() {}
  class var binding: AnyBind { AnyBind(Bind(Self.init).in(.transient)) }
}

private final class Cart: Wagon {
  override class var binding: AnyBind { super.binding.in(.graph) }
}

private final class Kart: Injectable {
  var motor: Motor?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Kart.init)).require(\Kart.motor) }
}

private final class Flag: Injectable, Sendable {
  let colour: String
  init(colour: String) { self.colour = colour }
  static var binding: AnyBind { AnyBind(Bind(Flag.init).arguments(defaults: "green")) }
}

private protocol Bank: Sendable {}

private final class Wallet: Injectable, Sendable {
  let bank: (any Bank)?
  init(bank: (any Bank)?) { self.bank = bank }
  static var binding: AnyBind { AnyBind(Bind { (bank: any Bank, safe: Safe) in Wallet(bank: bank) }) }
}

private final class Rate: Injectable, Sendable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Rate.init).in(.singleton)) }
}

/// Keeps the first value.
private struct Keeping: CustomScope {
  private final class Storage<Value: Sendable>: ScopeStorage {
    private let value = Box<Value>()
    func instance(_ make: () throws -> Value) throws -> Value {
      if let known = value.value { return known }
      let made = try make()
      value.value = made
      return made
    }
  }

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>() }
}

private final class Pouch: Injectable, Sendable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Pouch.init).in(.custom { (_: Rate) in Keeping() })) }
}

private final class Safe: Injectable, Sendable {
  init(bank: any Bank) {}
  static var binding: AnyBind { AnyBind(Bind(Safe.init)) }
}

private final class Marshal: Injectable, Sendable {
  init() {}
  static var binding: AnyBind {
    AnyBind(
      Bind { (resolver: any Resolver) throws -> Marshal in
        _ = try resolver.resolve(Wheel.self)
        return Marshal()
      })
  }
}

private enum Race: ScopeKind {}

private final class Lap: Injectable, Sendable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Lap.init).in(.scoped(Race.self))) }
}

private enum Heat: ScopeKind { typealias Input = Inputs<Order> }

private final class Finish: Injectable, Sendable {
  let order: Order
  let place: Place
  init(order: Order, place: Place) { (self.order, self.place) = (order, place) }
  static var binding: AnyBind { AnyBind(Bind(Finish.init).in(.scoped(Heat.self))) }
}

private final class Place: Injectable, Sendable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Place.init).in(.scoped(Heat.self))) }
}

private final class Clockwork: Injectable, Sendable {
  let heats: ScopeOpener<Heat, Finish>
  init(heats: ScopeOpener<Heat, Finish>) { self.heats = heats }
  static var binding: AnyBind { AnyBind(Bind(Clockwork.init)) }
}

private class Fixed: Injectable {
  init() {}
  class var binding: AnyBind { AnyBind(Bind(Fixed.init)) }
}

private final class Changed: Fixed {}

private final class Confused: Injectable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Confused.init)).require(\Kart.motor) }
}

private final class AlsoConfused: Injectable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(AlsoConfused.init)).reference(\Kart.motor) }
}

private final class Asleep: Injectable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Asleep.init)).onAwake { (_: Kart) in } }
}

private final class Kiln: Injectable {
  var fuel: (any Fuel)?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Kiln.init)).require { (kiln: Kiln, fuel: (any Fuel)?) in kiln.fuel = fuel } }
}

private final class Beacon: Injectable, Sendable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Beacon.init)).onAwake { @MainActor (_: Beacon) in } }
}

private class Press: Injectable {
  required init() {}
  class var binding: AnyBind {
    AnyBind(
      Bind(Self.init).onCreate { (_: Press, resolver: any Resolver) in _ = try resolver.resolve(Well.self) }
        .needs(Well.self))
  }
}

private final class RedPress: Press {
  let colour: String
  init(colour: String) { self.colour = colour }
  required convenience init() { self.init(colour: "none") }
  override class var binding: AnyBind {
    super.binding.made(by: Bind(RedPress.init(colour:)).arguments(defaults: "red"))
  }
}

private struct Every: CustomScope {
  private struct Fresh<Value: Sendable>: ScopeStorage {
    func instance(_ make: () throws -> Value) throws -> Value { try make() }
  }

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Fresh<Value>() }
}

private class Loom: Injectable, @unchecked Sendable {
  required init() {}
  class var binding: AnyBind {
    AnyBind(
      Bind(Self.init).in(.custom { (_: Int) in Every() })
        .onCreate { (_: Loom, resolver: any Resolver) in _ = try resolver.resolve(Road.self) }.needs(Road.self))
  }
}

private final class GreyLoom: Loom, @unchecked Sendable {
  override class var binding: AnyBind { super.binding.made(by: Bind(GreyLoom.init)) }
}

private final class WhiteLoom: Loom, @unchecked Sendable {
  override class var binding: AnyBind { super.binding.made(by: Bind(WhiteLoom.init).in(.singleton)) }
}

private final class Dry: Injectable {
  var fuel: (any Fuel)?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Dry.init)).require(\Dry.fuel) }
}

private final class Pit: Injectable {
  var gauge: Gauge?
  var crew: Crew?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Pit.init)).require(\Pit.gauge).require(\Pit.crew) }
}

private final class Crew: Injectable {
  weak var gauge: Gauge?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Crew.init)).reference(\Crew.gauge) }
}

private final class Gauge { init() {} }

@Suite struct ImplicitBindTests {
  @Test func `a type whose bind some module keeps private carries the one of all others`() throws {
    let container = try Container {
      Include(
        InlineModule("Garage") {
          Bind { Flag(colour: "red") }.private
          Bind { (flag: Flag) in flag.colour }
        })
      Bind { (flag: Flag) in flag.colour }.named("outside")
    }
    #expect(try container.resolve(String.self) == "red")
    #expect(try container.resolve(String.self, named: "outside") == "green")
    #expect(try container.resolveIfBound(Flag.self)?.colour == "green")
  }

  @Test func `a type that only a running container is asked for is found beside a private bind`() throws {
    let container = try Container { Include(InlineModule("Garage") { Bind { Flag(colour: "red") }.private }) }
    let count = container.graph.bindings.count
    for _ in 1...3 { #expect(try container.resolveIfBound(Flag.self)?.colour == "green") }
    #expect(container.graph.bindings.count == count + 1)
  }

  @Test func `the scope of a superclass is none of a subclass that names one`() throws {
    let container = try Container { Bind { (cart: Cart, again: Cart) in "\(cart === again)" } }
    #expect(try container.resolve(String.self) == "true")
  }

  @Test func `a type that carries its bind counts as bound, whoever asks and whenever`() throws {
    #expect(try Container().resolveIfBound(Track.self) != nil)
    #expect(try Container().resolve(Track?.self) != nil)
    let container = try Container {
      Bind { (resolver: any Resolver) in try resolver.resolveIfBound(Track.self) != nil }
      Bind { (track: Track?) in track == nil ? "closed" : "open" }
      Opens(Race.self)
    }
    #expect(try container.resolve(Bool.self))
    #expect(try container.resolve(String.self) == "open")
    #expect(try container.withScope(Race.self) { try $0.resolveIfBound(Track.self) } === container.resolve(Track.self))
    #expect(try container.resolveIfBound(Track.self, named: "old") == nil)
  }

  @Test func `what a type carries can be replaced, also when no bind needs it yet`() throws {
    let container = try Container { Bind { (kart: Kart) in kart.motor is QuietMotor } }
    #expect(try !container.resolve(Bool.self))
    let quiet = try container.rebuilt { Bind(Motor.self, QuietMotor.init) }
    #expect(try quiet.resolve(Bool.self))
    let track = Track()
    #expect(try Container().rebuilt { Bind(instance: track) }.resolve(Track.self) === track)
    #expect(try Container { Bind(instance: track).override }.resolve(Track.self) === track)
  }

  @Test func `a collection that the program asks for has what joined since it was last asked for`() throws {
    let container = try Container { Bind { Diesel() as any Fuel }.contribute(key: "diesel") }
    let lists = try container.resolve(Provider<[any Fuel]>.self)
    #expect(try container.resolve([any Fuel].self).count == 1 && lists().count == 1)
    _ = try container.resolve(Petrol.self)
    #expect(try container.resolve([any Fuel].self).count == 2)
    #expect(try container.resolve([String: any Fuel].self).keys.sorted() == ["diesel", "petrol"])
    #expect(try container.resolve(Provider<[any Fuel]>.self)().count == 2)
    #expect(lists().count == 1, "a provider that was handed out before goes on as it was made")
  }

  @Test func `what a type carries can be decorated`() throws {
    let container = try Container {
      Decorate(Flag.self) { (inner: Flag) in Flag(colour: "dark " + inner.colour) }
    }
    #expect(try container.resolve(Flag.self).colour == "dark green")
  }

  @Test func `a contribution leaves what the type carries in place`() throws {
    let container = try Container {
      Bind { Flag(colour: "red") }.contribute()
      Bind { (flag: Factory<Flag, String>, flags: [Flag]) in flag("white").colour + " " + flags.map(\.colour).joined() }
    }
    #expect(try container.resolve(String.self) == "white red")
  }

  @Test func `a module replaces default arguments of a bind that a type carries`() throws {
    let container = try Container { DefaultArgument(0, of: Flag.self, "blue") }
    #expect(try container.resolve(Flag.self).colour == "blue")
  }

  @Test func `default arguments of the outer container are settled`() throws {
    let container = try Container { DefaultArgument(0, of: Flag.self, "blue") }
    let error = #expect(throws: GraphError.self) { try container.child { DefaultArgument(0, of: Flag.self, "red") } }
    #expect(
      error?.report.errors.map { "[\($0.id)] \($0.message)\n\($0.help ?? "")" } == [
        """
        [wrong-arguments] argument 0 of 'Flag' belongs to the container that this one is made over
        list the DefaultArgument in a module of that container, or bind 'Flag' again beside it
        """
      ])
    let child = try container.child {
      Bind(Flag.init).arguments(defaults: "green")
      DefaultArgument(0, of: Flag.self, "red")
    }
    #expect(try child.resolve(Flag.self).colour == "red")
  }

  @Test func `what is made from a type that carries its bind is found beside what is private, too`() throws {
    let container = try Container {
      Bind { 1 }.private
      Bind { (resolver: any Resolver) throws -> Bool in try resolver.resolve(Track?.self) != nil }
      Bind { (resolver: any Resolver) throws -> Track in try resolver.resolve(Provider<Track>.self)() }.named("provided")
    }
    #expect(try container.resolve(Bool.self))
    #expect(try container.resolve(Track.self, named: "provided") === container.resolve(Track.self))
  }

  @Test func `a type that only a replaced binding needs is not asked for its bind`() throws {
    let shop = InlineModule("shop") { Bind { (wallet: Wallet) in "real \(wallet)" } }
    let module = try Container(shop, InlineModule { Bind { "fake" }.override })
    #expect(try module.resolve(String.self) == "fake")
    let refused = #expect(throws: GraphError.self) { try Container(shop) }
    #expect(Set(refused?.report.errors.map(\.message) ?? []) == ["nothing is bound for 'any Bank'"])
  }

  @Test func `what a type's bind needs need not be there where the bind is replaced`() throws {
    let container = try Container { Bind { Wallet(bank: nil) }.override }
    #expect(try container.resolve(Wallet.self).bank == nil)
  }

  @Test func `but what its scope takes is asked for, since the override takes that over`() throws {
    let container = try Container { Bind { Pouch() }.override }
    #expect(container.report.diagnostics.isEmpty)
    #expect(try container.resolve(Pouch.self) === container.resolve(Pouch.self))
  }

  @Test func `the graph names its roots, whatever joins the container`() throws {
    let container = try Container(roots: [Root(Int.self)]) { Bind { 1 } }
    _ = try container.resolve(Track.self)
    #expect(container.graph.roots.map(\.key.description) == ["Int"])
  }

  @Test func `scopes that are open already keep instances of binds that join later`() throws {
    let container = try Container { Opens(Race.self) }
    let race = try container.openScope(Race.self)
    let lap = try race.resolve(Lap.self)
    #expect(try race.resolve(Lap.self) === lap)
    #expect(try container.withScope(Race.self) { try $0.resolve(Lap.self) } !== lap)
    try race.close()
    #expect(failure { try container.resolve(Lap.self) }.hasPrefix("[scope-not-open]"))
  }

  @Test func `a type that carries its bind joins a container whose child has begun the same kind of scope for itself`() throws {
    let container = try Container {
      Bind { (resolver: any Resolver) in
        let finish = try resolver.resolve(Finish.self)
        return "\(finish.order.number) \(try resolver.resolve(Place.self) === finish.place)"
      }
    }
    let child = try container.child { Bind { 7 }.in(.scoped(Heat.self)) }
    for number in 1...2 {
      try child.withScope(Heat.self, Order(number: number)) { heat in
        let (finish, seven) = (try heat.resolve(String.self), try heat.resolve(Int.self))
        #expect(finish == "\(number) true")
        #expect(seven == 7)
      }
    }
  }

  @Test func `a kind of scope that joins with a type's bind can be opened, with its inputs`() throws {
    let container = try Container { Opens(Race.self) }
    #expect(failure { try container.openScope(Heat.self, Order(number: 1)) }.hasPrefix("[scope-not-open]"))
    let heats = try container.resolve(Clockwork.self).heats
    let (first, second) = (try heats.open(with: Order(number: 1)), try heats.open(with: Order(number: 2)))
    #expect([first.root.order.number, second.root.order.number] == [1, 2])
    _ = try container.withScope(Race.self) { try $0.resolve(Lap.self) }
    try container.withScope(Heat.self, Order(number: 3)) { heat in
      let (finish, place) = (try heat.resolve(Finish.self), try heat.resolve(Place.self))
      #expect(finish.place === place)
      #expect(finish.order.number == 3)
    }
    try first.close()
    try second.close()
    try container.close()
    #expect(failure { try container.openScope(Heat.self, Order(number: 1)) }.hasPrefix("[closed]"))
  }

  @Test func `a root that carries its bind has its relatives among what modules bind`() throws {
    let container = try Container(roots: [Root(Pit.self)]) { Bind(Gauge.init) }
    let pit = try container.resolve(Pit.self)
    #expect(pit.crew?.gauge === pit.gauge)
  }

  @Test func `a child shares the singletons of types with the container that was made with them`() throws {
    let container = try Container(roots: [Root(Track.self)]) { Bind { 1 } }
    let child = try container.child { Bind { (track: Track) in track === track ? "child" : "" } }
    #expect(try child.resolve(Track.self) === container.resolve(Track.self))
  }

  @Test func `a subclass of a class that does not say Self is not bound`() throws {
    #expect(failure { try Container().resolve(Changed.self) } == "[missing-binding] nothing is bound for 'Changed'\n")
  }

  @Test func `a bind that is about another class is an error that says so`() throws {
    #expect(
      failure { try Container().resolve(Confused.self) } == """
        [wrong-type] 'Confused' carries a binding that is about a 'Kart'
        Confused
        """)
  }

  @Test func `a reference and a hook that are about another class are errors, too`() throws {
    #expect(
      failure { try Container().resolve(AlsoConfused.self) } == """
        [wrong-type] 'AlsoConfused' carries a binding that is about a 'Kart'
        AlsoConfused
        """)
    #expect(
      failure { try Container().resolve(Asleep.self) } == """
        [wrong-type] 'Asleep' carries a binding that is about a 'Kart'
        Asleep
        """)
  }

  @Test func `a closure for an optional property needs what is not optional`() throws {
    #expect(
      failure { try Container().resolve(Kiln.self) }
        .hasPrefix("[missing-binding] 'Kiln' carries its own binding, but nothing is bound for 'any Fuel'\n"))
  }

  @Test func `a value that is Sendable may leave the actor of a modifier`() async throws {
    _ = try await Container().resolve(Beacon.self)
  }

  @Test func `a bind that is made in another way declares what its inherited hooks resolve`() async throws {
    let container = try Container { Bind { () async in Well() }.in(.singleton) }
    _ = try await container.resolve(Press.self)
    #expect(try await container.resolve(RedPress.self).colour == "red")
    let other = try Container { Bind { () async in Well() }.in(.singleton) }
    #expect(try await other.resolve(RedPress.self).colour == "red")
  }

  @Test func `an inherited custom scope declares its needs once`() throws {
    let container = try Container {
      Bind { Road() }
      Bind { 7 }
      GreyLoom.binding
      WhiteLoom.binding
    }
    #expect(
      container.graph.bindings.suffix(2).map { $0.needs.map(\.key.description) } == [
        ["any Resolver", "Road", "Int"], ["any Resolver", "Road"],
      ])
  }

  @Test func `what a carried bind lacks is told where the type is asked for`() throws {
    for request in [{ try $0.resolve(Dry.self) }, { try $0.resolveIfBound(Dry.self) as Any }] as [(Container) throws -> Any] {
      let text = failure { try request(Container()) }
      #expect(text.hasPrefix("[missing-binding] 'Dry' carries its own binding, but nothing is bound for 'any Fuel'\n"))
    }
    let error = #expect(throws: ResolutionError.self) { try Container().resolve(Provider<Dry>.self) }
    #expect(error?.diagnostic.message == "'Dry' carries its own binding, but nothing is bound for 'any Fuel'")
  }

  @Test func `carried binds that need each other are a cycle, and what is missing is told to conform`() throws {
    #expect(
      failure { try Container().resolve(Hazel.self) } == """
        [dependency-cycle] 'Hazel' carries its own binding, but 'Hazel' and 'Nut' need each other before either is built

        """)
    let error = #expect(throws: ResolutionError.self) { try Container().resolve(Nest.self) }
    #expect(error?.diagnostic.message == "'Nest' carries its own binding, but nothing is bound for 'Straw'")
    #expect(error?.description.contains("\\n") == false)
    #expect(
      error?.diagnostic.help
        == "let 'Straw' conform to Injectable, add Bind { Straw(…) } to a module, or make the dependency optional: Straw?")
  }

  @Test func `a child, which has other binds, does not show what its parent's late binds asked for`() throws {
    let parent = try Container {
      Bind { (resolver: any Resolver) in try resolver.resolveIfBound(Wheel.self) == nil }
      Bind(Wheel.init)
    }
    _ = try (parent.resolve(Bool.self), parent.resolve(Marshal.self))
    #expect(parent.graph.observed == [Graph.ObservedEdge(from: 0, to: 1), Graph.ObservedEdge(from: 2, to: 1)])
    #expect(try parent.child { Bind { Road() } }.graph.observed == [Graph.ObservedEdge(from: 0, to: 1)])
    #expect(try parent.child {}.child {}.graph.observed == [Graph.ObservedEdge(from: 0, to: 1)])
  }
}

private final class Hazel: Injectable, Sendable {
  static var binding: AnyBind { AnyBind(Bind(Hazel.init(egg:))) }
  init(egg: Nut) {}
}
private final class Nut: Injectable, Sendable {
  static var binding: AnyBind { AnyBind(Bind(Nut.init(chicken:))) }
  init(chicken: Hazel) {}
}
private final class Nest: Injectable, Sendable {
  static var binding: AnyBind { AnyBind(Bind(Nest.init(straw:))) }
  init(straw: Straw) {}
}
private final class Straw: Sendable {
  @Test func `a carried part, which answers nothing, joins no container`() throws {
    struct Filter: Injectable {
      static var binding: AnyBind { AnyBind(Bind { Filter() }.contribute()) }
    }
    let container = try Container { Bind { 1 } }
    #expect(try container.resolveIfBound(Filter.self).map { _ in 1 } == nil)
    #expect(try container.resolveIfBound([Filter].self).map(\.count) == nil)
  }
}
