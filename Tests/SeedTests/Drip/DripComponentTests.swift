// SPDX-License-Identifier: Apache-2.0
import Dovetail
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
}

private final class AppComponent: Component {
  let instances = Instances()
  var main: MainModule { MainModule(app: self) }
}

/// A component whose module can be exchanged, and which stores it.
private final class StoringComponent: Component {
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

private final class Owner: Component {
  let instances = Instances()
  var first: Store { single { Store() } }
}

private final class ViewComponent: Component {
  let instances = Instances()
  let app: AppComponent
  let owner: Owner
  init(app: AppComponent, owner: Owner) { (self.app, self.owner) = (app, owner) }
  var service: Service { single { Service(store: app.main.store) } }
}

@Suite("Drip: components") struct DripComponentTests {
  @Test func `DRP-1: dependencies are members of a module, found by the type that is wanted`() {
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
        == "a part of the component 'Owner' was asked after the component was released")
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

  @Test func `DRP-17: a factory that overrides keeps the sharing that was declared`() throws {
    let component = try AppComponent().override(\.main.store) { _ in Store() }
    #expect(component.main.store === component.main.store)
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
}
