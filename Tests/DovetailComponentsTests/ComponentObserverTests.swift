// SPDX-License-Identifier: Apache-2.0
import DovetailComponents
import DovetailRuntime
import Testing
import CoreTestSupport
import TestSupport

@Suite struct ComponentObserverTests {
  private struct Engine: Sendable {}
  private final class Car: Sendable {}
  private struct Breakdown: Error {}

  private final class Garage: Component, Sendable {
    let instances: Instances
    let observer: RecordingObserver

    init(observesReuse: Bool = false, and others: [any Observer] = []) {
      observer = RecordingObserver(observesReuse: observesReuse)
      instances = Instances(observers: [observer] + others)
    }

    var engine: Engine { transient { Engine() } }
    var car: Car {
      single(onClose: { _ in }) {
        _ = engine
        return Car()
      }
    }
    var spare: Car { weak { Car() } }
    var broken: Car { get throws { try single { throw Breakdown() } } }
    var lift: Car {
      get async throws {
        try await single(onClose: { _ in await Task.yield() }) {
          _ = engine
          return Car()
        }
      }
    }
    var visitor: Car { get async throws { try await transient { Car() } } }
    func wheel(_ number: Int) -> Car { single(key: number) { Car() } }

    /// What was told, without times.
    var told: [String] { observer.events.map { "\($0)".replacing(/(in|after) [\d.]+ ms/) { "\($0.1) …" } } }
  }

  @Test func `what members make is told, around what is made for them`() async throws {
    let garage = Garage()
    _ = garage.car
    _ = garage.car
    _ = try await garage.lift
    _ = garage.wheel(1)
    _ = garage.wheel(2)
    #expect(
      garage.told == [
        "creating car", "creating engine", "created engine in …", "created car in …", "creating lift", "creating engine",
        "created engine in …", "created lift in …", "creating wheel(_:)", "created wheel(_:) in …", "creating wheel(_:)",
        "created wheel(_:) in …",
      ])
    #expect(garage.observer.events[0].subject.module == TypeName(Garage.self))
    #expect(garage.observer.events[0].number == garage.observer.events[3].number)
  }

  @Test func `a failure is told with its error, and the next read is told again`() {
    let garage = Garage()
    #expect(throws: ResolutionError.self) { try garage.broken }
    #expect(throws: ResolutionError.self) { try garage.broken }
    #expect(
      garage.told == [
        "creating broken", "broken failed after …: Breakdown()", "creating broken", "broken failed after …: Breakdown()",
      ])
  }

  @Test func `closing is told member by member, and the component last, once`() async throws {
    let garage = Garage()
    _ = garage.car
    _ = try await garage.lift
    let before = garage.told.count
    #expect(throws: CloseError.self) { try garage.close() }
    #expect(garage.told.count == before)
    try await garage.close()
    try await garage.close()
    #expect(garage.told.dropFirst(before) == ["closed lift", "closed car", "closed ComponentObserverTests.Garage"])
  }

  private final class Yard: Component, Sendable {
    let instances: Instances
    init(_ observer: RecordingObserver) { instances = Instances(observers: [observer]) }

    var gate: Car { single(onClose: { _ in throw Breakdown() }) { Car() } }
    var fence: Car { single(onClose: { _ async throws in throw Breakdown() }) { Car() } }
    var bell: Car { get async throws { try await single(onClose: { _ in throw Breakdown() }) { Car() } } }
    var tidy: Car { single(onClose: { _ in }) { Car() } }
  }

  @Test func `members whose closing fails are told with their errors, and the component after them`() async throws {
    let observer = RecordingObserver()
    let yard = Yard(observer)
    _ = (yard.gate, yard.fence, yard.tidy)
    _ = try await yard.bell
    observer.removeAll()
    await #expect(throws: CloseError.self) { try await yard.close() }
    let told = observer.events.map { "\($0)".replacing(/(in|after) [\d.]+ ms/) { "\($0.1) …" } }
      .map { $0.replacing(/\n(.|\n)*/, with: "") }
    #expect(
      told == [
        "bell failed after …: Breakdown()", "closed bell", "closed tidy", "fence failed after …: Breakdown()", "closed fence",
        "gate failed after …: Breakdown()", "closed gate",
        "ComponentObserverTests.Yard failed after …: error: [close-failed] the component 'ComponentObserverTests.Yard' is closed,"
          + " but not without errors", "closed ComponentObserverTests.Yard",
      ])
    guard case .failed(let error as CloseError, _) = observer.events.suffix(2).first?.kind else {
      Issue.record("the failure of the component was not told")
      return
    }
    #expect(error.failures.map(\.key) == ["bell", "fence", "gate"])
    #expect(observer.events.map(\.subject.isBind) == Array(repeating: true, count: 7) + [false, false])
  }

  @Test func `values that were there already are told to who asks for that`() async throws {
    let garage = Garage(observesReuse: true)
    _ = garage.car
    _ = garage.car
    let spare = garage.spare
    #expect(garage.spare === spare)
    _ = try await garage.lift
    _ = try await garage.lift
    _ = garage.engine
    #expect(
      garage.told == [
        "creating car", "creating engine", "created engine in …", "created car in …", "reused car", "creating spare",
        "created spare in …", "reused spare", "creating lift", "creating engine", "created engine in …", "created lift in …",
        "reused lift", "creating engine", "created engine in …",
      ])
  }

  @Test func `what is made inside withOverrides is told too, and what replaces a member`() throws {
    let garage = Garage()
    try withOverrides {
      try garage.override(\.spare, with: Car())
      _ = garage.spare
      _ = garage.car
    }
    #expect(
      garage.told == [
        "creating spare", "created spare in …", "creating car", "creating engine", "created engine in …", "created car in …",
        "closed car",
      ])
  }

  private struct Around: EnclosingObserver {
    @TaskLocal static var path = ""
    let log = Log()

    func observe(_ event: Event) {}
    func enclose<Result>(_ activity: Activity, of subject: Event.Subject, _ body: () throws -> Result) rethrows -> Result {
      try Around.$path.withValue("\(Around.path)/\(subject.key)") {
        log.add(Around.path)
        return try body()
      }
    }
    func enclose<Result>(
      _ activity: Activity, of subject: Event.Subject, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await Around.$path.withValue("\(Around.path)/\(subject.key)") {
        log.add(Around.path)
        return try await body()
      }
    }
  }

  @Test func `an observer puts something around every factory`() async throws {
    let around = Around()
    let garage = Garage(and: [around])
    _ = garage.car
    _ = try await garage.lift
    _ = try await garage.visitor
    #expect(around.log.lines == ["/car", "/car/engine", "/lift", "/lift/engine", "/visitor"])
  }

  @MainActor private final class Hall: Component {
    nonisolated let instances: Instances
    init(_ observer: some Observer) { instances = Instances(observers: [observer]) }

    var guest: Car {
      get async throws {
        try await transient {
          MainActor.assertIsolated()
          await Task.yield()
          MainActor.assertIsolated()
          return Car()
        }
      }
    }
  }

  @MainActor @Test func `a factory stays on its actor within an observer that runs elsewhere`() async throws {
    let around = Around()
    _ = try await Hall(around).guest
    #expect(around.log.lines == ["/guest"])
  }
}
