// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import CoreTestSupport
import TestSupport

private final class Horn: Sendable { init() {} }
private final class Seat { init() {} }
private struct Strike: Error {}

private final class Bolt {
  weak var van: Van?
  weak var horn: Horn?
  weak var depot: Depot?
  init() {}
}

private final class Trailer {
  var horn: Horn?
  init() {}
}

private final class Rack {
  let bolt: Bolt
  init(bolt: Bolt) { self.bolt = bolt }
}

private final class Van {
  let rack: Rack
  init(rack: Rack) { self.rack = rack }
}

private final class Depot {
  let van: Van
  init(van: Van) { self.van = van }
}

/// A singleton with a part of its own, a transient, and what fails after both were made.
private struct FailingModule: Module {
  let log: Log

  var bindings: Bindings {
    Bind { [log] (seat: Seat) in
      log.add("horn made")
      return Horn()
    }
    .in(.singleton).onAwake { [log] _ in log.add("horn awake") }
    Bind(Seat.init).onAwake { [log] _ in log.add("seat awake") }
    Bind { (horn: Horn, seat: Seat, number: Int) in "never" }
    Bind { () throws -> Int in throw Strike() }
  }
}

private protocol Hangar: AnyObject, Sendable {
  var lamp: Lamp? { get }
}

private final class PlainHangar: Hangar {
  let lamp: Lamp?
  init(lamp: Lamp) { self.lamp = lamp }
}

private final class Painted: Hangar {
  let inner: any Hangar
  let sign: Sign
  var lamp: Lamp? { inner.lamp }
  init(_ inner: any Hangar, sign: Sign) { (self.inner, self.sign) = (inner, sign) }
}

// Unchecked: a test uses them on one thread.
private final class Lamp: @unchecked Sendable {
  weak var hangar: (any Hangar)?
  weak var plain: PlainHangar?
  init() {}
}

/// Belongs to what a decorator adds.
private final class Sign: @unchecked Sendable {
  weak var hangar: (any Hangar)?
  weak var plain: PlainHangar?
  init() {}
}

private struct HangarModule: Module {
  let share: @Sendable (Bind<any Hangar>) -> Bind<any Hangar>

  var bindings: Bindings {
    Bind(Lamp.init).reference(\.hangar).reference(\.plain)
    Bind(Sign.init).reference(\.hangar).reference(\.plain)
    share(Bind((any Hangar).self, PlainHangar.init))
  }
}

private struct PaintModule: Module {
  var bindings: Bindings { Decorate((any Hangar).self) { (inner: any Hangar, sign: Sign) in Painted(inner, sign: sign) } }
}

private enum Visit: ScopeKind {}
private enum Step: ScopeKind { typealias Parent = Visit }

private final class Session: Sendable { init() {} }

private final class Stage: Sendable {
  let horn: Horn
  init(horn: Horn) { self.horn = horn }
}

private final class Cart {
  weak var session: Session?
  weak var stage: Stage?
  weak var horn: Horn?
  weak var seat: Seat?
  init() {}
}

// Unchecked: a test uses it in one task.
private final class Receipt: @unchecked Sendable {
  weak var session: Session?
  init() {}
}

/// What two scopes keep, one inside the other, and what refers to it.
private struct VisitModule: Module {
  var bindings: Bindings {
    Bind(Session.init).in(.scoped(Visit.self))
    Bind(Stage.init).in(.scoped(Step.self))
    Bind(Horn.init).in(.singleton)
    Bind(Seat.init)
    Bind(Cart.init).reference(\.session).reference(\.stage).reference(\.horn).reference(\.seat)
  }
}

