// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DovetailAudit

@Suite struct FactoryTests {
  @Test func `factories of all versions are read, with their scopes`() throws {
    let audit = try audit(
      .factory,
      """
      extension Container {
        static let one = Factory<A> { A() }
        static let two = Factory<B>(scope: .singleton) { B() }
        static let three = Factory { C() as P }
        static var four = ParameterFactory<Int, D> { D($0) }
        var five: Factory<any E> { Factory(self) { E1() }.scope(.cached) }
        var six: Factory<F> { self { F() }.shared }
        var seven: Factory<G> {
          get { return self { G() }
            .onTest { G() }
            .onArg("x") { G() }
            .graph }
        }
        var eight: ParameterFactory<(String, Int), H> { self { H($0, $1) } }
        @MainActor var nine: Factory<I> { .init(self) { I() } }
        lazy var ten: Factory<J> = self { J() }
        var eleven: Factory<K> { self { K() }.scope(.session).timeToLive(60) }
        var twelve: FactoryKit.Factory<L> { unique { L() } }
        var note: String { "no factory" }
      }
      """)
    #expect(
      audit.bindings == [
        "A transient", "B singleton", "P transient", "D (Int) transient", "E singleton", "F weak", "G graph",
        "H ((String, Int)) transient", "I transient", "J transient", "K custom(TimeToLive)", "L transient",
      ])
    #expect(audit.hidden == [])
  }

  @Test func `factories are used by calls, key paths, property wrappers and values that are containers`() throws {
    let audit = try audit(
      .factory,
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B(self.a(), a(), Container.shared.a(), a.resolve()) } }
        var c: Factory<C> { self { C() } }
        var d: Factory<D> { self { D() } }
        var e: Factory<E> { self { E() } }
        var f: Factory<F> { self { F() } }
        var g: Factory<G> { self { G(later: { self.b() }) } }
        var lone: Factory<Lone> { self { Lone() } }
      }
      final class Parts: SharedContainer {
        var a: Factory<Other> { self { Other(Container.shared.c()) } }
      }
      struct Screen {
        @Injected(\\.d) var d
        @LazyInjected(\\Container.e) var e
        let other = resolve(\\Parts.a)
        func open(_ parts: Container) { let all = Parts.shared; _ = (all.a(), parts.f(), Container.shared.g()) }
      }
      """)
    #expect(
      audit.bindings == [
        "A transient", "B transient <- A", "C transient", "D transient", "E transient", "F transient",
        "G transient <- Provider<B>", "Lone transient", "Other transient <- C",
      ])
    #expect(audit.found == ["10 [unused-binding] nothing that the program resolves needs 'Lone'"])
    #expect(audit.hidden == [])
  }

  @Test func `types that inject themselves have their needs in the graph, at once or later`() throws {
    let audit = try audit(
      .factory,
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B() } }
        var c: Factory<C> { self { C() } }
      }
      class Base { @Injected(\\.b) var b }
      final class A: Base {}
      final class B { @Injected(\\.a) var a; @LazyInjected(\\.c) var c }
      final class C { @LazyInjected(\\.b) var b; func go() { Container.shared.a() } }
      """)
    #expect(audit.bindings == ["A transient <- B", "B transient <- A, Lazy<C>", "C transient <- Lazy<B>, Provider<A>"])
    #expect(audit.found == ["3 [dependency-cycle] 'A' and 'B' need each other before either is built"])
  }

  @Test func `a promise that nobody keeps is missing where it is used, and one that is kept is not`() throws {
    let source = """
      extension Container {
        var bill: Factory<Bill?> { promised() }
        var pay: Factory<Pay?> { self { nil } }
      }
      func start() { _ = Container.shared.bill() }
      """
    #expect(try audit(.factory, source).found.prefix(1) == ["6 [missing-binding] nothing is bound for 'Bill?'"])
    let kept = source + "\nextension Container: AutoRegistering { func autoRegister() { bill.register { Bill(self.pay()) } } }"
    #expect(try audit(.factory, kept).found == [])
  }

  @Test func `the default scope of a container is that of its factories`() throws {
    let audit = try audit(
      .factory,
      """
      final class Parts: SharedContainer, AutoRegistering {
        func autoRegister() { manager.defaultScope = .singleton }
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B() }.unique }
      }
      """)
    #expect(audit.bindings == ["A singleton", "B transient"])
  }

  @Test func `two factories of one type have the names of their properties`() throws {
    let audit = try audit(
      .factory,
      """
      extension Container { var inbox: Factory<Folder> { self { Folder() } }; var outbox: Factory<Folder> { self { Folder() } } }
      final class Parts: SharedContainer { var inbox: Factory<Folder> { self { Folder() } } }
      """)
    #expect(
      audit.bindings == [
        "Folder named \"Container.inbox\" transient", "Folder named \"outbox\" transient",
        "Folder named \"Parts.inbox\" transient",
      ])
  }

  @Test func `a property has one name, with backticks and without`() throws {
    let source = """
      extension Container {
        var `default`: Factory<A> { self { A() } }
        var `in`: Factory<A> { self { A(self.default(), `default`()) } }
        var c: Factory<C> { self { let `case` = 1; return C(Container.shared.in(), Container.shared.`default`(), `case`) } }
      }
      func start() { _ = Container.shared.c() }
      struct Screen { @Injected(\\.default) var one; @LazyInjected(\\Container.`in`) var two }
      """
    let audit = try audit(.factory, source)
    #expect(
      audit.bindings == [
        "A named \"default\" transient", "A named \"in\" transient <- A named \"default\"",
        "C transient <- A named \"in\", A named \"default\"",
      ])
    #expect(audit.found == [])
    #expect(audit.hidden == [])
    let files = try moved(.factory, ["App.swift": source])
    #expect(
      files["AppModule.swift"]?.contains(
        """
            Bind(A.self) { A() }.named("default")
            Bind(A.self) { (a: A, a2: A) in A(a, a2) }.named("in").needs(A.self, named: "default", "default")
            Bind(C.self) { (a: A, a2: A) -> C in let `case` = 1; return C(a, a2, `case`) }.needs(A.self, named: "in", "default")
        """) == true)
    #expect(
      files["FactoryBridge.swift"]?.contains(
        """
            `default`.register { answer { try moved.resolve(A.self, named: "default") } }
            `in`.register { answer { try moved.resolve(A.self, named: "in") } }
            c.register { answer { try moved.resolve(C.self) } }
        """) == true)
  }

  @Test func `what is not read is listed, and unused is only likely where a member may be the use`() throws {
    let audit = try audit(
      .factory,
      """
      extension Container {
        #factory(A.self)
        var made: Factory<B> { build() }
        var c: Factory<C> { self { C() }.fancy }
      }
      struct Screen {
        @Injected(\\.elsewhere) var x
        @Injected(computed) var y
        func go(_ thing: Thing) { _ = thing.c; _ = Container.shared.made }
      }
      """)
    #expect(
      audit.hidden == [
        "3 the macro '#factory' may declare factories", "4 the factory 'made' is made by 'build'",
        "5 '.fancy' behind the factory 'c' is not known",
        "8 the factory 'elsewhere' of 'Container' is declared outside of what was read, or not as one",
        "9 '@Injected' takes 'computed'",
      ])
    #expect(audit.found == [])
  }
}
