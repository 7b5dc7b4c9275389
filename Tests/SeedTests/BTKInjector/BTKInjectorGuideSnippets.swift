// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected
internal import Testing
internal import TestSupport

/// The code of the guide "Moving from BTKInjector".
enum MovingFromBTKInjector {
  final class FakeCoreData: CoreData {
    let model = "fake"
    init() {}
  }

  protocol YourClass: AnyObject, Sendable {
    var coreData: any CoreData { get }
  }

  protocol CoreData: AnyObject, Sendable {
    var model: String { get }
  }

  final class CoreDataImpl: CoreData {
    let model = "Model.momd"
    init() {}
  }

  final class YourClassImpl: YourClass {
    let coreData: any CoreData
    init(coreData: any CoreData) { self.coreData = coreData }
  }

  struct StoreModule: Module {
    var bindings: Bindings {
      In(.singleton) {
        Bind((any CoreData).self, CoreDataImpl.init)
        Bind((any YourClass).self, YourClassImpl.init)
      }
    }
  }

  nonisolated final class AskingFactory: SampleFactory {
    private let injector: any Resolver
    init(injector: any Resolver) { self.injector = injector }

    func sample(with text: String) -> any Sample {
      let coreData = try? injector.resolve((any CoreData).self)
      return SampleImpl(text: text, coreData: coreData ?? FakeCoreData())
    }
  }

  final class Plain: Sendable {
    private let first: @Sendable () -> First
    init(first: @escaping @Sendable () -> First) { self.first = first }
  }

  protocol Sample: AnyObject, Sendable {
    var text: String { get }
    var coreData: any CoreData { get }
  }

  final class SampleImpl: Sample {
    let text: String
    let coreData: any CoreData
    init(text: String, coreData: any CoreData) { (self.text, self.coreData) = (text, coreData) }
  }

  struct SampleModule: Module {
    var bindings: Bindings {
      Include(StoreModule())
      Bind((any Sample).self, SampleImpl.init).arguments(String.self)
    }
  }

  protocol SampleFactory: AnyObject, Sendable {
    func sample(with text: String) -> any Sample
  }

  final class SampleFactoryImpl: SampleFactory {
    private let coreData: Provider<any CoreData>
    init(coreData: Provider<any CoreData>) { self.coreData = coreData }

    func sample(with text: String) -> any Sample { SampleImpl(text: text, coreData: coreData()) }
  }

  final class First: Sendable {
    let second: Second
    init(second: Second) { self.second = second }
  }

  final class Second: Sendable {
    let third: Third
    init(third: Third) { self.third = third }
  }

  final class Third: Sendable {
    private let lazy: Lazy<First>
    var first: First { lazy() }
    init(first: Lazy<First>) { lazy = first }
  }

  struct CircleModule: Module {
    var bindings: Bindings {
      Bind(First.init).in(.singleton)  // init(second: Second)
      Bind(Second.init).in(.singleton)  // init(third: Third)
      Bind(Third.init).in(.singleton)
    }
  }

  nonisolated struct Duck: Sendable {
    func speak() -> String { "quack" }
    init() {}
  }

  protocol Speaker: Sendable {
    func speak() -> String
  }

  struct DuckAsSpeaker: Speaker {
    let duck: Duck
    func speak() -> String { duck.speak() }
  }
}

extension MovingFromBTKInjector {
  /// As a context of Core Data: it belongs to its queue, and is not Sendable.
  nonisolated final class Context {
    var objects: [String] = []
  }

  nonisolated protocol ContextStore: AnyObject {
    var context: Context { get }
  }

  nonisolated final class ContextStoreImpl: ContextStore {
    let context = Context()
    init() {}
  }

  @MainActor final class ListController {
    let store: any ContextStore
    init(store: any ContextStore) { self.store = store }
  }

  struct ContextModule: Module {
    var bindings: Bindings {
      Bind((any ContextStore).self, ContextStoreImpl.init).in(.singleton, on: MainActor.self)
      Bind(ListController.init)
    }
  }

  @Suite struct `The guide: coming from BTKInjector` {
    @Test func `guide snippets are compiled`() throws {
      try GuidePage.expectCompiled("MovingFromBTKInjector", in: "BTKInjector/BTKInjectorGuideSnippets.swift")
    }

    @Test func `install, ask, remove`() async {
      await #expect(processExitsWith: .success) {
        let injector = try Container(StoreModule())
        try Container.install(injector)  // a second install is an error, and changes nothing
        let shared = try Container.shared  // an error where none is installed
        Container.remove()  // then another one may be installed
        #expect(shared === injector)
      }
    }

    @Test func `bind, make, copy`() throws {
      let injector = try Container(StoreModule())
      let instance = try injector.resolve((any YourClass).self)
      #expect(instance.coreData.model == "Model.momd")

      let samples = try Container(SampleModule())
      let make = try samples.resolve(Factory<any Sample, String>.self)
      let sample = try make.make("from the caller")
      #expect(sample.text == "from the caller")

      let factories = try samples.child { Bind((any SampleFactory).self, SampleFactoryImpl.init).in(.singleton) }
      let own = try factories.resolve((any SampleFactory).self).sample(with: "own")
      #expect(own.coreData === sample.coreData)

      let asking = try samples.child {
        Bind((any SampleFactory).self) { (injector: any Resolver) in AskingFactory(injector: injector) }
          .needs(Key<any CoreData>()).in(.singleton)
      }
      #expect(try asking.resolve((any SampleFactory).self).sample(with: "x").coreData === sample.coreData)

      let test = try injector.rebuilt { Bind((any CoreData).self, FakeCoreData.init).in(.singleton) }
      let without = try injector.rebuilt(unbinding: (any YourClass).self)
      #expect(try without.resolveIfBound((any YourClass).self) == nil)
      #expect(try test.resolve((any YourClass).self).coreData.model == "fake")
    }

    @MainActor @Test func `a store that is not Sendable`() async throws {
      try now()
      let contexts = try Container(ContextModule())
      let elsewhere = await Task.detached { () -> String in
        do { return "\(try await contexts.resolve((any ContextStore).self).context.objects)" } catch { return "\(error)" }
      }.value
      #expect(elsewhere.contains("belongs to MainActor and is not Sendable"))
    }

    @MainActor private func now() throws {
      let contexts = try Container(ContextModule())
      let list: ListController = try contexts.resolve()
      let store = try contexts.resolve((any ContextStore).self)
      print(list.store === store)  // true
      #expect(list.store === store)
    }

    @Test func `circles and ducks`() throws {
      let first = try Container(CircleModule()).resolve(First.self)
      print(first.second.third.first === first)  // true
      #expect(first.second.third.first === first)

      let ducks = try Container {
        Bind(Duck.init)
        Bind((any Speaker).self) { (duck: Duck) in DuckAsSpeaker(duck: duck) }
      }
      #expect(try ducks.resolve((any Speaker).self).speak() == "quack")
    }
  }
}
