// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import DovetailLifecycle
import Testing
import CoreTestSupport
import TestSupport

/// Closings that wait for each other, directly or through builds, starts and stops: none of them waits for ever.
@Suite(.timeLimit(.minutes(15))) struct CloseLoopTests {
  private enum Visit: ScopeKind { typealias Input = Inputs<Int> }
  private enum Page: ScopeKind { typealias Parent = Visit }

  private final class Guest: Sendable {
    let number: Int
    init(number: Int) { self.number = number }
  }

  @Test func `a hook closes the container while the program closes it, too`() async throws {
    let (box, isIn, door, log) = (Box<Container>(), Door(), Door(), Log())
    let container = try Container {
      Bind(Guest.init).in(.scoped(Visit.self)).onClose { _ in
        isIn.open()
        await door.pass()
        try await box.value?.close()
        log.add("guest")
      }
      Bind(Wheel.init).in(.singleton).onClose { _ in log.add("wheel") }
    }
    box.value = container
    _ = try withoutAwaiting { try container.resolve(Wheel.self) }
    async let visit: Void = container.withScope(Visit.self, 1) { scope async throws in _ = try await scope.resolve(Guest.self) }
    await isIn.pass()
    async let closing: Void = container.close()
    await yield { container.isClosed }
    door.open()
    try await visit
    try await closing
    #expect(log.lines == ["guest", "wheel"])
    box.value = nil
  }

  @Test func `hooks of two scopes close the container at once`() async throws {
    for _ in 1...5 {
      let (box, meeting, log) = (Box<Container>(), Meeting(2), Log())
      let container = try Container {
        Bind(Guest.init).in(.scoped(Visit.self)).onClose { _ in
          await meeting.join()
          try await box.value?.close()
          log.add("guest")
        }
        Bind(Wheel.init).in(.singleton).onClose { _ in log.add("wheel") }
      }
      box.value = container
      _ = try withoutAwaiting { try container.resolve(Wheel.self) }
      try await withThrowingTaskGroup(of: Void.self) { visits in
        for number in 1...2 {
          visits.addTask {
            try await container.withScope(Visit.self, number) { scope async throws in _ = try await scope.resolve(Guest.self) }
          }
        }
        try await visits.waitForAll()
      }
      try await container.close()
      #expect(log.lines == ["guest", "guest", "wheel"])
      box.value = nil
    }
  }

  @Test func `a thread whose build waits for a closing, and the closing for the build`() throws {
    let (box, scopes, log, isIn) = (Box<Container>(), Box<OpenScope>(), Log(), StartingLine(2))
    let container = try Container {
      Bind { () throws -> Road in
        try box.value?.withScope(Yard.self) { scope in
          scopes.value = scope
          _ = try scope.resolve(Wheel.self)
          isIn.wait()
          spin { scope.isClosed }
        }
        return Road()
      }.in(.singleton)
      Bind { Wheel() }.in(.scoped(Yard.self)).onClose { _ in log.add(failure { try box.value?.resolve(Road.self) as Any }) }
    }
    box.value = container
    Threads.run(2) { index in
      if index == 0 {
        do { _ = try container.resolve(Road.self) } catch { log.add((error as? ResolutionError)?.summary ?? "\(error)") }
      } else {
        isIn.wait()
        try? scopes.value?.close()
      }
    }
    let loop =
      "[dependency-cycle] 'Road' waits for itself across threads: 'Road' -> the closing of the scope 'Yard' -> 'Road'\nRoad"
    // Whoever comes second sees the loop: the hook is told, or the scope is left to the thread that closes it.
    #expect(
      log.lines == [loop] || log.lines.count == 2 && log.lines.contains { $0.hasPrefix("[failed-factory]") }, "\(log.lines)")
    (box.value, scopes.value) = (nil, nil)
  }

  @Test(arguments: [true, false]) func `a build closes a container whose hook awaits that build`(isClosedFirst: Bool) async throws
  {
    let (first, second, isIn, door, log) = (Box<Container>(), Box<Container>(), Door(), Door(), Log())
    first.value = try Container {
      Bind { () async throws -> Road in
        isIn.open()
        await door.pass()
        try await second.value?.close()
        return Road()
      }.in(.singleton)
    }
    second.value = try Container {
      Bind(Wheel.init).in(.singleton).onClose { _ in
        if isClosedFirst { await isIn.pass() }
        do { _ = try await first.value?.resolve(Road.self) } catch { log.add((error as? ResolutionError)?.summary ?? "\(error)") }
      }
    }
    let (a, b) = try (#require(first.value), #require(second.value))
    _ = try await b.resolve(Wheel.self)
    async let road = a.resolve(Road.self)
    await isIn.pass()
    if isClosedFirst {
      async let closing: Void = b.close()
      await yield { b.isClosed }
      // The hook waits for the build, or will soon.
      door.open()
      try await closing
    } else {
      door.open()
    }
    _ = try await road
    let loop = "[dependency-cycle] 'Road' waits for itself across tasks: 'Road' -> the closing of the container -> 'Road'\nRoad"
    #expect(isClosedFirst ? log.lines.isEmpty || log.lines == [loop] : log.lines == [loop], "\(log.lines)")
    #expect(b.isClosed)
    try await b.close()
    (first.value, second.value) = (nil, nil)
  }

  @Test func `hooks of two containers close each other's`() async throws {
    for _ in 1...5 {
      let (boxes, meeting, log) = ([Box<Container>(), Box<Container>()], Meeting(2), Log())
      for index in 0..<2 {
        boxes[index].value = try Container {
          Bind(Wheel.init).in(.singleton).onClose { _ in
            await meeting.join()
            try await boxes[1 - index].value?.close()
            log.add("wheel")
          }
        }
      }
      let containers = boxes.compactMap(\.value)
      let results = await together(2) { index in
        _ = try await containers[index].resolve(Wheel.self)
        try await containers[index].close()
      }
      #expect(results.map(\.summary) == ["()", "()"])
      #expect(log.lines == ["wheel", "wheel"])
      for box in boxes { box.value = nil }
    }
  }

  private final class Mate: Component, Sendable {
    let instances = Instances()
    let meeting: Meeting
    let other = Box<Mate>()

    init(_ meeting: Meeting) { self.meeting = meeting }

    var wheel: Wheel {
      single(onClose: { [meeting, other] _ in
        await meeting.join()
        try await other.value?.close()
      }) { Wheel() }
    }
  }

  @Test func `hooks of two components close each other's`() async throws {
    let meeting = Meeting(2)
    let mates = [Mate(meeting), Mate(meeting)]
    for index in 0..<2 { mates[index].other.value = mates[1 - index] }
    let results = await together(2) { index in
      _ = mates[index].wheel
      try await mates[index].close()
    }
    #expect(results.map(\.summary) == ["()", "()"])
    for mate in mates { mate.other.value = nil }
  }

  @Test func `a hook of a child closes the parent, which is being closed`() async throws {
    let (box, isIn, door, log) = (Box<Container>(), Door(), Door(), Log())
    let parent = try Container { Bind(Road.self) { Road() }.in(.singleton).onClose { _ in log.add("road") } }
    box.value = parent
    let child = try parent.child {
      Bind(Wheel.init).in(.singleton).onClose { _ in
        isIn.open()
        await door.pass()
        try await box.value?.close()
        log.add("wheel")
      }
    }
    _ = try withoutAwaiting { (try parent.resolve(Road.self), try child.resolve(Wheel.self)) }
    async let closing: Void = child.close()
    await isIn.pass()
    async let outer: Void = parent.close()
    await yield { parent.isClosed }
    door.open()
    try await closing
    try await outer
    #expect(log.lines == ["wheel", "road"])
    box.value = nil
  }

  @Test func `a stop closes a container whose hook stops the other one`() async throws {
    let (first, second, meeting, log) = (Box<Container>(), Box<Container>(), Meeting(2), Log())
    first.value = try Container {
      Bind(Wheel.init).in(.singleton).onStart { _ in }.onStop { _ in
        await meeting.join()
        try await second.value?.close()
      }
    }
    second.value = try Container {
      Bind { Road() }.in(.singleton).onClose { _ in
        await meeting.join()
        log.add(await outcome { try await first.value?.stop() })
      }
    }
    let (a, b) = try (#require(first.value), #require(second.value))
    try await a.start()
    _ = try await b.resolve(Road.self)
    async let stopping = outcome { try await a.stop() }
    async let closing: Void = b.close()
    #expect(await stopping == "well")
    try await closing
    let isReentered = log.lines.allSatisfy { $0.hasPrefix("[stop-failed]") || $0 == "well" }
    #expect(log.lines.count == 1 && isReentered, "\(log.lines)")
    (first.value, second.value) = (nil, nil)
  }

  @Test func `a start closes a container whose hook starts the other one`() async throws {
    let (first, second, meeting, log) = (Box<Container>(), Box<Container>(), Meeting(2), Log())
    first.value = try Container {
      Bind(Wheel.init).in(.singleton).onStart { _ in
        await meeting.join()
        try await second.value?.close()
      }
    }
    second.value = try Container {
      Bind { Road() }.in(.singleton).onClose { _ in
        await meeting.join()
        log.add(await outcome { try await first.value?.start() })
      }
    }
    let (a, b) = try (#require(first.value), #require(second.value))
    _ = try await b.resolve(Road.self)
    async let starting = outcome { try await a.start() }
    async let closing: Void = b.close()
    #expect(await starting == "well")
    try await closing
    #expect(log.lines.count == 1, "\(log.lines)")
    try await a.stop()
    (first.value, second.value) = (nil, nil)
  }

  @Test(arguments: [true, false]) func `what a hook closes around its own closes after it`(awaits: Bool) async throws {
    let (box, log) = (Box<Container>(), Log())
    let container = try Container {
      Bind { Road() }.in(.singleton).onClose { _ in
        log.add("road")
        throw Breakdown()
      }
      Bind { (_: Road) in Guest(number: 1) }.in(.scoped(Yard.self)).onClose { _ in log.add("guest") }
      Bind { (guest: Guest) in Radio(frequency: Double(guest.number)) }.in(.scoped(Yard.self)).onClose { _ async throws in
        let closeNow: () throws -> Void = { try box.value?.close() }
        if awaits { try await box.value?.close() } else { try closeNow() }
        log.add("radio, closed: \(box.value?.isClosed ?? false)")
      }
    }
    box.value = container
    let scope = try container.openScope(Yard.self)
    _ = try await scope.resolve(Radio.self)
    let error = await #expect(throws: CloseError.self) { try await scope.close() }
    #expect(log.lines == ["radio, closed: true", "guest", "road"])
    #expect(error?.summary == "[close-failed] the scope 'Yard'\nRoad: Breakdown(reason: \"out of fuel\")")
    try await container.close()
    box.value = nil
  }

  @Test func `the factory of a scope's value cannot close the container, and nothing is closed`() async throws {
    let (box, log) = (Box<Container>(), Log())
    let container = try Container {
      Bind { Road() }.in(.singleton).onClose { _ in log.add("road") }
      Bind { (_: Road) async throws -> Guest in
        do { try await box.value?.close() } catch { log.add((error as? CloseError)?.summary ?? "\(error)") }
        return Guest(number: 1)
      }.in(.scoped(Yard.self)).onClose { _ in log.add("guest") }
    }
    box.value = container
    try await container.withScope(Yard.self) { scope async throws in #expect(try await scope.resolve(Guest.self).number == 1) }
    #expect(!container.isClosed)
    try await container.close()
    #expect(log.lines == ["[async-close] the container\nCloseLoopTests.Guest: has to be awaited", "guest", "road"])
    box.value = nil
  }
}
