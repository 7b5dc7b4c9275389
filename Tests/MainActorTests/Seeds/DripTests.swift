// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import Testing

// Every example of Drip's document in the module of an app: no class says to whom it belongs, and none is Sendable by itself.

enum Drip {
  final class DataStore {}

  protocol Serving: AnyObject {
    var store: DataStore { get }
  }

  final class Service: Serving {
    let store: DataStore
    init(store: DataStore) { self.store = store }
  }

  final class MockService: Serving {
    let store = DataStore()
  }

  struct ViewModel {
    let service: any Serving
  }

  protocol ViewType: AnyObject {}
  final class ListView: ViewType {}
  final class MockView: ViewType {}

  final class Presenter<View: ViewType> {
    let view: View
    let service: any Serving
    init(view: View, service: any Serving) { (self.view, self.service) = (view, service) }
  }

  final class AppComponent: Component {
    let instances = Instances()
    var main: MainModule { MainModule(app: self) }
  }

  struct MainModule: ComponentPart {
    let app: AppComponent
    var instances: Instances { app.instances }

    func inject() -> DataStore { single { DataStore() } }
    func inject() -> any Serving { transient((any Serving).self) { Service(store: app.main.inject()) } }
  }

  final class AppDelegate {
    lazy var component = AppComponent()
  }

  final class ViewComponent: Component {
    let instances = Instances()
    let app: AppComponent
    var view: ViewModule { ViewModule(component: self) }
    init(app: AppComponent) { self.app = app }
  }

  struct ViewModule: ComponentPart {
    let component: ViewComponent
    var instances: Instances { component.instances }

    func inject() -> ViewModel { single { ViewModel(service: component.app.main.inject()) } }

    func inject<View: ViewType>(view: View) -> Presenter<View> {
      single { Presenter(view: view, service: component.app.main.inject()) }
    }
  }

  final class ViewController: ViewType {
    let app: AppDelegate
    lazy var component = ViewComponent(app: app.component)
    var presenter: Presenter<ViewController> { component.view.inject(view: self) }
    init(app: AppDelegate) { self.app = app }
  }

  protocol Repo: AnyObject {}
  final class RealRepo: Repo {}
  final class MockRepo: Repo {}

  protocol RepoModule {
    func inject() -> any Repo
  }

  struct RealRepoModule: RepoModule, ComponentPart {
    let component: RepoComponent
    var instances: Instances { component.instances }
    func inject() -> any Repo { transient((any Repo).self) { RealRepo() } }
  }

  struct MockRepoModule: RepoModule, ComponentPart {
    let component: RepoComponent
    var instances: Instances { component.instances }
    func inject() -> any Repo { transient((any Repo).self) { MockRepo() } }
  }

  final class RepoComponent: Component {
    let instances = Instances()
    private let makeMain: (RepoComponent) -> any RepoModule
    var main: any RepoModule { makeMain(self) }
    init(main: @escaping (RepoComponent) -> any RepoModule = { RealRepoModule(component: $0) }) { makeMain = main }
  }
}

@Suite("Drip on the main actor") struct DripTests {
  typealias Serving = Drip.Serving

  @Test func `a single is one for each component, a transient one for each request, and both are found by their type`() {
    let delegate = Drip.AppDelegate()
    let (store, again): (Drip.DataStore, Drip.DataStore) = (delegate.component.main.inject(), delegate.component.main.inject())
    let (first, second): (any Serving, any Serving) = (delegate.component.main.inject(), delegate.component.main.inject())
    let other: Drip.DataStore = Drip.AppComponent().main.inject()
    #expect(store === again && store !== other)
    #expect(first !== second && first.store === store && second.store === store)
  }

  @Test func `a component has what its parent provides`() {
    let app = Drip.AppDelegate()
    let view = Drip.ViewController(app: app).component
    let (model, again): (Drip.ViewModel, Drip.ViewModel) = (view.view.inject(), view.view.inject())
    let store: Drip.DataStore = app.component.main.inject()
    #expect(model.service === again.service && model.service.store === store)
  }

  @Test func `a generic presenter is one for each kind of view`() {
    let controller = Drip.ViewController(app: Drip.AppDelegate())
    #expect(controller.presenter === controller.presenter && controller.presenter.view === controller)
    let list = Drip.ListView()
    let presenter = controller.component.view.inject(view: list)
    #expect(presenter.view === list && presenter.service.store === controller.presenter.service.store)
    #expect(controller.component.view.inject(view: list) === presenter)
  }

  @Test func `one dependency is overridden by a mock`() throws {
    let (app, mock, view) = (Drip.AppComponent(), Drip.MockService(), Drip.MockView())
    try app.override({ $0.main.inject() as any Serving }, with: mock)
    let presenter: Drip.Presenter<Drip.MockView> = Drip.ViewComponent(app: app).view.inject(view: view)
    #expect(presenter.service === mock && presenter.view === view)
  }

  @Test func `a whole module is mocked`() {
    let component = Drip.RepoComponent { Drip.MockRepoModule(component: $0) }
    #expect(component.main.inject() is Drip.MockRepo)
    #expect(Drip.RepoComponent().main.inject() is Drip.RealRepo)
  }
}
