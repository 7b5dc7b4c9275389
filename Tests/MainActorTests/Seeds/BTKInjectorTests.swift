// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected
internal import Testing

// Every example of BTKInjector's document in the module of an app: no class says to whom it belongs. Only Core Data's own are of no actor.

enum BTK {
  nonisolated final class ManagedObjectModel {
    let name = "Model.momd"
  }

  nonisolated final class PersistentStoreCoordinator {
    let model: ManagedObjectModel
    init(model: ManagedObjectModel) { self.model = model }
  }

  nonisolated final class ManagedObjectContext {
    let coordinator: PersistentStoreCoordinator
    init(coordinator: PersistentStoreCoordinator) { self.coordinator = coordinator }
  }

  protocol CoreData: AnyObject {
    var managedObjectModel: ManagedObjectModel { get }
    var persistentStoreCoordinator: PersistentStoreCoordinator { get }
    var managedObjectContext: ManagedObjectContext { get }
  }

  final class CoreDataImpl: CoreData {
    let managedObjectModel = ManagedObjectModel()
    private(set) lazy var persistentStoreCoordinator = PersistentStoreCoordinator(model: managedObjectModel)
    private(set) lazy var managedObjectContext = ManagedObjectContext(coordinator: persistentStoreCoordinator)
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

  protocol Sample: AnyObject {
    var text: String { get }
    var other: any CoreData { get }
  }

  final class SampleImpl: Sample {
    let text: String
    let other: any CoreData
    init(text: String, other: any CoreData) { (self.text, self.other) = (text, other) }
  }

  protocol SampleFactory: AnyObject {
    func sample(with text: String) throws -> any Sample
  }

  /// Holds its injector, as a factory of the document does.
  final class AskingFactory: SampleFactory {
    private let injector: any Resolver
    init(injector: any Resolver) { self.injector = injector }
    func sample(with text: String) throws -> any Sample {
      let other: any CoreData = try injector.resolve()
      return SampleImpl(text: text, other: other)
    }
  }

  /// Holds a provider of what it needs.
  final class ProvidedFactory: SampleFactory {
    private let coreData: Provider<any CoreData>
    init(coreData: Provider<any CoreData>) { self.coreData = coreData }
    func sample(with text: String) throws -> any Sample { SampleImpl(text: text, other: try coreData.make()) }
  }

  struct SampleModule: Module {
    var bindings: Bindings {
      Include(StoreModule())
      Bind((any Sample).self, SampleImpl.init).arguments(String.self)
      Bind((any SampleFactory).self) { @MainActor (injector: any Resolver) in AskingFactory(injector: injector) }
        .needs(Key<any CoreData>()).in(.singleton, on: MainActor.self)
      Bind((any SampleFactory).self, ProvidedFactory.init).in(.singleton, on: MainActor.self).named("provided")
    }
  }

  final class First {
    let second: Second
    init(second: Second) { self.second = second }
  }

  final class Second {
    private let lazy: Lazy<First>
    var first: First { lazy() }
    init(first: Lazy<First>) { lazy = first }
  }

  struct CircleModule: Module {
    var bindings: Bindings {
      Bind(First.init).in(.singleton)
      Bind(Second.init).in(.singleton)
    }
  }
}

@Suite("BTKInjector on the main actor") struct BTKInjectorTests {
  @Test func `a class behind a protocol is given its store, whose context is not Sendable`() throws {
    let injector = try Container(BTK.StoreModule())
    let (instance, coreData): (any BTK.YourClass, any BTK.CoreData) = (try injector.resolve(), try injector.resolve())
    #expect(instance.coreData === coreData)
    #expect(instance.coreData.managedObjectContext.coordinator.model.name == "Model.momd")
    #expect(injector.report.description == "no diagnostics")
  }

  @Test func `other code awaits the class behind a protocol, and is given the same one`() async throws {
    let injector = try Container(BTK.StoreModule())
    let instance = try now(injector)
    #expect(try await injector.resolve((any BTK.YourClass).self) === instance)
  }

  private func now(_ injector: Container) throws -> any BTK.YourClass { try injector.resolve() }

  @Test func `a factory has a text from its caller, and a store that it asks its injector or a provider for`() throws {
    let injector = try Container(BTK.SampleModule())
    let store: any BTK.CoreData = try injector.resolve()
    for name in [nil, "provided"] as [String?] {
      let factory = try injector.resolve((any BTK.SampleFactory).self, named: name)
      let (one, two) = (try factory.sample(with: "one"), try factory.sample(with: "two"))
      #expect(one !== two && one.text == "one" && one.other === store && two.other === store)
      #expect(try injector.resolve((any BTK.SampleFactory).self, named: name) === factory)
    }
    let sample = try injector.resolve((any BTK.Sample).self, arguments: "three")
    #expect(sample.text == "three")
    #expect(sample.other === store)
    let make: Factory<any BTK.Sample, String> = try injector.resolve()
    #expect(try make.make("four").other === store)
  }

  @Test func `two that need each other find each other after they are made`() throws {
    let first = try Container(BTK.CircleModule()).resolve(BTK.First.self)
    #expect(first.second.first === first)
  }

  @Test func `the global injector is installed once, and asked from code of the main actor`() async {
    await #expect(processExitsWith: .success) { try await BTKInjectorTests.installAndAsk() }
  }

  private static func installAndAsk() throws {
    try Container.install(Container(BTK.StoreModule()))
    let instance: any BTK.YourClass = try Container.shared.resolve()
    #expect(try Container.shared.resolve((any BTK.YourClass).self) === instance)
  }
}
