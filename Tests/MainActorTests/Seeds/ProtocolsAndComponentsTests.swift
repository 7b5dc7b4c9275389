// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import Testing

// The examples of BTKInjector's and Drip's documents in the module of an app: no class says to whom it belongs.

enum Screens {
  protocol CoreData: AnyObject {
    var model: String { get }
  }

  final class CoreDataImpl: CoreData {
    let model = "Model.momd"
  }

  protocol YourClass: AnyObject {
    var coreData: any CoreData { get }
  }

  final class YourClassImpl: YourClass {
    let coreData: any CoreData
    init(coreData: any CoreData) { self.coreData = coreData }
  }

  struct StoreModule: Module {
    var bindings: Bindings {
      Bind((any CoreData).self, CoreDataImpl.init).in(.singleton, on: MainActor.self)
      Bind((any YourClass).self, YourClassImpl.init).in(.singleton, on: MainActor.self)
    }
  }

  final class Service {}

  final class Presenter<View: AnyObject> {
    let view: View
    let service: Service
    init(view: View, service: Service) { (self.view, self.service) = (view, service) }
  }

  final class AppComponent: Component {
    let instances = Instances()
    func inject() -> Service { single { Service() } }
  }

  final class ViewComponent: Component {
    let instances = Instances()
    let app: AppComponent
    init(app: AppComponent) { self.app = app }
    func inject<View: AnyObject>(view: View) -> Presenter<View> { single { Presenter(view: view, service: app.inject()) } }
  }

  final class ListView {}
  final class DetailView {}
}

@Suite struct ProtocolsAndComponentsTests {
  @Test func `BTKInjector's class behind a protocol is given its store, and other code awaits it`() async throws {
    let injector = try Container(Screens.StoreModule())
    let instance = try now(injector)
    #expect(instance.coreData.model == "Model.momd")
    #expect(try await injector.resolve((any Screens.YourClass).self) === instance)
  }

  private func now(_ injector: Container) throws -> any Screens.YourClass { try injector.resolve() }

  @Test func `Drip's generic presenter is one for each kind of view, with the service of the parent`() {
    let component = Screens.ViewComponent(app: Screens.AppComponent())
    let (list, detail) = (Screens.ListView(), Screens.DetailView())
    let presenter: Screens.Presenter<Screens.ListView> = component.inject(view: list)
    #expect(component.inject(view: list) === presenter && presenter.view === list)
    #expect(component.inject(view: detail).service === presenter.service)
  }
}
