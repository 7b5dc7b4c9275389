// SPDX-License-Identifier: Apache-2.0
//
// A small app on DovetailSwiftUI. Scripts/swiftui-test.sh compiles it against the stand-in, runs it, and compares what it prints with the
// comments in `main`.
internal import DovetailComponents
internal import DovetailSwiftUI
internal import Observation
internal import SwiftUI

protocol Catalogue: Sendable {
  var titles: [String] { get }
}

struct Shelf: Catalogue {
  let titles = ["Oak", "Joints"]
}

struct Empty: Catalogue {
  let titles: [String] = []
}

@MainActor @Observable final class ShelfModel {
  private(set) var titles: [String] = []
  private let catalogue: any Catalogue

  init(catalogue: any Catalogue) { self.catalogue = catalogue }

  func load() { titles = catalogue.titles }
}

struct AppModule: Module {
  var bindings: Bindings {
    Bind((any Catalogue).self, Shelf.init).in(.singleton)
    Bind(ShelfModel.init)
    Bind(Draft.init).in(.singleton, on: MainActor.self)
    Bind(Screens.init).needs(ShelfModel.self)
    Bind { "plain" }
    Bind { "other" }.named("other")
  }
}

/// Needs an address, which nothing binds.
struct OnlineModule: Module {
  var bindings: Bindings { Bind((any Catalogue).self) { (_: String) in Shelf() } }
}

extension Key<String> {
  static var other: Self { Self(named: "other") }
}

/// Stays on the main actor, and is shared there.
final class Draft {
  var text = "empty"
}

struct DraftView: View {
  @Injected var draft: Draft
  let next: String

  var body: some View {
    Text(draft.text).onAppear { draft.text = next }
  }
}

/// Keeps the resolver that its factory was given.
final class Screens: Sendable {
  let resolver: any Resolver

  init(resolver: any Resolver) { self.resolver = resolver }
}

struct ShelfView: View {
  @Injected var model: ShelfModel

  var body: some View {
    Text(model.titles.isEmpty ? "no books" : model.titles.joined(separator: ", "))
      .onAppear { model.load() }
  }
}

struct CountView: View {
  @Injected var catalogue: any Catalogue

  var body: some View { Text("\(catalogue.titles.count) books") }
}

struct NamesView: View {
  @Injected var plain: String
  @Injected(.other) var other

  var body: some View { Text("\(plain) and \(other)") }
}

@MainActor final class Garage: Component {
  let instances = Instances()

  var label: String { single { "a garage" } }
  var street: String { single { "in the High Street" } }
  var catalogue: any Catalogue { single((any Catalogue).self) { Shelf() } }
}

struct GarageView: View {
  @Injected(\Garage.label) var label
  @Injected(\Garage.catalogue) var catalogue

  var body: some View { Text("\(label) with \(catalogue.titles.count) books") }
}

/// Shows what its initializer chooses.
struct ChosenView: View {
  @Injected var text: String

  init(_ key: Key<String>) { _text = Injected(key) }

  init(_ member: KeyPath<Garage, String>) { _text = Injected(member) }

  var body: some View { Text(text) }
}

struct Badge: ViewModifier {
  @Injected var name: String

  func body(content: AnyView) -> some View {
    content
    Text("badge: \(name)")
  }
}

/// Goes on where nothing is around it.
struct CarefulView: View {
  @Injected var model: ShelfModel
  @Injected(\Garage.label) var label

  var body: some View {
    Text(message { _ = try $model.get() })
    Text(message { _ = try $label.get() })
  }

  private func message(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "injected"
  }
}

