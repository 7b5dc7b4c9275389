// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import Synchronization
import Testing
import CoreTestSupport
import TestSupport

/// Has something to close once it was written in.
private final class Ledger: Sendable {
  private let lines = Mutex<[String]>([])
  var hasLines: Bool { lines.withLock { !$0.isEmpty } }
  func write(_ line: String) { lines.withLock { $0.append(line) } }
  func clear() { lines.withLock { $0 = [] } }
}

private final class Till: Sendable {
  let ledger: Ledger
  init(ledger: Ledger) { self.ledger = ledger }
}

@Suite struct CloseConditionTests {
  private let log = Log()

  private func yard() throws -> Container {
    try Container { [log] in
      Bind(Ledger.init).in(.scoped(Yard.self))
        .onClose(when: \.hasLines) { _ in
          await Task.yield()
          log.add("ledger kept")
        }
        .onClose { _ in log.add("ledger closed") }
      Bind(Till.init).in(.scoped(Yard.self)).onClose { till in
        log.add("till closed")
        till.ledger.write("total")
      }
    }
  }

  @Test func `what has nothing to close is not closed, but its other hooks run`() async throws {
    try await yard().withScope(Yard.self) { _ = try await $0.resolve(Ledger.self) }
    #expect(log.lines == ["ledger closed"])
  }

  @Test func `what has nothing to close is told as closed all the same, once`() async throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) { [log] in
      Bind(Ledger.init).in(.scoped(Yard.self)).onClose(when: \.hasLines) { _ in log.add("ledger kept") }
    }
    try await container.withScope(Yard.self) { _ = try await $0.resolve(Ledger.self) }
    let closed = recorder.events.filter { if case .closed = $0.kind { true } else { false } }
    #expect(closed.map { "\($0)" } == ["closed Ledger"])
    #expect(log.lines == [])
  }

  @Test func `what has something to close is closed`() async throws {
    try await yard().withScope(Yard.self) { try await $0.resolve(Ledger.self).write("sale") }
    #expect(log.lines == ["ledger closed", "ledger kept"])
  }

  @Test func `the condition is asked when it is the value's turn`() async throws {
    try await yard().withScope(Yard.self) { _ = try await $0.resolve(Till.self) }
    #expect(log.lines == ["till closed", "ledger closed", "ledger kept"])
  }

  @Test func `a hook after others is asked again, and all of them run in reverse order`() async throws {
    let container = try Container { [log] in
      Bind(Ledger.init).in(.scoped(Yard.self))
        .onClose { _ in log.add("first") }
        .onClose(when: \.hasLines) { _ in log.add("kept") }
        .onClose { ledger in
          log.add("third")
          ledger.clear()
        }
        .onClose(when: \.hasLines) { _ in
          await Task.yield()
          log.add("last")
        }
    }
    try await container.withScope(Yard.self) { try await $0.resolve(Ledger.self).write("sale") }
    #expect(log.lines == ["last", "third", "first"])
    // And where nothing has to be awaited.
    try await container.withScope(Yard.self) { _ = try await $0.resolve(Ledger.self) }
    #expect(log.lines == ["last", "third", "first", "third", "first"])
  }

  @Test func `a hook may make the condition of one that runs after it true`() async throws {
    let container = try Container { [log] in
      Bind(Ledger.init).in(.scoped(Yard.self))
        .onClose(when: \.hasLines) { _ in log.add("kept") }
        .onClose { $0.write("total") }
    }
    try await container.withScope(Yard.self) { _ = try await $0.resolve(Ledger.self) }
    #expect(log.lines == ["kept"])
  }

  @Test func `a value that was not finished, and has nothing to await, is closed at once`() throws {
    let container = try Container { [log] in
      Bind(Ledger.init).in(.singleton)
        .onClose(when: \.hasLines) { _ in log.add("kept") }
        .onClose { _ in log.add("closed") }
        .onCreate { _ in throw Breakdown() }
    }
    #expect(throws: ResolutionError.self) { try container.resolve(Ledger.self) }
    #expect(log.lines == ["closed"])
  }

  @Test func `a hook with a condition and one without are awaited, whatever the condition says`() async throws {
    let container = try Container { [log] in
      Bind(Ledger.init).in(.scoped(Yard.self))
        .onClose { _ in
          await Task.yield()
          log.add("always")
        }
        .onClose(when: \.hasLines) { _ in log.add("kept") }
    }
    try await container.withScope(Yard.self) { _ = try await $0.resolve(Ledger.self) }
    #expect(log.lines == ["always"])
    try await container.withScope(Yard.self) { try await $0.resolve(Ledger.self).write("sale") }
    #expect(log.lines == ["always", "kept", "always"])
  }

  @Test func `the scope has to be closed by awaiting all the same`() throws {
    let scope = try yard().openScope(Yard.self)
    _ = try scope.resolve(Ledger.self)
    #expect(closeFailure { try scope.close() } == "[async-close] the scope 'Yard'\nLedger: has to be awaited")
    #expect(log.lines == [])
  }

  @Test func `a bind by a name alone may say it too`() async throws {
    let container = try Container { [log] in
      NamedBind("number") { _ in 12 }.in(.singleton).onClose(when: { $0 as? Int == 12 }) { _ in log.add("12") }
      NamedBind("other") { _ in 13 }.in(.singleton).onClose(when: { $0 as? Int == 12 }) { _ in log.add("13") }
    }
    #expect(try await container.resolve("number", as: Int.self) + container.resolve("other", as: Int.self) == 25)
    try await container.close()
    #expect(log.lines == ["12"])
  }

  @Test func `what is not shielded is closed in the task that closes, also when that is cancelled`() async throws {
    let container = try Container { [log] in
      Bind { 12 }.in(.scoped(Yard.self)).onClose { _ in log.add("number, cancelled: \(Task.isCancelled)") }
      Bind(Ledger.init).in(.scoped(Yard.self)).onClose(when: \.hasLines, shielded: false) { _ in
        await Task.yield()
        log.add("ledger, cancelled: \(Task.isCancelled)")
      }
    }
    let scope = try container.openScope(Yard.self)
    _ = try await scope.resolve(Int.self)
    try await scope.resolve(Ledger.self).write("sale")
    try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await scope.close()
    }.value
    #expect(log.lines == ["ledger, cancelled: true", "number, cancelled: false"])
  }

  @Test func `no hook notices that the task is cancelled, also where nothing is awaited`() async throws {
    let container = try Container { [log] in
      Bind(Ledger.init).in(.scoped(Yard.self)).onClose { _ in log.add("cancelled: \(Task.isCancelled)") }
    }
    let scope = try container.openScope(Yard.self)
    _ = try await scope.resolve(Ledger.self)
    try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await scope.close()
    }.value
    #expect(log.lines == ["cancelled: false"])
  }
}
