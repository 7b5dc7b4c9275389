// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing

private final class Store: Sendable { init() {} }
private final class Service: Sendable {
  let store: Store
  init(store: Store) { self.store = store }
}

/// The members that the app's component groups, and what a mock of them has to have.
private protocol Storing: ComponentPart {
  var store: Store { get }
  var fresh: Store { get }
}

private struct MainModule: Storing {
  let app: AppComponent
  var instances: Instances { app.instances }
  var store: Store { single { Store() } }
  var fresh: Store { transient { Store() } }
  var service: Service { transient { Service(store: app.main.store) } }

  // Asked for by the type that is wanted.
  func inject() -> Store { single { Store() } }
  func inject() -> Service { transient { Service(store: app.main.inject()) } }
}

private class AppComponent: Component, @unchecked Sendable {
  let instances = Instances()
  var main: MainModule { MainModule(app: self) }
  var shared: Service { single { Service(store: main.store) } }
}

/// A component whose module can be exchanged, and which stores it.
private final class StoringComponent: Component, Sendable {
  let instances = Instances()
  let storing: any Storing & Sendable
  init(storing: any Storing & Sendable) { self.storing = storing }
  var service: Service { single { Service(store: storing.store) } }
}

private struct RealStoring: Storing {
  let instances = Instances()
  var store: Store { single { Store() } }
  var fresh: Store { transient { Store() } }
}

private struct MockStoring: Storing {
  let instances = Instances()
  let mock = Store()
  var store: Store { mock }
  var fresh: Store { mock }
}

/// A module that the component stores, and that therefore does not keep it.
private final class Stored: ComponentPart, Sendable {
  let app: WeakComponent<Owner>
  init(app: Owner) { self.app = WeakComponent(app) }
  var instances: Instances { app.instances }
  var store: Store { get throws { try single { try app.get().first } } }
}

private final class Owner: Component, Sendable {
  let instances = Instances()
  var first: Store { single { Store() } }
}

/// A component that inherits another one's members.
private final class ExtendedComponent: AppComponent, @unchecked Sendable {
  var extra: Service { single { Service(store: main.store) } }
}

private final class ViewComponent: Component, Sendable {
  let instances = Instances()
  let app: AppComponent
  let owner: Owner
  init(app: AppComponent, owner: Owner) { (self.app, self.owner) = (app, owner) }
  var service: Service { single { Service(store: app.main.store) } }
}

@Suite("Drip: components") struct DripComponentTests {
  @Test func `DRP-1: dependencies are methods of a module, found by the type that is wanted`() throws {
    let component = AppComponent()
    let store: Store = component.main.inject()
    let service: Service = component.main.inject()
    #expect(service.store === store)
    let again: Store = component.main.inject()
    #expect(again === store)
    let mock = Store()
    try component.override({ $0.main.inject() }, with: mock)
    let replaced: Service = component.main.inject()
    #expect(replaced.store === mock, "the override is found by its type as well")
  }

  @Test func `DRP-1: a member that is a property is read by its name`() {
    let component = AppComponent()
    let store: Store = component.main.store
    #expect(component.main.service.store === store)
  }

  @Test func `DRP-2: any class is a component, and its owner decides how long it lives`() {
    class ViewController {}
    final class Screen: ViewController, Component, @unchecked Sendable {
      let instances = Instances()
      var store: Store { single { Store() } }
    }
    var screen: Screen? = Screen()
    weak let store = screen?.store
    #expect(store != nil)
    screen = nil
    #expect(store == nil)
  }

  @Test func `DRP-3: a module is a property, and gives the same objects every time`() {
    let component = AppComponent()
    #expect(component.main.store === component.main.store)
    #expect(component.main.fresh !== component.main.fresh)
    #expect(AppComponent().main.store !== component.main.store)
  }

  @Test func `DRP-4: a module that does not keep its component says so when the component is gone`() throws {
    var owner: Owner? = Owner()
    let stored = try Stored(app: #require(owner))
    #expect(try stored.store === owner?.first)
    owner = nil
    let error = #expect(throws: ResolutionError.self) { try stored.app.get() }
    #expect(error?.code == .closed)
    #expect(
      error?.diagnostic.message
        == "a part of the component 'Owner' was read after the component was released")
  }

  @Test func `DRP-5: a module is registered under a protocol by storing it as one`() {
    let component = StoringComponent(storing: RealStoring())
    #expect(component.service.store === component.storing.store)
    let mock = MockStoring()
    #expect(StoringComponent(storing: mock).service.store === mock.mock)
  }

  @Test func `DRP-6: a module or a parent that is missing is an argument that is missing, which does not compile`() {
    let (app, owner) = (AppComponent(), Owner())
    let view = ViewComponent(app: app, owner: owner)
    #expect(view.service.store === app.main.store)
    #expect(view.owner === owner)
  }

  @Test func `DRP-16: a member is overridden under the type that it has, for every read`() throws {
    let component = AppComponent()
    let mock = Store()
    try component.override(\.main.fresh, with: mock).override(\.main.store, with: mock)
    #expect(component.main.fresh === mock && component.main.fresh === mock)
    #expect(component.main.service.store === mock)
  }

  @Test func `DRP-17: a factory that overrides a member keeps the sharing that was declared`() throws {
    let component = try AppComponent().override(\.main.store) { _ in Store() }.override(\.main.fresh) { $0.main.store }
    #expect(component.main.store === component.main.store)
    #expect(component.main.fresh === component.main.store, "it is given the component")
    let fresh = try AppComponent().override(\.main.fresh) { _ in Store() }
    #expect(fresh.main.fresh !== fresh.main.fresh)
  }

  @Test func `DRP-18: an override comes before or after first use, and ends with its closure where it is to`() throws {
    let component = AppComponent()
    let (real, mock) = (component.main.store, Store())
    try withOverrides {
      try component.override(\.main.store, with: mock)
      #expect(component.main.service.store === mock)
    }
    #expect(component.main.service.store === real)
  }

  @Test func `DRP-18: an override after first use makes shared instances anew, and leaves those alone that were handed out`()
    throws
  {
    let (app, mock) = (AppComponent(), Store())
    let view = ViewComponent(app: app, owner: Owner())
    let (old, childs, real) = (app.shared, view.service, app.main.store)
    try app.override(\.main.store, with: mock)
    #expect(app.shared !== old && app.shared.store === mock)
    #expect(old.store === real)
    #expect(view.service === childs && childs.store === real, "what a child has made stays with it")
  }

  @Test func `DRP-18: an override of a child leaves its parent alone, and that of another component`() throws {
    let app = AppComponent()
    let (view, sibling) = (ViewComponent(app: app, owner: Owner()), ViewComponent(app: app, owner: Owner()))
    let mock = Service(store: Store())
    try view.override(\.service, with: mock)
    #expect(view.service === mock)
    #expect(sibling.service.store === app.main.store && app.main.service.store === app.main.store)
  }

  @Test func `DRP-18: a member is overridden alike through the type of a subclass and of its superclass`() throws {
    let (extended, mock) = (ExtendedComponent(), Store())
    try extended.override(\.main.store, with: mock)
    #expect(extended.main.store === mock && extended.extra.store === mock)
    let (other, second) = (ExtendedComponent(), Store())
    let asBase: AppComponent = other
    try asBase.override(\.main.store, with: second)
    #expect(other.main.store === second && other.extra.store === second)
  }
}