@main enum Sample {
  @MainActor static func main() async throws {
    let container = try Container(AppModule())

    // A view keeps its model, and takes another one from another container.
    let shelf = ShelfView()
    show(shelf.container(container))  // no books
    show(shelf.container(container))  // Oak, Joints
    show(shelf.container(try Container(AppModule())))  // no books

    // A view that stays keeps its value, until another key or another member is chosen for it.
    let wall = Display()
    show(wall.draw(ShelfView().container(container)))  // no books
    show(wall.draw(ShelfView().container(container)))  // Oak, Joints
    let around = Garage()
    show(wall.draw(ChosenView(Key()).container(container).component(around)))  // plain
    show(wall.draw(ChosenView(.other).container(container).component(around)))  // other
    show(wall.draw(ChosenView(\.label).container(container).component(around)))  // a garage
    show(wall.draw(ChosenView(\.street).container(container).component(around)))  // in the High Street

    // All code of the main actor shares what stays there.
    show(DraftView(next: "begun").container(container))  // empty
    show(DraftView(next: "done").container(container))  // begun

    // The resolver of a factory is the same at each drawing.
    let screens = try await container.resolve(Screens.self)
    let screen = Display()
    show(screen.draw(ShelfView().container(screens.resolver)))  // no books
    show(screen.draw(ShelfView().container(screens.resolver)))  // Oak, Joints

    // The container around a view may be any resolver, and the nearest one counts.
    let child = try container.child { Bind { "child's" } }
    show(NamesView().environment(\.container, child).container(container))  // child's and other
    show(Text("text").modifier(Badge()).container(container))  // text | badge: plain
    show(GarageView().component(Garage()).container(container))  // a garage with 2 books
    withContainer(container) { show(NamesView()) }  // plain and other

    // A preview, with a replacement and without, and one whose replacement replaces nothing.
    let preview = PreviewContainer(AppModule()) {
      Bind((any Catalogue).self, Empty.init).in(.singleton)
    } content: {
      CountView()
    }
    show(preview)  // 0 books
    show(PreviewContainer(AppModule()) { CountView() })  // 2 books
    let garage = PreviewContainer {
      try Garage().override(\.catalogue, with: Empty())
    } content: {
      GarageView()
    }
    show(garage)  // a garage with 0 books
    print(
      draw(
        PreviewContainer(AppModule()) {
          Bind { 7 }
        } content: {
          CountView()
        })[0])
    // error: [nothing-to-override] the override of 'Int' replaces nothing

    // The same as traits.
    show(try await draw(traits: .offline) { CountView() })  // 0 books
    show(try await draw(traits: .container(AppModule())) { CountView() })  // 2 books
    show(try await draw(traits: .modifier(AdaAtHome())) { LoansView() })  // Ada has Oak
    print(try await draw(traits: .container(AppModule()) { Bind { 7 } }) { CountView() }[0])
    // error: [nothing-to-override] the override of 'Int' replaces nothing

    // A graph that is right only with its replacements.
    let online = PreviewContainer(OnlineModule()) {
      Bind((any Catalogue).self, Empty.init)
    } content: {
      CountView()
    }
    show(online)  // 0 books
    let traits: PreviewTrait<Preview.ViewTraits> = .container(OnlineModule()) { Bind((any Catalogue).self, Empty.init) }
    show(try await draw(traits: traits) { CountView() })  // 0 books

    // A host makes the container of a user, and closes it before it makes that of the next one.
    let display = Display()
    let (ada, ben) = (HomeView(user: User(name: "Ada")), HomeView(user: User(name: "Ben")))
    show(display.draw(ada))  // loading
    await show(ada, on: display)  // Ada has Oak
    show(display.draw(ben))  // loading
    await show(ben, on: display)  // saved the loans of Ada | Ben has Oak

    // A container that cannot be made; the one of before saves nevertheless.
    Server.isDown = true
    await show(ada, on: display)
    // saved the loans of Ben
    // error: [failed-factory] the factory of 'Loans' threw: Offline()
    //   Hosts.swift:41:9
    //     Loans   Hosts.swift:41   singleton in SessionModule
    //   help: fix the cause and resolve it again: nothing of the failed attempt was kept
    // [Try Again]

    // Another view has its own words, and makes the container again.
    let friendly = FriendlyView(user: User(name: "Ada"))
    show(display.draw(friendly))  // Fetching the loans of Ada
    await show(friendly, on: display)  // The library does not answer. | [Ask Again]
    Server.isDown = false
    display.tap("Ask Again")
    show(display.draw(friendly))  // Fetching the loans of Ada
    await show(friendly, on: display)  // Ada has Oak

    // The container closes when its view goes, and a scope when its window does.
    display.clear()
    await saves(3)  // saved the loans of Ada
    let library = try Container(ReadingModule())
    let window = BookView(book: Book(), container: library)
    await show(window, on: display)  // notes about Oak
    display.clear()
    await saves(4)  // saved the notes about Oak

    show(CarefulView())
    // error: [container-not-around-view] 'ShelfModel' is injected into a view, but no container is around it
    //   help: write .container(container) on this view or on one around it; in a preview, put the view into a PreviewContainer
    // error: [component-not-around-view] 'String' of 'Garage' is injected into a view, but no 'Garage' is around it
    //   help: write .component(…) with a 'Garage' on this view or on one around it, in a preview too
  }

  @MainActor private static func show(_ view: some View) { show(draw(view)) }

  @MainActor private static func show(_ lines: [String]) { print(lines.joined(separator: "\n")) }

  /// Draws a view until it is not loading.
  @MainActor private static func show(_ view: some View, on display: Display) async {
    var lines = display.draw(view)
    while lines == ["loading"] || lines[0].hasPrefix("Fetching") {
      await Task.yield()
      lines = display.draw(view)
    }
    show(lines)
  }

  /// Waits until as many loans and notes are saved.
  @MainActor private static func saves(_ count: Int) async { while Server.saves < count { await Task.yield() } }
}
