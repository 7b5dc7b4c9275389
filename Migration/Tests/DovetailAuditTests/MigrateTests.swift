// SPDX-License-Identifier: Apache-2.0
import DovetailExport
import Foundation
import Testing

@testable import DovetailAudit

@Suite struct MigrateTests {
  @Test func `requests become parameters, with the names of their binds`() throws {
    #expect(
      try binds(
        """
        protocol API {}
        func fill(_ c: Container) {
          c.register(API.self, name: "a") { _ in HTTP() }
          c.register(API.self) { _ in HTTP() }.inObjectScope(.weak)
          c.register(URLStore.self) { _ in URLStore() }
          c.register(A.self) { r in A(one: r.resolve(API.self, name: "a")!, two: r.resolve(API.self)!, store: r.resolve(URLStore.self)) }
        }
        """) == [
          "Bind((any API).self) { HTTP() }.named(\"a\")", "Bind((any API).self) { HTTP() }.in(.weak)",
          "Bind(URLStore.self) { URLStore() }", "Bind(A.self) { (api: any API, api2: any API, urlStore: URLStore?) in",
          "  A(one: api, two: api2, store: urlStore)", "}", ".needs((any API).self, named: \"a\", nil)",
        ])
  }

  @Test func `what cannot be written is left with the reason, and so is what needs it`() throws {
    #expect(
      try binds(
        """
        func fill(_ c: Container, config: Config) {
          c.register(A.self) { _ in A(config) }
          c.register(B.self) { r in B(r.resolve(A.self)!) }
          c.register(C.self) { r in C { r.resolve(D.self)! } }
          c.register(D.self) { (_, text) in D(text) }
          c.register(E.self) { r in make(r) }
          c.register(F.self) { [config] _ in F(config) }
          for x in 1...2 { c.register(G.self) { _ in G() } }
          c.register(H.self) { _ in H() }.initCompleted { r, h in h.x = r.resolve(B.self) }
          c.register(I.self) { r in let one = 1; return I(one, [1].map { $0 + 1 }) }
        }
        """) == [
          "// left: A (App.swift:3:5): its factory uses 'config', which is declared outside of it",
          "// left: B (App.swift:4:5): it needs 'A', which is left",
          "// left: C (App.swift:5:5): its factory asks later, or with arguments",
          "// left: D (App.swift:6:5): the compiler infers the type of its argument 'text'",
          "// left: E (App.swift:7:5): its factory hands its resolver on",
          "// left: F (App.swift:8:5): its factory captures values", "// left: G (App.swift:9:22): it is registered in a loop",
          "// left: H (App.swift:10:5): it has an initCompleted: see .require(\\.property), or Lazy for a cycle",
          "Bind(I.self) { () -> I in let one = 1; return I(one, [1].map { $0 + 1 }) }",
        ])
  }

  @Test func `a registration is left when a modifier stands apart from it`() throws {
    #expect(
      try binds(
        """
        func fill(_ c: Container) {
          let entry = c.register(A.self, name: "entry") { _ in A() }
          entry.inObjectScope(.container)
          entries.last = c.register(B.self) { _ in B() }
          entries.last?.implements(P.self).inObjectScope(.weak)
          let other = c.register(C.self) { _ in C() }
          _ = c.register(D.self) { _ in D() }.inObjectScope(.container)
          fillMore().initCompleted { r, e in e.x = 1 }
          keep(c.register(F.self) { _ in F() })
        }
        func fillMore() -> ServiceEntry<E> { main.register(E.self) { _ in E() } }
        """) == [
          "// left: A named \"entry\" (App.swift:3:17): 'inObjectScope' stands apart from its registration",
          "// left: B (App.swift:5:20): 'implements' stands apart from its registration", "Bind(C.self) { C() }",
          "Bind(D.self) { D() }.in(.singleton)",
          "// left: F (App.swift:10:10): 'inObjectScope' stands apart from its registration",
          "// left: E (App.swift:12:43): 'initCompleted' stands apart from its registration",
          "// left: (App.swift:6:3): 'implements' stands apart from its registration",
        ])
    let apart = "func settle(_ all: [ServiceEntry<A>]) { all.forEach { $0.inObjectScope(.container) } }"
    #expect(
      try moved(
        .swinject,
        [
          "A.swift":
            "func fill(_ c: Container) { all.append(c.register(A.self) { _ in A() }); c.register(B.self) { _ in B() } }",
          "B.swift": apart,
        ])["AModule.swift"]?.contains(
          """
              // left: A (A.swift:2:42): 'inObjectScope' stands apart from its registration
              Bind(B.self) { B() }
          """) == true)
  }

  @Test func `every assembly becomes a file, whatever its name is, and no name is taken twice`() throws {
    let files = try moved(
      .swinject,
      [
        "A.swift":
          "struct NetAssembly: Assembly { func assemble(container: Container) { container.register(A.self) { _ in A() } } }",
        "B.swift": "struct NetModule {}\nclass Net { func assemble(_ c: Container) { c.register(B.self) { _ in B() } } }",
        "Sub+Folder-1.swift": "func fill(_ c: Container) { c.register(C.self) { _ in C() } }",
        "1.swift": "func more(_ c: Container) { c.register(D.self) { _ in D() } }",
      ])
    #expect(
      files.keys.sorted() == [
        "Moved1Module.swift", "MovedModules.swift", "MovedMovedNetModule.swift", "MovedNetModule.swift", "SubFolder1Module.swift",
        "SwinjectBridge.swift",
      ])
  }

  @Test func `the bridge asks with the names and the arguments of the registrations`() throws {
    let bridge = try moved(
      .swinject,
      ["A.swift": "func fill(_ c: Container) { c.register(A.self, name: \"a\\\\b\") { (_, n: Int, p: any P) in A(n, p) } }"])[
        "SwinjectBridge.swift"]
    #expect(
      bridge?.contains(
        "register(A.self, name: \"a\\\\b\") { (_: any Swinject.Resolver, argument0: Int, argument1: any P) in answer "
          + "{ try moved.resolve(A.self, named: \"a\\\\b\", arguments: argument0, argument1) } }") == true)
  }

  @Test func `a folder that exists is refused, and stays as it was`() throws {
    let folder = try Folder()
    try folder.write("import Swinject\nfunc fill(_ c: Container) { c.register(A.self) { _ in A() } }\n", to: "App/A.swift")
    try folder.write("precious", to: "Moved/mine.txt")
    let answer = MigrateCommand(from: .swinject, path: folder.path + "/App", output: folder.path + "/Moved").answer()
    #expect(answer.exitCode == 73)
    #expect(
      answer.errors
        == "dovetail: cannot write '\(folder.path)/Moved': it exists; remove it, or choose another folder with --output\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["App", "Moved"])
    let none = MigrateCommand(from: .factory, path: folder.path + "/App", output: folder.path + "/New").answer()
    #expect(none.exitCode == 66)
    #expect(
      none.errors
        == "dovetail: nothing to move: no registration of Factory was understood at '\(folder.path)/App'; see dovetail audit\n")
  }

  @Test func `what migrate wrote is not read again`() throws {
    let folder = try Folder()
    try folder.write("import Swinject\nfunc fill(_ c: Container) { c.register(A.self) { _ in A() } }\n", to: "A.swift")
    #expect(MigrateCommand(from: .swinject, path: folder.path, output: folder.path + "/Moved").answer().exitCode == 0)
    #expect(
      AuditCommand(path: folder.path).answer().output
        == "read 1 file for Swinject: 1 registration, 0 requests, 0 places not understood\nno diagnostics\n")
  }
}
