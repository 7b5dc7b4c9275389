// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@MainActor private protocol Panel: AnyObject, Sendable {
  var text: String { get }
}

@MainActor private final class PlainPanel: Panel {
  let text: String
  init(radio: Radio) { text = "\(radio.frequency)" }
}

@MainActor private final class FramedPanel: Panel {
  let text: String
  init(inner: any Panel, mark: Character) {
    MainActor.preconditionIsolated()
    text = "\(mark)\(inner.text)\(mark)"
  }
}

@Suite struct DecoratorIsolationTests {
  private func container(@BindingsBuilder _ binds: @escaping @Sendable () throws -> Bindings) throws -> Container {
    try Container {
      Bind { Radio(frequency: 99.5) }
      Bind { "|" as Character }
      Bind((any Panel).self, PlainPanel.init).in(.singleton)
      Include(InlineModule("frames", binds))
    }
  }

  @MainActor @Test func `a decorator of the main actor wraps what belongs there, whatever it takes besides`() throws {
    let container = try container {
      Decorate((any Panel).self) { @MainActor (inner: any Panel) in FramedPanel(inner: inner, mark: "1") }
      Decorate((any Panel).self) { @MainActor (inner: any Panel, mark: Character) in FramedPanel(inner: inner, mark: mark) }
      Decorate((any Panel).self, FramedPanel.init)
      Decorate((any Panel).self) { @MainActor (inner: any Panel, _: Radio, _: Radio, _: Radio, mark: Character) in
        FramedPanel(inner: inner, mark: mark)
      }
    }
    let panel: any Panel = try container.resolve()
    #expect(panel.text == "|||199.51|||")
    #expect(try container.resolve((any Panel).self) === panel)
  }

  @Test func `it is awaited from anywhere`() async throws {
    let container = try container { Decorate((any Panel).self, FramedPanel.init) }
    let panels = await together(16) { _ in try await container.resolve((any Panel).self) }
    let first = try panels[0].get()
    #expect(await first.text == "|99.5|")
    #expect(panels.allSatisfy { (try? $0.get()) === first })
  }

  @Test func `one of no actor cannot take what belongs to one`() {
    let report = Container.check(
      InlineModule("frames") {
        Bind { Radio(frequency: 99.5) }
        Bind((any Panel).self, PlainPanel.init)
        Decorate((any Panel).self) { (inner: any Panel) in inner }
      })
    let found = report.diagnostics.filter { $0.id == .isolationMismatch }
    #expect(found.map(\.message) == ["'any Panel' takes 'any Panel', which belongs to MainActor"])
    #expect(found.map(\.help) == ["write @MainActor on the decorator of 'any Panel' too"])
  }
}
