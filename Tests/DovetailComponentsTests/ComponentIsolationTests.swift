// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

/// Not Sendable: only one actor may have it.
private final class View {
  var title: String
  init(title: String = "untitled") { self.title = title }
}

@MainActor private final class ScreenModel {
  let view: View
  init(view: View) { self.view = view }
}

extension ScreenModel {
  convenience init(of screen: ScreenComponent) {
    self.init(view: View(title: "of the workplace \(screen.workplace.frequency)"))
  }
}

@MainActor private final class ScreenComponent: Component {
  let instances = Instances()
  let workplace: Workplace
  init(workplace: Workplace) { self.workplace = workplace }

  var view: View { single { View() } }
  var panel: View { weak { View() } }
  var fresh: View { transient { View() } }
  var model: ScreenModel { single { ScreenModel(view: view) } }
  var car: Car { single { Car(engine: workplace.engine, wheel: workplace.wheel) } }
  nonisolated var name: String { get throws { try single { () throws -> String in "screen" } } }
}

private actor Studio: Component {
  let instances = Instances()
  let shared: Workplace
  init(shared: Workplace) { self.shared = shared }

  var view: View { single { View() } }

  func draw() -> String {
    view.title += "!"
    return view.title
  }

  /// Reads a place of a component that others share: what it makes must stay on this actor.
  func borrow(_ title: String?) -> String {
    let view = lent()
    if let title { view.title = title }
    return view.title
  }

  private func lent() -> View { shared.single(key: 1) { View() } }

  func replaceView() throws { try override({ _ in self.view }, with: View(title: "fake")) }
  func replaceLent(_ title: String) throws { try shared.override({ _ in self.lent() }, with: View(title: title)) }
}

/// A member that is read on any actor, and on none.
private final class Lender: Component, Sendable {
  let instances = Instances()

  func view(isolation: isolated (any Actor)? = #isolation) -> View { transient { View() } }
}

/// The title of a view that is read on no actor.
private func titleOnNoActor(_ lender: Lender) -> String { lender.view().title }

private func failure<Result>(_ body: () throws -> Result) -> ResolutionError? {
  do { _ = try body() } catch { return error as? ResolutionError }
  return nil
}

extension ResolutionError {
  fileprivate var text: String { "[\(code)] \(diagnostic.message)\nhelp: \(diagnostic.help ?? "")" }
}

@Suite struct ComponentIsolationTests {
  @MainActor @Test func `members of a component on the main actor are isolated and need not be Sendable`() {
    let screen = ScreenComponent(workplace: Workplace())
    screen.view.title = "garage"
    #expect(screen.model.view.title == "garage")
    #expect(screen.view === screen.view && screen.fresh !== screen.fresh)
    let panel = screen.panel
    #expect(screen.panel === panel)
    #expect(screen.car.engine.label == "hybrid")
  }

  @MainActor @Test func `a main-actor component is overridden from the main actor`() throws {
    let screen = ScreenComponent(workplace: Workplace())
    let model = ScreenModel(view: View())
    try screen.override({ $0.model }, with: model)
    #expect(screen.model === model)
  }

  @MainActor @Test func `a factory of the main actor replaces one, and stays shared as it was declared`() throws {
    let screen = try ScreenComponent(workplace: Workplace())
      .override(\.view) { _ in View(title: "fake") }
      .override(\.fresh) { _ in View(title: "fresh fake") }
      .override(\.model) { @MainActor in ScreenModel(view: $0.view) }
    #expect(screen.model === screen.model && screen.model.view === screen.view)
    #expect(screen.view.title == "fake" && screen.fresh.title == "fresh fake" && screen.fresh !== screen.fresh)
    try withOverrides {
      try screen.override({ $0.model }, make: ScreenModel.init(of:))
      #expect(screen.model.view.title == "of the workplace 102.8")
    }
    #expect(screen.model.view.title == "fake")
  }

  @MainActor @Test func `a value that is not Sendable replaces one on its actor`() throws {
    let (screen, view) = (ScreenComponent(workplace: Workplace()), View(title: "fake"))
    try screen.override(\.view, with: view).override({ $0.panel }, with: view)
    #expect(screen.view === view && screen.panel === view && screen.model.view === view)
  }

