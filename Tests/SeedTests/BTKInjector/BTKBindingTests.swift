// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected
internal import DovetailNames
internal import Synchronization
internal import Testing
internal import TestSupport

private protocol P: AnyObject, Sendable {}
private final class Impl: P {
  init() {}
}
private final class OtherImpl: P {
  init() {}
}
private protocol Q: AnyObject, Sendable {
  var p: any P { get }
}
private final class QImpl: Q {
  let p: any P
  init(p: any P) { self.p = p }
}

/// A provider class of the user's, as BTKInjector's base class would have been subclassed.
private protocol ProviderType: Sendable {
  associatedtype Product
  func make() throws -> Product
}
private struct QProvider: ProviderType {
  let p: any P
  func make() -> any Q { QImpl(p: p) }
}

@Suite struct `BTKInjector: bindings` {
  @Test func `BTK-1: a protocol is a key by its identity`() throws {
    let injector = try Container {
      Bind((any P).self, Impl.init).in(.singleton)
      Bind(Impl.init)
    }
    #expect(try injector.resolve((any P).self) !== injector.resolve(Impl.self))
    #expect(injector.graph.bindings.map(\.key.description) == ["any P", "Impl"])
  }

  @Test func `BTK-2: a provider's block runs once, on the first request`() throws {
    let made = Counter()
    let injector = try Container {
      Bind((any P).self) {
        made.add()
        return Impl()
      }
      .in(.singleton)
    }
    #expect(made.value == 0)
    #expect(try injector.resolve((any P).self) === injector.resolve((any P).self))
    #expect(made.value == 1)
  }

  @Test func `BTK-3: asking for the provider makes nothing, and it gives the instance`() throws {
    let made = Counter()
    let injector = try Container {
      Bind((any P).self) {
        made.add()
        return Impl()
      }
      .in(.singleton)
      Bind { (p: Provider<any P>) in p }.named("held")
    }
    let provider = try injector.resolve(Provider<any P>.self)
    let held = try injector.resolve(Provider<any P>.self, named: "held")
    #expect(made.value == 0)
    #expect(try provider.make() === injector.resolve((any P).self))
    #expect(try held.make() === provider.make())
    #expect(made.value == 1)
  }

  @Test func `BTK-6: the resolver of a factory is its own container, not the shared one`() throws {
    let own = Impl()
    let shared = try Container { Bind((any P).self, Impl.init) }
    let injector = try Container {
      Bind((any P).self, instance: own)
      Bind((any Q).self) { (injector: any Resolver) in QImpl(p: try injector.resolve((any P).self)) }.needs((any P).self)
    }
    let q = try withContainer(shared) { try injector.resolve((any Q).self) }
    #expect(q.p === own)
  }

  @Test func `BTK-7: a provider type of one's own is a bind like any other`() throws {
    let injector = try Container {
      Bind((any P).self, Impl.init).in(.singleton)
      Bind(QProvider.init)
      Bind((any Q).self) { (provider: QProvider) in provider.make() }.in(.singleton)
    }
    #expect(try injector.resolve((any Q).self) === injector.resolve((any Q).self))
    #expect(try injector.resolve((any Q).self).p === injector.resolve((any P).self))
  }

  @Test func `BTK-8: what is bound may decide its own caching`() throws {
    let injector = try Container { Bind((any P).self, Impl.init).in(.custom(Pool(size: 2))) }
    let made = try (1...4).map { _ in try injector.resolve((any P).self) }
    #expect(made[0] === made[2])
    #expect(made[1] === made[3])
    #expect(made[0] !== made[1])
  }

  /// A provider written by hand, which makes an object anew when it is asked to forget the last one.
  private final class Caching: Sendable {
    private let last = Mutex<(any P)?>(nil)
    func get() -> any P {
      last.withLock { last in
        let made = last ?? Impl()
        last = made
        return made
      }
    }
    func forget() { last.withLock { $0 = nil } }
  }

  @Test func `BTK-8: a provider object that somebody wrote decides its own caching`() throws {
    let provider = Caching()
    let injector = try Container {
      Bind(instance: provider)
      Bind((any P).self) { (provider: Caching) in provider.get() }
    }
    let first = try injector.resolve((any P).self)
    #expect(try injector.resolve((any P).self) === first)
    provider.forget()
    #expect(try injector.resolve((any P).self) !== first)
  }

  /// The two kinds of bind that BTKInjector had.
  private enum Kind: CaseIterable {
    case provider
    case factory

    var bind: Bind<any P> {
      switch self {
      case .provider: Bind((any P).self, Impl.init).in(.singleton)
      case .factory: Bind((any P).self) { (_: String) in OtherImpl() }.arguments(String.self)
      }
    }
  }

