// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing
internal import TestSupport

private typealias CoreData = CoreDataExample.CoreData
private typealias CoreDataImpl = CoreDataExample.CoreDataImpl
private typealias Sample = CoreDataExample.Sample
private typealias SampleImpl = CoreDataExample.SampleImpl
private typealias SampleFactory = CoreDataExample.SampleFactory
private typealias YourClass = CoreDataExample.YourClass
private typealias YourClassImpl = CoreDataExample.YourClassImpl

/// What the document binds: a store and a class that is given it.
private struct ExampleModule: Module {
  var bindings: Bindings {
    Bind((any CoreData).self, CoreDataImpl.init).in(.singleton)
    Bind((any YourClass).self, YourClassImpl.init).in(.singleton)
  }
}

/// A factory object that is itself made by the container, and asks it for what the caller does not give.
private final class SampleFactoryImpl: SampleFactory {
  private let coreData: Provider<any CoreData>
  init(coreData: Provider<any CoreData>) { self.coreData = coreData }

  func sample(with text: String) -> any Sample { SampleImpl(text: text, coreData: coreData()) }
}

/// The factory object of the document: it holds its injector, and asks that for any protocol in every call.
private final class AskingFactory: SampleFactory {
  private let injector: any Resolver
  private let calls = Counter()
  init(injector: any Resolver) { self.injector = injector }

  func sample(with text: String) -> any Sample {
    do {
      // Which protocol it asks for is known only now.
      if calls.add() % 2 == 0 { return SampleImpl(text: text, coreData: try injector.resolve((any YourClass).self).coreData) }
      return SampleImpl(text: text, coreData: try injector.resolve((any CoreData).self))
    } catch { return SampleImpl(text: "\(error)", coreData: CoreDataImpl()) }
  }
}

/// Every example of BTKInjector's document.
@Suite struct `BTKInjector: the examples of the document` {
  @Test func `a class behind a protocol is given a store behind a protocol`() throws {
    let injector = try Container(ExampleModule())
    let instance = try injector.resolve((any YourClass).self)
    #expect(instance.coreData.model == "Model.momd")
    #expect(try instance.coreData === injector.resolve((any CoreData).self))
  }

  @Test func `BTK-4: a factory has arguments from the caller and the rest from the container`() throws {
    let injector = try Container {
      ExampleModule()
      Bind((any Sample).self, SampleImpl.init).arguments(String.self)
    }
    let factory = try injector.resolve(Factory<any Sample, String>.self)
    let samples = try [factory.make("one"), factory.make("one"), injector.resolve((any Sample).self, arguments: "two")]
    #expect(samples.map(\.text) == ["one", "one", "two"])
    #expect(samples[0] !== samples[1])
    #expect(try samples.map(\.coreData).allSatisfy { try $0 === injector.resolve((any CoreData).self) })
  }

  @Test func `BTK-4: a factory type of one's own keeps its own signature`() throws {
    let injector = try Container {
      ExampleModule()
      Bind((any SampleFactory).self, SampleFactoryImpl.init).in(.singleton)
    }
    let factory = try injector.resolve((any SampleFactory).self)
    #expect(factory.sample(with: "one").text == "one")
    #expect(factory.sample(with: "one") !== factory.sample(with: "one"))
    try injector.close()
  }

  @Test func `BTK-4: a factory object may hold its injector, and ask it for any protocol in each call`() throws {
    let injector = try Container {
      ExampleModule()
      Bind((any SampleFactory).self) { (injector: any Resolver) in AskingFactory(injector: injector) }.in(.singleton)
        .needs(Key<any CoreData>()).needs(Key<any YourClass>())
    }
    let factory = try injector.resolve((any SampleFactory).self)
    let samples = ["one", "one", "two"].map(factory.sample)
    #expect(samples.map(\.text) == ["one", "one", "two"])
    #expect(samples[0] !== samples[1])
    #expect(try samples.map(\.coreData).allSatisfy { try $0 === injector.resolve((any CoreData).self) })
    try injector.close()
  }

  @Test func `BTK-4: a factory is found by the protocol of its product`() throws {
    let injector = try Container {
      ExampleModule()
      Bind((any Sample).self, SampleImpl.init).arguments(String.self)
    }
    #expect(injector.graph.bindings.last?.key.description == "any CoreDataExample.Sample")
    let (first, second) = try (
      injector.resolve(Factory<any Sample, String>.self), injector.resolve(Factory<any Sample, String>.self)
    )
    #expect(try first.make("one").text == "one" && second.make("two").text == "two")
    // A factory that is told to make another product is not found.
    #expect(try failure { try injector.resolve(Factory<any YourClass, String>.self).make("one") }.code == .wrongArguments)
  }

  @Test func `BTK-5: the factory object itself is there once`() throws {
    let injector = try Container {
      ExampleModule()
      Bind((any SampleFactory).self, SampleFactoryImpl.init).in(.singleton)
    }
    #expect(try injector.resolve((any SampleFactory).self) === injector.resolve((any SampleFactory).self))
  }

  @Test func `BTK-28: instance, provider, factory and lazy value are all asked for by one type`() throws {
    let injector = try Container(ExampleModule())
    let instance = try injector.resolve((any CoreData).self)
    #expect(try injector.resolve(Provider<any CoreData>.self).make() === instance)
    #expect(try injector.resolve(Factory<any CoreData>.self).make() === instance)
    #expect(try injector.resolve(Lazy<any CoreData>.self).get() === instance)
  }

  @Test func `BTK-30: nothing is made that nobody bound`() throws {
    let injector = try Container(ExampleModule())
    #expect(try failure { try injector.resolve(CoreDataImpl.self) }.code == .missing)
    #expect(try injector.resolveIfBound((any Sample).self) == nil)
  }
}
