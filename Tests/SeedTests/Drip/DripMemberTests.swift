// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import TestSupport

private protocol Store: AnyObject, Sendable { var name: String { get } }
private class RealStore: Store, @unchecked Sendable { var name: String { "real" } }
private final class MockStore: RealStore, @unchecked Sendable { override var name: String { "mock" } }

private final class Service: Sendable {
  let store: any Store
  init(store: any Store) { self.store = store }
}

/// What a module of the app has, and what one for tests has to have: each requirement is one that somebody has to provide.
private protocol Main: ComponentPart {
  var app: App { get }
  var store: any Store { get }
  var service: Service { get }
  var banner: String { get }
}

extension Main {
  var instances: Instances { app.instances }
  // What a module does not say itself, it has from here: a mock replaces only what it names.
  var store: any Store { single((any Store).self) { RealStore() } }
  var service: Service { single { Service(store: app.main.store) } }
  var banner: String { transient { "\(app.name) by \(app.main.store.name)" } }
}

/// What a base module leaves open, for other modules to fill in.
private protocol Greeting: ComponentPart {
  var greeting: String { get }
}

extension Greeting {
  var welcome: String { transient { "\(greeting), welcome" } }
}

private struct MainModule: Main {
  let app: App
}

private struct MockMainModule: Main {
  let app: App
  var store: any Store { single((any Store).self) { MockStore() } }
}

private final class App: Component, Sendable {
  let instances = Instances()
  let name: String
  private let makeMain: @Sendable (App) -> any Main
  var main: any Main { makeMain(self) }

  init(name: String = "app", main: @escaping @Sendable (App) -> any Main = { MainModule(app: $0) }) {
    (self.name, makeMain) = (name, main)
  }
}

private final class Root: Component, Sendable {
  let instances = Instances()
  var store: any Store { single((any Store).self) { RealStore() } }
  /// Published under the type of what it makes, although it is declared as a protocol.
  var plain: any Store { single { RealStore() } }
}

private final class Session: Component, Sendable {
  let instances = Instances()
  let root: Root
  let app: App
  init(root: Root, app: App) { (self.root, self.app) = (root, app) }
  var service: Service { single { Service(store: root.store) } }
}

private final class Page: Component, Sendable {
  let instances = Instances()
  let session: Session
  init(session: Session) { self.session = session }

  var service: Service { single { Service(store: session.root.store) } }
  var fresh: Service { transient { Service(store: session.app.main.store) } }

  var left: RealStore { single { RealStore() } }

  /// Two modules of one type, told apart by their key.
  var front: Bay { Bay(page: self, name: "front") }
  var rear: Bay { Bay(page: self, name: "rear") }

  /// A lifetime of one's own: what keeps the instances is a member itself.
  var shared: RealStore { get throws { try single { Pairs<RealStore>() }.instance { RealStore() } } }
}

private final class Box<Content: Sendable>: Sendable {
  let content: Content
  init(_ content: Content) { self.content = content }
}

private struct Bay: ComponentPart {
  let page: Page
  let name: String
  var instances: Instances { page.instances }
  var store: RealStore { single(key: name) { RealStore() } }
}

private final class Slow: Component, Sendable {
  let instances = Instances()
  let (shared, fresh) = (Overlap(), Overlap())
  var store: RealStore {
    single {
      shared.build()
      return RealStore()
    }
  }
  var other: Box<RealStore> {
    transient {
      fresh.meet()
      return Box(store)
    }
  }
}

/// A part that does not keep its component.
private struct Loose: ComponentPart {
  let page: WeakComponent<Page>
  var instances: Instances { page.instances }
  var store: RealStore {
    get throws {
      let page = try page.get()
      return page.left
    }
  }
}

@Suite("Drip: members") struct DripMemberTests {
  private let session = Session(root: Root(), app: App())
  private var page: Page { Page(session: session) }

