// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

/// An owner closes while a value in it is being built.
@Suite struct CloseWhileBuildingTests {
  private let log = Log()
  private let isIn = Door()
  private let isOut = Door()

  /// Opens the first door, and goes on when the second one is open, cancelled or not.
  private func pause() async {
    isIn.open()
    await isOut.pass()
  }

  private func pauseThread() {
    isIn.open()
    spin { isThreadOut.value > 0 }
  }

  private let isThreadOut = Counter()

  private func shop() throws -> Container {
    try Container { [self, log] in
      Bind { Road() }.in(.singleton).onClose { _ in log.add("road") }
      Bind { (_: Road) async in
        await pause()
        return Wheel()
      }.in(.singleton).onClose { _ in
        log.add("wheel")
        throw Breakdown("late")
      }
      Bind { (_: Road) in
        pauseThread()
        return Radio(frequency: 99.5)
      }.in(.singleton).onClose { _ in log.add("radio") }
      Bind { (_: Road, order: Order) async in
        await pause()
        return "scoped \(order.number)"
      }.in(.scoped(Workshop.self)).onClose { log.add($0) }
      Bind { (_: Road) in
        pauseThread()
        return 7
      }.in(.scoped(Workshop.self)).onClose { log.add("\($0)") }
    }
  }

  @Test func `an asynchronous build ends before what it needs closes, and its own close error is told`() async throws {
    let container = try shop()
    let request = Task { try await container.resolve(Wheel.self) }
    await isIn.pass()
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    for _ in 1...100 { await Task.yield() }
    #expect(log.lines == [])
    isOut.open()
    #expect(
      await closing.result.summary == """
        [close-failed] the container
        Wheel: Breakdown(reason: "late")
        """)
    #expect(log.lines == ["wheel", "road"])
    #expect(await request.result.summary == "[closed] 'Wheel' was resolved after the container had closed\n")
  }

  @Test func `a requester that is cancelled takes no error of the closing with it`() async throws {
    let container = try shop()
    let request = Task { try await container.resolve(Wheel.self) }
    await isIn.pass()
    request.cancel()
    #expect(await request.result.summary == "CancellationError")
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    isOut.open()
    #expect(
      await closing.result.summary == """
        [close-failed] the container
        Wheel: Breakdown(reason: "late")
        """)
    #expect(log.lines == ["wheel", "road"])
  }

  @Test func `a build that listens to its cancellation ends at once, and nothing of it has to close`() async throws {
    let container = try Container { [log, isIn, isOut] in
      Bind { () async throws in
        isIn.open()
        try await isOut.passUnlessCancelled()
        return Wheel()
      }.in(.singleton).onClose { _ in log.add("wheel") }
    }
    let request = Task { try await container.resolve(Wheel.self) }
    await isIn.pass()
    try await container.close()
    #expect(await request.result.summary == "[closed] 'Wheel' was resolved after the container had closed\n")
    #expect(log.lines == [])
  }

  @Test func `so does one whose factory has an error of its own for that`() async throws {
    let container = try Container { [isIn, isOut] in
      Bind { () async throws in
        isIn.open()
        do { try await isOut.passUnlessCancelled() } catch { throw Breakdown("no connection") }
        return Wheel()
      }.in(.singleton)
    }
    let request = Task { try await container.resolve(Wheel.self) }
    await isIn.pass()
    try await container.close()
    #expect(await request.result.summary == "[closed] 'Wheel' was resolved after the container had closed\n")
  }

  @Test func `a scope that ends without awaiting while a task builds in it closes once that has ended`() async throws {
    let (building, door) = (Counter(), Door())
    let container = try Container { [log] in
      #sourceLocation(file:"Yard.swift",line:1)
      Bind { (_: Road) async in
        building.add()
        await door.pass()
        return Wheel()
      }.in(.scoped(Yard.self)).onClose { _ in log.add("wheel") }
      #sourceLocation()
      Bind { Road() }.in(.scoped(Yard.self)).onClose { _ in log.add("road") }
    }
    let failure = await Threads.run {
      failureText {
        try container.withScope(Yard.self) { scope in
          Task.detached { _ = try? await scope.resolve(Wheel.self) }
          spin { building.value > 0 }
        }
      }
    }
    try await expectLeft(failure, container, until: door)
  }

  /// The scope has ended while a wheel was being built in it: the container closes once that is made.
  private func expectLeft(_ failure: String, _ container: Container, until door: Door) async throws {
    #expect(
      failure == """
        error: [close-failed] the scope 'Yard' is closed, but not without errors
          'Wheel' (Yard.swift:1:12) is being built
        """)
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    #expect(log.lines == [])
    door.open()
    try await closing.value
    #expect(log.lines == ["wheel", "road"])
  }

  /// A container with a yard, which has ended without awaiting while a task built in a shed inside it.
  ///
  /// - Parameter meanwhile: Runs before the yard ends.
  /// - Returns: The container, and the text of the yard's error.
  private func ended(
    until door: Door, _ meanwhile: @escaping @Sendable (_ shed: OpenScope) -> Void = { _ in }
  ) async throws -> (container: Container, failure: String) {
    let building = Counter()
    let container = try Container { [log] in
      #sourceLocation(file:"Yard.swift",line:1)
      Bind { () async in
        building.add()
        await door.pass()
        return Wheel()
      }.in(.scoped(Shed.self)).onClose { _ in log.add("wheel") }
      #sourceLocation()
      Bind { Road() }.in(.scoped(Yard.self)).onClose { _ in log.add("road") }
    }
    let failure = await Threads.run {
      failureText {
        try container.withScope(Yard.self) { scope in
          _ = try scope.resolve(Road.self)
          let shed = try scope.openScope(Shed.self)
          Task.detached { _ = try? await shed.resolve(Wheel.self) }
          spin { building.value > 0 }
          meanwhile(shed)
        }
      }
    }
    return (container, failure)
  }

  @Test func `a scope that ends without awaiting does not wait for a task that builds in one inside it`() async throws {
    let door = Door()
    let (container, failure) = try await ended(until: door)
    try await expectLeft(failure, container, until: door)
  }

  @Test func `a scope that ends without awaiting closes after one inside it that a task closes`() async throws {
    let door = Door()
    let (container, failure) = try await ended(until: door) { shed in
      Task.detached { try? await shed.close() }
      spin { shed.isClosed }
    }
    #expect(
      failure == """
        error: [async-close] the scope 'CloseWhileBuildingTests.Shed' is being closed elsewhere
          help: wait for its end with try await close()
        """)
    door.open()
    await yield { log.lines.count == 2 }
    #expect(log.lines == ["wheel", "road"])
    withExtendedLifetime(container) {}
  }

  private enum Shed: ScopeKind { typealias Parent = Yard }

  @Test func `a factory in a scope whose values have no hook is waited for by the container, too`() throws {
    let (box, alive) = (Box<Container>(), Counter())
    let container = try Container { [log] in
      Bind { Road() }.in(.singleton).onClose { _ in log.add("road") }
      Bind { (_: Road) throws in
        #expect(closeFailure { try box.value?.close() } == "[async-close] the container\nWheel: has to be awaited")
        log.add("wheel")
        return Wheel()
      }.in(.scoped(Yard.self))
      Bind { Tracked(alive) }.in(.scoped(Yard.self))
    }
    box.value = container
    let scope = try container.openScope(Yard.self)
    _ = try (scope.resolve(Tracked.self), scope.resolve(Wheel.self))
    try container.close()
    #expect(log.lines == ["wheel", "road"])
    #expect(alive.value == 0, "a closed scope releases its values, although it is still held")
    withExtendedLifetime(scope) {}
    box.value = nil
  }

  @Test func `a closure that cannot throw is answered although it was taken while the container closes`() async throws {
    let (building, door) = (Counter(), Door())
    let container = try Container { [log] in
      Bind { Wheel() }
      Bind { () async in
        building.add()
        await door.pass()
        return Well()
      }
      Bind { (_: Well, wheel: @escaping @Sendable () async -> Wheel) async in
        _ = await wheel()
        return Road()
      }.in(.singleton).onClose { _ in log.add("road") }
    }
    let request = Task { try await container.resolve(Road.self) }
    await yield { building.value > 0 }
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    door.open()
    try await closing.value
    #expect(await request.result.summary == "[closed] 'Road' was resolved after the container had closed\n")
    #expect(log.lines == ["road"])
  }

  @Test func `a scope that has closed answers nothing more, whoever still uses it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (building, door) = (Counter(), Door())
      let container = try Container {
        Bind { () async in Wheel() }.in(.scoped(Yard.self))
        Bind { (wheel: @escaping @Sendable () async -> Wheel) async in
          building.add()
          await door.pass()
          _ = await wheel()
          return Road()
        }
      }
      let scope = try container.openScope(Yard.self)
      _ = try await scope.resolve(Wheel.self)
      let request = Task { try await scope.resolve(Road.self) }
      await yield { building.value > 0 }
      try await scope.close()
      door.open()
      _ = try await request.value
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[closed] 'Wheel' was resolved after the scope 'Yard' had closed"), "\(text)")
  }

  @Test(arguments: [false, true])
  func `a closure that cannot throw is answered although its scope has begun to close`(isShared: Bool) async throws {
    let (building, door) = (Counter(), Door())
    let container = try Container { [log] in
      isShared ? Bind { Wheel() }.in(.scoped(Yard.self)) : Bind { Wheel() }
      Bind { (wheel: @escaping @Sendable () async -> Wheel) async in
        building.add()
        await door.pass()
        _ = await wheel()
        return Road()
      }.in(.scoped(Yard.self)).onClose { _ in log.add("road") }
    }
    let scope = try container.openScope(Yard.self)
    _ = try await scope.resolve(Wheel.self)
    let request = Task { try await scope.resolve(Road.self) }
    await yield { building.value > 0 }
    let closing = Task { try await scope.close() }
    await yield { scope.isClosed }
    door.open()
    try await closing.value
    #expect(await request.result.summary == "[closed] 'Road' was resolved after the scope 'Yard' had closed\n")
    #expect(log.lines == ["road"])
  }

  @Test func `what a closing waits for is given values of custom scopes`() async throws {
    let container = try Container { [log] in
      Bind { Wheel() }.in(.timeToLive(.zero))
      Bind { (_: Wheel) in "made" }
      Bind { (wheel: @escaping @Sendable () async -> Wheel, text: @escaping @Sendable () async -> String) in
        Pump(wheel: wheel, text: text)
      }.in(.singleton).onClose { pump in
        _ = await pump.wheel()
        log.add(await pump.text())
      }
    }
    // The scope is there before the closing begins; its values are made anew.
    _ = try await (container.resolve(Wheel.self), container.resolve(Pump.self))
    try await container.close()
    #expect(log.lines == ["made"])
  }

  private struct Pump: Sendable {
    let wheel: @Sendable () async -> Wheel
    let text: @Sendable () async -> String
  }

  private func failureText(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "none"
  }

  @Test func `code that does not await is refused while a task builds, and nothing has happened`() async throws {
    let container = try shop()
    let request = Task { try await container.resolve(Wheel.self) }
    await isIn.pass()
    let closeNow: @Sendable () throws -> Void = { try container.close() }
    let error = #expect(throws: CloseError.self, performing: closeNow)
    #expect(error?.reason == .building)
    let lines = try #require(error).description.split(separator: "\n")
    #expect(lines.first == "error: [async-close] the container cannot be closed here while a value in it is being built")
    #expect(lines[1].hasPrefix("  'Wheel' (") && lines[1].hasSuffix(") is being built"))
    #expect(
      lines.last
        == "  help: close it with try await close(), which ends the build first, outside its factory; nothing has been closed yet"
    )
    #expect(!container.isClosed)
    isOut.open()
    _ = try await request.value
    #expect(closeFailure(closeNow) == "[close-failed] the container\nWheel: Breakdown(reason: \"late\")")
  }

  @Test(arguments: [false, true]) func `a build of another thread is waited for, or refuses who cannot wait`(isScoped: Bool)
    async throws
  {
    let container = try shop()
    let scope = try container.openScope(Workshop.self, Order(number: 5))
    let thread = Task {
      await Threads.run {
        failure { if isScoped { _ = try scope.resolve(Int.self) } else { _ = try container.resolve(Radio.self) } }
      }
    }
    await isIn.pass()
    let closeNow: @Sendable () throws -> Void = { if isScoped { try scope.close() } else { try container.close() } }
    #expect(throws: CloseError.self, performing: closeNow)
    let closing = Task { if isScoped { try await scope.close() } else { try await container.close() } }
    await yield { isScoped ? scope.isClosed : container.isClosed }
    #expect(log.lines == [])
    isThreadOut.add()
    try await closing.value
    #expect(log.lines == (isScoped ? ["7"] : ["radio", "road"]))
    #expect(
      await thread.value
        == (isScoped
          ? "[closed] 'Int' was resolved after the scope 'Workshop' had closed\n"
          : "[closed] 'Radio' was resolved after the container had closed\n"))
  }

  @Test(arguments: [false, true])
  func `a value that an open scope builds ends before the scope, and before the container`(closesContainer: Bool) async throws {
    let container = try shop()
    let scope = try container.openScope(Workshop.self, Order(number: 5))
    let request = Task { try await scope.resolve(String.self) }
    await isIn.pass()
    let closing = Task { if closesContainer { try await container.close() } else { try await scope.close() } }
    await yield { scope.isClosed }
    #expect(log.lines == [])
    isOut.open()
    try await closing.value
    #expect(log.lines == (closesContainer ? ["scoped 5", "road"] : ["scoped 5"]))
    let owner = closesContainer ? "the container" : "the scope 'Workshop'"
    #expect(
      [
        "[closed] 'String' was resolved after \(owner) had closed\n",
        "[closed] 'String' was resolved after the scope 'Workshop' had closed\n",
      ]
      .contains(await request.result.summary))
  }

  @Test func `a build of a thread in an open scope is waited for by the container`() async throws {
    let container = try shop()
    let scope = try container.openScope(Workshop.self, Order(number: 5))
    let thread = Task { await Threads.run { failure { try scope.resolve(Int.self) } } }
    await isIn.pass()
    let closeNow: @Sendable () throws -> Void = { try container.close() }
    #expect(#expect(throws: CloseError.self, performing: closeNow)?.reason == .building)
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    #expect(log.lines == [])
    isThreadOut.add()
    try await closing.value
    #expect(await thread.value.hasPrefix("[closed] 'Int'"))
    #expect(log.lines == ["7", "road"])
  }

  @Test(arguments: [false, true]) func `a value without a hook is not handed out by what closed meanwhile`(isShared: Bool)
    async throws
  {
    let container = try Container { [self] in
      Bind { () async in
        await pause()
        return Wheel()
      }.in(isShared ? .singleton : .weak)
    }
    let request = Task { try await container.resolve(Wheel.self) }
    await isIn.pass()
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    isOut.open()
    try await closing.value
    #expect(await request.result.summary == "[closed] 'Wheel' was resolved after the container had closed\n")
  }

  @Test func `a build in a custom scope is waited for, and not handed out by what closed meanwhile`() async throws {
    let container = try Container { [self] in
      Bind { () -> Radio in
        pauseThread()
        return Radio(frequency: 99.5)
      }.in(.timeToLive(.seconds(600)))
    }
    let thread = Task { await Threads.run { failure { _ = try container.resolve(Radio.self) } } }
    await isIn.pass()
    let closeNow: @Sendable () throws -> Void = { try container.close() }
    #expect(#expect(throws: CloseError.self, performing: closeNow)?.reason == .building)
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    isThreadOut.add()
    try await closing.value
    #expect(await thread.value == "[closed] 'Radio' was resolved after the container had closed\n")
  }

  @Test func `a factory that closes its own container is refused`() async throws {
    let box = Box<Container>()
    let container = try Container {
      Bind { () async throws in
        try await box.value?.close()
        return Wheel()
      }.in(.singleton)
      Bind { () throws in
        try box.value?.close()
        return Road()
      }.in(.singleton)
    }
    box.value = container
    await #expect(throws: ResolutionError.self) { try await container.resolve(Wheel.self) }
    let request: () throws -> Road = { try container.resolve() }
    let error = #expect(throws: ResolutionError.self) { try request() }
    #expect((error?.underlying as? CloseError)?.reason == .building)
    #expect(!container.isClosed)
    try await container.close()
    box.value = nil
  }

  @Test func `a container that closes while many requests begin loses no closing`() async throws {
    for round in 1...100 {
      let (made, closed) = (Counter(), Counter())
      let container = try Container {
        Bind { () async in
          made.add()
          return Wheel()
        }.in(.singleton).onClose { _ in closed.add() }
        Bind { (_: Wheel) in
          made.add()
          return Road()
        }.in(.singleton).onClose { _ in closed.add() }
        Bind { (_: Wheel, order: Order) async in
          made.add()
          return "\(order.number)"
        }.in(.scoped(Workshop.self)).onClose { _ in closed.add() }
      }
      _ = await together(4) { index in
        switch index {
        case 0:
          for _ in 0..<(round % 7) { await Task.yield() }
          try await container.close()
        case 1: _ = try await container.resolve(Road.self)
        default:
          try await container.withScope(Workshop.self, Order(number: index)) { _ = try await $0.resolve(String.self) }
        }
      }
      try await container.close()
      #expect(made.value == closed.value)
    }
  }
}

/// The same for the members of components.
@Suite struct ComponentCloseWhileBuildingTests {
  private final class Hall: Component, Sendable {
    let instances = Instances()
    let log = Log()
    let (isIn, isOut, isThreadOut) = (Door(), Door(), Counter())

    var road: Road { single(onClose: { [log] _ in log.add("road") }) { Road() } }
    var wheel: Wheel {
      get async throws {
        try await single(onClose: { [log] _ in log.add("wheel") }) { [self] () async throws in
          _ = road
          isIn.open()
          await isOut.pass()
          return Wheel()
        }
      }
    }
    var radio: Radio {
      get throws {
        try single(onClose: { [log] _ in log.add("radio") }) { () throws in
          _ = road
          isIn.open()
          spin { isThreadOut.value > 0 }
          return Radio(frequency: 99.5)
        }
      }
    }
  }

  @Test func `a member that a task builds ends before what it needs closes`() async throws {
    let hall = Hall()
    let request = Task { try await hall.wheel }
    await hall.isIn.pass()
    let closeNow: @Sendable () throws -> Void = { try hall.close() }
    #expect(#expect(throws: CloseError.self, performing: closeNow)?.reason == .building)
    let closing = Task { try await hall.close() }
    await yield { hall.isClosed }
    #expect(hall.log.lines == [])
    hall.isOut.open()
    try await closing.value
    #expect(hall.log.lines == ["wheel", "road"])
    #expect(await request.result.summary.hasPrefix("[closed] "))
  }

  @Test func `a member that a thread builds ends before what it needs closes`() async throws {
    let hall = Hall()
    let thread = Task { await Threads.run { failure { try hall.radio } } }
    await hall.isIn.pass()
    let closing = Task { try await hall.close() }
    await yield { hall.isClosed }
    #expect(hall.log.lines == [])
    hall.isThreadOut.add()
    try await closing.value
    #expect(hall.log.lines == ["radio", "road"])
    #expect(await thread.value.hasPrefix("[closed] 'radio'"))
  }

  @Test func `a scope that refuses to close answers everybody meanwhile`() async throws {
    let (box, isOver, refused) = (Box<OpenScope>(), Box(false), Counter())
    let container = try Container {
      Bind { () async -> Road in
        for _ in 0..<5_000 {
          do { try await box.value?.close() } catch { if (error as? CloseError)?.reason == .building { refused.add() } }
        }
        isOver.value = true
        return Road()
      }.in(.scoped(Yard.self))
      Bind { Wheel() }.in(.scoped(Yard.self))
    }
    let scope = try container.openScope(Yard.self)
    box.value = scope
    async let road = scope.resolve(Road.self)
    var refusals: [String] = []
    while isOver.value == false {
      // Many at once, because the closing looks for a moment only.
      for _ in 0..<200 {
        do { _ = try withoutAwaiting { try scope.resolve(Wheel.self) } } catch { refusals.append("\(error)") }
      }
      await Task.yield()
    }
    _ = try await road
    #expect(refusals == [])
    #expect(refused.value == 5_000)
    box.value = nil
    try await scope.close()
  }
}
