// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private struct User: Sendable, Equatable {
  let name: String
}

private enum Session: ScopeKind {
  typealias Input = Inputs<User>
}

private enum Page: ScopeKind {
  typealias Parent = Session
  typealias Input = Inputs<Int, String>
}

private struct Leaf: Sendable {
  let line: String
}

private enum Visit: ScopeKind {}

/// What a session needs, which is released with it.
private final class Account: Sendable {
  let user: User
  let tracked: Tracked
  init(user: User, tracked: Tracked) { (self.user, self.tracked) = (user, tracked) }
}

private struct Home: Sendable {
  let account: Account
  let pages: ScopeOpener<Page, Leaf>
}

private final class Coordinator: Sendable {
  let sessions: ScopeOpener<Session, Home>
  init(sessions: ScopeOpener<Session, Home>) { self.sessions = sessions }
}

@MainActor private final class Screen {
  let user: User
  init(user: User) { self.user = user }
}

private struct Broken: Error {}

@Suite struct ScopeOpenerTests {
  private let alive = Counter()
  private let log = Log()

  private func app() throws -> Container {
    try Container { [alive, log] in
      Bind { Tracked(alive) }
      Bind(Coordinator.init).in(.singleton)
      Bind(Account.init).in(.scoped(Session.self)).onClose { log.add("closed for \($0.user.name)") }
      Bind(Home.init)
      Bind { (user: User, number: Int, text: String) in Leaf(line: "\(user.name), page \(number): \(text)") }
    }
  }

  @Test func `a singleton opens a session with its user, and closes it`() throws {
    let coordinator = try app().resolve(Coordinator.self)
    do {
      let session = try coordinator.sessions.open(with: User(name: "Ada"))
      #expect(session.root.account.user == User(name: "Ada"))
      #expect(log.lines == [])
      try session.close()
      #expect(log.lines == ["closed for Ada"])
      try session.close()
      #expect(log.lines == ["closed for Ada"])
    }
    #expect(alive.value == 0)
  }

  @Test func `two sessions share nothing, and each has one of what is scoped`() throws {
    let coordinator = try app().resolve(Coordinator.self)
    let (ada, ben) = (
      try coordinator.sessions.open(with: User(name: "Ada")), try coordinator.sessions.open(with: User(name: "Ben"))
    )
    #expect(ada.root.account !== ben.root.account)
    try ada.close()
    #expect(log.lines == ["closed for Ada"])
    #expect(ben.root.account.user.name == "Ben")
  }

