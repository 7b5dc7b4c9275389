// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import DovetailInspection
internal import Synchronization
internal import Testing

enum Components: Guide {
  static let page = "Guides/Components"

  protocol Engine: Sendable { var name: String { get } }
  struct HybridEngine: Engine { let name = "hybrid" }
  struct FakeEngine: Engine { let name = "fake" }
  struct Radio: Sendable { let frequency: Double }
  struct Tree: Sendable { let row: Int }
  struct Customer: Hashable, Sendable { let id: Int }

  final class Road: Sendable { init() {} }

  final class Account: Sendable {
    let customer: Customer

    init(customer: Customer) { self.customer = customer }
  }

  struct Offer: Sendable {
    let price: Int
    let account: Account
  }

  final class Car: Sendable {
    let engine: any Engine
    let radio: Radio

    init(engine: any Engine, radio: Radio) { (self.engine, self.radio) = (engine, radio) }
  }

  nonisolated final class Database: Sendable {
    let path: String

    init(path: String) async throws { self.path = path }
    func close() {}
  }

  nonisolated final class Dock: Sendable {
    let log = Mutex<[String]>([])

    func seal() throws { log.withLock { $0.append("sealed") } }
  }

  final class Ferry: Sendable {
    let dock: Dock

    init(dock: Dock) { self.dock = dock }
    func moor() async { dock.log.withLock { $0.append("moored") } }
  }

  final class Garage: Component, Sendable {
    let instances = Instances()
    let frequency: Double

    init(frequency: Double) { self.frequency = frequency }

    var engine: any Engine { single((any Engine).self) { HybridEngine() } }
    var radio: Radio { transient { Radio(frequency: frequency) } }
    var road: Road { weak { Road() } }
    var car: Car { single { Car(engine: engine, radio: radio) } }
  }

  final class Office: Component {
    let instances = Instances()

    func account(of customer: Customer) -> Account {
      single(key: customer) { Account(customer: customer) }
    }

    func offer(to customer: Customer, price: Int) -> Offer {
      transient { Offer(price: price, account: account(of: customer)) }
    }
  }

  final class Orchard: Component {
    let instances = Instances()

    var trees: [Tree] { (1...3).map { row in single(key: row) { Tree(row: row) } } }
  }

  final class Server: Component, Sendable {
    let instances = Instances()
    let path: String

    init(path: String) { self.path = path }

    var database: Database {
      get async throws {
        try await single(onClose: { $0.close() }) { try await Database(path: path) }
      }
    }
  }

  @MainActor final class Label { var text = "" }

  final class Harbour: Component {
    let instances = Instances()

    var dock: Dock { single(onClose: { try $0.seal() }) { Dock() } }
    var ferry: Ferry { single(onClose: { await $0.moor() }) { Ferry(dock: dock) } }
  }

  @MainActor final class Screen: Component {
    let instances = Instances()
    let garage: Garage

    init(garage: Garage) { self.garage = garage }

    var label: Label { single { Label() } }
  }

  struct CarPart: ComponentPart {
    let app: App
    var instances: Instances { app.instances }

    var car: Car { single { Car(engine: app.engine, radio: app.radio) } }
  }

  final class App: Component {
    let instances = Instances()

    var engine: any Engine { single((any Engine).self) { HybridEngine() } }
    var radio: Radio { transient { Radio(frequency: 102.8) } }
    var cars: CarPart { CarPart(app: self) }
  }

  final class Trip: Component {
    let instances = Instances()
    let garage: Garage
    let driver: String

    init(garage: Garage, driver: String) { (self.garage, self.driver) = (garage, driver) }

    var taxi: Taxi { single { Taxi(from: garage) } }
  }

  struct Taxi: Sendable {
    protocol Needs {
      var engine: any Engine { get }
      var radio: Radio { get }
    }

    let engine: any Engine
    let radio: Radio

    init(from needs: some Needs) { (engine, radio) = (needs.engine, needs.radio) }
  }

  protocol Storage {
    var road: Road { get }
  }

  struct Memory: ComponentPart, Storage {
    let instances: Instances
    var road: Road { single { Road() } }
  }

  final class Shop: Component {
    let instances = Instances()
    let storage: any Storage

    init(storage: (Instances) -> any Storage) { self.storage = storage(instances) }
  }

  final class Ring: Component {
    let instances = Instances()
    var hen: String { get throws { try single { "hen of \(try egg)" } } }
    var egg: String { get throws { try single { "egg of \(try hen)" } } }
  }

  final class Ledger: Sendable {
    let path: String
    init(path: String) async throws { self.path = path }
    func flush() async { await Task.yield() }
  }

