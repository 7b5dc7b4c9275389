// SPDX-License-Identifier: Apache-2.0
import DovetailComponents
import DovetailGraph
import DovetailRuntime
import Testing
import CoreTestSupport
import TestSupport

/// What a member without a key does with the arguments of its method.
@Suite struct ComponentArgumentTests {
  private struct Findings: ScopeObserver {
    let all = Collected<Diagnostic>()

    func observe(_ event: Event) {}
    func observe(opened scope: AnyObject, _ kind: TypeName, at location: DovetailGraph.SourceLocation) {}
    func observe(_ finding: Diagnostic) { all.add(finding) }
  }

  private final class Shop: Component, Sendable {
    let instances: Instances
    init(_ observers: any Observer...) { instances = Instances(observers: observers) }

    func sign(_ text: String) -> Road { single { Road(name: text) } }
    func poster(_ text: String) -> Road { weak { Road(name: text) } }
    func account(of name: String) -> Road { single(key: name) { Road(name: name) } }
    func door(_ text: String) -> Road { single(key: 0) { Road(name: text) } }
    func offer(_ text: String) -> Road { transient { Road(name: text) } }
    func shelf<Content: Sendable>(of content: Content) -> Box<Content> { single { Box(content) } }
    func till() -> Road { single { Road(name: "till") } }
    static let line = #line - 7
    func menu(_ text: String) async throws -> Road { try await single { Road(name: text) } }
    func aisle<Content>(for content: Content.Type) -> Road { single { Road(name: "\(content)") } }
    func hall<Content>(for content: Content.Type) -> Road {
      single(key: ObjectIdentifier(Content.self)) { Road(name: "\(content)") }
    }
  }

  /// Not Sendable: only one actor may have it.
  private final class Note {
    let text: String
    init(_ text: String) { self.text = text }
  }

  @MainActor private final class Desk: Component {
    let instances: Instances
    init(_ observers: any Observer...) { instances = Instances(observers: observers) }

    func note(_ text: String) -> Note { single { Note(text) } }
    func slip(_ text: String) -> Note { weak { Note(text) } }
    func letter(to name: String) -> Note { single(key: name) { Note(name) } }
    func board(_ text: String) -> Note { single(key: 0) { Note(text) } }
  }

  @Test func `a second call whose arguments are ignored is a finding, once for each member`() {
    let findings = Findings()
    let shop = Shop(findings)
    #expect(shop.sign("open").name == "open")
    #expect(findings.all.elements.isEmpty)
    #expect(["closed", "away"].map { shop.sign($0).name } == ["open", "open"])
    #expect(
      findings.all.elements.map(\.message) == [
        "'sign(_:)' has no key: it was made with the arguments of its first call, and those of later calls are ignored"
      ])
    let finding = findings.all.elements.first
    #expect(finding?.severity == .warning && finding?.id.rawValue == "unkeyed-arguments")
    #expect(finding?.location.fileName == "ComponentArgumentTests.swift" && finding?.location.line == Shop.line)
    #expect(
      finding?.help == "tell its instances apart by a key, single(key: …) { … }; a constant key says that one is enough")
    let poster = shop.poster("new")
    #expect(shop.poster("old") === poster)
    #expect(findings.all.elements.map(\.help).last == finding?.help?.replacing("single", with: "weak"))
  }

  @Test func `a second call of an asynchronous method whose arguments are ignored is a finding, too`() async throws {
    let findings = Findings()
    let shop = Shop(findings)
    #expect(try await shop.menu("summer").name == "summer")
    #expect(findings.all.elements.isEmpty)
    for season in ["autumn", "winter"] { #expect(try await shop.menu(season).name == "summer") }
    #expect(
      findings.all.elements.map(\.message) == [
        "'menu(_:)' has no key: it was made with the arguments of its first call, and those of later calls are ignored"
      ])
  }

  @MainActor @Test func `a second call on an actor whose arguments are ignored is a finding, too`() {
    let findings = Findings()
    let desk = Desk(findings)
    for name in ["one", "two", "one"] {
      #expect(desk.letter(to: name).text == name)
      #expect(desk.board(name).text == "one")
    }
    let (note, slip) = (desk.note("first"), desk.slip("first"))
    #expect(findings.all.elements.isEmpty)
    for text in ["second", "third"] { #expect(desk.note(text) === note && desk.slip(text) === slip) }
    #expect(
      findings.all.elements.map { "\($0.message)\nhelp: \($0.help ?? "")" } == [
        """
        'note(_:)' has no key: it was made with the arguments of its first call, and those of later calls are ignored
        help: tell its instances apart by a key, single(key: …) { … }; a constant key says that one is enough
        """,
        """
        'slip(_:)' has no key: it was made with the arguments of its first call, and those of later calls are ignored
        help: tell its instances apart by a key, weak(key: …) { … }; a constant key says that one is enough
        """,
      ])
  }

  @Test func `a replaced method takes no arguments of its first call, so there is no finding`() throws {
    let findings = Findings()
    let shop = try Shop(findings)
      .override({ $0.sign("open") }, with: Road(name: "given"))
      .override({ $0.poster("new") }) { _ in Road(name: "made") }
    #expect(["open", "closed"].map { shop.sign($0).name } == ["given", "given"])
    let poster = shop.poster("new")
    #expect(shop.poster("old") === poster && poster.name == "made")
    #expect(findings.all.elements.isEmpty)
  }

  @Test func `where no argument is ignored, or a key says that one instance is enough, there is no finding`() {
    let findings = Findings()
    let shop = Shop(findings)
    for name in ["one", "two", "one"] {
      #expect(shop.account(of: name).name == name && shop.offer(name).name == name)
      #expect(shop.door(name).name == "one")
    }
    #expect(shop.shelf(of: 1).value == 1 && shop.shelf(of: "two").value == "two")
    #expect(shop.till() === shop.till())
    #expect(findings.all.elements.isEmpty)
  }

  @Test func `a generic method is one for each type of its value, or of its key where the value does not name the parameter`() {
    let findings = Findings()
    let shop = Shop(findings)
    let (number, text) = (shop.shelf(of: 1), shop.shelf(of: "one"))
    #expect(number.value == 1 && text.value == "one")
    #expect(shop.hall(for: Int.self).name == "Int" && shop.hall(for: String.self).name == "String")
    #expect(shop.hall(for: Int.self) === shop.hall(for: Int.self))
    #expect(findings.all.elements.isEmpty)
    #expect(shop.aisle(for: Int.self).name == "Int" && shop.aisle(for: String.self).name == "Int")
    #expect(
      findings.all.elements.map(\.message) == [
        "'aisle(for:)' has no key: it was made with the arguments of its first call, and those of later calls are ignored"
      ])
  }

  #if DEBUG
    @Test func `a debug build prints the finding where no observer takes it`() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let shop = Shop()
        _ = (shop.sign("open"), shop.sign("closed"), shop.sign("away"))
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.ranges(of: "[unkeyed-arguments]").count == 1, "\(text)")
    }
  #endif
}
