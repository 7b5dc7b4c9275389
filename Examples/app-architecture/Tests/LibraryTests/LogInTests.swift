// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import LibraryApp
internal import Synchronization
internal import Testing

@Suite("The log-in") @MainActor struct LogInTests {
  let ada = Reader(name: "Ada")
  let ben = Reader(name: "Ben")

  @Test func `closes the session at log-out, and releases it`() async throws {
    let reminders = MemoryReminders()
    let container = try Container(SessionModule()).rebuilt {
      Bind((any Reminders).self, instance: reminders)
    }
    let coordinator = try await container.resolve(LogInCoordinator.self)

    try await coordinator.logIn(ada)
    #expect(coordinator.home?.reader == ada)
    weak let desk = coordinator.home?.desk
    try await desk?.borrow(Samples.oak)
    #expect(await reminders.loans.isEmpty)

    try await coordinator.logOut()
    #expect(coordinator.home == nil && desk == nil)
    #expect(await reminders.loans == [Loan(book: Samples.oak, weeks: 4)])
  }

  @Test func `closes the session of a reader when another one logs in`() async throws {
    let coordinator = try await Container(SessionModule()).resolve(LogInCoordinator.self)
    try await coordinator.logIn(ada)
    weak let desk = coordinator.home?.desk
    try await coordinator.logIn(ben)
    #expect(coordinator.home?.reader == ben)
    #expect(desk == nil)
    try await coordinator.logOut()
  }

  @Test func `closes every session, when readers log in at the same time`() async throws {
    let open = Open()
    let coordinator = LogInCoordinator(
      sessions: ScopeOpener { (reader: Reader) in
        open.count.withLock { $0 += 1 }
        return ReaderHome(reader: reader, desk: LoanDesk(catalogue: Offline(), reminders: MemoryReminders()))
      } onClose: { _ in
        open.count.withLock { $0 -= 1 }
      })
    try await withThrowingTaskGroup { group in
      for _ in 1...20 { group.addTask { try await coordinator.logIn(Reader(name: "Ada")) } }
      try await group.waitForAll()
    }
    #expect(open.count.withLock { $0 } == 1)
    try await coordinator.logOut()
    #expect(open.count.withLock { $0 } == 0)
  }

  @Test func `is checked with all that a session asks for`() {
    let report = Container.check(
      InlineModule {
        Bind(LogInCoordinator.init).in(.singleton)
        Bind(ReaderHome.init).in(.scoped(Session.self))
        Bind(LoanDesk.init).in(.scoped(Session.self))
        Bind((any Catalogue).self, Offline.init)
      })
    #expect(report.errors.map(\.message) == ["nothing is bound for 'any Reminders'"])
    #expect(report.errors.first?.path.map(\.key) == ["LogInCoordinator", "ReaderHome", "LoanDesk", "any Reminders"])
  }

  @Test func `is tested without a container`() async throws {
    let open = Open()
    let desk = LoanDesk(catalogue: Offline(), reminders: MemoryReminders())
    let coordinator = LogInCoordinator(
      sessions: ScopeOpener { (reader: Reader) in
        open.count.withLock { $0 += 1 }
        return ReaderHome(reader: reader, desk: desk)
      } onClose: { _ in
        open.count.withLock { $0 -= 1 }
      })
    try await coordinator.logIn(ada)
    #expect(coordinator.home?.desk === desk)
    try await coordinator.logOut()
    #expect(open.count.withLock { $0 } == 0)
  }
}

/// Counts the sessions that are open.
private final class Open: Sendable {
  let count = Mutex(0)
}
