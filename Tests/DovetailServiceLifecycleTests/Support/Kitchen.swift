// SPDX-License-Identifier: Apache-2.0
#if ServiceLifecycle
  import DovetailLifecycle
  import DovetailServiceLifecycle
  import InMemoryLogging
  import Logging
  import ServiceLifecycle
  @testable import Dovetail

  struct Burnt: Error {}

  /// Remembers what happened, in order, and lets tasks wait for it.
  final class Diary: Sendable {
    private struct State: Sendable {
      var lines: [String] = []
      var waiting: [(line: String, task: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())

    var lines: [String] { state.withLock { $0.lines } }

    func add(_ line: String) {
      let ready = state.withLock { state in
        state.lines.append(line)
        defer { state.waiting.removeAll { $0.line == line } }
        return state.waiting.filter { $0.line == line }
      }
      for waiting in ready { waiting.task.resume() }
    }

    /// Returns once a line is there. A test that hangs here shows that it never comes.
    func has(_ line: String) async {
      await withCheckedContinuation { task in
        let isThere = state.withLock { state in
          if state.lines.contains(line) { return true }
          state.waiting.append((line, task))
          return false
        }
        if isThere { task.resume() }
      }
    }
  }

  /// A part of the kitchen that works until it is told to stop.
  protocol Worker: Service {
    var diary: Diary { get }
  }

  extension Worker {
    var name: String { "\(type(of: self))" }

    func run() async throws {
      diary.add("\(name) works")
      try await gracefulShutdown()
      diary.add("\(name) rests")
    }
  }

  final class Oven: Worker {
    let diary: Diary
    init(diary: Diary) { self.diary = diary }
  }

  final class Cook: Worker {
    let diary: Diary
    init(diary: Diary, oven: Oven) { self.diary = diary }
  }

  final class Waiter: Worker {
    let diary: Diary
    init(diary: Diary, cook: Cook) { self.diary = diary }
  }

  /// Three services that need each other, declared against the order in which they do.
  struct KitchenModule: Module {
    let diary: Diary

    var bindings: Bindings {
      Bind(instance: diary)
      Bind(Waiter.init).in(.singleton).asService().logged(diary)
      Bind(Cook.init).in(.singleton).logged(diary).asService()
      Bind(Oven.init).in(.singleton).asService().logged(diary)
    }
  }

  extension Bind where Value: Sendable {
    /// Writes down that the value starts and stops.
    func logged(_ diary: Diary) -> Self {
      onStart { _ in diary.add("+\(TypeName(Value.self))") }.onStop { _ in diary.add("-\(TypeName(Value.self))") }
    }
  }

  /// Runs services in a group that is told to shut down as soon as a closure returns.
  ///
  /// - Returns: What the group threw, if it did.
  func group(
    of services: [any Service], logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
    until isTime: @Sendable () async -> Void
  ) async -> String? {
    let group = ServiceGroup(services: services, logger: logger)
    async let ended: Void = group.run()
    await isTime()
    await group.triggerGracefulShutdown()
    do {
      try await ended
      return nil
    } catch { return "\(error)" }
  }
#endif
