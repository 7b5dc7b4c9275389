// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

@MainActor private final class Stage { init() {} }

/// Not Sendable.
private final class Draft { init() {} }

private struct Label: Sendable { let text: String }

private struct Once: CustomScope {
  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>() }

  private struct Storage<Value: Sendable>: ScopeStorage {
    func instance(_ make: () throws -> Value) throws -> Value { try make() }
  }
}

/// Asks for a road whenever it gives a value.
private struct Asking: CustomScope {
  let road: Provider<Road>

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>(road: road) }

  private struct Storage<Value: Sendable>: ScopeStorage {
    let road: Provider<Road>

    func instance(_ make: () throws -> Value) throws -> Value {
      _ = try road.make()
      return try make()
    }
  }
}

private enum Trip: ScopeKind {}

/// The message and the help of each finding.
private func advice(@BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings) -> [String] {
  Container.check(InlineModule("Hall", bindings)).diagnostics.flatMap { [$0.message, $0.help ?? ""] }
}

@Suite("The help about a value that has to be awaited") struct AwaitedHelpTests {
  @Test func `for what a scope takes, is to share it, and is given once`() {
    let needs = "'Tank', which is made asynchronously each time"
    #expect(
      advice {
        Bind(Tank.init)
        Bind((any Engine).self, HybridEngine.init).in(.custom { (_: Tank) in Once() })
        Decorate((any Engine).self) { (inner: any Engine) in TunedEngine(inner: inner) }
      } == ["the scope of 'any Engine' takes \(needs)", "share 'Tank' with .in(.singleton)"])
    #expect(
      advice {
        Bind((any Clock<Duration>).self) { () async in ContinuousClock() }
        Bind(Wheel.init).in(.timeToLive(.seconds(1)))
      }.first == "the scope of 'Wheel' takes 'any Clock<Duration>', which is made asynchronously each time")
  }

  @Test func `for what a factory resolves by itself, has what can be resolved and awaited later`() throws {
    let message = "synchronous code of 'Road' cannot resolve 'Tank', which is made asynchronously each time"
    let help = "let 'Road' resolve and declare AsyncProvider<Tank> or Lazy<Tank>, "
    #expect(
      advice {
        Bind(Tank.init)
        Bind(Road.self) { (resolver: any Resolver) in Road(name: "\(try resolver.resolve(Tank.self).litres)") }.needs(Tank.self)
      } == [message, help + "share 'Tank' with .in(.singleton), or make the factory of 'Road' asynchronous"])
    for road in [Bind { Road() }, Bind { () async in Road() }] {
      #expect(
        advice {
          Bind(Tank.init)
          road.onCreate { (_: Road, resolver: any Resolver) in _ = try resolver.resolve(Tank.self) }.needs(Tank.self)
        } == [message, help + "or share 'Tank' with .in(.singleton)"])
    }
    let container = try Container {
      Bind(Tank.init)
      Bind { (resolver: any Resolver) async throws in Road(name: "\(try await resolver.resolve(Tank.self).litres)") }
        .needs(Tank.self)
      Bind { (resolver: any Resolver) in [try resolver.resolve(AsyncProvider<Tank>.self)] }.needs(AsyncProvider<Tank>.self)
      Bind { (resolver: any Resolver) in [try resolver.resolve(Lazy<Tank>.self)] }.needs(Lazy<Tank>.self)
    }
    #expect(container.report.diagnostics.isEmpty)
    #expect(try container.resolve([AsyncProvider<Tank>].self).count + container.resolve([Lazy<Tank>].self).count == 2)
  }

  @Test func `for what a decorator wraps, is to share it, or to wrap it in its factory`() async throws {
    let message = "'Label' takes 'Label', which is made asynchronously each time"
    #expect(
      advice {
        Bind { () async in Label(text: "plain") }.in(.graph)
        Decorate(Label.self) { (label: Label) in label }
      } == [message, "share 'Label' with .in(.singleton), or leave out the decorator, and wrap the value in its factory"])
    #expect(
      advice {
        Bind { (text: String) async in Label(text: text) }.arguments(String.self)
        Decorate(Label.self) { (label: Label) in label }
      } == [message, "leave out the decorator, and wrap the value in its factory"])
    let container = try Container {
      Bind { () async in Label(text: "plain") }.in(.singleton)
      Decorate(Label.self) { (label: Label) in Label(text: "<\(label.text)>") }
    }
    #expect(try await container.resolve(Label.self).text == "<plain>")
  }

  @Test func `a custom scope that would keep a value of an open scope, takes a provider`() throws {
    #expect(
      advice {
        Bind(Road.init(name:)).in(.scoped(Trip.self))
        Bind { "A1" }
        Bind(Wheel.init).in(.custom { (_: Road) in Once() })
      } == [
        "'Wheel' (custom(Once)) would keep 'Road' (scoped(Trip)), which lives shorter",
        "let the closure of .custom take Provider<Road> and call it in instance(_:), or make 'Wheel' scoped(Trip) instead",
      ])
    let container = try Container {
      Bind { Road() }.in(.scoped(Trip.self))
      Bind(Wheel.init).in(.custom { (road: Provider<Road>) in Asking(road: road) })
    }
    #expect(container.report.diagnostics.isEmpty)
    try container.withScope(Trip.self) { trip in _ = try trip.resolve(Wheel.self) }
  }
}

