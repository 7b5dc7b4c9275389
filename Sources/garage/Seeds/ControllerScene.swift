// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import DovetailNames
internal import DovetailRelatives

/// The same five, for the objects that they were made for: view controllers, which belong to the main actor and are not Sendable values to others.
@MainActor
enum ControllerScene {
  /// Not Sendable, like the context of a store: it stays on the main actor.
  final class Draft {
    var lines: [String] = []
  }

  @MainActor final class Detail {
    var draft: Draft?
    init() {}
  }

  @MainActor final class List {
    var draft: Draft?
    var makeDetail: (() -> Detail)?
    weak var window: Window?
    init() {}
  }

  @MainActor final class Window: Injectable {
    var list: List?
    let title: String
    init(title: String) { self.title = title }
    nonisolated static var binding: AnyBind {
      AnyBind(Bind(Window.init(title:)).arguments(defaults: "untitled")).require(\Window.list)
    }
  }

  @MainActor final class Presenter<View: AnyObject> {
    let view: View
    init(view: View) { self.view = view }
  }

  @MainActor final class WindowComponent: Component {
    let instances = Instances()
    func inject<View: AnyObject>(view: View) -> Presenter<View> { single(key: 0) { Presenter(view: view) } }
  }

  struct Named: Module {
    var bindings: Bindings {
      NamedBind("draft", on: MainActor.self, Draft.init).in(.singleton)
      NamedBind("detail", Detail.init, .fill(\.draft, from: "draft"))
      NamedBind("list", List.init, .fill(\.draft, from: "draft"), .fill(\.makeDetail, from: "detailProvider")).in(.singleton)
      NamedBind("pair", needs: ["detail", "detail"]) { @MainActor in [$0, $1] as [Detail] }
    }
  }

  struct Typed: Module {
    var bindings: Bindings {
      Bind(Draft.init).in(.singleton, on: MainActor.self)
      Bind(Detail.init).fill(\.draft)
      Bind(List.init).fill(\.draft).fill(\.makeDetail).reference(\.window)
    }
  }

  static func show() throws -> String {
    let (named, typed) = (try Container(Named()), try Container(Typed(), roots: [Root(Window.self)]))
    let list: List = try named["list"]
    let pair: [Detail] = try named["pair"]
    let fresh = list.makeDetail.map { $0() !== $0() } ?? false
    let window = try typed.resolve(Window.self, arguments: "main")
    let component = WindowComponent()
    let presenter = component.inject(view: list)
    let lines = [
      "Rivet: a need that is named twice is two objects: \(pair[0] !== pair[1])",
      "Injineer: the list was filled, and its closure makes a new detail with every call: \(list.draft != nil && fresh)",
      "InDependence: the list found the window \(window.list?.window?.title ?? "none")",
      "BTKInjector: what is not Sendable is shared on the main actor: \(try typed.resolve(Draft.self) === window.list?.draft)",
      "Drip: a presenter for each kind of view: \(component.inject(view: list) === presenter)",
    ]
    return "\n\n== Controllers of the main actor\n" + lines.map { "  " + $0 }.joined(separator: "\n")
  }
}
