// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Synchronization
import Testing
import TestSupport

@Suite("Moving from Drip") struct DripGuideSnippets {
  protocol Store: Sendable { var name: String { get } }
  struct RealStore: Store { let name = "real" }
  struct FakeStore: Store { let name = "fake" }
  struct User: Sendable { let name: String }
  struct Article: Sendable { let title: String }
  struct Photo: Sendable { let title: String }

  nonisolated final class Service: Sendable {
    let store: any Store
    init(store: any Store) { self.store = store }
  }

  struct Screen: Sendable {
    let store: any Store
    let user: User
    init(store: any Store, user: User) { (self.store, self.user) = (store, user) }
  }

  struct Presenter<Shown: Sendable>: Sendable {
    let shown: Shown
    let service: Service
  }

  struct StoreModule: Module {
    var bindings: Bindings {
      Bind((any Store).self, RealStore.init).in(.singleton)
      Bind(Service.init).in(.singleton)
    }
  }

  struct PresenterModule: Module {
    var bindings: Bindings {
      Include(StoreModule())
      Bind { Presenter(shown: $0 as Article, service: $1) }.arguments(Article.self)
      Bind { Presenter(shown: $0 as Photo, service: $1) }.arguments(Photo.self)
    }
  }

  final class AppComponent: Component {
    let instances = Instances()
    var main: MainModule { MainModule(app: self) }
  }

  struct MainModule: ComponentPart {
    let app: AppComponent
    var instances: Instances { app.instances }

    var store: any Store { single((any Store).self) { RealStore() } }
    var service: Service { transient { Service(store: store) } }
  }

  struct ViewModel: Sendable { let service: Service }

  final class ViewComponent: Component {
    let instances = Instances()
    let app: AppComponent

    init(app: AppComponent) { self.app = app }

    var model: ViewModel { single { ViewModel(service: app.main.service) } }

    func presenter<Shown: Sendable>(of shown: Shown) -> Presenter<Shown> {
      transient { Presenter(shown: shown, service: app.main.service) }
    }
  }

  final class SearchComponent: Component {
    let instances = Instances()

    func inject() -> any Store { single((any Store).self) { RealStore() } }
    func inject() -> Service { transient { Service(store: inject()) } }
  }

  class RepoModule: ComponentPart {
    let app: RepoComponent
    var instances: Instances { app.instances }

    required init(_ app: RepoComponent) { self.app = app }

    var store: any Store { single((any Store).self) { RealStore() } }
    var service: Service { single { Service(store: store) } }
  }

  final class MockRepoModule: RepoModule {
    override var store: any Store { single((any Store).self) { FakeStore() } }
  }

  final class RepoComponent: Component {
    let instances = Instances()
    let makeMain: (RepoComponent) -> RepoModule
    var main: RepoModule { makeMain(self) }

    init(main: @escaping (RepoComponent) -> RepoModule = { RepoModule($0) }) { makeMain = main }
  }

  @MainActor final class ArticleController {
    private(set) lazy var component = ScreenComponent(app: AppComponent())
    var presenter: ScreenPresenter<ArticleController> { component.inject(view: self) }
    init() {}
  }

  @MainActor final class ScreenPresenter<View: AnyObject> {
    weak var view: View?
    let service: Service
    init(view: View, service: Service) { (self.view, self.service) = (view, service) }
  }

  @MainActor final class ScreenComponent: Component {
    let instances = Instances()
    let app: AppComponent
    init(app: AppComponent) { self.app = app }

    func inject<View: AnyObject>(view: View) -> ScreenPresenter<View> {
      single(key: 0) { ScreenPresenter(view: view, service: app.main.service) }
    }
  }

  final class CountingModule: ComponentPart, Sendable {
    private let app: WeakComponent<CountingComponent>
    private let count = Mutex(0)
    var instances: Instances { app.instances }
    init(_ app: CountingComponent) { self.app = WeakComponent(app) }

    var next: Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  final class CountingComponent: Component, Sendable {
    let instances = Instances()
    var main: CountingModule { single { CountingModule(self) } }
  }

  @MainActor @Test static func `a controller and its presenter`() {
    let controller = ArticleController()
    #expect(controller.presenter === controller.presenter && controller.presenter.view === controller)
  }

  @Test static func `a module with a state`() {
    let component = CountingComponent()
    #expect([component.main.next, component.main.next] == [1, 2])
  }

  @Test static func `a component with a module, and a child`() {
    let component = AppComponent()
    let store = component.main.store
    #expect(store.name == "real" && component.main.service !== component.main.service)
    let view = ViewComponent(app: component)
    let first = view.presenter(of: Article(title: "first"))
    let second = view.presenter(of: Article(title: "second"))
    let photo = view.presenter(of: Photo(title: "third"))
    #expect([first.shown.title, second.shown.title, photo.shown.title] == ["first", "second", "third"])
    #expect(view.model.service === view.model.service)
  }

  @Test static func `a member is overridden, and a module mocked`() throws {
    let test = ViewComponent(app: try AppComponent().override(\.main.store, with: FakeStore()))
    let name = test.model.service.store.name
    #expect(name == "fake")
    let repo = RepoComponent(main: MockRepoModule.init)
    let mocked = repo.main.service.store
    #expect(mocked.name == "fake" && repo.main.service === repo.main.service)
    #expect(RepoComponent().main.service.store.name == "real")
  }

  @Test static func `methods that are found by their type`() throws {
    let search = try SearchComponent().override({ $0.inject() as any Store }, with: FakeStore())
    let found: Service = search.inject()
    #expect(found.store.name == "fake")
    let real: Service = SearchComponent().inject()
    #expect(real.store.name == "real")
  }

  @Test static func `an override of a container`() throws {
    let rebuilt = try Container(StoreModule()).rebuilt {
      Bind((any Store).self, FakeStore.init)
    }
    #expect(try rebuilt.resolve(Service.self).store.name == "fake")
  }

  @Test static func `several parents`() throws {
    let app = try Container(StoreModule())
    let session = try Container { Bind(instance: User(name: "Ada")) }
    let screen = try Container {
      Bind((any Store).self) { try app.resolve((any Store).self) }
      Bind { try session.resolve(User.self) }
      Bind(Screen.init)
    }
    let made = try screen.resolve(Screen.self)
    #expect(made.store.name == "real" && made.user.name == "Ada")
  }

  @Test static func `arguments belong to the call`() throws {
    let container = try Container(PresenterModule())
    let article: Factory<Presenter<Article>, Article> = try container.resolve()
    let first = article(Article(title: "first"))
    let second = article(Article(title: "second"))
    #expect(first.shown.title == "first" && second.shown.title == "second")
  }

  @Test static func `guide snippets are compiled`() throws {
    try GuidePage.expectCompiled("MovingFromDrip", in: "Drip/DripGuideSnippets.swift")
  }
}