@Suite("The help about a value that belongs to an actor") struct ActorHelpTests {
  @Test func `for what a scope takes, is to belong there too`() async throws {
    #expect(
      advice {
        Bind(Stage.init)
        Bind(Wheel.init).in(.custom { (_: Stage) in Once() })
      } == ["the scope of 'Wheel' takes 'Stage', which belongs to MainActor", "write @MainActor on the factory of 'Wheel' too"])
    let container = try Container {
      Bind(Stage.init)
      Bind { @MainActor in Wheel() }.in(.custom { (_: Stage) in Once() })
    }
    #expect(container.report.diagnostics.isEmpty)
    _ = try await container.resolve(Wheel.self)
    try await MainActor.run { _ = try container.resolve(Wheel.self) }
  }

  @Test func `for what a scope takes that may not leave the actor, is to conform to Sendable`() {
    for wheel in [Bind { Wheel() }, Bind { @MainActor in Wheel() }] {
      #expect(
        advice {
          Bind(Draft.init).in(.singleton, on: MainActor.self)
          wheel.in(.custom { (_: Draft) in Once() })
        } == [
          "the scope of 'Wheel' takes 'Draft', which belongs to MainActor and is not Sendable",
          "let Draft conform to Sendable",
        ])
    }
  }

  @Test func `for what a factory resolves by itself, has what can be resolved and called later`() async throws {
    #expect(
      advice {
        Bind(Stage.init)
        Bind(Road.self) { (resolver: any Resolver) in
          _ = try resolver.resolve(Stage.self)
          return Road()
        }.needs(Stage.self)
      } == [
        "synchronous code of 'Road' cannot always resolve 'Stage', which belongs to MainActor",
        "write @MainActor on the factory of 'Road' too, let it resolve and declare AsyncProvider<Stage> or Lazy<Stage>, or make its factory asynchronous",
      ])
    #expect(
      advice {
        Bind(Draft.init).in(.singleton, on: MainActor.self)
        Bind(Road.self) { (resolver: any Resolver) in Road() }.needs(Draft.self)
      } == [
        "synchronous code of 'Road' cannot always resolve 'Draft', which belongs to MainActor and is not Sendable",
        "write @MainActor on the factory of 'Road' too, let it resolve and declare Provider<Draft> and resolve in code of MainActor, or let Draft conform to Sendable",
      ])
    #expect(
      advice {
        Bind(Stage.init)
        Bind { () async in Road() }.onCreate { (_, resolver: any Resolver) in _ = try resolver.resolve(Stage.self) }
          .needs(Stage.self)
      } == [
        "synchronous code of 'Road' cannot always resolve 'Stage', which belongs to MainActor",
        "let it resolve and declare AsyncProvider<Stage> or Lazy<Stage>",
      ])
    let container = try Container {
      Bind(Stage.init)
      Bind { @MainActor (resolver: any Resolver) in
        _ = try resolver.resolve(Stage.self)
        return Road()
      }.needs(Stage.self)
      Bind { (resolver: any Resolver) async throws in
        _ = try await resolver.resolve(Stage.self)
        return Wheel()
      }.needs(Stage.self)
      Bind { (resolver: any Resolver) in [try resolver.resolve(Lazy<Stage>.self)] }.needs(Lazy<Stage>.self)
    }
    #expect(container.report.diagnostics.isEmpty)
    _ = try await (container.resolve(Road.self), container.resolve(Wheel.self), container.resolve([Lazy<Stage>].self))
  }

  @Test func `a form that never gives a value that may not leave the actor, is refused`() {
    func refusal<Need>(of form: Need.Type, _ scope: Scope.Shared = .singleton) -> [String] {
      advice {
        Bind(Draft.init).in(scope, on: MainActor.self)
        Bind { (_: Need) in 1 }
      }
    }
    let cases: [([String], String, String)] = [
      (refusal(of: (() -> Draft).self), "() -> Draft", "@MainActor () -> Draft, Provider<Draft> or Lazy<Draft>"),
      (
        refusal(of: (@Sendable () throws -> Draft).self, .weak), "@Sendable () throws -> Draft",
        "@MainActor () throws -> Draft, Provider<Draft> or Lazy<Draft>"
      ),
      (
        refusal(of: (() async throws -> Draft).self), "() async throws -> Draft",
        "@MainActor () async throws -> Draft, Provider<Draft> or Lazy<Draft>"
      ),
      (refusal(of: AsyncProvider<Draft>.self), "AsyncProvider<Draft>", "Provider<Draft> or Lazy<Draft>"),
      (
        refusal(of: ScopeOpener<Trip, Draft>.self, .scoped(Trip.self)), "ScopeOpener<Trip, Draft>",
        "ScopeOpener<Trip, Provider<Draft>>"
      ),
    ]
    for (found, form, instead) in cases {
      #expect(
        found == [
          "'Int' takes '\(form)', but 'Draft' belongs to MainActor and is not Sendable",
          "let it take \(instead), and call it in code of MainActor, or let Draft conform to Sendable",
        ])
    }
  }

  @MainActor @Test func `the forms that are named instead give the value`() async throws {
    final class Forms {
      let drafts: [Draft]
      let awaited: @MainActor () async throws -> Draft
      let endless: @MainActor () async -> Draft

      init(
        now: @MainActor () throws -> Draft, provider: Provider<Draft>, lazy: Lazy<Draft>,
        awaited: @escaping @MainActor () async throws -> Draft, endless: @escaping @MainActor () async -> Draft
      ) throws {
        drafts = []
        (self.awaited, self.endless) = (awaited, endless)
      }
    }
    let container = try Container {
      Bind(Draft.init).in(.singleton, on: MainActor.self)
      Bind { @MainActor in try Forms(now: $0, provider: $1, lazy: $2, awaited: $3, endless: $4) }
    }
    #expect(container.report.diagnostics.isEmpty)
    func forms() throws -> Forms { try container.resolve() }
    func draft() throws -> Draft { try container.resolve() }
    #expect(try await forms().awaited() === draft())
    #expect(try await forms().endless() === draft())
    let scoped = try Container {
      Bind(Draft.init).in(.scoped(Trip.self), on: MainActor.self)
      Bind { (opener: ScopeOpener<Trip, Provider<Draft>>) in [opener] }
    }
    #expect(scoped.report.diagnostics.isEmpty)
    let trip = try await scoped.resolve([ScopeOpener<Trip, Provider<Draft>>].self)[0].open()
    func root() throws -> Draft { try trip.root.make() }
    #expect(try root() === root())
    try await trip.close()
  }
}

