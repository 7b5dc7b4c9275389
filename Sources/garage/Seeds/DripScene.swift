// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum DripScene {
  struct Store: Sendable { let name: String }
  struct View: Sendable { let title: String }

  struct Presenter<Shown: Sendable>: Sendable {
    let store: Store
    let shown: Shown
  }

  final class Service: Sendable {
    let store: Store
    init(store: Store) { self.store = store }
  }

  static func lines() throws -> [String] {
    let app = try Container { Bind { Store(name: "the real store") }.in(.singleton) }
    let root = try Container { Bind(instance: "the root") }
    let screen = try Container {
      Bind { try app.resolve(Store.self) }
      Bind { try root.resolve(String.self) }
      Bind(Service.init).in(.singleton)
      Bind { (store: Store, view: View) in Presenter(store: store, shown: view) }.arguments(View.self)
    }
    let test = try screen.rebuilt { Bind { Store(name: "a fake") } }
    let presenter = try test.resolve(Presenter<View>.self, arguments: View(title: "cars"))
    return [
      "a screen reaches both its parents: \(try screen.resolve(Store.self).name), \(try screen.resolve(String.self))",
      "an override reaches everything, and the original stays: "
        + "\(try test.resolve(Service.self).store.name), \(try screen.resolve(Service.self).store.name)",
      "a generic presenter takes its view with every call: \(presenter.shown.title) from \(presenter.store.name)",
    ]
  }
}
