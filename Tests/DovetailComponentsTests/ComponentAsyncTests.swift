// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

private final class Database: Sendable {
  let name: String
  init(name: String) async throws { self.name = name }
}

private final class Server: Component, Sendable {
  let instances: Instances
  let made = Log()
  let isDown = Box(false)

  init(observing: Bool = false) { instances = Instances(observing: observing) }

  var database: Database {
    get async throws {
      try await single(onClose: { [made] in made.add("closed \($0.name)") }) {
        made.add("database")
        await Task.yield()
        if isDown.value == true { throw Breakdown() }
        return try await Database(name: "main")
      }
    }
  }

  var session: Box<String> { get async throws { try await weak { Box(try await database.name) } } }
  var request: Box<String> { get async throws { try await transient { Box(try await database.name) } } }
  var engine: any Engine { get async throws { try await single((any Engine).self) { HybridEngine() } } }

  var a: Int { get async throws { try await single { try await b } } }
  var b: Int { get async throws { try await transient { try await c } } }
  var c: Int { get async throws { try await single { try await a } } }
}

@MainActor private final class Screen: Component {
  let instances = Instances()
  let server: Server
  var drawn = 0
  init(server: Server) { self.server = server }

  var title: Box<String> {
    get async throws {
      try await single {
        drawn += 1
        return Box(try await server.database.name)
      }
    }
  }
}

/// The summary of the error of a read that has to fail.
private func failure<Value: Sendable>(_ read: () async throws -> Value) async -> String {
  await #expect(throws: ResolutionError.self) { _ = try await read() }?.summary ?? "no ResolutionError"
}

@Suite struct ComponentAsyncTests {
  @Test func `an asynchronous single member is made by one task for all`() async throws {
    let server = Server()
    let names = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<64 { group.addTask { ObjectIdentifier(try await server.database) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(names.count == 1)
    #expect(server.made.lines == ["database"])
  }

  @Test func `weak and transient members keep their meaning`() async throws {
    let server = Server()
    let session = try await server.session
    #expect(try await server.session === session)
    #expect(try await server.request !== server.request)
    #expect(session.value == "main")
  }

  @Test func `a factory that throws leaves nothing behind`() async throws {
    let server = Server()
    server.isDown.value = true
    #expect(
      await failure { try await server.request }
        == "[failed-factory] the factory of 'database' threw: Breakdown(reason: \"out of fuel\")\nrequest -> database")
    server.isDown.value = false
    #expect(try await server.request.value == "main")
  }

  @Test func `a cycle is an error with its path, from every side and under contention`() async {
    let server = Server()
    #expect(await failure { try await server.a }.hasSuffix("\na -> b -> c -> a"))
    let failures = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<200 {
        group.addTask { await failure { try await index.isMultiple(of: 2) ? server.a : server.c }.contains("[dependency-cycle]") }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(failures == 200)
  }

  @Test func `a cancelled reader leaves the others alone`() async throws {
    let server = Server()
    let reader = Task { try await server.database }
    let other = Task { try await server.database }
    reader.cancel()
    #expect(try await other.value.name == "main")
    let result = await reader.result
    #expect((try? result.get()) == nil || server.made.lines.count == 1)
  }

  @Test func `asynchronous members are overridden by a value`() async throws {
    let server = Server()
    try await server.override(awaiting: { try await $0.database }, with: Database(name: "fake"))
    #expect(try await server.session.value == "fake")
    #expect(server.made.lines.isEmpty)
    try await server.override(awaiting: { try await $0.engine }, with: DieselEngine() as any Engine)
    #expect(try await server.engine.label == "diesel")
  }

  @Test func `a cancelled override passes the cancellation on, and replaces nothing`() async throws {
    let server = Server()
    let overriding = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await server.override(awaiting: { try await $0.database }) { _ in
        while !Task.isCancelled { await Task.yield() }
        return try await Database(name: "fake")
      }
    }
    await #expect(throws: CancellationError.self) { try await overriding.value }
    #expect(try await server.database.name == "main")
  }

  @Test func `withOverrides reaches asynchronous members`() async throws {
    let server = Server()
    try await withOverrides {
      try await server.override(awaiting: { try await $0.database }, with: Database(name: "fake"))
      #expect(try await server.request.value == "fake")
    }
    #expect(try await server.request.value == "main")
  }

  @Test func `close reaches what was made asynchronously, and later reads are errors`() async throws {
    let server = Server()
    _ = try await server.database
    try await server.close()
    #expect(server.made.lines == ["database", "closed main"])
    #expect(
      await failure { try await server.database }
        == "[closed] 'database' was resolved after the component 'Server' had closed\n")
  }

