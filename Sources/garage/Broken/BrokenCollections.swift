// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

protocol Tool: Sendable {}
struct Hammer: Tool {}
struct Sticker: Sendable {}
struct Fuel: Sendable { let name: String }
struct Toolbox: Sendable { let tools: [any Tool] }
struct Album: Sendable { let stickers: [Sticker] }
struct Pump: Sendable { let fuels: [String: Fuel] }

struct WrongCollections: Module {
  var bindings: Bindings {
    // empty-collection: no binding contributes a sticker.
    Bind { (stickers: [Sticker]) in Album(stickers: stickers) }

    // duplicate-map-key: two fuels under one key.
    Bind { (fuels: [String: Fuel]) in Pump(fuels: fuels) }
    Bind { Fuel(name: "petrol") }.contribute(key: "95")
    Bind { Fuel(name: "super") }.contribute(key: "95")

    // shadowed-binding: the list that is bound as it is hides the hammer that is contributed.
    Bind { (tools: [any Tool]) in Toolbox(tools: tools) }
    Bind([any Tool].self) { [] }
    Bind((any Tool).self, Hammer.init).contribute()
  }
}

struct WrongReplacements: Module {
  var bindings: Bindings {
    // duplicate-binding: two horns, and neither says that it replaces the other.
    Bind { Horn(tone: "high") }
    Bind { Horn(tone: "low") }

    // nothing-to-override: there is no siren to replace.
    Bind { Siren() }.override

    // nothing-to-decorate: there is no lamp to shade.
    Decorate(Lamp.self) { (lamp: Lamp) in lamp }
  }
}

struct Horn: Sendable { let tone: String }
struct Siren: Sendable {}
struct Lamp: Sendable {}