  @Test func `an actor replaces its members itself, and what it replaces is its own`() async throws {
    let workplace = Workplace()
    let (one, two) = (Studio(shared: workplace), Studio(shared: workplace))
    try await one.replaceView()
    #expect(await one.draw() == "fake!")
    try await one.replaceLent("fake of one")
    #expect(await [one.borrow(nil), two.borrow(nil)] == ["fake of one", "untitled"])
    try await two.replaceLent("fake of two")
    #expect(await [one.borrow(nil), two.borrow(nil)] == ["fake of one", "fake of two"])
  }

  @MainActor @Test func `a transient member that was read on no actor has the override of an actor there all the same`() throws {
    let lender = Lender()
    try lender.override({ $0.view() }, with: View(title: "fake"))
    for _ in 1...3 {
      #expect(titleOnNoActor(lender) == "untitled")
      #expect(lender.view().title == "fake")
    }
  }

  @MainActor @Test func `a transient member on an actor gives a value that is not Sendable every time`() throws {
    let (screen, view) = (ScreenComponent(workplace: Workplace()), View(title: "fake"))
    #expect(screen.fresh.title == "untitled" && screen.fresh !== screen.fresh)
    try withOverrides {
      try screen.override(\.fresh, with: view)
      #expect(screen.fresh === view && screen.fresh === view)
    }
    #expect(screen.fresh.title == "untitled")
    try screen.override(\.fresh, with: view)
    #expect(screen.fresh === view)
  }

  @MainActor @Test func `an override on an actor holds beside reads of the same member outside of it`() throws {
    final class Desk: Component, Sendable {
      let instances = Instances()
      func view(on actor: isolated (any Actor)? = #isolation) -> View { transient { View() } }
    }
    nonisolated func title(_ desk: Desk) -> String { desk.view(on: nil).title }
    let desk = Desk()
    try desk.override({ $0.view() }, with: View(title: "fake"))
    #expect([title(desk), title(desk)] == ["untitled", "untitled"])
    #expect([desk.view().title, desk.view().title] == ["fake", "fake"])
    #expect(title(desk) == "untitled")
  }

  @MainActor @Test func `a value of an actor does not replace what is made elsewhere`() {
    final class Desk: Component, Sendable {
      let instances = Instances()
      var view: View { transient { View() } }
    }
    let desk = Desk()
    let error = #expect(throws: ResolutionError.self) { try desk.override(\.view, with: View(title: "fake")) }
    #expect(
      error?.text == """
        [nothing-to-override] 'view' is not read on the actor that the override is written on, and 'View' is not Sendable
        help: override it where the member is isolated to, or let 'View' conform to Sendable
        """)
    #expect(desk.view.title == "untitled")
  }

  @MainActor @Test func `a factory of the main actor is an error where it would have to run elsewhere`() async throws {
    let screen = ScreenComponent(workplace: Workplace())
    let text = """
      [isolation-mismatch] a main-actor factory replaces that of 'String', which was read by code that runs elsewhere
      help: read the member in main-actor code, or override it with a factory that is isolated to no actor
      """
    try screen.override({ try $0.name }) { @MainActor _ in "fake" }
    #expect(try screen.name == "fake")
    // Another override begins a generation without this value.
    try screen.override({ $0.model }, with: ScreenModel(view: View()))
    let read = await Task.detached { failure { try screen.name } }.value
    #expect(read?.text == text)
    #expect(read?.path.map(\.key) == ["name"])
    #expect(try screen.name == "fake")
    #expect(await Task.detached { try? screen.name }.value == "fake", "what is made already is there for all")
    try screen.override({ try $0.name }) { _ in "made anywhere" }.override({ $0.model }, with: ScreenModel(view: View()))
    #expect(await Task.detached { try? screen.name }.value == "made anywhere")
  }

  @Test func `an actor is a component whose members only it reads`() async {
    let studio = Studio(shared: Workplace())
    #expect(await studio.draw() == "untitled!")
    #expect(await studio.draw() == "untitled!!")
  }

  @Test func `two actors never share what is not Sendable`() async {
    let workplace = Workplace()
    let (one, two) = (Studio(shared: workplace), Studio(shared: workplace))
    #expect(await one.borrow("of one") == "of one")
    #expect(await two.borrow(nil) == "untitled")
    #expect(await one.borrow(nil) == "of one")
  }
}
