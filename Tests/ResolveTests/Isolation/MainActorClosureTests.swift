// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@MainActor private final class Screen {
  let radio: Radio

  init(radio: Radio) {
    MainActor.preconditionIsolated()
    self.radio = radio
  }
}

/// Opens screens, without knowing the framework's types.
@MainActor private final class Coordinator {
  let screen: @MainActor () -> Screen
  let risky: @MainActor () throws -> Screen
  let all: @MainActor () -> [Screen]

  init(
    screen: @escaping @MainActor () -> Screen, risky: @escaping @MainActor () throws -> Screen,
    all: @escaping @MainActor () -> [Screen]
  ) {
    (self.screen, self.risky, self.all) = (screen, risky, all)
  }
}

private struct Menu {
  let screen: () -> Screen
}

@Suite struct MainActorClosureTests {
  private func container() throws -> Container {
    try Container {
      Bind { Radio(frequency: 99.5) }
      Bind(Screen.init)
      Bind { @MainActor in Screen(radio: Radio(frequency: $0)) }.contribute()
      Bind { 1.5 }
      Bind(Coordinator.init)
    }
  }

  @MainActor @Test func `a plain closure of the main actor builds what belongs there`() throws {
    let coordinator = try container().resolve(Coordinator.self)
    #expect(coordinator.screen() !== coordinator.screen())
    #expect(try coordinator.risky().radio.frequency == 99.5)
    #expect(coordinator.all().map(\.radio.frequency) == [1.5])
  }

  @Test func `it may be taken by what runs anywhere, and called on the main actor`() async throws {
    let container = try Container {
      Bind { Radio(frequency: 99.5) }
      Bind(Screen.init).named("first")
      Bind { (screen: @escaping @MainActor @Sendable () -> Screen) in screen }
        .needs((@MainActor @Sendable () -> Screen).self, named: "first").named("opener")
    }
    let open = try await container.resolve((@MainActor () -> Screen).self, named: "opener")
    #expect(await open().radio.frequency == 99.5)
  }

  @MainActor @Test func `a throwing one throws what the request throws`() throws {
    let container = try Container {
      Bind { () throws -> Radio in throw Breakdown() }
      Bind(Screen.init)
    }
    let screen = try container.resolve((@MainActor () throws -> Screen).self)
    #expect(
      failure { try screen() } == """
        [failed-factory] the factory of 'Radio' threw: Breakdown(reason: "out of fuel")
        Screen -> Radio
        """)
  }

  @Test func `a closure that anybody may call gets a warning, because it could not build it`() {
    let report = Container.check(
      InlineModule("closures") {
        Bind { Radio(frequency: 99.5) }
        Bind(Screen.init)
        Bind(Menu.init)
      }, roots: [Root(Menu.self)])
    #expect(report.errors.isEmpty && report.warnings.map(\.id) == [.isolationMismatch])
    #expect(report.warnings.first?.message == "'Menu' takes '() -> Screen', but 'Screen' belongs to MainActor")
    #expect(report.warnings.first?.help == "let it take @MainActor () -> Screen, AsyncProvider<Screen> or Lazy<Screen>")
  }

  @Test func `what is shared may be there already, so a closure may ask for it`() async throws {
    let container = try Container {
      Bind { Radio(frequency: 99.5) }
      Bind(Screen.init).in(.singleton)
      Bind(Menu.init)
    }
    let screen = try await container.resolve(Screen.self)
    let menu = try await container.resolve(Menu.self)
    #expect(menu.screen() === screen)
  }
}