@Suite struct RelativeRequestTests {
  private func expectDecorated(_ container: Container, layers: Int, sourceLocation: Testing.SourceLocation = #_sourceLocation)
    throws
  {
    let hangar = try container.resolve((any Hangar).self)
    var inner = hangar
    for _ in 0..<layers {
      let painted = try #require(inner as? Painted, sourceLocation: sourceLocation)
      // What is added to a hangar belongs to what the next decorator makes of it, if there is one.
      #expect(painted.sign.hangar === hangar, sourceLocation: sourceLocation)
      inner = painted.inner
    }
    let plain = try #require(inner as? PlainHangar, sourceLocation: sourceLocation)
    #expect(plain.lamp?.hangar === hangar, "a reference is to what everybody else gets", sourceLocation: sourceLocation)
    #expect(plain.lamp?.plain === plain, "which a decorator's object is not", sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [{ $0 }, { $0.in(.graph) }, { $0.in(.singleton) }, { $0.in(.weak) }]
      as [@Sendable (Bind<any Hangar>) -> Bind<any Hangar>])
  private func `a reference to a relative that is decorated is to what the decorators made of it`(
    share: @escaping @Sendable (Bind<any Hangar>) -> Bind<any Hangar>
  ) throws {
    let module = HangarModule(share: share)
    try expectDecorated(Container(module), layers: 0)
    try expectDecorated(Container(module, PaintModule()), layers: 1)
    try expectDecorated(Container(module).rebuilt(overriding: PaintModule()), layers: 1)
    let twice = try Container(module, PaintModule()).rebuilt(overriding: InlineModule { PaintModule().bindings })
    try expectDecorated(twice, layers: 2)
  }

  @Test func `a reference to something shared beside it is to what the decorators made of that`() throws {
    let container = try Container(HangarModule { $0.in(.singleton) }, PaintModule())
    let hangar = try container.resolve((any Hangar).self)
    let lamp = try container.resolve(Lamp.self)
    #expect(lamp.hangar === hangar && lamp.plain === (hangar as? Painted)?.inner)
  }

  @Test func `what is shared awakes, with its parts, although the request that made it failed`() throws {
    let log = Log()
    let container = try Container(FailingModule(log: log))
    #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
    #expect(log.lines == ["horn made", "seat awake", "horn awake"])
    #expect(container.tree.roots.count == 1, "the transient of the failed request is gone")
    _ = try container.resolve(Horn.self)
    #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
    #expect(log.lines == ["horn made", "seat awake", "horn awake"], "once only")
  }

  @Test func `nothing awakes that failed itself`() throws {
    let log = Log()
    let container = try Container {
      Bind { () throws -> Horn in throw Strike() }.in(.singleton).onAwake { _ in log.add("horn") }
      Bind(Seat.init).onAwake { _ in log.add("seat") }
      Bind { (seat: Seat, horn: Horn) in 1 }.in(.singleton)
    }
    #expect(throws: ResolutionError.self) { try container.resolve(Int.self) }
    #expect(log.lines == [])
  }

  @Test func `a request inside a factory may name a parent of its own`() throws {
    let van = Van(rack: Rack(bolt: Bolt()))
    let whole = Box<Container>()
    let spare = Unchecked<Bolt>()
    let owner = Unchecked(van)
    let container = try Container {
      Bind(Bolt.init).reference(\.van)
      Bind { () throws -> Seat in
        spare.value = try whole.value.flatMap { try $0.resolve(Bolt.self, parent: try #require(owner.value)) }
        return Seat()
      }
    }
    whole.value = container
    let seat = try container.resolve(Seat.self)
    let bolt = try #require(spare.value)
    #expect(bolt.van === van)
    #expect(container.tree.parent(of: bolt) === van)
    #expect(container.tree.roots.map { $0 === seat } == [true])
    whole.value = nil
  }

  @Test func `what awakes may ask for more, which then awakes too`() throws {
    let log = Log()
    let whole = Box<Container>()
    let container = try Container {
      Bind(Seat.init).onAwake { _ in log.add("seat") }
      Bind { Horn() }.onAwake { _ in
        log.add("horn")
        _ = try? whole.value?.resolve(Seat.self)
      }
    }
    whole.value = container
    _ = try container.resolve(Horn.self)
    #expect(log.lines == ["horn", "seat"])
    whole.value = nil
  }

  /// A container whose bolts refer to what only its child binds.
  private func depots() throws -> (parent: Container, child: Container) {
    let parent = try Container {
      Bind(Bolt.init).reference(\.van).reference(\.depot).reference(\.horn)
      Bind(Horn.init).in(.singleton)
    }
    let child = try parent.child {
      Bind(Rack.init)
      Bind(Van.init)
      Bind(Depot.init)
    }
    return (parent, child)
  }

  @Test func `relatives are found across a container and the one that it is made over`() throws {
    let (parent, child) = try depots()
    let horn = try parent.resolve(Horn.self)
    let depot = try child.resolve(Depot.self)
    let bolt = depot.van.rack.bolt
    #expect(bolt.van === depot.van)
    #expect(bolt.depot === depot)
    #expect(bolt.horn === horn, "it sits under the outer container")
    #expect(child.tree.parent(of: bolt) === depot.van.rack)
    #expect(parent.tree.roots.map { $0 === horn } == [true])
  }

  @Test func `an object that is completed for a parent moves under it, and finds its relatives there`() throws {
    let container = try Container { Bind(Bolt.init).reference(\.van) }
    let bolt = try container.resolve(Bolt.self)
    let van = Van(rack: Rack(bolt: bolt))
    try container.inject(into: bolt, parent: van)
    #expect(container.tree.parent(of: bolt) === van && bolt.van === van)
    #expect(container.tree.roots.isEmpty)
    try container.inject(into: bolt)
    #expect(container.tree.parent(of: bolt) === van, "without a parent it stays where it is")
  }

  @Test func `a parent that a caller names is in the tree of the container that is asked, whoever binds the value`() throws {
    let (parent, child) = try depots()
    let horn = try parent.resolve(Horn.self)
    let depot = try child.resolve(Depot.self)
    let bolt = try child.resolve(Bolt.self, parent: depot.van)
    #expect(child.tree.parent(of: bolt) === depot.van && parent.tree.parent(of: bolt) == nil)
    #expect(bolt.van === depot.van && bolt.depot === depot && bolt.horn === horn)
  }

  @Test func `an object that a factory of another container completes awakes when the whole request is done`() throws {
    let log = Log()
    let awaking = try Container { Bind(Seat.init).onAwake { _ in log.add("seat") } }
    let plain = try Container {
      Bind { () throws -> Horn in
        try awaking.inject(into: Seat())
        log.add("horn")
        return Horn()
      }
    }
    _ = try plain.resolve(Horn.self)
    #expect(log.lines == ["horn", "seat"])
  }

  @Test func `a reference finds what is made in its open scope, then in those around it, then in none`() throws {
    let container = try Container(VisitModule())
    let visits = try [container.openScope(Visit.self), container.openScope(Visit.self)]
    let steps = try visits.map { try $0.openScope(Step.self) }
    let sessions = try visits.map { try $0.resolve(Session.self) }
    let stages = try steps.map { try $0.resolve(Stage.self) }
    let horn = try container.resolve(Horn.self)
    let seat = try visits[0].resolve(Seat.self)
    for (index, session) in sessions.enumerated() {
      let own = index == 0 ? seat : nil
      let outside = try visits[index].resolve(Cart.self)
      #expect(outside.session === session && outside.stage == nil && outside.seat === own)
      let inside = try steps[index].resolve(Cart.self)
      #expect(inside.session === session && inside.stage === stages[index] && inside.seat === own)
      #expect(outside.horn === horn && inside.horn === horn, "it is in no scope, whichever request made it")
    }
    let cart = try container.resolve(Cart.self)
    #expect(cart.session == nil && cart.stage == nil && cart.seat == nil && cart.horn === horn)
    let roots: [AnyObject] = [sessions[0], sessions[1], horn, stages[0], stages[1], seat, cart]
    #expect(container.tree.roots.map { ObjectIdentifier($0) } == roots.map { ObjectIdentifier($0) })
    for visit in visits { try visit.close() }
  }

  @Test func `a scope that is open around the running code counts, also where a caller names a parent`() throws {
    let container = try Container(VisitModule())
    let other = try container.openScope(Visit.self)
    let earlier = try other.resolve(Session.self)
    try container.withScope(Visit.self) { visit in
      let session = try visit.resolve(Session.self)
      let trailer = Trailer()
      let carts = try [container.resolve(Cart.self), container.resolve(Cart.self, parent: trailer)]
      #expect(carts.map { $0.session === session } == [true, true])
      withExtendedLifetime(trailer) {}
    }
    withExtendedLifetime(earlier) {}
    try other.close()
  }

  @Test func `an object that is handed out again is found in the scope that has it now, and in the one around that`() throws {
    let horn = Horn()
    let container = try Container {
      Bind { horn }
      Bind(Cart.init).reference(\.horn)
      Opens(Step.self)
    }
    func horns(_ resolvers: any Resolver...) throws -> [Bool] { try resolvers.map { try $0.resolve(Cart.self).horn === horn } }
    do {
      let (first, second) = try (container.openScope(Visit.self), container.openScope(Visit.self))
      _ = try first.resolve(Horn.self)
      #expect(try horns(first, second) == [true, false])
      _ = try second.resolve(Horn.self)
      #expect(try horns(first, second) == [false, true])
      _ = try second.openScope(Step.self).resolve(Horn.self)
      #expect(try horns(second) == [true])
      try first.close()
      try second.close()
    }
    _ = try container.resolve(Horn.self)
    #expect(try horns(container) == [true])
  }

  @Test func `what a caller puts under an object of no scope is found with it, from every scope`() throws {
    let container = try Container(VisitModule())
    let horn = try container.resolve(Horn.self)
    let visits = try [container.openScope(Visit.self), container.openScope(Visit.self)]
    let seat = try visits[0].resolve(Seat.self)
    container.tree.attach(seat, to: horn)
    #expect(try visits[1].resolve(Cart.self).seat === seat)
    for visit in visits { try visit.close() }
  }

  @Test func `what was made in a scope that has gone is found nowhere`() throws {
    let container = try Container(VisitModule())
    let session = try container.withScope(Visit.self) { visit in try visit.resolve(Session.self) }
    #expect(try container.resolve(Cart.self).session == nil)
    let found = try container.withScope(Visit.self) { visit in try visit.resolve(Cart.self).session }
    #expect(found == nil)
    #expect(container.tree.roots.map { $0 === session } == [true])
  }

  @Test func `an object that is made asynchronously in a scope finds one of that scope`() async throws {
    let container = try Container {
      Bind { () async in Session() }.in(.scoped(Visit.self))
      Bind { () async in Receipt() }.in(.scoped(Visit.self)).reference(\.session)
    }
    let (first, second) = try (container.openScope(Visit.self), container.openScope(Visit.self))
    let sessions = try await [first.resolve(Session.self), second.resolve(Session.self)]
    let receipts = try await [first.resolve(Receipt.self), second.resolve(Receipt.self)]
    #expect(zip(receipts, sessions).map { $0.session === $1 } == [true, true])
    try await first.close()
    try await second.close()
  }

  @Test func `a parent that a caller names is one where nothing but extensions looks on`() throws {
    struct Onlooker: Extension {}
    let van = Van(rack: Rack(bolt: Bolt()))
    let container = try Container(extensions: [Onlooker()]) { Bind(Seat.init) }
    let seat = try container.resolve(Seat.self, parent: van)
    #expect(container.tree.parent(of: seat) === van)
  }

  /// Hands an object to a factory that runs on the same thread.
  // SAFETY: each test uses it on one thread.
  private final class Unchecked<Value>: @unchecked Sendable {
    var value: Value?
    init(_ value: Value? = nil) { self.value = value }
  }

  @Test func `an object that was made elsewhere is completed by the bind of its type, also where that is decorated`() throws {
    let log = Log()
    let container = try Container {
      Bind(Horn.init)
      Bind(Trailer.init).require(\.horn).onAwake { _ in log.add("awake") }
      Decorate(Trailer.self) { (inner: Trailer) -> Trailer in
        log.add("decorated")
        return inner
      }
      Decorate(Trailer.self) { (inner: Trailer, horn: Horn) in inner }
    }
    let trailer = Trailer()
    try container.inject(into: trailer)
    #expect(trailer.horn != nil)
    #expect(log.lines == ["awake"])
    _ = try container.resolve(Trailer.self)
    #expect(log.lines == ["awake", "decorated", "awake"])
  }
}
