// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Does something when a closing begins, as another thread may at this moment.
private final class Latecomer: ContainerPart {
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func hold() -> Bool {
    body()
    return true
  }
}

@Suite struct CloseRunningTests {
  private let log = Log()

  private func container(_ stopping: @escaping @Sendable () throws -> Void = {}) throws -> Container {
    try Container { [log] in
      Bind { Road() }.in(.singleton)
        .onStart { _ in log.add("start") }
        .onStop { _ in
          log.add("stop")
          try stopping()
        }
        .onClose { _ in log.add("close") }
    }
  }

  @Test func `a container that is up refuses to close without awaiting, and stays as it is`() async throws {
    let container = try container()
    try await container.start()
    #expect(
      #expect(throws: CloseError.self) { try withoutAwaiting { try container.close() } }?.description == """
        error: [async-close] the container was started, and cannot be closed before it is stopped
          help: close it with try await close(), which stops it first, outside its hooks; nothing has been closed yet
        """)
    #expect(container.state == .running && !container.isClosed)
    #expect(log.lines == ["start"])
    try await container.stop()
    try withoutAwaiting { try container.close() }
    #expect(log.lines == ["start", "stop", "close"])
  }

  @Test func `a closing that is refused at the last moment leaves a container that can be started`() async throws {
    let container = try container()
    let child = Box<Container>()
    _ = container.owner.part {
      Latecomer {
        child.value = try? container.child { Bind { Wheel() }.in(.singleton).onClose { _ in await Task.yield() } }
        _ = try? child.value?.resolve(Wheel.self)
      }
    }
    let error = #expect(throws: CloseError.self) { try withoutAwaiting { try container.close() } }
    #expect(error?.reason == .unawaited)
    #expect(container.state == .idle)
    try await container.start()
    try await child.value?.start()
    try await container.close()
    #expect(log.lines == ["start", "stop", "close"])
  }

  @Test func `a child container that closes with its parent has stopped`() async throws {
    let parent = try container()
    let (idle, fresh) = (try parent.child {}, try parent.child {})
    let states = idle.states
    try withoutAwaiting { try parent.close() }
    #expect(await states.reduce(into: []) { $0.append($1) } == [.idle, .stopped])
    for container in [parent, idle, fresh] {
      #expect(container.state == .stopped)
      let error = await #expect(throws: LifecycleError.self) { try await container.start() }
      #expect(error?.reason == .closed)
    }
  }

  @Test func `a container that is up stops before it closes by awaiting`() async throws {
    let container = try container()
    try await container.start()
    try await container.close()
    #expect(log.lines == ["start", "stop", "close"])
    #expect(container.state == .stopped && container.isClosed)
  }

  @Test func `what fails when it stops is in the error, and everything is closed all the same`() async throws {
    let container = try container { throw Breakdown("no brakes") }
    try await container.start()
    let error = await #expect(throws: CloseError.self) { try await container.close() }
    #expect((error?.stopFailures.first as? LifecycleError)?.failures.map(\.key) == ["Road"])
    #expect(error?.description.contains("it was stopped first: error: [stop-failed]") == true)
    #expect(log.lines == ["start", "stop", "close"])
    #expect(container.isClosed)
  }

  @Test func `a factory that closes its own container is refused, and nothing has been stopped`() async throws {
    let (box, refused) = (Box<Container>(), Log())
    let container = try Container { [log] in
      #sourceLocation(file:"Yard.swift",line:1)
      Bind { () async in
        do { try await box.value?.close() } catch { refused.add("\(error)") }
        return Wheel()
      }.in(.weak)
      #sourceLocation()
      Bind { Road() }.in(.singleton).onStart { _ in log.add("start") }.onStop { _ in log.add("stop") }
    }
    box.value = container
    _ = try await container.resolve(Wheel.self)
    try await container.start()
    _ = try await container.resolve(Wheel.self)
    #expect(
      refused.lines
        == Array(
          repeating: """
            error: [async-close] the container cannot be closed here while a value in it is being built
              'Wheel' (Yard.swift:1:12) is being built
              help: close it with try await close(), which ends the build first, outside its factory; nothing has been closed yet
            """, count: 2))
    #expect(log.lines == ["start"] && container.state == .running)
    try await container.close()
    #expect(log.lines == ["start", "stop"])
    box.value = nil
  }

  @Test func `a hook that closes its own container is refused, and does not wait for itself`() async throws {
    let box = Box<Container>()
    let log = log
    let container = try Container {
      Bind { Road() }.in(.singleton).onStart { _ in
        do { try await box.value?.close() } catch let error as CloseError { log.add(error.reason.rawValue) }
      }
    }
    box.value = container
    try await container.start()
    #expect(log.lines == ["running"])
    box.value = nil
    try await container.close()
    #expect(container.isClosed)
  }

  @Test func `a hook of a child that closes the parent is refused before anything is stopped`() async throws {
    let box = Box<Container>()
    let log = log
    let parent = try Container {}
    box.value = parent
    let child = try parent.child {
      Bind { Road() }.in(.singleton).onStart { _ in
        do { try await box.value?.close() } catch let error as CloseError { log.add(error.reason.rawValue) }
      }
    }
    let other = try parent.child { Bind { Wheel() }.in(.singleton).onStart { _ in }.onStop { _ in log.add("stop") } }
    try await other.start()
    try await child.start()
    #expect(log.lines == ["running"])
    #expect(other.state == .running)
    box.value = nil
    try await parent.close()
    #expect(log.lines == ["running", "stop"])
  }

  @Test(arguments: [false, true])
  func `a child that starts while others stop is stopped before it closes`(fails: Bool) async throws {
    let (isStopping, mayStop) = (Door(), Door())
    let parent = try Container {}
    let first = try parent.child {
      Bind { Wheel() }.in(.singleton).onStart { _ in }.onStop { _ in
        isStopping.open()
        await mayStop.pass()
      }
    }
    try await first.start()
    async let closing = asyncFailure { try await parent.close() }
    await isStopping.pass()
    let second = try parent.child { [log] in
      Bind { Road() }.in(.singleton).onStart { _ in log.add("start") }
        .onStop { _ in
          log.add("stop")
          if fails { throw Breakdown("no brakes") }
        }
        .onClose { _ in log.add("close") }
    }
    try await second.start()
    mayStop.open()
    let outcome = await closing
    #expect(log.lines == ["start", "stop", "close"])
    #expect(second.state == .stopped && second.isClosed)
    #expect(outcome.hasPrefix("[close-failed] the container\na child container: error: [stop-failed]") == fails, "\(outcome)")
  }

  @Test func `every stop that fails is in the error, those of children first`() async throws {
    func plug(_ name: String) -> InlineModule {
      InlineModule { Bind { Road(name: name) }.in(.singleton).onStop { throw Breakdown($0.name) } }
    }
    let host = try Container(plug("host"))
    let (first, second) = (try host.child(plug("first")), try host.child(plug("second")))
    for container in [host, first, second] { try await container.start() }
    let error = await #expect(throws: CloseError.self) { try await host.close() }
    let errors = error?.stopFailures.compactMap { ($0 as? LifecycleError)?.failures.first?.error as? Breakdown }
    #expect(errors?.map(\.reason) == ["second", "first", "host"])
    #expect(error?.failures.isEmpty == true)
  }

  @Test func `a container that closes is not started any more`() async throws {
    let container = try container()
    try await container.close()
    let error = await #expect(throws: LifecycleError.self) { try await container.start() }
    #expect(error?.reason == .closed)
    #expect(log.lines.isEmpty)
  }

  /// Closes a container when it is asked for the time, as a start does before it begins.
  private struct ClosingClock: Clock {
    let container: Container
    var minimumResolution: Duration { .zero }

    var now: ContinuousClock.Instant {
      try? container.close()
      return .now
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  @Test func `a container that closes while a start begins is not started`() async throws {
    let container = try container()
    let error = await #expect(throws: LifecycleError.self) {
      try await container.start(clock: ClosingClock(container: container))
    }
    #expect(error?.reason == .closed)
    #expect(container.isClosed && container.state == .stopped)
    #expect(log.lines.isEmpty)
  }

  @Test(arguments: 1...20)
  func `whatever meets, nothing closes that is up`(round: Int) async throws {
    let container = try container()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await container.start() }
      group.addTask { try? await container.close() }
      group.addTask { try? withoutAwaiting { try container.close() } }
    }
    try await container.close()
    let lines = log.lines
    #expect([[], ["close"], ["start", "stop", "close"]].contains(lines), "\(lines)")
  }
}
