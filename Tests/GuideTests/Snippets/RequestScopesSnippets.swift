// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum RequestScopes: Guide {
  static let page = "Guides/RequestScopes"

  struct Call: Sendable {
    let path: String
  }

  enum Request: ScopeKind {
    typealias Input = Inputs<Call>
  }

  /// Hands out numbered connections, and those that were given back first.
  actor Pool {
    private(set) var free: [Int] = []
    private var last = 0

    init() async throws {}

    func take() throws -> Int {
      if let number = free.popLast() { return number }
      last += 1
      return last
    }

    func give(back number: Int) { free.append(number) }
  }

  actor Connection {
    let number: Int
    private let pool: Pool

    init(pool: Pool) async throws {
      number = try await pool.take()
      self.pool = pool
    }

    func release() async { await pool.give(back: number) }
  }

  struct Handler: Sendable {
    let call: Call
    let connection: Connection

    func respond() async throws -> String { "\(call.path) over connection \(connection.number)" }
  }

  struct ServerModule: Module {
    var bindings: Bindings {
      Bind(Pool.init).in(.singleton)
      Bind(Connection.init).in(.scoped(Request.self)).onClose { await $0.release() }
      Bind(Handler.init)
    }
  }

  struct DiskFull: Error {}

  final class Audit: Sendable {
    init(call: Call) {}

    func write() async throws { throw DiskFull() }
  }

  #sourceLocation(file:"AuditModule.swift",line:1)
  struct AuditModule: Module {
    var bindings: Bindings {
      Bind(Audit.init).in(.scoped(Request.self)).onClose { try await $0.write() }
    }
  }
  #sourceLocation()

  struct User: Sendable {
    let name: String
  }

  struct Language: Sendable {
    let code: String
  }

  enum Session: ScopeKind {
    typealias Input = Inputs<User>
  }

  enum Page: ScopeKind {
    typealias Parent = Session
    typealias Input = Inputs<Call, Language>
  }

  struct PageModule: Module {
    var bindings: Bindings {
      Bind { (user: User, call: Call, language: Language) in "\(call.path) for \(user.name) in \(language.code)" }
        .in(.scoped(Page.self))
      Opens(Session.self)
    }
  }

  final class Visits: Sendable {
    let call: Provider<Call>

    // Without `call()`: here it would be the call of the page that is open now.
    init(call: Provider<Call>) { self.call = call }

    func path() -> String { call().path }
  }

  final class Log: Sendable {
    let call: Provider<Call>

    init(call: Provider<Call>) { self.call = call }

    func line(_ text: String) -> String { "\(call().path): \(text)" }
  }

  static func printed() async throws -> [String] {
    let print = Printer()
    let container = try Container(ServerModule())

    func serve(_ call: Call) async throws -> String {
      try await container.withScope(Request.self, call) { request in
        try await request.resolve(Handler.self).respond()
      }
    }

    print(try await serve(Call(path: "/cars")))  // /cars over connection 1
    print(try await container.resolve(Pool.self).free)  // [1]
    let answers = try await container.withScope(Request.self, Call(path: "/wheels")) { request in
      async let first = request.resolve(Handler.self)
      async let second = request.resolve(Handler.self)
      return try await [first, second]
    }
    print(answers[0].connection === answers[1].connection)  // true
    do {
      try await Container(AuditModule()).withScope(Request.self, Call(path: "/cars")) { request in
        _ = try await request.resolve(Audit.self)
      }
    } catch let error as CloseError {
      print(error.failures.count, error.cause == nil)  // 1 true
    }
    try await Container(PageModule()).withScope(Session.self, User(name: "Ada")) { session in
      try await session.withScope(Page.self, Call(path: "/cars"), Language(code: "nl")) { page in
        print(try await page.resolve(String.self))  // /cars for Ada in nl
      }
    }
    let logging = try Container {
      Bind(Log.init).in(.singleton)
      Opens(Request.self)
    }
    let log = try await logging.resolve(Log.self)
    try await logging.withScope(Request.self, Call(path: "/cars")) { request async in
      print(log.line("served"))  // /cars: served
    }
    return print.lines
  }

  static func messages() async throws -> [String] {
    var failure = ""
    let container = try Container(ServerModule())
    let leaked = try await container.withScope(Request.self, Call(path: "/cars")) { request async in request }
    do { _ = try await leaked.resolve(Handler.self) } catch { failure = "\(error)" }
    return [await audit(), failure.replacing("RequestScopes.", with: "")]
  }

  private static func audit() async -> String {
    do {
      try await Container(AuditModule()).withScope(Request.self, Call(path: "/cars")) { _ = try await $0.resolve(Audit.self) }
      return ""
    } catch { return shown("\(error)") }
  }
}