  @Test(arguments: Kind.allCases, Kind.allCases)
  private func `BTK-14: one protocol that is bound twice is an error, for any mix of provider and factory`(
    first: Kind, second: Kind
  ) {
    #expect(
      findings {
        try Container {
          first.bind
          second.bind
        }
      } == """
        error: [duplicate-binding] 'any P' is bound twice: nothing says which binding is meant
          BTKBindingTests.swift
          bound in inline module: any P (BTKBindingTests.swift)
          bound in inline module: any P (BTKBindingTests.swift)
          help: add .override to the binding that is meant, tell them apart with .named(_:), or remove one
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
  }

  @Test func `BTK-2: binds that are all made once say so once`() throws {
    let injector = try Container {
      In(.singleton) {
        Bind((any P).self, Impl.init)
        Bind((any Q).self, QImpl.init)
      }
    }
    #expect(try injector.resolve((any Q).self) === injector.resolve((any Q).self))
    #expect(try injector.resolve((any Q).self).p === injector.resolve((any P).self))
  }

  @Test func `BTK-16: a protocol that is not bound is found before anything runs, or when it is asked for`() throws {
    let early = findings { try Container { Bind((any Q).self, QImpl.init) } }
    #expect(early.contains("error: [missing-binding] nothing is bound for 'any P'"))
    #expect(early.contains("help: add Bind((any P).self, …) to inline module, or make the dependency optional: (any P)?"))
    let injector = try Container { Bind(CoreDataExample.CoreDataImpl.init) }
    let late = withoutLines(try failure { try injector.resolve((any CoreDataExample.CoreData).self) }.description)
    #expect(
      late == """
        error: [missing-binding] nothing is bound for 'any CoreDataExample.CoreData'
          similar: 'CoreDataExample.CoreDataImpl' (BTKBindingTests.swift), which conforms to it
          help: bind it in a module, or use resolveIfBound(_:)
        """)
  }

  @Test func `BTK-17: a factory asked for as an instance, or the other way round, is an error that says what to write`() throws {
    let injector = try Container {
      Bind((any P).self, Impl.init)
      Bind((any Q).self) { (_: String, p: any P) in QImpl(p: p) }.arguments(String.self)
    }
    let instance = try failure { try injector.resolve((any Q).self) }
    #expect(instance.code == .wrongArguments)
    #expect(instance.diagnostic.message == "'any Q' is made with the arguments (String), not ()")
    #expect(instance.diagnostic.help == "use a Factory<any Q, String>, or resolve(…, arguments: … as String)")
    let factory = try injector.resolve(Factory<any P, String>.self)
    #expect(try failure { try factory.make("x") }.diagnostic.help == "resolve it without arguments")
    let declared = findings {
      try Container {
        Bind((any P).self, Impl.init)
        Bind((any Q).self) { (p: Factory<any P, String>) in QImpl(p: try p.make("x")) }
      }
    }
    #expect(declared.contains("error: [wrong-arguments]"))
  }

  @Test func `BTK-18: a value that is not of the wanted type is refused by the compiler, and by name with an error`() throws {
    // Bind((any P).self) { "no P" } does not compile; the dynamic face cannot know before it runs.
    let injector = try Container { NamedBind("p", needs: []) { _ in "no P" }.in(.singleton) }
    let error = try failure { try injector.resolve("p", as: (any P).self) }
    #expect(error.code == .wrongType)
    #expect(error.diagnostic.message == "'p' is of the type 'String', not 'any P'")
  }

  @Test func `BTK-18: a provider that fails is asked again, and what it failed with is in the error`() throws {
    let calls = Counter()
    let injector = try Container {
      Bind((any P).self) { () throws -> any P in
        if calls.add() <= 2 { throw Breakdown("no product") }
        return Impl()
      }
      .in(.singleton)
    }
    for _ in 1...2 {
      #expect(try failure { try injector.resolve((any P).self) }.underlying as? Breakdown == Breakdown("no product"))
    }
    #expect(try injector.resolve((any P).self) === injector.resolve((any P).self))
    #expect(calls.value == 3)
  }

  @Test func `BTK-19: the error comes with every request, not only with the first`() throws {
    let injector = try Container { NamedBind("p", needs: []) { _ in "no P" }.in(.singleton) }
    for _ in 1...2 { #expect(try failure { try injector.resolve("p", as: (any P).self) }.code == .wrongType) }
    #expect(try injector.resolve("p") == "no P")
  }

  @Test func `BTK-29: every error is thrown, typed, and can be caught`() throws {
    let injector = try Container { Bind(Impl.init) }
    do throws(ResolutionError) {
      _ = try injector.resolve((any P).self)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.code == .missing)
      #expect(error.key == "any P")
    }
  }
}