  @Test func `an opener that a session handed out opens inside of that session`() throws {
    let session = try app().resolve(Coordinator.self).sessions.open(with: User(name: "Ada"))
    #expect(try session.root.pages.open(with: 7, "wheels").root.line == "Ada, page 7: wheels")
    try session.close()
    #expect(
      failure { try session.root.pages.open(with: 7, "wheels") }
        == "[closed] the scope 'Page' was opened after the scope 'Session' had closed\n")
  }

  @Test func `an opener outside of the parent's scope says so`() throws {
    let container = try app()
    let pages = try container.resolve(ScopeOpener<Page, Leaf>.self)
    #expect(
      failure { try pages.open(with: 1, "") }
        == "[scope-not-open] a scope 'Page' opens inside a scope 'Session', and none is open here\n")
  }

  @Test func `an opener makes its kind known, which no bind names`() throws {
    let container = try Container {
      Bind { (visits: ScopeOpener<Visit, Int>?) in try visits?.open().root == 4 }
      Bind { 4 }
    }
    #expect(try container.resolve(Bool.self))
    #expect(container.graph.scopeKinds.map(\.type.description) == ["Visit"])
  }

  @Test func `the check sees what is asked inside`() throws {
    let report = Container.check(
      InlineModule {
        Bind(Coordinator.init).in(.singleton)
        Bind(Home.init)
        Bind(Account.init).in(.scoped(Session.self))
      })
    #expect(
      report.errors.map(\.message).sorted() == ["nothing is bound for 'Leaf'", "nothing is bound for 'Tracked'"])
    #expect(report.errors.last?.path.map(\.key) == ["Coordinator", "Home", "Account", "Tracked"])
  }

  @Test func `the check finds what belongs to a scope that is not open inside`() throws {
    let report = Container.check(
      InlineModule {
        Bind(Coordinator.init).in(.singleton)
        Bind { (leaf: Leaf, pages: ScopeOpener<Page, Leaf>) in
          Home(account: Account(user: User(name: leaf.line), tracked: Tracked(Counter())), pages: pages)
        }
        Bind { (user: User, number: Int) in Leaf(line: "\(user.name) \(number)") }
      })
    #expect(
      report.errors.map(\.message) == [
        "'Coordinator' opens Session, but 'Int' (input of Page) is needed inside, and no Page is open there"
      ])
    #expect(report.errors.first?.path.map(\.key) == ["Coordinator", "Home", "Leaf", "Int"])
    #expect(report.errors.first?.help == "let 'Coordinator' open Page inside Session")
  }

  @Test func `the check finds a root that belongs to another scope`() throws {
    let report = Container.check(
      InlineModule {
        Bind { (_: ScopeOpener<Session, Leaf>) in 4.5 }.in(.singleton)
        Bind { Leaf(line: "") }.in(.scoped(Visit.self))
      })
    #expect(
      report.errors.map(\.message) == [
        "'Double' opens Session, but 'Leaf' (scoped(Visit)) is needed inside, and no Visit is open there"
      ])
  }

  @Test func `the check finds who is made where the parent's scope is never open`() throws {
    let report = Container.check(
      InlineModule {
        Bind { (_: Provider<Home>) in 4.5 }.in(.singleton)
        Bind { (_: Home) in Float(4.5) }.in(.scoped(Visit.self))
        Bind { (_: Home) in "a home" }.in(.scoped(Session.self))
        Bind { (_: ScopeOpener<Session, Home>) in 4 }.in(.singleton).named("opens the parent")
        Bind(Home.init).in(.graph)
        Bind { (user: User) in Account(user: user, tracked: Tracked(Counter())) }.in(.scoped(Session.self))
        Bind { Leaf(line: "") }.in(.scoped(Page.self))
      })
    let opens = report.errors.filter { $0.message.hasPrefix("'Home' opens") }
    #expect(
      opens.map(\.message) == [
        "'Home' opens Page inside Session, but 'Double' (singleton) is made where no Session is open",
        "'Home' opens Page inside Session, but 'Float' (scoped(Visit)) is made where no Session is open",
      ])
    #expect(opens.map { $0.path.map(\.key) } == [["Double", "Home", "Leaf"], ["Float", "Home", "Leaf"]])
    #expect(opens.first?.help == "make 'Double' scoped(Session), or let what is scoped(Session) take the opener")
  }

  @Test func `the graph shows the kind and the value`() throws {
    let graph = try app().graph
    let need = try #require(graph.bindings.first { $0.key.type.description == "Coordinator" }?.needs.first)
    #expect(need.key.type.description == "ScopeOpener<Session, Home>")
    #expect(need.wrappers.map(\.form) == [.opener])
    #expect(need.wrappers.map { $0.arguments.map(\.description) } == [["Session"]])
    #expect(need.target.type.description == "Home")
  }

  @Test func `a root that cannot be made closes what was made for it`() async throws {
    let container = try Container { [log] in
      Bind { (user: User) in
        log.add("opened for \(user.name)")
        return user.name
      }.in(.scoped(Session.self)).onClose { log.add("closed for \($0)") }
      Bind { (_: String) throws -> Int in throw Broken() }
    }
    let sessions = try await container.resolve(ScopeOpener<Session, Int>.self)
    #expect(
      failure { try sessions.open(with: User(name: "Ada")) } == "[failed-factory] the factory of 'Int' threw: Broken()\nInt")
    await #expect(throws: ResolutionError.self) { try await sessions.open(with: User(name: "Ben")) }
    #expect(log.lines == ["opened for Ada", "closed for Ada", "opened for Ben", "closed for Ben"])
  }

  @Test func `a root that cannot be made, in a scope that cannot close, gives both errors`() throws {
    let container = try Container {
      Bind { (user: User) in user.name }.in(.scoped(Session.self)).onClose { _ throws in throw Broken() }
      Bind { (_: String) throws -> Int in throw Broken() }
    }
    let sessions = try container.resolve(ScopeOpener<Session, Int>.self)
    let error = #expect(throws: CloseError.self) { try sessions.open(with: User(name: "Ada")) }
    #expect(error?.failures.map(\.key) == ["String"])
    #expect((error?.cause as? ResolutionError)?.code == .failed)
  }

  @Test func `a root that cannot be made closes what was opened inside its scope first`() throws {
    let kept = Box<ScopeOpener<Page, Leaf>.Opened>()
    let container = try Container { [log] in
      Bind { Road() }.in(.scoped(Session.self)).onClose { _ in log.add("closed the road") }
      Bind { (_: Road) in Leaf(line: "a page") }.in(.scoped(Page.self)).onClose { log.add("closed \($0.line)") }
      Bind { (_: Road, pages: ScopeOpener<Page, Leaf>) throws -> Wheel in
        kept.value = try pages.open(with: 7, "wheels")
        throw Broken()
      }.in(.scoped(Session.self))
    }
    let sessions = try container.resolve(ScopeOpener<Session, Wheel>.self)
    #expect(
      failure { try sessions.open(with: User(name: "Ada")) } == "[failed-factory] the factory of 'Wheel' threw: Broken()\nWheel")
    #expect(log.lines == ["closed a page", "closed the road"])
    try container.close()
    #expect(log.lines == ["closed a page", "closed the road"])
    kept.value = nil
  }

  @Test func `a root that cannot be made leaves to a task what has to be awaited inside its scope, and its container waits`()
    async throws
  {
    let (kept, door) = (Box<ScopeOpener<Page, Leaf>.Opened>(), Door())
    let container = try Container { [log] in
      Bind { Road() }.in(.scoped(Session.self)).onClose { _ in log.add("closed the road") }
      #sourceLocation(file:"Pages.swift",line:1)
      Bind { (_: Road) in Leaf(line: "a page") }.in(.scoped(Page.self)).onClose { page async in
        await door.pass()
        log.add("closed \(page.line)")
      }
      #sourceLocation()
      Bind { (_: Road, pages: ScopeOpener<Page, Leaf>) throws -> Wheel in
        kept.value = try pages.open(with: 7, "wheels")
        throw Broken()
      }.in(.scoped(Session.self))
    }
    let sessions = try await container.resolve(ScopeOpener<Session, Wheel>.self)
    let openNow: @Sendable () throws -> Void = { _ = try sessions.open(with: User(name: "Ada")) }
    let error = try #require(#expect(throws: CloseError.self, performing: openNow))
    #expect((error.cause as? ResolutionError)?.code == .failed)
    #expect(
      error.description.hasPrefix(
        """
        error: [close-failed] the scope 'Session' is closed, but not without errors
          'Leaf' (Pages.swift:1:12) is closed asynchronously, and was not waited for
        """))
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    #expect(log.lines == [])
    door.open()
    try await closing.value
    #expect(log.lines == ["closed a page", "closed the road"])
    kept.value = nil
  }

  @Test func `a root that fails while another thread builds in its scope waits for that`() async throws {
    let (opener, isIn) = (Box<ThreadID>(), Counter())
    let container = try Container { [log] in
      Bind { (user: User) in user.name }.in(.scoped(Session.self)).onClose { log.add("closed for \($0)") }
      Bind { (_: String) in
        isIn.add()
        WaitGraph.spin(untilAwaitedBy: opener)
        return Leaf(line: "a leaf")
      }.in(.scoped(Session.self)).onClose { log.add("closed \($0.line)") }
      Bind { (_: String, leaf: Provider<Leaf>) throws -> Int in
        opener.value = .current
        Task.detached { _ = try? leaf.make() }
        spin { isIn.value > 0 }
        throw Broken()
      }.in(.scoped(Session.self))
    }
    let sessions = try await container.resolve(ScopeOpener<Session, Int>.self)
    let found = await Threads.run { failure { try sessions.open(with: User(name: "Ada")) } }
    #expect(found == "[failed-factory] the factory of 'Int' threw: Broken()\nInt")
    #expect(log.lines == ["closed a leaf", "closed for Ada"])
    try await container.close()
  }

  @Test func `a session whose parts are made and closed asynchronously is awaited`() async throws {
    let container = try Container { [log] in
      Bind { (user: User) async throws -> String in
        await Task.yield()
        return user.name
      }.in(.scoped(Session.self)).onClose { name async in
        await Task.yield()
        log.add("closed for \(name)")
      }
    }
    let sessions = try await container.resolve(ScopeOpener<Session, String>.self)
    let session = try await sessions.open(with: User(name: "Ada"))
    #expect(session.root == "Ada")
    #expect(closeFailure { try session.close() } == "[async-close] the scope 'Session'\nString: has to be awaited")
    try await session.close()
    #expect(log.lines == ["closed for Ada"])
  }

  @Test func `a root of the main actor is awaited from anywhere`() async throws {
    let container = try Container { Bind(Screen.init).in(.scoped(Session.self)) }
    let session = try await container.resolve(ScopeOpener<Session, Screen>.self).open(with: User(name: "Ada"))
    #expect(session.root.user.name == "Ada")
    try await session.close()
  }

  @Test func `a test makes an opener from closures`() async throws {
    let sessions = ScopeOpener<Session, String> { [log] (user: User) in
      log.add("opened for \(user.name)")
      return user.name
    } onClose: { [log] in
      log.add("closed for \($0)")
    }
    func useNow() throws {
      let session = try sessions.open(with: User(name: "Ada"))
      #expect(session.root == "Ada")
      try session.close()
      let pages = ScopeOpener<Page, Leaf> { (number: Int, text: String) in Leaf(line: "\(number) \(text)") }
      #expect(try pages.open(with: 7, "wheels").root.line == "7 wheels")
    }
    try useNow()
    try await sessions.open(with: User(name: "Ben")).close()
    #expect(log.lines == ["opened for Ada", "closed for Ada", "opened for Ben", "closed for Ben"])
  }

  @Test func `an opener from closures closes once, however often its scope is closed`() async throws {
    let sessions = ScopeOpener<Session, String> { (user: User) in
      user.name
    } onClose: { [log] in
      log.add("closed for \($0)")
    }
    func openNow(_ name: String) throws -> ScopeOpener<Session, String>.Opened { try sessions.open(with: User(name: name)) }
    func closeNow(_ session: ScopeOpener<Session, String>.Opened) throws { try session.close() }
    let session = try openNow("Ada")
    for _ in 1...3 {
      try closeNow(session)
      try await session.close()
    }
    #expect(log.lines == ["closed for Ada"])
    let shared = try openNow("Ben")
    _ = await together(64) { _ in try await shared.close() }
    #expect(log.lines == ["closed for Ada", "closed for Ben"])
  }

  @Test func `a test replaces what a session is made of`() throws {
    let test = try app().rebuilt { [alive] in
      Bind { Account(user: User(name: "nobody"), tracked: Tracked(alive)) }.in(.scoped(Session.self))
    }
    let session = try test.resolve(Coordinator.self).sessions.open(with: User(name: "Ada"))
    #expect(session.root.account.user.name == "nobody")
    try session.close()
  }

  @Test func `when the root cannot be made, code that does not await leaves the closing to a task`() async throws {
    let container = try Container { [log] in
      Bind { "road" }.in(.scoped(Visit.self)).onClose { text async in log.add("closed \(text)") }
      Bind { (_: String) throws -> Int in throw Broken() }
    }
    let visits = try await container.resolve(ScopeOpener<Visit, Int>.self)
    let open: () throws -> Void = { _ = try visits.open() }
    let error = #expect(throws: CloseError.self, performing: open)
    #expect((error?.cause as? ResolutionError)?.summary == "[failed-factory] the factory of 'Int' threw: Broken()\nInt")
    #expect(error?.owner == "the scope 'Visit'")
    #expect(error?.failures.map(\.key) == ["String"])
    #expect(error?.failures.first?.error == nil, "it had to be awaited")
    await yield { log.lines == ["closed road"] }
  }

  private enum Job: ScopeKind {}

  private final class Nested<Outer: ScopeKind, Inner: ScopeKind>: Sendable {
    let open: ScopeOpener<Outer, ScopeOpener<Inner, Tracked>>
    init(open: ScopeOpener<Outer, ScopeOpener<Inner, Tracked>>) { self.open = open }
  }

  private enum Chapter: ScopeKind { typealias Parent = Visit }

  @Test func `an opener may resolve another one, whose scope opens inside its own`() throws {
    let container = try Container { [alive] in
      Bind { Tracked(alive) }.in(.scoped(Chapter.self))
      Bind(Nested<Visit, Chapter>.init).in(.singleton)
    }
    let visit = try container.resolve(Nested<Visit, Chapter>.self).open.open()
    let chapter = try visit.root.open()
    #expect(alive.value == 1)
    try visit.close()
    withExtendedLifetime(chapter) {}
  }

  @Test func `the check finds an opener that another one resolves where its own parent is not open`() throws {
    let report = Container.check(
      InlineModule { [alive] in
        Bind { Tracked(alive) }.in(.scoped(Chapter.self))
        Bind(Nested<Job, Chapter>.init).in(.singleton)
      })
    #expect(
      report.errors.map { "\($0.id): \($0.message)\n\($0.help ?? "")".replacing("ScopeOpenerTests.", with: "") } == [
        """
        captive-dependency: 'Nested<Job, Chapter>' opens Chapter inside Job, and no Visit is open there
        open Chapter inside Visit, or Job inside Visit, with typealias Parent = Visit
        """
      ])
  }
}