/// Keeps its resolver, and resolves later.
private final class Later: Sendable {
  private let resolver: any Resolver
  init(_ resolver: any Resolver) { self.resolver = resolver }

  func tank() async throws -> Tank { try await resolver.resolve(Tank.self) }
  @MainActor func isSame() throws -> Bool {
    let stages = try (resolver.resolve(Stage.self), resolver.resolve(Stage.self))
    let drafts = try (resolver.resolve(Draft.self), resolver.resolve(Draft.self))
    return stages.0 === stages.1 && drafts.0 === drafts.1
  }
}

@Suite("A dependency that kept resolvers resolve later") struct ResolvedLaterTests {
  @Test func `is a warning, because the code may await it or belong to the actor`() async throws {
    let container = try Container {
      Bind(Tank.init)
      Bind(Stage.init).in(.singleton)
      Bind(Draft.init).in(.singleton, on: MainActor.self)
      Bind { (resolver: any Resolver) in Later(resolver) }.needs(Tank.self).needs(Stage.self).needs(Draft.self).in(.singleton)
    }
    #expect(
      container.report.diagnostics.map { "\($0.severity) \($0.id)" }
        == ["warning async-need", "warning isolation-mismatch", "warning isolation-mismatch"])
    let later = try await container.resolve(Later.self)
    _ = try await later.tank()
    let isSame = try await later.isSame()
    #expect(isSame)
  }
}