  struct Teller: Sendable {
    let ledger: Ledger
  }

  final class Bank: Component {
    let instances = Instances()
    let ledger: Ledger

    init(ledger: Ledger) { self.ledger = ledger }

    var teller: Teller { single { Teller(ledger: ledger) } }
  }

  final class Plant: Component {
    let instances: Instances

    init(observer: some Observer) { instances = Instances(observers: [observer]) }

    var engine: any Engine { single((any Engine).self, onClose: { _ in }) { HybridEngine() } }
  }

  private static func opened() async throws -> [String] {
    let print = Printer()
    let bank = try await Bank.open { opening in
      Bank(ledger: try await opening.make(onClose: { await $0.flush() }) { try await Ledger(path: "ledger") })
    }
    print(bank.teller.ledger.path)  // ledger
    try await bank.close()
    let recorder = RecordingObserver()
    let plant = Plant(observer: recorder)
    _ = plant.engine
    try await plant.close()
    print(recorder.events.count)  // 4
    return print.lines
  }

  final class Depot: Component {
    let instances = Instances(observing: true)

    var engine: any Engine { single((any Engine).self) { HybridEngine() } }
    var radio: Radio { transient { Radio(frequency: 102.8) } }
    var car: Car { single { Car(engine: engine, radio: radio) } }
  }

  static func printed() async throws -> [String] {
    let print = Printer()
    let garage = Garage(frequency: 102.8)
    print(garage.car === garage.car, garage.car.radio.frequency)  // true 102.8
    let office = Office()
    let (ada, bob) = (Customer(id: 1), Customer(id: 2))
    print(office.account(of: ada) === office.account(of: ada))  // true
    print(office.account(of: ada) === office.account(of: bob))  // false
    print(Orchard().trees.map(\.row))  // [1, 2, 3]
    let app = App()
    print(app.cars.car === app.cars.car)  // true
    let trip = Trip(garage: garage, driver: "Ada")
    print(trip.taxi.engine.name, trip.taxi.radio.frequency)  // hybrid 102.8
    let test = try Garage(frequency: 102.8)
      .override(\.engine, with: FakeEngine())
      .override(\.radio) { Radio(frequency: $0.frequency / 2) }
    print(test.car.engine.name, test.car.radio.frequency)  // fake 51.4
    try withOverrides {
      try garage.override(\.engine, with: FakeEngine())
      print(garage.car.engine.name)  // fake
    }
    print(garage.car.engine.name)  // hybrid
    let shop = Shop { Memory(instances: $0) }
    print(shop.storage.road === shop.storage.road)  // true
    return try await print.lines + opened()
  }

  static func messages() throws -> [String] {
    let error = #expect(throws: ResolutionError.self) { _ = try Ring().hen }
    let depot = Depot()
    _ = depot.car
    return [
      shown(error?.description ?? "", in: "Components"),
      try depot.graph().textTree().replacing("Components.", with: "").replacing(/\x20+\w+\.swift:\d+/, with: ""),
    ]
  }

  private static func shown(_ text: String, in scope: String) -> String {
    text.replacing("\(scope).", with: "").replacing(/\n\x20+\w+\.swift:\d+:\d+\n/, with: "\n")
      .replacing(/\x20+\w+\.swift:\d+/, with: "")
  }

  @Test static func `an asynchronous member is overridden and closed`() async throws {
    let server = Server(path: "/var/orders")
    #expect(try await server.database === server.database)
    let fake = try await Database(path: ":memory:")
    try await server.override(awaiting: { try await $0.database }, with: fake)
    #expect(try await server.database === fake)
    try await server.close()
    #expect(server.isClosed)
  }

  @Test static func `a component whose members close by awaiting is closed by awaiting`() async throws {
    let harbour = Harbour()
    let ferry = harbour.ferry
    try await harbour.close()
    #expect(ferry.dock.log.withLock(\.self) == ["moored", "sealed"])
  }

  @Test static func `a group that a component stores closes with it`() throws {
    let shop = Shop { Memory(instances: $0) }
    let memory = try #require(shop.storage as? Memory)
    try shop.close()
    #expect(memory.isClosed)
  }

  @Test @MainActor static func `a screen is made and overridden on the main actor`() throws {
    let screen = Screen(garage: Garage(frequency: 1))
    let label = screen.label
    #expect(screen.label === label)
    try screen.override(\.label) { @MainActor _ in Label() }
    #expect(screen.label !== label)
  }
}

extension Components.Garage: Components.Taxi.Needs {}
