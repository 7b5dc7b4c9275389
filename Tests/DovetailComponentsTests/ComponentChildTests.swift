// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

@Suite struct ComponentChildTests {
  /// A parent that makes a child, whose member comes back for the parent's.
  final class House: Component, Sendable {
    let instances = Instances()
    var roof: Road { get throws { try single { try Attic(house: self).floor } } }
    var attic: Attic { single { Attic(house: self) } }
    var ladder: Road { get throws { try single { Road(name: "ladder to the \(try attic.hatch.name)") } } }
  }

  final class Attic: Component, Sendable {
    let instances = Instances()
    let house: House
    init(house: House) { self.house = house }

    var floor: Road { get throws { try transient { Road(name: "floor under the \(try house.roof.name)") } } }
    var hatch: Road { get throws { try single { () throws in Road(name: "hatch") } } }
  }

  @Test func `a member that reads itself through a child is a cycle with its path`() throws {
    let house = House()
    #expect(
      failure { try house.roof } == "[dependency-cycle] 'roof' is needed while it is being built\nroof -> floor -> roof")
    #expect(try house.ladder.name == "ladder to the hatch", "a child that is another way round is none")
    #expect(try house.ladder === house.ladder)
  }

  @Test func `a read of a closed member that cannot throw ends the program with the text of the error`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let workplace = Workplace()
      try workplace.close()
      print(workplace.car)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("error: [closed] 'car' was resolved after the component 'Workplace' had closed"), "\(text)")
  }

  // MARK: Modules by protocol

  /// What the app needs of its storage; the real one or a mock.
  protocol Storage: ComponentPart {
    var road: Road { get }
    var wheel: Wheel { get }
  }

  struct Disk: Storage {
    let instances: Instances
    var road: Road { single { Road(name: "on disk") } }
    var wheel: Wheel { transient { Wheel() } }
  }

  struct Memory: Storage {
    let instances: Instances
    var road: Road { single { Road(name: "in memory") } }
    var wheel: Wheel { single { Wheel() } }
  }

  final class App: Component, Sendable {
    let instances = Instances()
    let storage: any Storage & Sendable
    init(storage: (Instances) -> any Storage & Sendable = { Disk(instances: $0) }) { self.storage = storage(instances) }
    var car: Car { single { Car(engine: HybridEngine(), wheel: storage.wheel) } }
  }

  @Test func `a whole module is mocked by its protocol`() throws {
    let (app, test) = (App(), App { Memory(instances: $0) })
    #expect(app.storage.road.name == "on disk")
    #expect(test.storage.road.name == "in memory")
    #expect(test.storage.road === test.storage.road)
    #expect(test.car.wheel === test.storage.wheel)
    #expect(app.car.wheel !== app.storage.wheel)
  }

  struct Logged: Storage {
    let instances: Instances
    let log: Log
    var road: Road { single(onClose: { [log] _ in log.add("road") }) { Road() } }
    var wheel: Wheel { transient { Wheel() } }
  }

  @Test func `what a module has made closes with the component`() throws {
    let log = Log()
    let app = App { Logged(instances: $0, log: log) }
    _ = app.storage.road
    try app.close()
    #expect(log.lines == ["road"])
    #expect(app.storage.isClosed)
  }
}
