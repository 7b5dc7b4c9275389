// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailLifecycle
internal import DovetailNames
internal import DovetailRelatives
internal import Testing

private final class ProductsService: Sendable {}

/// Belongs to nobody and is not Sendable.
private final class Draft {
  var text = ""
}

/// A view controller, as the documents have them: of the main actor, with properties that are set from outside.
@MainActor private class ListController {
  var service: ProductsService?
  var draft: Draft?
  var details: (() -> DetailController)?
  var sendableDetails: (@Sendable () -> DetailController)?
  var ownDetails: (@MainActor () -> DetailController)?
  var makeDraft: (@MainActor () -> Draft)?
  weak var root: RootController?

  init() {}
}

@MainActor private final class DetailController {
  var service: ProductsService?
  init() {}
}

@MainActor private final class RootController {
  var list: ListController?
  init() {}
}

/// Its properties are not on an actor, and its closures are of no kind that crosses one.
// SAFETY: stays on the thread of the test that made it.
private final class Garage: @unchecked Sendable {
  var wheelProvider: (() -> Tyre)?
  var wheel: (@Sendable () -> Tyre)?
  var ownWheel: (@MainActor () -> Tyre)?
}

private final class Tyre: Sendable {}

private struct Axle: Sendable {
  let left: Tyre
  let right: Tyre
}

private struct Stock: Sendable {
  let make: @Sendable () -> Tyre
}

private struct NamedControllers: Module {
  var bindings: Bindings {
    NamedBind("service", instance: ProductsService())
    NamedBind("draft", on: MainActor.self, Draft.init).in(.singleton)
    NamedBind("detail", DetailController.init, .fill(\.service, from: "service"))
    NamedBind(
      "list", ListController.init, .fill(\.service, from: "service"), .fill(\.draft, from: "draft"),
      .fill(\.details, from: "detailProvider"), .fill(\.sendableDetails, from: "detailProvider"),
      .fill(\.ownDetails, from: "detailProvider"), .fill(\.makeDraft, from: "draftProvider")
    ).in(.singleton)
  }
}

/// The closures of the list are filled after its factory.
private struct FilledControllers: Module {
  var bindings: Bindings {
    Include(NamedControllers())
    NamedBind("plain", needs: ["detailProvider"]) { @MainActor _ in ListController() }
      .fill(\ListController.details, from: "detailProvider")
    NamedBind("sendable", needs: ["detailProvider"]) { @MainActor _ in ListController() }
      .fill(\ListController.sendableDetails, from: "detailProvider")
    NamedBind("own", needs: ["detailProvider"]) { @MainActor _ in ListController() }
      .fill(\ListController.ownDetails, from: "detailProvider")
    NamedBind("drafting", needs: ["draftProvider"]) { @MainActor _ in ListController() }
      .fill(\ListController.makeDraft, from: "draftProvider")
    NamedBind("wheel", Tyre.init)
    NamedBind("garage", needs: ["wheelProvider"]) { _ in Garage() }.fill(\Garage.ownWheel, from: "wheelProvider")
  }
}

private struct TypedControllers: Module {
  var bindings: Bindings {
    Bind(ProductsService.init).in(.singleton)
    Bind(Draft.init).in(.singleton, on: MainActor.self)
    Bind(DetailController.init).fill(\.service)
    Bind(ListController.init).fill(\.service).fill(\.draft).fill(\.details).reference(\.root)
    Bind(RootController.init).require(\.list)
  }
}

@Suite("The objects of the documents") struct ControllerTests {
  @MainActor @Test func `M-1: code of the main actor has a controller at once, by its name and by its type`() throws {
    let (named, typed) = (try Container(NamedControllers()), try Container(TypedControllers()))
    let list: ListController = try named["list"]
    #expect(try named.resolve("list") === list)
    #expect(try typed.resolve(RootController.self).list != nil)
  }

