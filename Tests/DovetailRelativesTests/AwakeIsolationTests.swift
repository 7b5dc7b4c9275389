// SPDX-License-Identifier: Apache-2.0
import DovetailRelatives
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@MainActor private final class Lamp {
  private(set) var isOn = false
  nonisolated init() {}

  func light() {
    MainActor.preconditionIsolated()
    isOn = true
  }
}

/// Not Sendable.
private final class Wick {
}

private final class Lantern {
  var wick: Wick?
}

/// A class whose bindings its subclasses inherit.
@MainActor private class Page: Injectable {
  nonisolated required init() {}
  nonisolated class var binding: AnyBind { AnyBind(Bind(Self.init)).onAwake { @MainActor (_: Page) in } }
}

private final class RemotePage: Page {
  nonisolated required init() { super.init() }
  nonisolated init(text: String) async { super.init() }
  nonisolated override class var binding: AnyBind {
    super.binding.made(by: Bind { () async in await RemotePage(text: "") })
  }
}

/// What an asynchronous binding takes in a hook of the main actor.
private final class House: @unchecked Sendable {
  var lamp: Filament?
  init() async {}
}

private final class Filament: Sendable {}

@Suite struct AwakeIsolationTests {
  private func container() throws -> Container {
    try Container { Bind(Lamp.init).in(.singleton).onAwake { @MainActor in $0.light() } }
  }

  @Test func `a bind awakes on the actor of its body, wherever it is awaited`() async throws {
    let container = try container()
    #expect(container.graph.bindings.map(\.isolation) == ["MainActor"])
    #expect(await (try container.resolve(Lamp.self)).isOn)
  }

  @MainActor @Test func `synchronous code of the actor gets it awake`() throws {
    let container = try container()
    #expect(try container.resolve(Lamp.self).isOn)
  }

  @Test func `synchronous code that runs elsewhere gets an error, and nothing awakes`() async throws {
    let container = try container()
    let elsewhere =
      "[isolation-mismatch] 'Lamp' belongs to MainActor, and was resolved synchronously by code that runs elsewhere\nLamp"
    func now() throws -> Lamp { try container.resolve() }
    #expect(failure { try now() } == elsewhere)
    let made = Lamp()
    let error = #expect(throws: ResolutionError.self) { try container.inject(into: made) }
    #expect(error?.diagnostic.message.contains("belongs to MainActor") == true)
    #expect(await !made.isOn)
  }

  @MainActor @Test func `code of an actor gets what stays there, with a parent or for its own object`() throws {
    let container = try Container {
      Bind(Wick.init).in(.singleton, on: MainActor.self)
      Bind { @MainActor in Lantern() }.require(\.wick)
    }
    let (parent, lantern) = (Lamp(), Lantern())
    let wick = try container.resolve(Wick.self, parent: parent)
    try container.inject(into: lantern)
    #expect(lantern.wick === wick)
  }

