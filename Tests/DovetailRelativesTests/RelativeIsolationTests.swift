// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import CoreTestSupport
import TestSupport

private final class Service: Sendable {}
private final class Horn {}

@MainActor private class Window: Injectable {
  var pane: Pane?
  var service: Service?
  private(set) var log: [String] = []

  required init() {}
  func note(_ line: String) { log.append(line) }

  nonisolated class var binding: AnyBind {
    AnyBind(Bind(Self.init)).require(\Window.pane).fill(\Window.service)
      .onCreate { @MainActor (window: Window) in window.note("created") }
      .onAwake { @MainActor (window: Window) in window.note("awake, knows itself: \(window.pane?.window === window)") }
  }
}

@MainActor private final class SplitWindow: Window {
  var horn: Horn?
  var companions: [AnyObject] = []

  nonisolated override class var binding: AnyBind {
    super.binding.require(\SplitWindow.horn, on: MainActor.self) { window in
      window.note("horn")
      return Horn()
    }
    .attach(Badge.self, to: \SplitWindow.companions)
  }
}

@MainActor private final class Pane: Injectable {
  weak var window: Window?
  init() {}
  nonisolated static var binding: AnyBind { AnyBind(Bind(Pane.init)).reference(\Pane.window) }
}

@MainActor private final class Badge: Injectable {
  weak var window: SplitWindow?
  init() {}
  nonisolated static var binding: AnyBind { AnyBind(Bind(Badge.init)).reference(\Badge.window) }
}

@globalActor private actor Quay {
  static let shared = Quay()
}

@Quay private final class Cart {
  var wheel: Barrow?
  var companions: [AnyObject] = []
  init() {}
}

extension Quay {
  @Quay fileprivate static func holdsCompanion(_ cart: Cart) -> Bool { (cart.companions.first as? Barrow)?.cart === cart }
}

@Quay private final class Barrow {
  weak var cart: Cart?
  init() {}
}

private struct WindowModule: Module {
  var bindings: Bindings { Bind(Service.init).in(.singleton) }
}

@Suite struct RelativeIsolationTests {
  private func container() throws -> Container { try Container(WindowModule(), roots: [Root(SplitWindow.self)]) }

  @MainActor @Test func `a main-actor class carries its bind, and knows its relatives`() throws {
    let window = try container().resolve(SplitWindow.self)
    #expect(window.log == ["horn", "created", "awake, knows itself: true"])
    #expect(window.service != nil && window.horn != nil)
    #expect((window.companions.first as? Badge)?.window === window)
  }

  @Test func `it is awaited from elsewhere, complete and awake`() async throws {
    let window = try await container().resolve(SplitWindow.self)
    #expect(await window.log == ["horn", "created", "awake, knows itself: true"])
    #expect(await MainActor.run { (window.companions.first as? Badge)?.window === window })
  }

  @MainActor @Test func `listed binds do the same, shared on the actor and with a parent`() throws {
    let container = try Container {
      Bind(Service.init)
      Bind(Pane.init).reference(\.window)
      Bind(Window.init).require(\.pane).require(\.service).in(.singleton, on: MainActor.self)
    }
    let window = try container.resolve(Window.self)
    #expect(window.pane?.window === window)
    #expect(try container.resolve(Pane.self, parent: window).window === window)
  }

  @Test func `a closure sets a reference and keeps a companion on any actor`() async throws {
    let container = try Container {
      Bind(Barrow.init).reference { @Quay in $0.cart = $1 }
      Bind(Cart.init).require { @Quay in $0.wheel = $1 }.attach(Barrow.self) { @Quay in $0.companions.append($1) }
    }
    let cart = try await container.resolve(Cart.self)
    #expect(await cart.wheel?.cart === cart)
    #expect(await Quay.holdsCompanion(cart))
  }

  @Test func `an asynchronous bind cannot refer on an actor, and the check says what to do`() {
    let make: @MainActor @Sendable () async -> Pane = { Pane() }
    let report = Container.check(InlineModule { Bind(make).in(.singleton).reference(\.window) })
    #expect(
      report.errors.flatMap { [$0.id.rawValue, $0.message, $0.help ?? ""] } == [
        "isolation-mismatch", "'Pane' is made asynchronously, but its 'reference' belongs to MainActor",
        "make it synchronously on MainActor, or write 'reference' without MainActor",
      ])
  }
}
