// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import DovetailRelatives
import Testing

@testable import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct ObserverTests {
  /// What was told, without times.
  private func told(_ recorder: RecordingObserver) -> [String] {
    recorder.events.map { "\($0)".replacing(/(in|after) [\d.]+ ms/) { "\($0.1) …" } }
  }

  @Test func `everything that is made is told, around what is made for it`() throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind((any Engine).self, HybridEngine.init).in(.singleton)
      Bind(Wheel.init)
      Bind(Car.init)
      Bind(instance: Road())
    }
    _ = try container.resolve(Car.self)
    _ = try container.resolve(Road.self)
    try container.close()
    try container.close()
    #expect(
      told(recorder) == [
        "built the container in …", "creating Car", "creating any Engine", "created any Engine in …", "creating Wheel",
        "created Wheel in …", "created Car in …", "closed the container",
      ])
  }

  @Test func `what belongs together has one number, and tells the bind`() throws {
    let recorder = RecordingObserver()
    let line: UInt = #line + 1
    let container = try Container(observers: [recorder]) { Bind(Wheel.init).named("spare").in(.singleton) }
    _ = try container.resolve(Key<Wheel>.spare)
    let events = recorder.events.suffix(2)
    #expect(Set(events.map(\.number)).count == 1)
    let subject = Event.Subject(
      key: Graph.Key(type: TypeName(Wheel.self), name: "spare"), scope: .singleton, module: TypeName(text: "inline module"),
      location: SourceLocation(fileID: #fileID, line: line, column: 64))
    #expect(events.map(\.subject) == [subject, subject])
  }

  @Test func `a failure is told on every level, with the error`() throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind { () throws -> Wheel in throw Breakdown() }
      Bind { (wheel: Wheel) in Road() }
    }
    #expect(failure { try container.resolve(Road.self) }.hasPrefix("[failed-factory]"))
    #expect(
      told(recorder).dropFirst().map { $0.split(separator: "\n")[0] } == [
        "creating Road", "creating Wheel", "Wheel failed after …: Breakdown(reason: \"out of fuel\")",
        "Road failed after …: error: [failed-factory] the factory of 'Wheel' threw: Breakdown(reason: \"out of fuel\")",
      ])
  }

  @Test func `what is asynchronous, on the main actor, weak, wrapped or with relatives is told like everything else`()
    async throws
  {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind { () async in Well() }.in(.singleton).onCreate { _ in }
      Bind { @MainActor in 7 }
      Bind { Road() }.in(.weak).onAwake { _ in }
      Decorate(Road.self) { (inner: Road) in inner }
    }
    _ = try await container.resolve(Well.self)
    _ = try await container.resolve(Int.self)
    _ = try await container.resolve(Road.self)
    #expect(
      told(recorder).dropFirst() == [
        "creating Well", "created Well in …", "creating Int", "created Int in …", "creating Road", "creating Road",
        "created Road in …", "created Road in …",
      ])
  }

  @Test func `what is shared and made asynchronously is told before what needs it, and is no part of that`() async throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind { () async in Wheel() }.in(.singleton)
      Bind { (wheel: Wheel) async in Road() }
    }
    _ = try await container.resolve(Road.self)
    #expect(
      told(recorder) == [
        "built the container in …", "creating Wheel", "created Wheel in …", "creating Road", "created Road in …",
      ])
  }

  @Test func `an async factory that fails is told`() async throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) { Bind { () async throws -> Well in throw Breakdown() } }
    _ = try? await container.resolve(Well.self)
    #expect(told(recorder).dropFirst() == ["creating Well", "Well failed after …: Breakdown(reason: \"out of fuel\")"])
  }

  @Test func `reuse is told on demand only`() async throws {
    let (all, quiet) = (RecordingObserver(observesReuse: true), RecordingObserver())
    let container = try Container(observers: [all, quiet]) {
      Bind(Wheel.init).in(.singleton)
      Bind { (wheel: Wheel) in Road() }
      Bind { () async in Well() }.in(.singleton)
    }
    try withoutAwaiting {
      _ = try container.resolve(Wheel.self)
      _ = try container.resolve(Road.self)
    }
    _ = try await container.resolve(Well.self)
    _ = try await container.resolve(Well.self)
    #expect(
      told(all).dropFirst() == [
        "creating Wheel", "created Wheel in …", "creating Road", "reused Wheel", "created Road in …", "creating Well",
        "created Well in …", "reused Well",
      ])
    #expect(told(quiet) == told(all).filter { !$0.hasPrefix("reused") })
  }

  @Test func `a reuse of what the main actor makes is told once`() async throws {
    let recorder = RecordingObserver(observesReuse: true)
    let container = try Container(observers: [recorder]) { Bind { @MainActor in Well() }.in(.singleton) }
    for _ in 1...3 { _ = try await container.resolve(Well.self) }
    #expect(told(recorder).dropFirst() == ["creating Well", "created Well in …", "reused Well", "reused Well"])
  }

  @Test func `64 tasks that ask are told of one creation and 63 reuses`() async throws {
    let recorder = RecordingObserver(observesReuse: true)
    let container = try Container(observers: [recorder]) { Bind { () async in Well() }.in(.singleton) }
    _ = await together(64) { _ in try await container.resolve(Well.self) }
    let kinds = told(recorder).dropFirst()
    #expect(kinds.count { $0 == "created Well in …" } == 1)
    #expect(kinds.count { $0 == "reused Well" } == 63)
  }

  @Test func `scopes are told when they open and when everything in them is closed`() throws {
    let (recorder, log) = (RecordingObserver(), Log())
    let container = try Container(observers: [recorder]) {
      Bind { (order: Order) in Road(name: "\(order.number)") }.in(.scoped(Workshop.self)).onClose { log.add($0.name) }
    }
    _ = try container.withScope(Workshop.self, Order(number: 7)) { scope in try scope.resolve(Road.self) }
    #expect(
      told(recorder).dropFirst() == [
        "opened the scope Workshop", "creating Road", "created Road in …", "closed Road", "closed the scope Workshop",
      ])
    let numbers = recorder.events.map(\.number)
    #expect(numbers == [numbers[0], numbers[1], numbers[2], numbers[2], 0, numbers[1]])
    #expect(Set(numbers).count == 4)
  }

  @Test func `closing is told in its order, whatever throws, and that of the container last and once`() async throws {
    let recorder = RecordingObserver()
    let line: UInt = #line + 2
    let container = try Container(observers: [recorder]) {
      Bind(Wheel.init).in(.singleton).onClose { _ in throw Breakdown() }.onClose { _ async in }
      Bind { (_: Wheel) async in Road() }.in(.singleton).onClose { _ in }
      Bind { Radio(frequency: 99.5) }.in(.scoped(Yard.self)).onClose { _ in }
    }
    _ = try await container.resolve(Road.self)
    try await container.withScope(Yard.self) { outer in
      try await outer.withScope(Yard.self) { _ = try await $0.resolve(Radio.self) }
    }
    await #expect(throws: CloseError.self) { try await container.close() }
    try await container.close()
    #expect(
      told(recorder).filter { !$0.hasPrefix("creat") } == [
        "built the container in …", "opened the scope Yard", "opened the scope Yard", "closed Radio", "closed the scope Yard",
        "closed the scope Yard", "closed Road", "Wheel failed after …: Breakdown(reason: \"out of fuel\")", "closed Wheel",
        """
        Container failed after …: error: [close-failed] the container is closed, but not without errors
          'Wheel' (ObserverTests.swift:\(line):11): Breakdown(reason: "out of fuel")
        """, "closed the container",
      ])
    let scopes = recorder.events.filter { $0.subject.key.type == TypeName(Yard.self) }.map(\.number)
    #expect(scopes == [scopes[0], scopes[1], scopes[1], scopes[0]])
    #expect(recorder.events.first?.number == recorder.events.last?.number)
  }

  @Test func `a name with a line break stays on its line, in events and in the error of a closing`() throws {
    let recorder = RecordingObserver()
    let line: UInt = #line + 2
    let container = try Container(observers: [recorder]) {
      Bind(Wheel.init).named("left\nright").in(.singleton).onClose { _ in throw Breakdown() }
    }
    _ = try container.resolve(Wheel.self, named: "left\nright")
    let closeNow: () throws -> Void = { try container.close() }
    #expect(throws: CloseError.self, performing: closeNow)
    #expect(
      told(recorder).dropFirst() == [
        #"creating Wheel named "left\nright""#, #"created Wheel named "left\nright" in …"#,
        #"Wheel named "left\nright" failed after …: Breakdown(reason: "out of fuel")"#, #"closed Wheel named "left\nright""#,
        """
        Container failed after …: error: [close-failed] the container is closed, but not without errors
          'Wheel named "left\\nright"' (ObserverTests.swift:\(line):11): Breakdown(reason: "out of fuel")
        """, "closed the container",
      ])
  }

  @Test func `a failed closing took as long as the closing, not as long as the container was open`() throws {
    let (recorder, clock) = (RecordingObserver(), ContinuousClock())
    let container = try Container(observers: [recorder]) {
      Bind(Wheel.init).in(.singleton).onClose { _ in throw Breakdown() }
    }
    _ = try container.resolve(Wheel.self)
    spin(for: .milliseconds(20))
    let begun = clock.now
    let closeNow: () throws -> Void = { try container.close() }
    #expect(throws: CloseError.self, performing: closeNow)
    let most = begun.duration(to: clock.now)
    let told = recorder.events.compactMap { event -> Duration? in
      if case .failed(let error, let duration) = event.kind, error is CloseError { duration } else { nil }
    }
    #expect(told.count == 1 && told[0] <= most)
  }

  @Test func `containers that share an observer never share a number`() throws {
    let recorder = RecordingObserver()
    let containers = try (1...3).map { _ in try Container(observers: [recorder]) { Bind(Wheel.init) } }
    for container in containers { _ = try container.resolve(Wheel.self) }
    let begun = recorder.events.filter { if case .creating = $0.kind { true } else { false } }.map(\.number)
    #expect(Set(begun + recorder.events.prefix(3).map(\.number)).count == 6)
  }

  @Test func `an asynchronous factory that is cancelled is told as a failure`() async throws {
    let (recorder, door) = (RecordingObserver(), Door())
    let container = try Container(observers: [recorder]) {
      Bind { () async throws -> Road in
        try await door.passUnlessCancelled()
        return Road()
      }.in(.singleton)
    }
    let task = Task { try await container.resolve(Road.self) }
    await yield { door.queue == 1 }
    task.cancel()
    #expect(await task.result.summary == "CancellationError")
    await yield { recorder.events.count == 3 }
    #expect(told(recorder).dropFirst() == ["creating Road", "Road failed after …: CancellationError()"])
  }

  @Test func `the slots are the same with observers and without, unless one asks for reuse`() throws {
    func slots(_ observers: [any Observer]) throws -> [String] {
      let container = try Container(observers: observers) {
        Bind(Wheel.init).in(.singleton)
        Bind(Road.self) { Road() }.in(.scoped(Yard.self))
        Bind(Tank.init).in(.singleton)
        Bind { Radio(frequency: 1) }
      }
      return container.plan.slots.compactMap { (slot: Slot?) -> String? in
        guard let slot else { return nil }
        let (isTransient, isIntercepted) = (slot.sharing == nil && slot.interceptors == nil, slot.interceptors != nil)
        return "\(slot.step.key)\(isTransient ? " transient" : "")\(slot.isAwaited ? " awaited" : "")"
          + (isIntercepted ? " in interceptors" : "")
      }
    }
    let plain = ["Wheel", "Road", "Tank awaited", "Radio transient"]
    #expect(try slots([]) == plain)
    #expect(try slots([RecordingObserver()]) == plain)
    #expect(
      try slots([RecordingObserver(observesReuse: true)]) == [
        "Wheel in interceptors", "Road in interceptors", "Tank awaited in interceptors", "Radio in interceptors",
      ])
  }

  @Test func `many threads are told of every creation's beginning and end, once`() throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind((any Engine).self, HybridEngine.init).in(.singleton)
      Bind(Wheel.init)
      Bind(Car.init)
    }
    Threads.run(8) { _ in
      for _ in 0..<200 { withExtendedLifetime(try? container.resolve(Car.self)) {} }
    }
    var (begun, ended): ([Int: Event.Subject], [Int: Event.Subject]) = ([:], [:])
    for event in recorder.events.dropFirst() {
      if case .creating = event.kind {
        #expect(begun.updateValue(event.subject, forKey: event.number) == nil)
      } else {
        #expect(begun[event.number] == event.subject)
        #expect(ended.updateValue(event.subject, forKey: event.number) == nil)
      }
    }
    #expect(begun == ended)
    let counts = Dictionary(grouping: ended.values) { $0.key.description }.mapValues(\.count)
    #expect(counts == ["Car": 1600, "Wheel": 1600, "any Engine": 1])
  }

  @Test func `starts and stops are told, with what failed`() async throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind(Lights.init).in(.singleton).eager.onStop { _ in throw Breakdown("glowing") }
      Bind(Fuses.init).in(.singleton)
      Bind(Mains.init).in(.singleton).onStop { _ in }
    }
    try await container.start()
    _ = try? await container.stop()
    #expect(
      // A machine that is very busy may take ten seconds for a hook, which is told as well.
      told(recorder).dropFirst().filter { !$0.hasPrefix("creat") && !$0.contains("has not returned") } == [
        "starting Container", "starting Mains", "started Mains in …", "starting Lights", "started Lights in …",
        "started Container in …", "Lights failed after …: Breakdown(reason: \"glowing\")", "stopped Lights in …",
        "stopped Mains in …", "stopped Container in …",
      ])
  }

  @Test func `what onCreate threw is told as it was thrown, also where it is awaited`() async throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind { 1 }.onCreate { _ in throw Breakdown() }
      Bind { () async in "" }.onCreate { (_, _: any Resolver) in throw Breakdown() }
    }
    #expect(failure { try container.resolve(Int.self) }.hasPrefix("[failed-factory]"))
    #expect(await asyncFailure { try await container.resolve(String.self) }.hasPrefix("[failed-factory]"))
    let failures = recorder.events.compactMap { if case .failed(let error, _) = $0.kind { error } else { nil } }
    #expect(failures.map { $0 is Breakdown } == [true, true])
  }

  @Test func `children and rebuilt containers tell the same observer`() throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) { Bind(Wheel.init) }
    _ = try container.child { Bind(Road.self) { Road() } }.resolve(Road.self)
    _ = try container.rebuilt { Bind(Wheel.init) }.resolve(Wheel.self)
    #expect(told(recorder).filter { $0.hasPrefix("created") } == ["created Road in …", "created Wheel in …"])
    recorder.removeAll()
    #expect(recorder.events.isEmpty)
  }

  @Test func `extensions are told around, and keep their say`() throws {
    struct Redirecting: Extension {}
    let recorder = RecordingObserver(observesReuse: true)
    let container = try Container(extensions: [Redirecting()], observers: [recorder]) { Bind(Wheel.init).in(.singleton) }
    #expect(try container.resolve(Wheel.self) === container.resolve(Wheel.self))
    #expect(told(recorder).dropFirst() == ["creating Wheel", "created Wheel in …", "reused Wheel"])
  }
}