  @Test func `an asynchronous bind cannot awake on an actor, and the check says what to do`() {
    let report = Container.check(
      InlineModule("lamps") {
        Bind { () async in Lamp() }.in(.singleton).onAwake { @MainActor in $0.light() }
      })
    #expect(
      report.errors.flatMap { [$0.id.rawValue, $0.message, $0.help ?? ""] } == [
        "isolation-mismatch", "'Lamp' is made asynchronously, but its 'onAwake' belongs to MainActor",
        "use 'onCreate', which is awaited on MainActor, or write 'onAwake' without MainActor",
      ])
  }

  @Test func `an asynchronous bind cannot inherit what awakes on an actor`() {
    let report = Container.check(InlineModule("pages") { Bind { (_: RemotePage) async in 1 } })
    #expect(
      report.errors.flatMap { [$0.id.rawValue, $0.message, $0.help ?? ""] } == [
        "isolation-mismatch", "'RemotePage' is made asynchronously, but its 'onAwake' belongs to MainActor",
        "use 'onCreate', which is awaited on MainActor, or write 'onAwake' without MainActor",
      ])
  }

  @Test(arguments: [false, true]) func `what a hook of an actor takes for an asynchronous value awakes, also when it fails`(
    fails: Bool
  ) async throws {
    let log = Log()
    let container = try Container {
      Bind(Filament.init).in(.singleton).onAwake { _ in log.add("awake") }
      Bind(House.init).require(\.lamp).onCreate { @MainActor _ in
        log.add("created")
        if fails { throw Breakdown() }
      }
    }
    _ = try? await container.resolve(House.self)
    _ = try await container.resolve(Filament.self)
    #expect(log.lines == ["created", "awake"])
  }

  private final class Desk {
    let wicks: Provider<Wick>
    init(wicks: Provider<Wick>) { self.wicks = wicks }
  }

  @MainActor @Test func `a body of no actor is given nothing that the actor keeps, although the actor keeps the object itself`()
    throws
  {
    let log = Log()
    let container = try Container {
      Bind(Wick.init).in(.singleton, on: MainActor.self)
      Bind(Desk.init).onAwake { desk in
        do throws(ResolutionError) {
          _ = try desk.wicks.make()
          log.add("given")
        } catch { log.add("\(error.code)") }
      }
    }
    let desk: Desk = try container.resolve()
    #expect(log.lines == ["\(ResolutionError.Code.isolated)"])
    #expect(try desk.wicks.make() === container.resolve(Wick.self))
  }

  /// Its bind asks a container, as code of no actor.
  private final class Torch: Injectable {
    static let lamps = Box<Container>()
    static let answers = Log()
    let number: Int
    @MainActor init(number: Int) { self.number = number }
    static var binding: AnyBind {
      let number = (try? lamps.value?.resolve(Int.self)) ?? 0
      answers.add(((try? lamps.value.map { (try $0.resolve() as Wick) }) ?? nil) == nil ? "refused" : "given")
      return AnyBind(Bind { @MainActor in Torch(number: number) })
    }
  }

  @MainActor @Test
  func `what a type's own bind asks takes nothing from who resolves it, and is given nothing that the actor keeps`() throws {
    Torch.lamps.value = try Container {
      Bind { 7 }
      Bind(Wick.init).in(.singleton, on: MainActor.self)
    }
    defer { Torch.lamps.value = nil }
    let torch: Torch = try Container().resolve()
    #expect(torch.number == 7)
    #expect(Set(Torch.answers.lines) == ["refused"])
  }

  @MainActor @Test func `nor is a closure that stands for a provider, a lazy value or a factory`() throws {
    let container = try Container { Bind(Wick.init).in(.singleton, on: MainActor.self) }
    let asked: @Sendable () -> [Bool] = { (1...2).map { _ in (try? container.resolve() as Wick) == nil } }
    #expect(try Provider<[Bool]>(asked).make() == [true, true])
    #expect(try Provider<[Bool]>(asked).make(isolation: MainActor.shared) == [true, true])
    #expect(try Lazy<[Bool]>(asked).get(isolation: MainActor.shared) == [true, true])
    let make: @Sendable (Int) -> [Bool] = { _ in asked() }
    #expect(try Factory<[Bool], Int>(make).make(1, isolation: MainActor.shared) == [true, true])
  }

  @Test func `code of no actor completes an object whose properties belong to none, also where its factory belongs to one`()
    throws
  {
    let container = try Container {
      Bind { Filament() }
      Bind { @MainActor in Fitting() }.require(\.filament)
    }
    let fitting = Fitting()
    try container.inject(into: fitting)
    #expect(fitting.filament != nil)
  }

  /// Not Sendable.
  private final class Fitting { var filament: Filament? }

  @MainActor @Test func `code of no actor completes no object with what the actor keeps`() throws {
    let container = try Container {
      Bind(Wick.init).in(.singleton, on: MainActor.self)
      Bind(Lantern.init).require { @MainActor (lantern: Lantern, wick: Wick) in lantern.wick = wick }
    }
    nonisolated func complete(_ lantern: Lantern) throws { try container.inject(into: lantern) }
    let (lantern, other) = (Lantern(), Lantern())
    #expect(#expect(throws: ResolutionError.self) { try complete(lantern) }?.code == .isolated)
    #expect(lantern.wick == nil)
    try container.inject(into: other)
    #expect(other.wick === (try container.resolve(Wick.self)))
  }
}
