// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

@Suite struct ComponentTests {
  @Test func `a single member is made once for each component`() {
    let (garage, other) = (Workplace(), Workplace())
    #expect(garage.car === garage.car)
    #expect(garage.car !== other.car)
    #expect(garage.car.engine as? HybridEngine === garage.engine as? HybridEngine)
    #expect(garage.made.lines == ["car", "engine", "wheel"])
  }

  @Test func `a transient member is made for every read, and its needs keep their own life`() {
    let garage = Workplace()
    #expect(garage.taxi !== garage.taxi)
    #expect(garage.taxi.wheel === garage.spare)
    #expect(garage.wheel !== garage.wheel)
    #expect(garage.radio == Radio(frequency: 102.8))
  }

  @Test func `a weak member is shared while somebody holds it`() {
    let garage = Workplace()
    var road: Road? = garage.road
    #expect(garage.road === road)
    #expect(garage.made.lines == ["road"])
    road = nil
    #expect(garage.road.name == "Route 66")
    #expect(garage.made.lines == ["road", "road"])
    _ = road
  }

  @Test func `nothing is made before it is read`() {
    #expect(Workplace().made.lines.isEmpty)
  }

  @Test func `arguments belong to the call`() {
    let garage = Workplace()
    #expect(garage.radio(at: 1).frequency == 1)
    #expect(garage.radio(at: 2).frequency == 2)
    #expect(garage.box(of: 1).value == 1)
    #expect(garage.box(of: "one").value == "one")
  }

  @Test func `a single method shares one instance for each equal key`() {
    let garage = Workplace()
    #expect(garage.road(named: "A1") === garage.road(named: "A1"))
    #expect(garage.road(named: "A1") !== garage.road(named: "A2"))
    #expect(garage.made.lines == ["A1", "A2"])
  }

  @Test func `a child reads its parents and anything that meets its needs`() {
    struct Village: Town { let name = "Little Wheeling" }
    let garage = Workplace()
    let dealer = Dealer(garage: garage, town: Village())
    #expect(dealer.demo.engine as? HybridEngine === garage.engine as? HybridEngine)
    #expect(dealer.demo !== garage.car)
    #expect(dealer.sign.name == "Little Wheeling")
  }

  @Test func `a weak member with a key releases its object, and keeps the key as long as the component`() {
    final class Owner: Hashable, Sendable {
      static func == (left: Owner, right: Owner) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    final class Atlas: Component, Sendable {
      let instances = Instances()
      func road(of owner: Owner) -> Road { weak(key: owner) { Road() } }
    }
    weak var key: Owner?
    weak var road: Road?
    do {
      let atlas = Atlas()
      do {
        let owner = Owner()
        key = owner
        road = atlas.road(of: owner)
      }
      #expect(road == nil && key != nil)
      withExtendedLifetime(atlas) {}
    }
    #expect(key == nil)
  }

  @Test func `what a component shares is released with it`() {
    weak var car: Car?
    weak var garage: Workplace?
    do {
      let made = Workplace()
      (car, garage) = (made.car, made)
      #expect(car != nil && garage != nil)
    }
    #expect(car == nil && garage == nil)
  }
}

@Suite struct ComponentPartTests {
  struct Main: ComponentPart {
    let app: App
    var instances: Instances { app.instances }
    var store: Road { single { Road(name: "main") } }
  }

  struct Other: ComponentPart {
    let app: App
    var instances: Instances { app.instances }
    var store: Road { single { Road(name: "other") } }
  }

  struct Typed<Content>: ComponentPart {
    let app: App
    var instances: Instances { app.instances }
    var count: Box<Int> { single { Box(MemoryLayout<Content>.size) } }
  }

  struct Sized: ComponentPart {
    let app: App
    let size: Int
    var instances: Instances { app.instances }
    var first: Box<Int> { single { Box(size) } }
    var own: Box<Int> { single(key: size) { Box(size) } }
  }

  final class Stored: ComponentPart, Sendable {
    let app: WeakComponent<App>
    init(app: App) { self.app = WeakComponent(app) }
    var instances: Instances { app.instances }
    var store: Road { single { Road(name: app().name) } }
  }

  final class App: Component, Sendable {
    let instances: Instances
    let name = "app"
    private let stored = Lock<Stored?>(nil)
    init(observing: Bool = false) { instances = Instances(observing: observing) }
    var main: Main { Main(app: self) }
    var other: Other { Other(app: self) }
    var bytes: Typed<UInt8> { Typed(app: self) }
    var words: Typed<UInt32> { Typed(app: self) }
    var store: Road { single { Road(name: "own") } }
    var kept: Stored {
      stored.withLock { stored in
        if let stored { return stored }
        let new = Stored(app: self)
        stored = new
        return new
      }
    }
    func value() -> Int { single { 1 } }
    func value() -> String { single { "one" } }
  }

  @Test func `members of one name never mix: parts, specialisations, overloads`() {
    let app = App()
    #expect([app.main.store, app.other.store, app.store].map(\.name) == ["main", "other", "own"])
    #expect(app.main.store === app.main.store)
    #expect(app.bytes.count.value == 1)
    #expect(app.words.count.value == 4)
    #expect(app.value() == 1)
    #expect(app.value() == "one")
  }

  @Test func `two values of one part type have the same members, but for those that a key tells apart`() {
    let app = App()
    let (small, large) = (Sized(app: app, size: 1), Sized(app: app, size: 4))
    #expect(small.first.value == 1 && large.first === small.first)
    #expect(small.own.value == 1 && large.own.value == 4)
    #expect(Sized(app: app, size: 4).own === large.own)
  }

  @Test func `a part that the component stores does not keep it`() throws {
    weak var released: App?
    let part: Stored
    do {
      let app = App()
      part = app.kept
      released = app
      #expect(part.store === app.kept.store)
    }
    #expect(released == nil)
    #expect(
      failure { try part.app.get() }
        == "[closed] a part of the component 'ComponentPartTests.App' was read after the component was released\n")
  }
}
