// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Synchronization

enum Cookbook: Guide {
  static let page = "Guides/Cookbook"

  /// Hooks are `Sendable`, so what they print is behind a lock.
  private static let paper = Mutex<[String]>([])

  static func print(_ items: Any...) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    paper.withLock { $0.append(line) }
  }

  // MARK: Log in and log out

  struct User: Sendable {
    let name: String
  }

  enum Session: ScopeKind {
    typealias Input = Inputs<User>
  }

  final class Mailbox: Sendable {
    let user: User

    init(user: User) { self.user = user }

    func close() { print("the mailbox of \(user.name) is closed") }
  }

  @MainActor final class Coordinator {
    private let sessions: ScopeOpener<Session, Mailbox>
    private var session: ScopeOpener<Session, Mailbox>.Opened?

    init(sessions: ScopeOpener<Session, Mailbox>) { self.sessions = sessions }

    var mailbox: Mailbox? { session?.root }

    func logIn(_ user: User) async throws { try await change(to: sessions.open(with: user)) }

    func logOut() async throws { try await change(to: nil) }

    private func change(to next: ScopeOpener<Session, Mailbox>.Opened?) async throws {
      let last = session
      session = next
      try await last?.close()
    }
  }

  struct MailModule: Module {
    var bindings: Bindings {
      Bind(Coordinator.init).in(.singleton)
      Bind(Mailbox.init).in(.scoped(Session.self)).onClose { $0.close() }
    }
  }

  // MARK: A cache with a lifetime

  final class Rates: Sendable { init() {} }

  struct RatesModule: Module {
    var bindings: Bindings {
      Bind((any Clock<Duration>).self) { ContinuousClock() }.in(.singleton)
      Bind(Rates.init).in(.timeToLive(.seconds(60)))
    }
  }

  final class StoppedClock: Clock {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)

    var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) { passed.withLock { $0 += duration } }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  actor Bank { func quotes() async throws -> [Double] { [1.1, 0.9] } }

  struct QuotesModule: Module {
    var bindings: Bindings {
      Bind { (bank: Bank) in Task { try await bank.quotes() } }.in(.timeToLive(.seconds(60)))
      Bind(Bank.init).in(.singleton)
    }
  }

  // MARK: Four modules and one configuration

  struct Settings: Sendable {
    let host: String
    let currency: String
  }

  struct CatalogueModule: Module {
    var bindings: Bindings { Bind { (settings: Settings) in Catalogue(host: settings.host) }.in(.singleton) }
  }

  struct CartModule: Module {
    var bindings: Bindings {
      Bind { Cart(catalogue: $0, settings: $1) }
      Include(CatalogueModule())
    }
  }

  struct PaymentModule: Module {
    var bindings: Bindings {
      Bind { (cart: Cart, settings: Settings) in Payment(cart: cart, currency: settings.currency) }
      Include(CartModule())
    }
  }

  struct AccountModule: Module {
    var bindings: Bindings { Bind { (settings: Settings) in Account(host: settings.host) }.in(.singleton) }
  }

  struct ShopModule: Module {
    let settings: Settings

    var bindings: Bindings {
      Bind(instance: settings)
      Include(CatalogueModule())
      Include(CartModule())
      Include(PaymentModule())
      Include(AccountModule())
    }
  }

  struct Catalogue: Sendable { let host: String }
  struct Cart { let catalogue: Catalogue, settings: Settings }
  struct Payment { let cart: Cart, currency: String }
  struct Account: Sendable { let host: String }

  // MARK: Several protocols on one instance

  protocol Reading: Sendable {}
  protocol Writing: Sendable {}

  final class Database: Reading, Writing { init() {} }

  struct StorageModule: Module {
    var bindings: Bindings {
      Bind(Database.init).in(.singleton)
      Bind((any Reading).self) { (database: Database) in database }
      Bind((any Writing).self) { (database: Database) in database }
    }
  }

  // MARK: Feature flags that load

  struct Flags: Sendable {
    let hasNewCheckout: Bool

    static func load() async throws -> Flags { Flags(hasNewCheckout: true) }
  }

  struct Menu {
    let entries: [String]

    init(flags: Flags) { entries = flags.hasNewCheckout ? ["shop", "checkout"] : ["shop"] }
  }

  struct MenuModule: Module {
    var bindings: Bindings {
      Bind { try await Flags.load() }.in(.singleton)
      Bind(Menu.init)
    }
  }

  // MARK: A list of plug-ins

  struct Filter: Sendable {
    let name: String
  }

  struct Editor {
    let filters: [Filter]
  }

  struct EditorModule: Module {
    var bindings: Bindings { Bind { Editor(filters: $0) }.allowEmpty([Filter].self) }
  }

  struct BlurModule: Module {
    var bindings: Bindings { Bind { Filter(name: "blur") }.contribute() }
  }

  struct SharpenModule: Module {
    var bindings: Bindings { Bind { Filter(name: "sharpen") }.contribute() }
  }

  // MARK: Previews

  static func preview(_ flags: Flags) throws -> Menu {
    try Container(MenuModule()).rebuilt { Bind(instance: flags) }.resolve(Menu.self)
  }

  static func printed() async throws -> [String] {
    try await logIn()
    try await logInWithoutContainer()
    try expire()
    try await quote()
    try share()
    try await load()
    try collect()
    return paper.withLock { $0 }
  }

  private static func logIn() async throws {
    let coordinator = try await Container(MailModule()).resolve(Coordinator.self)
    try await coordinator.logIn(User(name: "Ada"))
    print(await coordinator.mailbox?.user.name ?? "nobody")  // Ada
    try await coordinator.logOut()  // the mailbox of Ada is closed
  }

  private static func logInWithoutContainer() async throws {
    let fake = ScopeOpener<Session, Mailbox>({ Mailbox(user: $0) }, onClose: { $0.close() })
    let tested = await Coordinator(sessions: fake)
    try await tested.logIn(User(name: "Ben"))
    try await tested.logOut()  // the mailbox of Ben is closed
  }

  private static func expire() throws {
    let clock = StoppedClock()
    let test = try Container(RatesModule()).rebuilt { Bind((any Clock<Duration>).self, instance: clock) }
    let rates = try test.resolve(Rates.self)
    clock.advance(by: .seconds(59))
    print(try test.resolve(Rates.self) === rates)  // true
    clock.advance(by: .seconds(1))
    print(try test.resolve(Rates.self) === rates)  // false
  }

  private static func quote() async throws {
    let quotes = try await Container(QuotesModule()).resolve(Task<[Double], any Error>.self).value
    print(quotes)  // [1.1, 0.9]
  }

  private static func share() throws {
    let shop = try Container(ShopModule(settings: Settings(host: "shop.example", currency: "EUR")))
    print(try shop.resolve(Payment.self).currency, try shop.resolve(Account.self).host)  // EUR shop.example
    let alone = Container.check(CartModule(), InlineModule { Bind(instance: Settings(host: "test", currency: "EUR")) })
    print(alone.errors.count)  // 0
    let storage = try Container(StorageModule())
    let (reader, writer) = (try storage.resolve((any Reading).self), try storage.resolve((any Writing).self))
    print(reader as? Database === writer as? Database)  // true
  }

  private static func load() async throws {
    let menu = try await Container(MenuModule()).resolve(Menu.self)
    print(menu.entries)  // ["shop", "checkout"]
  }

  private static func collect() throws {
    let editor = try Container(EditorModule(), SharpenModule(), BlurModule())
    print(try editor.resolve(Editor.self).filters.map(\.name))  // ["sharpen", "blur"]
    print(try preview(Flags(hasNewCheckout: false)).entries)  // ["shop"]
  }
}