  @Test func `M-1: other code awaits it, and is told so when it does not`() async throws {
    let container = try Container(NamedControllers())
    let list: ListController = try await container.resolve("list")
    #expect(await list.service != nil)
    func now() throws -> DetailController { try container.resolve("detail") }
    let error = try failure { try now() }
    #expect(
      error.diagnostic.message == "'detail' belongs to MainActor, and was resolved synchronously by code that runs elsewhere")
    #expect(error.diagnostic.help == "resolve it from main-actor code, or from anywhere with try await resolve(…)")
  }

  @MainActor @Test func `M-2: its properties are required, filled and set to relatives, and what is set stays`() throws {
    let root = try Container(TypedControllers()).resolve(RootController.self)
    #expect(root.list?.root === root)
    #expect(root.list?.service != nil && root.list?.draft != nil)
    let own = ProductsService()
    let container = try Container {
      NamedBind("service", instance: ProductsService())
      NamedBind("list", needs: ["service"]) { @MainActor _ in
        let list = ListController()
        list.service = own
        return list
      }
      .fill(\ListController.service, from: "service")
    }
    #expect(try container.resolve("list", as: ListController.self).service === own)
  }

  @MainActor @Test func `M-3: what is not Sendable is shared on the main actor, and leaves it neither ready nor by its provider`()
    async throws
  {
    let container = try Container(NamedControllers())
    let draft: Draft = try await container.resolve("draft")
    let list: ListController = try container["list"]
    let provider: Provider<Draft> = try container["draftProvider"]
    #expect(list.draft === draft && list.makeDraft?() === draft)
    #expect(try provider.make() === draft)
    let refusals = await Task.detached { ControllerTests.refusals(container, provider) }.value
    #expect(
      refusals
        == Array(
          repeating: "'draft' belongs to MainActor and is not Sendable, so that only code of MainActor may take it", count: 4))
  }

  private static func refusals(_ container: Container, _ provider: Provider<Draft>) -> [String] {
    func message<Value>(_ request: () throws -> Value) -> String {
      do { return "\(try request())" } catch { return (error as? ResolutionError)?.diagnostic.message ?? "\(error)" }
    }
    return [
      message { try container.resolve("draft", as: Draft.self).text }, message { try container["draft"] as any Sendable },
      message { try container["draft"] as any Sendable }, message { try provider.make().text },
    ]
  }

  @MainActor @Test func `M-3: even on the main actor it is no Sendable value`() throws {
    let container = try Container(NamedControllers())
    #expect(try failure { try container.resolve("draft", as: (any Sendable).self) }.code == .isolated)
  }

  @MainActor @Test func `M-4: a closure property is filled with the provider by name, whatever kind of closure it is`() throws {
    let list: ListController = try Container(NamedControllers())["list"]
    let (details, sendable, own) = (
      try #require(list.details), try #require(list.sendableDetails), try #require(list.ownDetails)
    )
    #expect(details() !== sendable() && own() !== own() && details().service === list.service)
  }

  @MainActor @Test func `M-4: it is filled after the factory as well, whatever kind of closure it is`() throws {
    let container = try Container(FilledControllers())
    let (plain, sendable): (ListController, ListController) = (try container["plain"], try container["sendable"])
    let (own, drafting): (ListController, ListController) = (try container["own"], try container["drafting"])
    let garage: Garage = try container["garage"]
    let draft: Draft = try container.resolve("draft")
    #expect(plain.details?() != nil && sendable.sendableDetails?() != nil && own.ownDetails?() != nil)
    #expect(drafting.makeDraft?() === draft && garage.ownWheel?() != nil)
  }

  @Test func `M-4: a class of no actor has its closure as well, and a factory reads it from its values`() throws {
    let container = try Container {
      NamedBind("wheel", Tyre.init)
      NamedBind("garage", Garage.init, .fill(\.wheelProvider, from: "wheelProvider"), .fill(\.wheel, from: "wheel Provider"))
      NamedBind("late", needs: ["wheelProvider"]) { _ in Garage() }.fill(\Garage.wheelProvider, from: "wheelProvider")
      NamedBind("stock", needs: ["wheelProvider"]) { values in Stock(make: try values["wheelProvider"]) }
      NamedBind("axle", needs: ["wheelProvider"]) { (wheel: Provider<Tyre>) in Stock { wheel() } }
      NamedBind("made", needs: []) { _ in { @Sendable () -> Tyre in Tyre() } as @Sendable () -> Tyre }
      NamedBind("maker", needs: ["made"]) { values in Stock(make: try values["made"]) }
    }
    let garage: Garage = try container["garage"]
    let (first, second) = (try #require(garage.wheelProvider), try #require(garage.wheel))
    #expect(first() !== first() && second() !== second())
    #expect(try container.resolve("late", as: Garage.self).wheelProvider?() != nil)
    for name in ["stock", "axle", "maker"] {
      let stock: Stock = try container[name]
      #expect(stock.make() !== stock.make())
    }
    let closure: @Sendable () -> Tyre = try container["wheelProvider"]
    #expect(closure() !== closure())
  }

  @Test func `M-4: a value that is no provider is no closure, and the error says what to do`() throws {
    let container = try Container {
      NamedBind("wheel", Tyre.init)
      NamedBind("garage", needs: ["wheel"]) { _ in Garage() }.fill(\Garage.wheel, from: "wheel")
      NamedBind("text", needs: ["wheelProvider"]) { values in try values["wheelProvider"] as String }
    }
    #expect(
      try failure { try container.resolve("garage", as: Garage.self) }.diagnostic.message
        == "'wheel' is of the type '\(TypeName(Tyre.self))', not '() -> \(TypeName(Tyre.self))'")
    #expect(
      try failure { try container.resolve("text", as: String.self) }.diagnostic.help
        == "take it as a 'Provider' of what it makes, or let the factory take the values and read it there as a closure")
  }

  @MainActor private final class Desk {
    let make: @MainActor () -> Memo
    init(make: @escaping @MainActor () -> Memo) { self.make = make }
  }

  private final class Memo {
    var text = "draft"
    init() {}
  }

  @Test @MainActor func `M-4: a factory of the main actor reads a provider of what stays there as a closure of that actor`()
    throws
  {
    let container = try Container {
      NamedBind("draft", on: MainActor.self, Memo.init)
      NamedBind("desk", needs: ["draftProvider"]) { @MainActor values in
        let make: @MainActor () -> Memo = try values["draftProvider"]
        return Desk(make: make)
      }
      NamedBind("late", needs: ["draftProvider"]) { @MainActor values in
        let make: (@MainActor () -> Memo)? = try values["draftProvider"]
        return Desk { make?() ?? Memo() }
      }
      NamedBind("taking", needs: ["draftProvider"], Desk.init)
    }
    #expect(try container.resolve("desk", as: Desk.self).make().text == "draft")
    #expect(try container.resolve("late", as: Desk.self).make().text == "draft")
    #expect(
      try failure { try container.resolve("taking", as: Desk.self) }.diagnostic.help
        == "take it as a 'Provider' of what it makes, or let the factory take the values and read it there as a closure")
  }

  @Test func `M-5: a need that is named twice gives two objects of a transient bind and one of a singleton`() throws {
    let container = try Container {
      NamedBind("wheel", Tyre.init)
      NamedBind("spare", Tyre.init).in(.singleton)
      NamedBind("axle", needs: ["wheel", "wheel"], Axle.init)
      NamedBind("spares", needs: ["spare", "spare"], Axle.init)
    }
    let (axle, spares): (Axle, Axle) = (try container["axle"], try container["spares"])
    #expect(axle.left !== axle.right && spares.left === spares.right)
  }

  @Test func `M-3: a hook takes no value that is kept, which the check says`() {
    let report = Container.check(
      InlineModule("drafts") { NamedBind("draft", on: MainActor.self, Draft.init).onClose { _ in } })
    #expect(
      report.errors.flatMap { [$0.message, $0.help ?? ""] } == [
        "'draft' is kept on MainActor and need not be Sendable, but 'onClose' takes Sendable values",
        "let the type conform to Sendable and leave out 'on: MainActor.self', or bind it by its type",
      ])
  }

  @Test func `M-3: nor does one of a start or a stop; it may be eager`() async throws {
    let report = Container.check(
      InlineModule("drafts") {
        NamedBind("draft", on: MainActor.self, Draft.init).onStart { _ in }.in(.singleton)
        NamedBind("letter", on: MainActor.self, Draft.init).in(.singleton).onStop { _ in }
      })
    #expect(
      report.errors.map(\.message)
        == ["draft", "letter"].map {
          "'\($0)' is kept on MainActor and need not be Sendable, but 'onStart' or 'onStop' takes Sendable values"
        })
    let container = try Container { NamedBind("draft", on: MainActor.self, Draft.init).in(.singleton).eager }
    try await container.start()
    try await container.close()
  }

  @MainActor @Test func `M-3: by its name it is not held weakly, which the check says; by its type it may be`() throws {
    let report = Container.check(InlineModule("drafts") { NamedBind("draft", on: MainActor.self, Draft.init).in(.weak) })
    #expect(
      report.errors.flatMap { [$0.message, $0.help ?? ""] } == [
        "'draft' is weak, but is kept on MainActor by its name, so it cannot be held weakly",
        "bind it by its type: Bind(…).in(.weak, on: MainActor.self)",
      ])
    let container = try Container { Bind(Draft.init).in(.weak, on: MainActor.self) }
    let draft = try container.resolve(Draft.self)
    #expect(try container.resolve(Draft.self) === draft)
  }

  @Test func `M-5: a factory by name that asks its resolver gets a warning that names the needs; one without needs gets none`() {
    let report = Container.check(
      InlineModule("tyres") {
        NamedBind("tyre") { Tyre() }
        NamedBind("axle") { resolver in Axle(left: try resolver["tyre"], right: try resolver["tyre"]) }
      })
    #expect(
      report.diagnostics.flatMap { [$0.message, $0.help ?? ""] } == [
        "what 'axle' needs is known only when it is built",
        #"name the dependencies: NamedBind("axle", needs: […]) { values in … }"#,
      ])
  }
}
