// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Synchronization

enum InjineerScene {
  /// Knows nothing of Dovetail: it just holds a closure.
  final class ListScreen: Sendable {
    private let closure = Mutex<(@Sendable () -> DetailScreen)?>(nil)

    var detailScreenProvider: (@Sendable () -> DetailScreen)? {
      get { closure.withLock { $0 } }
      set { closure.withLock { $0 = newValue } }
    }
  }

  final class DetailScreen: Sendable {}

  struct Screens: Module {
    var bindings: Bindings {
      NamedBind("service", instance: "products")
      NamedBind("detailScreen", needs: ["service"]) { _ in DetailScreen() }
      NamedBind("listScreen", needs: ["service", "detailScreenProvider"]) { _ in ListScreen() }
        .fill(\ListScreen.detailScreenProvider, from: "detailScreenProvider")
        .in(.singleton)
    }
  }

  struct Broken: Module {
    var bindings: Bindings {
      Include(Screens())
      NamedBind("root", needs: ["listScren"]) { _ in "root" }
      NamedBind("a", needs: ["b"]) { _ in "a" }
      NamedBind("b", needs: ["a"]) { _ in "b" }
    }
  }

  static func lines() throws -> [String] {
    let list: ListScreen = try Container(Screens())["listScreen"]
    let fresh = list.detailScreenProvider.map { $0() !== $0() } ?? false
    return ["the nil property was filled, and makes a new screen for every call: \(fresh)"]
      + Container.check(Broken()).errors.map { "check: \($0.message)" }
  }
}
