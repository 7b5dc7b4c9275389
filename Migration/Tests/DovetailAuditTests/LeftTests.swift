// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DovetailAudit

/// What `migrate` leaves because another file, or a program without the other container, could not compile it.
@Suite struct LeftTests {
  @Test func `a factory that uses a private declaration of its file is left`() throws {
    #expect(
      try binds(
        """
        private final class Hidden: P {}
        fileprivate let host = "a"
        private func make() -> C { C() }
        private extension D { static func plain() -> D { D() } }
        struct E { fileprivate init(x: Int) {}; init() {}; private(set) var size = 1; private let host = 1 }
        #if DEBUG
        private let port = 1
        #endif
        struct AppAssembly: Assembly {
          private enum Names { static let main = "main" }
          func assemble(container c: Container) {
            c.register(P.self) { _ in Hidden() }
            c.register(B.self) { _ in B(host: host) }
            c.register(C.self) { _ in make() }
            c.register(D.self) { _ in D.plain() }
            c.register(E.self) { _ in E(x: 1) }
            c.register(F.self) { _ in F(Names.main) }
            c.register(G.self) { _ in let none: Hidden? = nil; return G(none) }
            c.register(H.self) { _ in H(port) }
            c.register(I.self) { _ in I(Self.size) }
            c.register(J.self) { _ in let host = "b"; return J(host: host, E().size, remote.host) }
            c.register(K.self) { _ in let host = "b"; return K(host: host, E().size, Remote.host) }
          }
        }
        """) == [
          "// left: P (App.swift:13:7): its factory uses 'Hidden', which is private in its file",
          "// left: B (App.swift:14:7): its factory uses 'host', which is private in its file",
          "// left: C (App.swift:15:7): its factory uses 'make', which is private in its file",
          "// left: D (App.swift:16:7): its factory uses 'plain', which is private in its file",
          "// left: E (App.swift:17:7): its factory uses 'E.init', which is private in its file",
          "// left: F (App.swift:18:7): its factory uses 'Names', which is private in its file",
          "// left: G (App.swift:19:7): its factory uses 'Hidden', which is private in its file",
          "// left: H (App.swift:20:7): its factory uses 'port', which is private in its file",
          "// left: I (App.swift:21:7): its factory uses 'Self', which is declared outside of it",
          "// left: J (App.swift:22:7): its factory uses 'remote', which is declared outside of it",
          "Bind(K.self) { () -> K in let host = \"b\"; return K(host: host, E().size, Remote.host) }",
        ])
  }

  @Test func `a factory that uses its resolver's method as a value hands the resolver on`() throws {
    let source = """
      func fill(_ c: Container) {
        c.register(A.self) { _ in A() }
        c.register(B.self) { r in let ask: (A.Type) -> A? = r.resolve; return B(ask(A.self)!) }
        c.register(C.self) { C(make: $0.resolve(_:)) }
        c.register(D.self) { r in D(r.resolve(A.self)!) }
      }
      """
    #expect(
      try binds(source) == [
        "Bind(A.self) { A() }", "// left: B (App.swift:4:5): its factory hands its resolver on",
        "// left: C (App.swift:5:5): its factory hands its resolver on", "Bind(D.self) { (a: A) in D(a) }",
      ])
    #expect(
      try audit(source).hidden == [
        "4 the factory of 'B' hands its resolver on: what is asked for there is not known as its own",
        "5 the factory of 'C' hands its resolver on: what is asked for there is not known as its own",
      ])
  }

  @Test func `a factory from outside of what was read is listed, and what asks for it is left`() throws {
    let source = """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B(a: Container.shared.external()) } }
        var c: Factory<C> { self { C(b: self.b()) } }
        var d: Factory<D> { self { D(a: Container.shared.a()) } }
        var note: String { "no factory" }
        func fill() {}
      }
      final class Parts: SharedContainer { var part: Factory<E> { self { E(a: Container.shared.a()) } } }
      func start(_ parts: Parts) {
        Container.shared.fill()
        Container.shared.reset()
        _ = (Container.shared.note, parts.elsewhere(), Parts.shared.manager, Container.Scope.self)
      }
      """
    #expect(
      try binds(.factory, source) == [
        "Bind(A.self) { A() }", "// left: B (App.swift:4:7): a request in its factory is not understood",
        "// left: C (App.swift:5:7): it needs 'B', which is left", "Bind(D.self) { (a: A) in D(a: a) }",
        "Bind(E.self) { (a: A) in E(a: a) }",
      ])
    #expect(
      try audit(.factory, source).hidden == [
        "4 the factory 'external' of 'Container' is declared outside of what was read, or not as one",
        "14 the factory 'elsewhere' of 'Parts' is declared outside of what was read, or not as one",
      ])
  }

  @Test func `what needs a registration that is not understood is left, and so is what needs that`() throws {
    #expect(
      try binds(
        """
        func fill(_ c: Container, folder: String) {
          c.register(Store.self, name: folder) { _ in Store() }
          c.register(A.self) { r in A(r.resolve(Store.self, name: "cache")!) }
          c.register(B.self) { r in B(r.resolve(A.self)!) }
          c.register(C.self) { r in C(r.resolve(Store.self)) }
          c.autoregister(D.self, initializer: D.init)
          c.register(E.self) { r in E(r.resolve(Elsewhere.self)!) }
        }
        struct D { init(store: Store) {} }
        """) == [
          "// left: A (App.swift:4:5): it needs 'Store named \"cache\"', whose registration is not understood",
          "// left: B (App.swift:5:5): it needs 'A', which is left",
          "// left: C (App.swift:6:5): it needs 'Store', whose registration is not understood",
          "// left: D (App.swift:7:5): it needs 'Store', whose registration is not understood",
          "Bind(E.self) { (elsewhere: Elsewhere) in E(elsewhere) }",
          "// left: (App.swift:3:5): the name of 'Store' is computed: 'folder'",
        ])
  }

  @Test func `a factory that keeps a container is left`() throws {
    #expect(
      try binds(
        .factory,
        """
        extension Container {
          var a: Factory<A> { self { A() } }
          var b: Factory<B> { self { let c = Container.shared; return B(a: c.a()) } }
          var c: Factory<C> { self { let c: Container = .shared; return C(a: c.a()) } }
          var d: Factory<D> { self { D(Parts.shared) } }
          var e: Factory<E> { self { E(text: Container.shared.note) } }
          var f: Factory<F> { self { F(everything) } }
          var g: Factory<G> { self { G(everything.a()) } }
          var note: String { "no factory" }
        }
        final class Parts: SharedContainer {}
        let everything = Container.shared
        """) == [
          "Bind(A.self) { A() }", "// left: B (App.swift:4:7): its factory uses the container 'Container' itself",
          "// left: C (App.swift:5:7): its factory uses the container 'Container' itself",
          "// left: D (App.swift:6:7): its factory uses the container 'Parts' itself",
          "// left: E (App.swift:7:7): its factory uses the container 'Container' itself",
          "// left: F (App.swift:8:7): its factory uses the container 'everything' itself", "Bind(G.self) { (a: A) in G(a) }",
        ])
  }

  @Test func `a registration that names a private type is left`() throws {
    #expect(
      try binds(
        """
        private protocol Secret {}
        private struct Box {}
        func fill(_ c: Container) {
          c.register(Secret.self) { _ in Public() }
          c.register(A.self) { r in A(r.resolve(Secret.self)!) }
          c.register(B.self) { r in B(r.resolve(Box.self)) }
          c.register(C.self) { (_, box: [Box]) in C(box) }
          c.autoregister(D.self, initializer: Box.init)
          c.register(E.self) { _ in E() }.implements(Box.self)
        }
        """) == [
          "// left: Secret (App.swift:5:5): 'Secret' is private in its file",
          "// left: A (App.swift:6:5): 'Secret' is private in its file",
          "// left: B (App.swift:7:5): 'Box' is private in its file",
          "// left: C (App.swift:8:5): its factory uses 'Box', which is private in its file",
          "// left: D (App.swift:9:5): 'Box' is private in its file", "Bind(E.self) { E() }",
          "// left: Box (App.swift:10:5): 'Box' is private in its file",
        ])
  }

  @Test func `what is private in a file is no value for the factories of another one`() throws {
    let files = try moved(
      .swinject,
      [
        "A.swift": "private let config = Config()\nlet shared = Config()",
        "B.swift":
          "func fill(_ c: Container, config: Config) { c.register(A.self) { _ in A(config) }; c.register(B.self) { _ in B(shared) } }",
      ])
    #expect(
      files["BModule.swift"]?.contains(
        """
            // left: A (B.swift:2:47): its factory uses 'config', which is declared outside of it
            Bind(B.self) { B(shared) }
        """) == true)
  }

  @Test func `a factory whose property is private is left, for the bridge is in another file`() throws {
    let source = """
      extension Container {
        private var hidden: Factory<A> { self { A() } }
        private(set) lazy var open: Factory<B> = self { B() }
        var user: Factory<C> { self { C(self.hidden()) } }
      }
      fileprivate extension Container { var more: Factory<D> { self { D() } } }
      private final class Parts: SharedContainer { var part: Factory<E> { self { E() } } }
      """
    #expect(
      try binds(.factory, source) == [
        "// left: A (App.swift:3:15): its property is private, and cannot be used in another file", "Bind(B.self) { B() }",
        "// left: C (App.swift:5:7): it needs 'A', which is left",
        "// left: D (App.swift:7:39): its property is private, and cannot be used in another file",
        "// left: E (App.swift:8:50): its property is private, and cannot be used in another file",
      ])
    #expect(
      try moved(.factory, ["App.swift": source])["FactoryBridge.swift"]?.contains(
        """
          func registerMoved(from moved: Dovetail.Container) {
            open.register { answer { try moved.resolve(B.self) } }
          }
        """) == true)
  }
}
