// SPDX-License-Identifier: Apache-2.0

#if Hummingbird
  @testable import Dovetail
  import DovetailHummingbird
  import Hummingbird
  import InMemoryLogging
  import Logging
  import NIOCore
  import ServiceLifecycle

  /// Counts the visits that are made and those that are closed.
  final class Ledger: Sendable {
    private struct State: Sendable {
      var opened = 0
      var closings: [Int] = []
      var waiting: [(count: Int, task: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())

    var opened: Int { state.withLock { $0.opened } }

    /// The numbers of the visits that were closed, in that order; one that is closed twice is there twice.
    var closings: [Int] { state.withLock { $0.closings } }

    func open() -> Int {
      state.withLock { state in
        state.opened += 1
        return state.opened
      }
    }

    func close(_ number: Int) {
      let ready = state.withLock { state in
        state.closings.append(number)
        let count = state.closings.count
        defer { state.waiting.removeAll { $0.count <= count } }
        return state.waiting.filter { $0.count <= count }
      }
      for waiting in ready { waiting.task.resume() }
    }

    /// Returns once so many visits are closed. A test that hangs here shows that one never is.
    func closed(_ count: Int) async {
      await withCheckedContinuation { task in
        let isThere = state.withLock { state in
          if state.closings.count >= count { return true }
          state.waiting.append((count, task))
          return false
        }
        if isThere { task.resume() }
      }
    }
  }

  struct TooLate: Error {}

  /// What a customer is given for one request.
  final class Visit: Sendable {
    let number: Int
    private let path: String
    private let ledger: Ledger
    private let isOpen = Lock(true)

    init(request: Request, ledger: Ledger) {
      number = ledger.open()
      path = request.uri.path
      self.ledger = ledger
    }

    /// The path of the request; throws when the visit is closed already.
    func read() throws -> String {
      guard isOpen.withLock({ $0 }) else { throw TooLate() }
      return path
    }

    func close() {
      isOpen.withLock { $0 = false }
      ledger.close(number)
    }
  }

  /// Lives as long as the program, and asks for the visit of whoever calls.
  final class Clerk: Sendable {
    private let visit: Provider<Visit>

    init(visit: Provider<Visit>) { self.visit = visit }

    func greet() throws -> String { "welcome to \(try visit.make().read())" }
  }

  struct VisitModule: Module {
    let ledger: Ledger
    /// Whether closing a visit fails after it was closed.
    var isBroken = false

    var bindings: Bindings {
      Bind(instance: ledger)
      Bind(Clerk.init).in(.singleton)
      Bind(Visit.init).in(.scoped(RequestScope.self)).onClose { [isBroken] visit in
        visit.close()
        if isBroken { throw TooLate() }
      }
    }
  }

  /// A server of visits, whose log is in memory.
  struct Shop {
    let ledger: Ledger
    let container: Container
    let router = Router(context: BasicScopedRequestContext.self, options: .autoGenerateHeadEndpoints)
    let log = InMemoryLogHandler()

    init(isBroken: Bool = false, closing: RequestScopeClosing = .afterBody()) throws {
      let ledger = Ledger()
      let container = try Container(VisitModule(ledger: ledger, isBroken: isBroken))
      self.init(over: container, RequestScopeMiddleware(container, closing: closing), ledger)
    }

    init(
      over container: Container, _ middleware: RequestScopeMiddleware<BasicScopedRequestContext>?, _ ledger: Ledger = Ledger()
    ) {
      self.container = container
      self.ledger = ledger
      if let middleware { router.add(middleware: middleware) }
    }

    /// Runs the server on a free port while a closure talks to it, and shuts it down gracefully.
    func serve(_ talk: @Sendable (Client) async throws -> Void) async throws {
      let (ports, started) = AsyncStream.makeStream(of: Int.self)
      let logger = Logger(label: "shop") { [log] _ in log }
      let server = Application(
        router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), backlog: 1024),
        onServerRunning: { channel in started.yield(channel.localAddress?.port ?? 0) }, logger: logger)
      let group = ServiceGroup(services: [server], logger: logger)
      async let ended: Void = {
        defer { started.finish() }
        try await group.run()
      }()
      if let port = await ports.first(where: { _ in true }) {
        do { try await talk(Client(port: port)) } catch {
          await group.triggerGracefulShutdown()
          throw error
        }
        await group.triggerGracefulShutdown()
      }
      try await ended
    }

    /// What was logged as an error: what it says, and the error.
    var complaints: [String] {
      log.entries.filter { $0.level >= .error }.map { "\($0.message): \($0.error.map { "\($0)" } ?? "")" }
    }

    /// The same without the lines and columns of places, which move.
    var complaintsWithoutLines: [String] { complaints.map { $0.replacing(/(\.swift):\d+(?::\d+)?/) { $0.1 } } }
  }
#endif