  @MainActor @Test func `a member of a main-actor component is made on the main actor`() async throws {
    let screen = Screen(server: Server())
    #expect(try await screen.title === screen.title)
    #expect(screen.drawn == 1)
  }

  @Test func `the graph knows what asynchronous members read`() async throws {
    let server = Server(observing: true)
    _ = try await server.request
    let graph = try server.graph()
    #expect(graph.bindings.map(\.key.name) == ["request", "database"])
    #expect(graph.observed == [Graph.ObservedEdge(from: 0, to: 1)])
  }

  /// A member whose factory throws the error of a cancellation, cancelled or not.
  private final class Clinic: Component, Sendable {
    let instances = Instances()
    var doctor: Int { get async throws { try await transient { () async throws -> Int in throw CancellationError() } } }
    var visit: Int { get async throws { try await transient { try await doctor } } }
  }

  @Test func `a factory that throws the error of a cancellation has failed, when nobody has cancelled the task`() async {
    let clinic = Clinic()
    #expect(
      await failure { try await clinic.visit }
        == "[failed-factory] the factory of 'doctor' threw: CancellationError()\nvisit -> doctor")
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await clinic.visit
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  /// A component whose member starts a task that nobody waits for, and goes on.
  private final class Depot: Component, Sendable {
    let instances = Instances()
    let runs = Counter()
    let left = Box<Task<Int, any Error>>()
    let door = Door()

    var job: Int {
      get async throws {
        try await transient {
          let run = runs.add()
          if run == 1 {
            left.value = Task { try await store }
            await door.pass()
          }
          return run
        }
      }
    }

    var store: Int { get async throws { try await single { try await job } } }
  }

  @Test func `what a task asks for first that a running factory has left behind may read that factory's member`() async throws {
    let depot = Depot()
    async let job = depot.job
    await yield { depot.left.value != nil }
    let store = await depot.left.value?.result
    depot.door.open()
    #expect(try store?.get() == 2)
    #expect(try await job == 1)
  }

  /// Members that need each other, each made anew for every read.
  private final class Circle: Component, Sendable {
    let instances = Instances()
    var a: Int { get async throws { try await transient { try await b } } }
    var b: Int { get async throws { try await transient { try await a } } }
    var c: Int { get async throws { try await transient { try await d } } }
    var d: Int { get async throws { try await single { try await c } } }
  }

  @Test func `a cycle of asynchronous transient members is an error, also through a shared one`() async {
    let circle = Circle()
    #expect(await failure { try await circle.a } == "[dependency-cycle] 'a' is needed while it is being built\na -> b -> a")
    #expect(
      await failure { try await circle.c }
        == "[dependency-cycle] 'd' waits for itself across tasks: 'd' -> 'd'\nc -> d -> c -> d")
  }

  /// A component whose member starts a task that reads the member again once it has been made, time after time.
  private final class Relay: Component, Sendable {
    let instances = Instances()
    let laps = Counter()
    let finish = Door()

    /// Is being made as long as the others run.
    var whistle: Int {
      get async throws {
        try await single {
          await finish.pass()
          return laps.value
        }
      }
    }

    var baton: Door {
      get async throws {
        try await transient {
          let baton = Door()
          Task {
            await baton.pass()
            if laps.add() < 20_000 { try await self.baton.open() } else { finish.open() }
          }
          return baton
        }
      }
    }
  }

  @Test func `tasks that a factory has left behind, and that read the member again, may do so without end`() async throws {
    let relay = Relay()
    async let whistle = relay.whistle
    try await relay.baton.open()
    #expect(try await whistle == 20_000)
  }
}
