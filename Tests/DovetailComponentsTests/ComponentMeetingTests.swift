// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

/// Counts how often it was closed.
private final class Turbine: Sendable {
  let name: String
  let closed = Counter()
  init(_ name: String) { self.name = name }
  func close() { closed.add() }
}

private final class Plant: Component, Sendable {
  let instances: Instances
  let steps = Log()
  let isLooping = Box(false)
  let account = Box<Int>()

  init(observers: [any Observer] = []) { instances = Instances(observers: observers) }

  var source: Turbine { single(onClose: { $0.close() }) { Turbine("real") } }
  var meter: Turbine { get async throws { try await single(onClose: { $0.close() }) { Turbine("meter") } } }
  var lamp: Turbine? { get throws { try single { () throws -> Turbine? in Turbine("lamp") } } }
  var bulb: Turbine? { get throws { try single(onClose: { $0?.close() }) { () throws -> Turbine? in Turbine("bulb") } } }
  var clock: Int { transient { 1 } }
  var label: String {
    let prefix = prefix
    return single { prefix + "!" }
  }
  var prefix: String { single { "real" } }
  var price: Double { transient { 1 } }
  var job: Turbine { single(onClose: { [self] _ in steps.add("closing with \(prefix)") }) { Turbine("job") } }

  func depth(_ count: Int) throws -> Int { try transient { () throws -> Int in count == 0 ? 0 : try depth(count - 1) + 1 } }
  func holder(of id: Int?) throws -> Turbine { try single(key: id) { () throws -> Turbine in Turbine("\(id ?? -1)") } }
  var current: Turbine { single(key: account.value) { Turbine("\(account.value ?? -1)") } }
}

private func error<Result>(of run: () throws -> Result) -> ResolutionError? {
  do {
    _ = try run()
    return nil
  } catch { return error as? ResolutionError }
}

/// The ID and the message of an error, and its help.
private func told<Result>(_ run: () throws -> Result) -> String {
  error(of: run).map { "[\($0.code)] \($0.diagnostic.message)\nhelp: \($0.diagnostic.help ?? "")" } ?? "no error"
}

private final class Dock: Sendable {}

private final class Ferry: Sendable {
  let dock: Dock
  init(_ dock: Dock) { self.dock = dock }
}

private final class Harbour: Component, Sendable {
  let instances = Instances()
  let log = Log()
  var dock: Dock { single(onClose: { [log] _ in log.add("dock") }) { Dock() } }
  var ferry: Ferry { single(onClose: { [unowned self] in log.add("ferry, \(dock === $0.dock)") }) { Ferry(dock) } }
  var pier: Dock { single { Dock() } }
}

@Suite("Where two abilities of components meet") struct ComponentMeetingTests {
  @Test func `a hook at the end of withOverrides reads what was made there, though the component has closed elsewhere`()
    async throws
  {
    let harbour = Harbour()
    try await withOverrides { () async throws in
      _ = harbour.ferry
      await Task.detached { try? await harbour.close() }.value
    }
    #expect(harbour.log.lines == ["ferry, true", "dock"])
  }

  @Test func `a given value that is replaced outside while withOverrides runs closes once, with the component`() async throws {
    let harbour = Harbour()
    let given = Dock()
    try harbour.override(\.dock, with: given)
    try await withOverrides { () async throws in
      _ = harbour.pier
      try await Task.detached {
        try await withOverrides { () async throws in
          _ = harbour.pier
          try await Task.detached { _ = try harbour.override(\.dock, with: Dock()) }.value
          #expect(harbour.dock === given)
        }
      }.value
      #expect(harbour.dock === given)
    }
    #expect(harbour.log.lines == [])
    try await harbour.close()
    #expect(harbour.log.lines == ["dock"])
  }

  // MARK: Overrides and closing

