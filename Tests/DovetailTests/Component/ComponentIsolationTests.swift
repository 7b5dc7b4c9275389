// SPDX-License-Identifier: Apache-2.0
@testable import Dovetail
import DovetailComponents
import Testing

/// Not Sendable: only one actor may have it.
private final class View {
  var title = "untitled"
}

@MainActor private final class ScreenModel {
  let view: View
  init(view: View) { self.view = view }
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
    let view = shared.single(key: 1) { View() }
    if let title { view.title = title }
    return view.title
  }
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
