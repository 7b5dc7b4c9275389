// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing

private final class DataStore: Sendable { init() {} }

private protocol Serving: AnyObject, Sendable { var store: DataStore { get } }

private final class Service: Serving {
  let store: DataStore
  init(store: DataStore) { self.store = store }
}

private final class MockService: Serving { let store = DataStore() }

private struct ViewModel: Sendable {
  let service: any Serving
}

private protocol ViewType: Sendable {}
private struct ListView: ViewType {}
private struct DetailView: ViewType {}

private final class Presenter<View: ViewType>: Sendable {
  let view: View
  let service: any Serving
  init(view: View, service: any Serving) { (self.view, self.service) = (view, service) }
}

// Dependencies are methods of a module, and which one is meant is inferred from the type that is wanted.

private final class AppComponent: Component, Sendable {
  let instances = Instances()
  var main: MainModule { MainModule(app: self) }
}

private struct MainModule: ComponentPart {
  let app: AppComponent
  var instances: Instances { app.instances }

  func inject() -> DataStore { single { DataStore() } }
  func inject() -> any Serving { transient((any Serving).self) { Service(store: app.main.inject()) } }
}

// A component for a layer of the app, with the app's component as its parent.

private final class ViewComponent: Component, Sendable {
  let instances = Instances()
  let app: AppComponent
  var view: ViewModule { ViewModule(component: self) }
  init(app: AppComponent) { self.app = app }
}

private struct ViewModule: ComponentPart {
  let component: ViewComponent
  var instances: Instances { component.instances }

  func inject() -> ViewModel { single { ViewModel(service: component.app.main.inject()) } }

  func inject<View: ViewType>(view: View) -> Presenter<View> {
    single(key: ObjectIdentifier(View.self)) { Presenter(view: view, service: component.app.main.inject()) }
  }
}

/// Every example of Drip's document, in its order.
@Suite("Drip: the examples of its document") struct DripDocumentTests {
  @Test func `usage: a dependency is a method of a module, found by the type that is wanted`() {
    let component = AppComponent()
    let store: DataStore = component.main.inject()
    let service: any Serving = component.main.inject()
    #expect(service.store === store)
  }

  /// Whatever owns the component decides how long its instances live.
  private final class AppDelegate: Sendable {
    let component = AppComponent()
  }

  @Test func `scoping: a single is one for each component, a transient one for each request`() {
    var delegate: AppDelegate? = AppDelegate()
    weak let store: DataStore? = delegate?.component.main.inject()
    #expect(store != nil, "the component keeps it")
    let again: DataStore? = delegate?.component.main.inject()
    #expect(again === store)
    let (first, second): ((any Serving)?, (any Serving)?) = (delegate?.component.main.inject(), delegate?.component.main.inject())
    #expect(first != nil && first !== second)
    let other: DataStore = AppComponent().main.inject()
    #expect(other !== store)
    delegate = nil
    #expect(delegate == nil)
  }

  @Test func `nested dependencies: each keeps its own lifetime`() {
    let component = AppComponent()
    let (first, second): (any Serving, any Serving) = (component.main.inject(), component.main.inject())
    #expect(first !== second && first.store === second.store)
  }

  @Test func `component relationships: what a parent provides is reached through it`() {
    let app = AppComponent()
    let view = ViewComponent(app: app)
    let model: ViewModel = view.view.inject()
    let again: ViewModel = view.view.inject()
    let store: DataStore = app.main.inject()
    #expect(model.service === again.service)
    #expect(model.service.store === store)
  }

  @Test func `generics: a method with a type of its own, whose singles are one for each specialisation`() {
    let view = ViewComponent(app: AppComponent())
    let list = view.view.inject(view: ListView())
    let detail = view.view.inject(view: DetailView())
    #expect(view.view.inject(view: ListView()) === list)
    #expect(view.view.inject(view: DetailView()) === detail)
    #expect(list.service.store === detail.service.store)
    #expect(list.service !== detail.service)
  }

  @Test func `testing: a single dependency is overridden by a mock, under the type that is wanted`() throws {
    let (app, mock) = (AppComponent(), MockService())
    try app.override({ $0.main.inject() as any Serving }, with: mock)
    let presenter: Presenter<ListView> = ViewComponent(app: app).view.inject(view: ListView())
    #expect(presenter.service === mock)
  }

  @Test func `testing: a whole module is mocked by one that is given the component`() {
    let component = RepoComponent { MockRepoModule(component: $0) }
    let repo: any Repo = component.main.inject()
    #expect(repo is MockRepo)
    let real: any Repo = RepoComponent().main.inject()
    #expect(real is RealRepo)
  }
}

// The module that is mocked is a protocol, which is what the document recommends.

private protocol Repo: Sendable {}
private struct RealRepo: Repo {}
private struct MockRepo: Repo {}

private protocol RepoModule: ComponentPart {
  func inject() -> any Repo
}

private struct RealRepoModule: RepoModule {
  let component: RepoComponent
  var instances: Instances { component.instances }
  func inject() -> any Repo { transient((any Repo).self) { RealRepo() } }
}

private struct MockRepoModule: RepoModule {
  let component: RepoComponent
  var instances: Instances { component.instances }
  func inject() -> any Repo { transient((any Repo).self) { MockRepo() } }
}

private final class RepoComponent: Component, Sendable {
  let instances = Instances()
  private let makeMain: @Sendable (RepoComponent) -> any RepoModule
  var main: any RepoModule { makeMain(self) }

  init(main: @escaping @Sendable (RepoComponent) -> any RepoModule = { RealRepoModule(component: $0) }) { makeMain = main }
}