  @Test func `DRP-4: a member that is read after its component is gone is an error, and no trap`() throws {
    var page: Page? = page
    let loose = Loose(page: WeakComponent(try #require(page)))
    let store = try loose.store
    #expect(store === page?.left)
    page = nil
    let error = try failure { try loose.store }
    #expect(error.code == .closed)
    #expect(
      error.diagnostic.message
        == "a part of the component 'Page' was read after the component was released")
  }

  @Test func `DRP-4: a module that holds its component needs no care`() {
    let bay = page.front
    #expect(bay.store === bay.store)
    #expect(bay.page.front.store === bay.store, "it is the module that keeps the component, not the other way round")
  }

  @Test func `DRP-5: two modules of one type are told apart by their key`() {
    let page = page
    #expect(page.front.store === page.front.store)
    #expect(page.front.store !== page.rear.store)
  }

  @Test func `DRP-7: a child holds its parents, several of them, and reaches further out by naming each`() {
    weak var app: App?
    var child: Page?
    do {
      let held = App()
      app = held
      child = Page(session: Session(root: Root(), app: held))
    }
    #expect(app != nil, "the grandparent is held")
    #expect(child?.service.store === child?.session.root.store)
    #expect(child?.fresh.store === app?.main.store)
    #expect(child?.service.store !== child?.fresh.store, "there is no fall-through: each parent is named")
    child = nil
    #expect(app == nil)
  }

  @Test func `DRP-8: a single is made on the first read, and lives as long as its component`() {
    final class Lasting: Component, Sendable {
      let instances = Instances()
      let (made, alive) = (Counter(), Counter())
      var tracked: Tracked {
        single {
          made.add()
          return Tracked(alive)
        }
      }
    }
    var component: Lasting? = Lasting()
    let counters = component.map { ($0.made, $0.alive) }
    #expect(counters?.0.value == 0)
    weak let first = component?.tracked
    #expect(first != nil && component?.tracked === first, "held by the component alone")
    #expect(counters?.0.value == 1 && counters?.1.value == 1)
    component = nil
    #expect(first == nil && counters?.1.value == 0)
  }

  @Test func `DRP-10: a generator names other members, and each keeps its own lifetime, through parents too`() {
    let page = page
    #expect(page.fresh.store === page.fresh.store)
    #expect(page.session.service.store === page.service.store)
    #expect(page.session.service !== page.service)
  }

  @Test func `DRP-11: a member is published under the type that it makes, unless it names another one`() throws {
    let root = Root()
    #expect(root.store is RealStore && root.store === root.store)
    let mock = Replacement()
    #expect(try root.override(\.store, with: mock).store === mock)
    let error = try failure { try root.override(\.plain, with: mock) }
    #expect(error.code == .nothingToOverride)
    #expect(error.diagnostic.message == "'plain' makes an instance of 'RealStore', so one of 'any Store' cannot take its place")
    #expect(root.plain is RealStore, "it is left as it was")
  }

  private final class Replacement: Store { let name = "replacement" }

  @Test func `DRP-19: a module for tests is given the component, and replaces all members or only some`() {
    let real = App()
    #expect(real.main.banner == "app by real")
    let test = App(name: "test") { MockMainModule(app: $0) }
    #expect(test.main.store === test.main.store)
    #expect(test.main.service.store === test.main.store)
    #expect(test.main.banner == "test by mock")
    #expect(Page(session: Session(root: Root(), app: test)).fresh.store.name == "mock")
  }

  @Test func `DRP-20: what a module leaves open is a requirement of its protocol, and every module has to have it`() {
    // Without a default in the protocol's extension the requirement is abstract; the compiler refuses a module that lacks it.
    struct Open: Main, Greeting {
      let app: App
      var greeting: String { transient { "hello from \(app.name)" } }
    }
    #expect(Open(app: App()).welcome == "hello from app, welcome")
  }

  @Test func `DRP-21: a lifetime of one's own for a member is a member that keeps its instances`() throws {
    let page = page
    let stores = try (1...4).map { _ in try page.shared }
    #expect(stores[0] === stores[1] && stores[2] === stores[3])
    #expect(stores[1] !== stores[2])
  }

  @Test func `DRP-24: first reads that overlap share one instance, and no lock is held while one is made`() {
    let slow = Slow()
    let stores: [RealStore?] = slow.shared.ask { slow.store }
    #expect(slow.shared.builds == 1)
    #expect(stores.count == Overlap.threads && Set(stores.map { $0.map(ObjectIdentifier.init) }).count == 1)
    let boxes: [Box<RealStore>?] = slow.fresh.ask { slow.other }
    #expect(slow.fresh.builds == Overlap.threads)
    #expect(Set(boxes.compactMap { $0?.content }.map(ObjectIdentifier.init)).count == 1)
    #expect(Set(boxes.compactMap { $0 }.map(ObjectIdentifier.init)).count == Overlap.threads)
  }
}