  @Test func `a value that was given closes once, however many overrides come after it`() async throws {
    let (plant, fake, meter) = (Plant(), Turbine("fake"), Turbine("fake"))
    try plant.override(\.source, with: fake)
    try await plant.override(awaiting: { try await $0.meter }, with: meter)
    for clock in 2..<5 {
      #expect(plant.source === fake)
      #expect(try await plant.meter === meter)
      try plant.override(\.clock, with: clock)
    }
    #expect(plant.source === fake)
    try plant.override(\.source, with: fake)
    #expect(plant.source === fake)
    try await plant.close()
    #expect(fake.closed.value == 1)
    #expect(meter.closed.value == 1)
  }

  @Test func `an object that a replacing factory returns again and again closes once, with the component`() throws {
    let fake = Turbine("fake")
    let plant = try Plant().override(\.source) { _ in fake }
    try withOverrides { #expect(plant.source === fake) }
    #expect(fake.closed.value == 0)
    try plant.override(\.clock, with: 2)
    #expect(plant.source === fake)
    try withOverrides {
      try plant.override(\.source) { _ in fake }
      #expect(plant.source === fake)
    }
    #expect(fake.closed.value == 0)
    try plant.close()
    #expect(fake.closed.value == 1)
  }

  @Test func `an object that a replacing factory takes from a member closes once`() throws {
    final class Dam: Component, Sendable {
      let instances = Instances()
      var first: Turbine { single(onClose: { $0.close() }) { Turbine("first") } }
      var second: Turbine { single(onClose: { $0.close() }) { Turbine("second") } }
      var third: Turbine { single { Turbine("third") } }
    }
    let own = Dam()
    let made = own.first
    try own.override(\.first) { _ in made }
    #expect(own.first === made)
    try own.override(\.second) { $0.first }
    #expect(own.second === made)
    try own.close()
    #expect(made.closed.value == 1)

    let other = try Dam().override(\.second) { $0.first }
    let taken = other.second
    #expect(other.first === taken)
    try other.override(\.third, with: Turbine("given"))
    let again = other.second
    #expect(again !== taken && again === other.first)
    try other.close()
    #expect(taken.closed.value == 1 && again.closed.value == 1)

    let unclosed = try Dam().override(\.second) { $0.third }
    let third = unclosed.second
    try unclosed.close()
    #expect(third.closed.value == 1, "the member that has made it does not close it")
  }

  @Test func `a value that the member has made itself closes once when it is given`() throws {
    let plant = Plant()
    let made = plant.source
    try plant.override(\.source, with: made)
    #expect(plant.source === made)
    try plant.close()
    #expect(made.closed.value == 1)
  }

  @Test func `an optional value that the member has made itself closes once when it is given`() throws {
    let plant = Plant()
    let made = try #require(try plant.bulb)
    try plant.override({ try $0.bulb }, with: made)
    #expect(try plant.bulb === made)
    try plant.close()
    #expect(made.closed.value == 1)
    let other = Plant()
    let bulb = try #require(try other.bulb)
    let told = told { try other.override(\.source, with: bulb) }
    #expect(told.hasPrefix("[nothing-to-override] the replacement of 'source' is what 'bulb' has made"))
  }

  @Test func `a value that was made outside of withOverrides, and is given inside, is not closed by it`() throws {
    let plant = Plant()
    let made = plant.source
    try withOverrides {
      try plant.override(\.source, with: made)
      try withOverrides {
        try plant.override(\.source, with: made)
        #expect(plant.source === made)
      }
      #expect(plant.source === made)
    }
    #expect(made.closed.value == 0)
    try plant.close()
    #expect(made.closed.value == 1)
  }

  @Test func `a value that was given outside of withOverrides, and is given inside again, is not closed by it`() throws {
    let (plant, fake) = (Plant(), Turbine("fake"))
    try plant.override(\.source, with: fake)
    try withOverrides {
      try plant.override(\.source, with: fake)
      #expect(plant.source === fake)
    }
    #expect(fake.closed.value == 0)
    #expect(plant.source === fake)
    try plant.close()
    #expect(fake.closed.value == 1)
  }

  @Test func `a value that was given outside of withOverrides is not closed by it`() throws {
    let (plant, fake) = (Plant(), Turbine("fake"))
    try plant.override(\.source, with: fake)
    try withOverrides {
      #expect(plant.source === fake)
      try withOverrides { #expect(plant.source === fake) }
    }
    #expect(fake.closed.value == 0)
    #expect(plant.source === fake)
    try plant.close()
    #expect(fake.closed.value == 1)
  }

  @Test func `a value that is given inside of withOverrides is closed at its end`() throws {
    let (plant, fake) = (Plant(), Turbine("fake"))
    try withOverrides {
      try plant.override(\.source, with: fake)
      #expect(plant.source === fake)
    }
    #expect(fake.closed.value == 1)
    #expect(plant.source.name == "real")
  }

  @Test func `what is closed at the end of withOverrides reads what is inside`() throws {
    let plant = Plant()
    try withOverrides {
      try plant.override(\.prefix, with: "fake")
      _ = plant.job
    }
    #expect(plant.steps.lines == ["closing with fake"])
  }

  @Test func `what a task makes after its withOverrides has ended reads what is inside when it closes`() async throws {
    let plant = Plant()
    let (goes, go) = AsyncStream<Void>.makeStream()
    let task = try withOverrides {
      try plant.override(\.prefix, with: "fake")
      return Task {
        for await _ in goes { break }
        _ = plant.job
      }
    }
    go.yield()
    await task.value
    while plant.steps.lines.isEmpty { await Task.yield() }
    #expect(plant.steps.lines == ["closing with fake"])
    #expect(plant.prefix == "real")
  }

  @Test func `a task that outlives withOverrides is given nothing that was closed at its end`() async throws {
    let plant = Plant()
    let (goes, go) = AsyncStream<Void>.makeStream()
    let (task, inside) = try withOverrides {
      let inside = plant.source
      let task = Task {
        for await _ in goes { break }
        return plant.source
      }
      return (task, inside)
    }
    go.yield()
    let late = await task.value
    #expect(inside.closed.value == 1)
    #expect(late !== inside && late.name == "real")
    #expect(late !== plant.source, "it stays inside")
  }

  @Test func `tasks that read a component first inside of withOverrides share what they make, 20,000 times`() async throws {
    let plant = Plant()
    for _ in 0..<20_000 {
      let made = try await withOverrides {
        let begun = Counter()
        return await withTaskGroup(of: Turbine.self) { group in
          for _ in 0..<2 {
            group.addTask {
              begun.add()
              while begun.value < 2 { await Task.yield() }
              return plant.source
            }
          }
          return await group.reduce(into: [Turbine]()) { $0.append($1) }
        }
      }
      #expect(made.allSatisfy { $0 === made[0] })
    }
  }

  @Test func `a component that has closed cannot be overridden`() throws {
    let plant = Plant()
    try plant.close()
    let expected = """
      [closed] 'Turbine' was overridden after the component 'Plant' had closed
      help: override it before that
      """
    #expect(told { try plant.override(\.source, with: Turbine("late")) } == expected)
    #expect(told { try plant.override(\.source) { _ in Turbine("late") } } == expected)
  }

  // MARK: Overrides and their factories

  private let ownOverride = """
    [nothing-to-override] a factory that replaces a member of 'Plant' overrides 'Plant' itself
    help: override one member after the other
    """

  @Test func `the factory of an override that overrides its own component is refused`() throws {
    let plant = Plant()
    let runs = Counter()
    let result = told {
      try plant.override({ try $0.lamp }) { plant in
        runs.add()
        try plant.override(\.clock, with: 5)
        return Turbine("fake")
      }
    }
    #expect(result == ownOverride)
    #expect(runs.value == 1)
    #expect(plant.clock == 1)
    #expect(try plant.lamp?.name == "lamp")
  }

  @Test func `the factory of an override that overrides its own component through another one is refused`() throws {
    let (plant, other) = (Plant(), Plant())
    let runs = Counter()
    let result = told {
      try plant.override({ try $0.lamp }) { plant in
        if runs.add() > 1 { throw Breakdown("begun again") }
        try other.override({ try $0.lamp }) { _ in
          try plant.override(\.clock, with: 5)
          return Turbine("other")
        }
        return Turbine("fake")
      }
    }
    #expect(result == ownOverride)
    #expect(runs.value == 1)
    #expect(plant.clock == 1)
    #expect(try other.lamp?.name == "lamp")
  }

  @Test func `a factory that overrides another component, or its own inside of withOverrides, may do so`() throws {
    let (plant, other) = (Plant(), Plant())
    try plant.override({ try $0.lamp }) { plant in
      try other.override(\.clock, with: 7)
      return try withOverrides { Turbine("\(try plant.override(\.clock, with: 5).clock)") }
    }
    #expect(try plant.lamp?.name == "5")
    #expect(plant.clock == 1 && other.clock == 7)
  }

  @Test func `a factory for an optional member runs at once, and its failure refuses the override`() throws {
    let plant = Plant()
    let runs = Counter()
    #expect(
      told {
        try plant.override({ try $0.lamp }) { _ in
          runs.add()
          throw Breakdown()
        }
      } == """
        [failed-factory] the factory of 'lamp' threw: Breakdown(reason: "out of fuel")
        help: fix the cause and resolve it again: nothing of the failed attempt was kept
        """)
    #expect(runs.value == 1)
    #expect(try plant.lamp?.name == "lamp")
    try plant.override({ try $0.lamp }) { _ in
      runs.add()
      return nil
    }
    #expect(runs.value == 2)
    #expect(try plant.lamp == nil)
    #expect(runs.value == 2)
  }

  @Test func `a refused override leaves nothing that was made from the replacement`() {
    let plant = Plant()
    #expect(told { try plant.override(\.label, with: "fake") }.hasPrefix("[nothing-to-override]"))
    #expect(plant.label == "real!")
    #expect(plant.prefix == "real")
  }

  @Test func `a value that does not equal itself can be given`() throws {
    let plant = try Plant().override(\.price, with: .nan)
    #expect(plant.price.isNaN)
  }

  @Test func `a task that a factory has started, and that outlives the override, reads the newest members`() async throws {
    let plant = Plant()
    let (goes, go) = AsyncStream<Void>.makeStream()
    let (heard, hear) = AsyncStream<String>.makeStream()
    try plant.override(\.source) { plant in
      Task {
        for await _ in goes { hear.yield(plant.source.name) }
        hear.finish()
      }
      return Turbine("one")
    }
    try plant.override(\.source, with: Turbine("two"))
    @Sendable func nextName() async -> String? {
      go.yield()
      return await heard.first { _ in true }
    }
    #expect(await nextName() == "two")
    #expect(try await withOverrides { await nextName() } == "two", "while other code takes the long way")
    go.finish()
  }

  // MARK: Keys, actors and depth

  @Test func `nil is a key like others`() throws {
    let plant = Plant()
    #expect(try plant.holder(of: nil) === plant.holder(of: nil))
    #expect(try plant.holder(of: nil) !== plant.holder(of: -1))
    try plant.override(\.current, with: Turbine("nobody"))
    #expect(plant.current.name == "nobody")
    plant.account.value = 7
    #expect(plant.current.name == "7", "only the instance of that key was replaced")
  }

  /// Not Sendable.
  private final class Note {
    let author: Int
    init(_ author: Int) { self.author = author }
  }

  private actor Author {
    let number: Int
    init(_ number: Int) { self.number = number }

    func read(_ plant: Plant) -> Int { ComponentMeetingTests.note(in: plant, by: number).author }
    func keyed(_ plant: Plant) -> Int { ComponentMeetingTests.note(in: plant, by: number, key: 1).author }
  }

  private static func note(
    in plant: Plant, by author: Int, key: Int = 0, on actor: isolated any Actor = #isolation
  ) -> Note { plant.single(key: key) { Note(author) } }

  @Test func `an actor never gets what one before it at its address has made`() async {
    let plant = Plant()
    for number in 0..<200 {
      let author = Author(number)
      #expect(await author.read(plant) == number)
      #expect(await author.keyed(plant) == number)
    }
  }

  @Test func `a method that has ended once is not too deep for an error`() {
    // Without optimisation, what is nested takes up to 8 KB for each member.
    Threads.run(1, stackSize: 4 * 1024 * 1024) { _ in
      let plant = Plant()
      #expect((try? plant.depth(1)) == 1)
      #expect(error(of: { try plant.depth(400_000) })?.code == .tooDeep)
      #expect((try? plant.depth(20)) == 20)
    }
  }

  /// Its member asks a container that asks it again.
  private final class Mirror: Component, Sendable {
    let instances = Instances()
    private let container = Box<Container>()

    init() throws {
      container.value = try Container { Bind { [self] (number: Int) throws in try image(number) }.arguments(Int.self) }
    }

    func image(_ number: Int) throws -> Author {
      try single(key: number) { () throws -> Author in
        guard number > 0, let container = container.value else { return Author(number) }
        return try container.resolve(Author.self, arguments: number - 1)
      }
    }

    func end() { container.value = nil }
  }

  @Test func `members and requests inside each other end in an error by their count, on a small stack`() throws {
    let mirror = try Mirror()
    defer { mirror.end() }
    Threads.run(1) { _ in
      #expect(error(of: { try mirror.image(1_000) })?.code == .tooDeep)
      #expect((try? mirror.image(20))?.number == 0)
    }
  }

  // MARK: Observers and opening

  @Test func `the end of an observed component is told after that of its parts`() async throws {
    let recorder = RecordingObserver()
    let steps = Log()
    let plant = try await Plant.open { opening in
      let plant = Plant(observers: [recorder])
      _ = try await opening.make(onClose: { _ in steps.add("\(recorder.events.count { $0.kind.isClosed })") }) { 1 }
      return plant
    }
    _ = plant.source
    try await plant.close()
    #expect(steps.lines == ["1"], "only 'source' has closed before")
    #expect(recorder.events.last?.description.contains("Plant") == true)
  }

  @Test func `a member's factory that closes its component is refused, and the component stays open`() throws {
    let recorder = RecordingObserver()
    let plant = Plant(observers: [recorder])
    let refused = error(of: { try plant.closing() })
    #expect(refused?.code == .failed)
    #expect((refused?.underlying as? CloseError)?.reason == .building)
    #expect(!plant.isClosed && recorder.events.allSatisfy { !$0.kind.isClosed })
  }

  @Test func `a part that comes while a component opens closes with it, under contention`() async throws {
    for _ in 0..<300 {
      let (late, refused) = (Turbine("late"), Counter())
      let task = Box<Task<Void, Never>>()
      let plant = try await Plant.open { opening in
        task.value = Task.detached {
          do { _ = try await opening.make(onClose: { $0.close() }) { late } } catch { refused.add() }
        }
        return Plant()
      }
      await task.value?.value
      #expect(refused.value == 0 && late.closed.value == 0)
      try await plant.close()
      #expect(late.closed.value == 1)
    }
  }
}

extension Plant {
  fileprivate func closing() throws -> Turbine {
    try single(key: 0, onClose: { $0.close() }) { () throws -> Turbine in
      try close()
      return Turbine("late")
    }
  }
}

extension Event.Kind {
  fileprivate var isClosed: Bool { if case .closed = self { true } else { false } }
}
