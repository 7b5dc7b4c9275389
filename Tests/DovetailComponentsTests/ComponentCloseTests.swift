// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

@Suite struct ComponentCloseTests {
  /// A part that fails to close, of a component with a member of its own.
  private struct Cellar: ComponentPart {
    let house: House
    var instances: Instances { house.instances }

    var barrel: Wheel { single(onClose: { _ in throw Breakdown() }) { Wheel() } }
    var tap: Wheel { get throws { try single { () throws -> Wheel in Wheel() } } }
    var pump: Wheel { single(onClose: { _ async in }) { Wheel() } }
  }

  private final class House: Component, Sendable {
    let instances: Instances
    init(_ observers: [any Observer] = []) { instances = Instances(observers: observers) }

    var door: Wheel { single { Wheel() } }
    var cellar: Cellar { Cellar(house: self) }
  }

  @Test func `a component that is closed through a part is called by its own name`() throws {
    let recorder = RecordingObserver()
    let house = House([recorder])
    _ = (house.cellar.barrel, house.door)
    let error = #expect(throws: CloseError.self) { try withoutAwaiting { try house.cellar.close() } }
    #expect(error?.owner == "the component 'ComponentCloseTests.House'")
    #expect(recorder.events.last.map { "\($0)" } == "closed ComponentCloseTests.House")
    #expect(
      failure { try house.cellar.tap }
        == "[closed] 'tap' was resolved after the component 'ComponentCloseTests.House' had closed\n")
  }

  @Test func `a part that cannot be closed without awaiting names the component`() throws {
    let house = House()
    _ = (house.cellar.pump, house.door)
    let error = #expect(throws: CloseError.self) { try withoutAwaiting { try house.cellar.close() } }
    #expect(error?.owner == "the component 'ComponentCloseTests.House'")
    #expect(!house.isClosed)
  }

  @Test func `a component of which only a part was read is called that part's`() throws {
    let house = House()
    _ = house.cellar.barrel
    let error = #expect(throws: CloseError.self) { try withoutAwaiting { try house.cellar.close() } }
    #expect(error?.owner == "the component of its part 'ComponentCloseTests.Cellar'")
    #expect(
      failure { try house.cellar.tap }
        == "[closed] 'tap' was resolved after the component of its part 'ComponentCloseTests.Cellar' had closed\n")
  }

  @Test func `a part's member is called by the component's name when the component closes`() throws {
    let house = House()
    _ = house.cellar.barrel
    let error = #expect(throws: CloseError.self) { try withoutAwaiting { try house.close() } }
    #expect(error?.owner == "the component 'ComponentCloseTests.House'")
    #expect(
      failure { try house.cellar.tap }
        == "[closed] 'tap' was resolved after the component 'ComponentCloseTests.House' had closed\n")
  }

  final class Shop: Component, Sendable {
    let instances = Instances()
    let log = Log()
    var till: Road {
      get throws { try single(onClose: { [log] in log.add("closed \($0.name)") }) { () throws in Road(name: "till") } }
    }
    var shelf: Road {
      get throws {
        try single(onClose: { [log] in log.add("closed \($0.name) of \(log.lines.count)") }) {
          Road(name: "shelf at \(try till.name)")
        }
      }
    }
    var label: Road { get throws { try transient { () throws in Road() } } }
  }

  @Test func `close runs onClose in reverse order of creation, once, and later reads are errors`() throws {
    let shop = Shop()
    _ = try shop.shelf
    _ = try shop.label
    #expect(!shop.isClosed)
    try shop.close()
    try shop.close()
    #expect(shop.isClosed)
    #expect(shop.log.lines == ["closed shelf at till of 0", "closed till"])
    let closed = "was resolved after the component 'ComponentCloseTests.Shop' had closed\n"
    #expect(failure { try shop.till } == "[closed] 'till' \(closed)")
    #expect(failure { try shop.label } == "[closed] 'label' \(closed)")
  }

  @Test func `what a refused override has made is closed with the component`() throws {
    let shop = Shop()
    let error = #expect(throws: ResolutionError.self) {
      try shop.override({ try $0.shelf }) { shop in
        _ = try shop.till
        throw Breakdown()
      }
    }
    #expect(error?.code == .failed)
    // Memory that was freed would be used again by these.
    let others = (0..<64).map { _ in Shop() }
    for other in others { _ = try other.shelf }
    try shop.close()
    #expect(shop.log.lines == ["closed till"])
  }

  /// A component with members that close in every way, and say so.
  final class Harbour: Component, Sendable {
    let instances = Instances()
    let log = Log()
    let isClosedInside = Box(false)

    var quay: Road { single(onClose: { [self] in try end("quay", $0) }) { Road(name: "stone") } }
    var crane: Road { single(onClose: { [self] in try await endLater("crane", $0) }) { Road(name: "iron") } }
    var pilot: Road {
      get async throws { try await single(onClose: { [self] in try end("pilot", $0) }) { await Self.built("bold") } }
    }
    var ferry: Road {
      get async throws {
        try await single(onClose: { [self] in try await endLater("ferry", $0) }) { [self] in
          if isClosedInside.value == true { try await close() }
          return await Self.built("white")
        }
      }
    }
    var buoy: Road {
      get throws {
        try single(onClose: { [self] in try await endLater("buoy", $0) }) { () throws in
          if isClosedInside.value == true { try close() }
          return Road(name: "red")
        }
      }
    }
    func berth(_ number: Int) -> Road {
      single(key: number, onClose: { [self] in try await endLater("berth", $0) }) { Road(name: "\(number)") }
    }
    func rope(_ number: Int) -> Road {
      single(key: number, onClose: { [self] in try end("rope", $0) }) { Road(name: "\(number)") }
    }

    private static func built(_ name: String) async -> Road {
      await Task.yield()
      return Road(name: name)
    }

    private func end(_ member: String, _ road: Road) throws {
      log.add("\(member) \(road.name)\(Task.isCancelled ? " cancelled" : "")")
      if road.name.contains("o") { throw Breakdown(road.name) }
    }

    private func endLater(_ member: String, _ road: Road) async throws {
      await Task.yield()
      try end(member, road)
    }
  }

  @Test func `close collects what onClose throws, skips nothing, and says where it stands`() throws {
    final class Yard: Component, Sendable {
      let instances = Instances()
      var gate: Road { single(onClose: { _ in throw Breakdown() }) { Road() } }
      var wall: Road { single(onClose: { _ in }) { Road() } }
      func post(_ number: Int) -> Road { single(key: number, onClose: { _ in throw Breakdown("rot") }) { Road() } }
      static let line = #line - 3
    }
    let yard = Yard()
    _ = (yard.gate, yard.post(1), yard.wall, yard.post(2))
    let error = #expect(throws: CloseError.self) { try yard.close() }
    let post = "'post(_:)' (ComponentCloseTests.swift:\(Yard.line + 2):48): Breakdown(reason: \"rot\")"
    #expect(
      error?.description == """
        error: [close-failed] the component 'ComponentCloseTests.Yard' is closed, but not without errors
          \(post)
          \(post)
          'gate' (ComponentCloseTests.swift:\(Yard.line):30): Breakdown(reason: "out of fuel")
        """)
    #expect(yard.isClosed)
    try yard.close()
  }

  @Test func `what has to be awaited is refused by the form that cannot, before anything closes`() async throws {
    let harbour = Harbour()
    _ = (harbour.quay, harbour.berth(1), harbour.rope(2))
    let error = #expect(throws: CloseError.self) { try Self.closeAtOnce(harbour) }
    #expect(error?.reason == .unawaited)
    #expect(
      error?.description.replacing(/\x20\([^)]*swift:[^)]*\)/, with: "") == """
        error: [async-close] the component 'ComponentCloseTests.Harbour' cannot be closed by code that does not await
          'berth(_:)' is closed asynchronously, and was not waited for
          help: close it with try await close() in an async function (the top level of a main.swift is none); nothing has been closed yet
        """)
    #expect(!harbour.isClosed && harbour.log.lines.isEmpty)
    #expect(await Self.closing(harbour) == "[close-failed] the component 'ComponentCloseTests.Harbour'\nquay: \(Self.stone)")
    #expect(harbour.log.lines == ["rope 2", "berth 1", "quay stone"])
  }

  /// Its members are being made while it closes.
  private final class Forge: Component, Sendable {
    let instances = Instances()
    let isIn = Door()
    let (isBegun, door) = (Door(), Door())
    let log = Log()

    var anvil: Wheel {
      single(onClose: { [log] _ in log.add("anvil") }) {
        isIn.open()
        spin { isClosed }
        return Wheel()
      }
    }
    var hammer: Wheel { single(onClose: { [log] _ in log.add("hammer") }) { Wheel() } }
    var cart: Axle { single(onClose: { [log] _ in log.add("cart") }) { Axle(left: anvil, right: hammer) } }
    var sledge: Axle {
      get async throws {
        try await single(onClose: { [log] _ in log.add("sledge") }) { [isBegun, door] in
          isBegun.open()
          await door.pass()
          return Axle(left: self.hammer, right: self.hammer)
        }
      }
    }
  }

  @Test func `what cannot throw is given what was begun before the closing, and closes with the component`() async throws {
    let forge = Forge()
    async let cart = Threads.run { forge.cart }
    await forge.isIn.pass()
    try await forge.close()
    let axle = await cart
    #expect(axle.left !== axle.right)
    #expect(forge.log.lines == ["cart", "hammer", "anvil"])
  }

  @Test func `what cannot throw is given what was begun before the closing, also inside of withOverrides`() async throws {
    let forge = Forge()
    async let cart = Threads.run { Result { try withOverrides { forge.cart } } }
    await forge.isIn.pass()
    try await forge.close()
    let axle = try await cart.get()
    #expect(axle.left !== axle.right)
    #expect(forge.log.lines == ["cart", "hammer", "anvil"])
  }

  @Test func `a member that cannot throw is made for an awaited one that the closing waits for`() async throws {
    let forge = Forge()
    async let sledge = asyncFailure { try await forge.sledge }
    await forge.isBegun.pass()
    async let closing: Void = forge.close()
    await yield { forge.isClosed }
    forge.door.open()
    try await closing
    #expect(await sledge == "[closed] 'sledge' was resolved after the component 'ComponentCloseTests.Forge' had closed\n")
    #expect(forge.log.lines == ["sledge", "hammer"])
  }

  /// Its members are made anew, or throw errors of one type, while it closes.
  private final class Press: Component, Sendable {
    let instances = Instances()
    let log = Log()
    let mayMeet = Box(false)
    let isMet = Box(false)

    private func meet() {
      if mayMeet.value == false { return }
      isMet.value = true
      spin { isClosed }
      // A closing that does not wait has ended by then.
      spin(for: .milliseconds(20))
    }

    var ink: Wheel { single(onClose: { [log] _ in log.add("ink") }) { Wheel() } }
    var paper: Wheel { single(onClose: { [log] _ in log.add("paper") }) { Wheel() } }
    var sheet: Axle {
      transient {
        meet()
        let axle = Axle(left: ink, right: paper)
        log.add("sheet")
        return axle
      }
    }
    var poster: Axle {
      get async throws {
        try await transient { () async throws -> Axle in
          if mayMeet.value != false {
            isMet.value = true
            await yield { isClosed }
          }
          return Axle(left: ink, right: paper)
        }
      }
    }
    /// Nobody can make it: its making waits for the closing, which waits for it.
    var placard: Axle {
      get async throws {
        try await transient { () async throws -> Axle in
          log.add(await ComponentCloseTests.closing(self))
          return Axle(left: ink, right: paper)
        }
      }
    }
    var stamp: Axle {
      get throws(Breakdown) {
        try single(onClose: { [log] _ in log.add("stamp") }) { () throws(Breakdown) -> Axle in
          meet()
          return Axle(left: ink, right: ink)
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `what is made anew when the closing begins gets what it needs, which then closes`(isReadBefore: Bool) async throws {
    let press = Press()
    if isReadBefore { _ = press.sheet }
    press.mayMeet.value = true
    async let sheet = Threads.run { press.sheet }
    await yield { press.isMet.value == true }
    try await press.close()
    #expect(await sheet.left !== sheet.right)
    #expect(press.log.lines.suffix(3) == ["sheet", "paper", "ink"])
  }

  /// Its member makes what another component's member makes anew.
  private final class Printer: Component, Sendable {
    let instances = Instances()
    let press: Press
    init(_ press: Press) { self.press = press }

    var sheet: Axle { transient { press.sheet } }
  }

  @Test func `what is made for another component is awaited by its own`() async throws {
    let press = Press()
    let printer = Printer(press)
    press.mayMeet.value = true
    async let sheet = Threads.run { printer.sheet }
    await yield { press.isMet.value == true }
    try await press.close()
    #expect(await sheet.left !== sheet.right)
    #expect(press.log.lines == ["sheet", "paper", "ink"])
    #expect(!printer.isClosed)
  }

  @Test(arguments: [false, true])
  func `what a task makes anew when the closing begins gets what it needs, which then closes`(isPart: Bool) async throws {
    let press = Press()
    press.mayMeet.value = true
    async let poster = isPart ? try await Fair(press).sign : try await press.poster
    await yield { press.isMet.value == true }
    try await press.close()
    #expect(try await poster.left !== poster.right)
    #expect(press.log.lines == ["paper", "ink"])
  }

  /// Makes what it shares of what another component makes anew.
  private final class Fair: Component, Sendable {
    let instances = Instances()
    let press: Press

    init(_ press: Press) { self.press = press }

    var sign: Axle { get async throws { try await single { try await press.poster } } }
  }

  @Test func `what a task makes anew cannot close its component`() async throws {
    let press = Press()
    _ = try await press.placard
    #expect(press.log.lines == ["[async-close] the component 'ComponentCloseTests.Press'\nplacard: has to be awaited"])
    #expect(!press.isClosed)
  }

  @Test func `a member that can only throw errors of its own is given what was begun before the closing`() async throws {
    let press = Press()
    press.mayMeet.value = true
    async let stamp = Threads.run { Result { () throws(Breakdown) in try press.stamp } }
    await yield { press.isMet.value == true }
    try await press.close()
    _ = try await stamp.get()
    #expect(press.log.lines == ["stamp", "ink"])
  }

  /// What its members do when they close, they do with older ones.
  private final class Pier: Component, Sendable {
    let instances = Instances()
    let log = Log()

    var dock: Wheel { single(onClose: { [self] _ in log.add("dock: " + failure { try buoy }) }) { Wheel() } }
    var crane: Wheel { single { Wheel() } }
    var buoy: Wheel { get throws { try single(onClose: { [log] _ in log.add("buoy") }) { () throws -> Wheel in Wheel() } } }
    var ferry: Axle {
      single(onClose: { [self] ferry in
        log.add("ferry: \(dock === ferry.left) \(crane === ferry.right) " + failure { try new })
      }) { Axle(left: dock, right: crane) }
    }
    var new: Wheel { get throws { try single { () throws -> Wheel in Wheel() } } }
    var pilot: Wheel {
      get async throws { try await single(onClose: { [self] _ async in log.add("pilot: \(dock === ferry.left)") }) { Wheel() } }
    }
  }

  @Test(arguments: [false, true])
  func `a hook reads what was shared before and is not closed yet`(isAwaited: Bool) async throws {
    let pier = Pier()
    _ = (pier.ferry, try pier.buoy)
    if isAwaited {
      _ = try await pier.pilot
      try await pier.close()
    } else {
      try Self.closeAtOnce(pier)
    }
    func closed(_ member: String) -> String {
      "[closed] '\(member)' was resolved after the component 'ComponentCloseTests.Pier' had closed\n"
    }
    let all = ["buoy", "ferry: true true \(closed("new"))", "dock: \(closed("buoy"))"]
    #expect(pier.log.lines == (isAwaited ? ["pilot: true"] : []) + all)
  }

  private static let stone = "Breakdown(reason: \"stone\")"
  private static func closeAtOnce(_ component: some Component) throws { try component.close() }
  fileprivate static func closing(_ component: some Component) async -> String {
    do throws(CloseError) { try await component.close() } catch { return error.summary }
    return "closed"
  }

  @Test func `close awaits what was made in any way, newest first, whatever fails, also in a cancelled task`() async throws {
    let harbour = Harbour()
    _ = (harbour.quay, harbour.crane, try await harbour.pilot, harbour.berth(1))
    _ = (try await harbour.ferry, harbour.rope(1), harbour.berth(2), try harbour.buoy, harbour.rope(2))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Self.closing(harbour)
    }
    let reasons = ["pilot": "bold", "crane": "iron", "quay": "stone"]
    #expect(
      await task.value
        == (["[close-failed] the component 'ComponentCloseTests.Harbour'"]
        + ["pilot", "crane", "quay"].map { "\($0): Breakdown(reason: \"\(reasons[$0] ?? "")\")" }).joined(separator: "\n"))
    #expect(
      harbour.log.lines == [
        "rope 2", "buoy red", "berth 2", "rope 1", "ferry white", "berth 1", "pilot bold", "crane iron", "quay stone",
      ])
    #expect(await Self.closing(harbour) == "closed")
  }

  @Test func `a factory that closes its component is refused, with or without awaiting, and nothing has closed`() async throws {
    let harbour = Harbour()
    harbour.isClosedInside.value = true
    let ferry = await #expect(throws: ResolutionError.self) { try await harbour.ferry }
    let buoy = #expect(throws: ResolutionError.self) { try harbour.buoy }
    for (error, name) in [(ferry, "ferry"), (buoy, "buoy")] {
      let refused = error?.underlying as? CloseError
      #expect(refused?.reason == .building)
      #expect(refused?.failures.map(\.key) == [name])
    }
    #expect(!harbour.isClosed && harbour.log.lines.isEmpty)
  }

  // MARK: withOverrides

  @Test func `withOverrides awaits the closing of what was made inside, replaced or not`() async throws {
    let harbour = Harbour()
    try await withOverrides {
      try harbour.override(\.crane, with: Road(name: "fake"))
      _ = (harbour.crane, try await harbour.ferry, harbour.berth(3))
    }
    #expect(harbour.log.lines == ["berth 3", "ferry white", "crane fake"])
    try await harbour.close()
    #expect(harbour.log.lines.count == 3)
  }

  @Test func `close inside of withOverrides closes what was made inside first, then the rest, once`() async throws {
    let (harbour, other) = (Harbour(), Harbour())
    _ = harbour.rope(1)
    try await withOverrides {
      _ = harbour.rope(2)
      try await withOverrides {
        _ = (harbour.berth(3), other.rope(9), harbour.rope(4))
        let error = #expect(throws: CloseError.self) { try Self.closeAtOnce(harbour) }
        #expect(error?.reason == .unawaited && error?.failures.map(\.key) == ["berth(_:)"])
        #expect(!harbour.isClosed && harbour.log.lines.isEmpty)
        #expect(await Self.closing(harbour) == "closed")
        #expect(harbour.log.lines == ["rope 4", "berth 3", "rope 2", "rope 1"])
        #expect(failure { try harbour.buoy }.hasPrefix("[closed] 'buoy' was resolved after"))
      }
      #expect(other.log.lines == ["rope 9"])
    }
    #expect(harbour.log.lines.count == 4)
  }

  @Test func `a factory that closes its component inside of withOverrides is refused`() async throws {
    let harbour = Harbour()
    harbour.isClosedInside.value = true
    try await withOverrides {
      let error = await #expect(throws: ResolutionError.self) { try await harbour.ferry }
      #expect((error?.underlying as? CloseError)?.reason == .building)
      #expect(!harbour.isClosed && harbour.log.lines.isEmpty)
    }
  }

  @Test func `what comes inside of withOverrides while its component closes is closed once, 300 times`() async throws {
    final class Pier: Component, Sendable {
      let instances = Instances()
      let made = Counter()
      let closed = Counter()
      func pile(_ number: Int) throws -> Road {
        try single(key: number, onClose: { [closed] _ in closed.add() }) { () throws in
          made.add()
          return Road()
        }
      }
    }
    for _ in 0..<300 {
      let pier = Pier()
      try await withOverrides {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<8 {
            group.addTask {
              for place in 0..<4 { _ = try? pier.pile(number * 4 + place) }
              // Refused while another task builds a value.
              if number == 5 { while !pier.isClosed { try? Self.closeAtOnce(pier) } }
            }
          }
        }
        #expect(pier.closed.value == pier.made.value, "nothing is left to the end of withOverrides")
      }
      #expect(pier.closed.value == pier.made.value)
    }
  }

  @Test func `withOverrides throws what was not closed well, with what its closure threw`() async throws {
    let harbour = Harbour()
    #expect(closeFailure { try withOverrides { _ = harbour.quay } } == "[close-failed] withOverrides\nquay: \(Self.stone)")
    let error = await #expect(throws: CloseError.self) {
      try await withOverrides {
        _ = (harbour.quay, try await harbour.ferry)
        throw Breakdown("storm")
      }
    }
    #expect(error?.summary == "[close-failed] withOverrides\nquay: \(Self.stone)\nafter Breakdown(reason: \"storm\")")
    #expect(harbour.log.lines == ["quay stone", "ferry white", "quay stone"])
  }

  @Test func `withOverrides that cannot await leaves what has to be awaited to a task, and says so`() async throws {
    let harbour = Harbour()
    let error = #expect(throws: CloseError.self) { try Self.berth(in: harbour) }
    #expect(
      error?.description.replacing(/\x20\([^)]*swift:[^)]*\)/, with: "") == """
        error: [close-failed] withOverrides is closed, but not without errors
          'berth(_:)' is closed asynchronously, and was not waited for
        """)
    while harbour.log.lines.isEmpty { await Task.yield() }
    #expect(harbour.log.lines == ["berth 4"])
  }

  private static func berth(in harbour: Harbour) throws { try withOverrides { _ = harbour.berth(4) } }
}
