// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import DovetailRelatives
import Testing
import CoreTestSupport
import TestSupport

private struct Forgetful: CustomScope {
  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>() }

  private final class Storage<Value: Sendable>: ScopeStorage {
    func instance(_ make: () throws -> Value) throws -> Value { try make() }
  }
}

private class Horn: Injectable {
  required init() {}
  class var binding: AnyBind { AnyBind(Bind(Self.init).in(.graph)) }
}

private final class LoudHorn: Horn {
  override class var binding: AnyBind { super.binding.in(.transient) }
}

private struct Loft: Sendable {
  let wheel: Wheel
}

@Suite struct StatedTwiceTests {
  #sourceLocation(file:"GarageModule.swift",line:1)
  private struct GarageModule: Module {
    var bindings: Bindings {
      Bind(Wheel.init).in(.singleton).in(.transient)
      Bind { Road() }.named("left").contribute(key: "left").named("right").contribute(key: "right")
    }
  }
  #sourceLocation()

  @Test func `a bind that says two scopes, or two places in a collection, is an error that names both`() {
    #expect(
      Container.check(GarageModule()).description == """
        error: [stated-twice] the binding of 'Wheel' says both .in(.singleton) and .in(.transient)
          GarageModule.swift:3:11
          help: keep the one that is meant; two different values are two bindings

        error: [stated-twice] the binding of 'Road' named "right" says both .contribute(key: "left") and .contribute(key: "right")
          GarageModule.swift:4:12
          help: keep the one that is meant; two different values are two bindings

        2 errors
        """)
  }

  #sourceLocation(file:"RatesModule.swift",line:1)
  private struct RatesModule: Module {
    var bindings: Bindings {
      Bind { Road() }.in(.timeToLive(.seconds(300))).in(.timeToLive(.milliseconds(1500))).named("fast")
      Bind { Road() }.in(.singleton).in(.weak).standIn { Road() }.standIn { Road() }.named("old").contribute().contribute(
        key: "x")
      Bind(Loft.init).needs(Wheel.self, named: "left").needs(Wheel.self, named: "right").named("loft")
      Bind(Wheel.init).named("left")
      Bind(Wheel.init).named("right")
    }
  }
  #sourceLocation()

  @Test func `the text says the last name of the bind, and scopes as code writes them`() {
    #expect(
      Container.check(RatesModule()).description == """
        error: [stated-twice] the binding of 'Road' named "fast" says both .in(.timeToLive(.seconds(300))) and .in(.timeToLive(.seconds(1.5)))
          RatesModule.swift:3:12
          help: keep the one that is meant; two different values are two bindings

        error: [stated-twice] the binding of 'Road' named "old" has two stand-ins
          RatesModule.swift:4:12
          stand-in: RatesModule.swift:4:56
          stand-in: RatesModule.swift:4:75
          help: keep the one that is meant

        error: [stated-twice] the binding of 'Road' named "old" says both .contribute() and .contribute(key: "x")
          RatesModule.swift:4:12
          help: keep the one that is meant; two different values are two bindings

        error: [stated-twice] the binding of 'Road' named "old" says both .in(.singleton) and .in(.weak)
          RatesModule.swift:4:12
          help: keep the one that is meant; two different values are two bindings

        error: [stated-twice] the binding of 'Loft' named "loft" says both .needs(Wheel.self, named: "left") and .needs(Wheel.self, named: "right")
          RatesModule.swift:6:11
          help: keep the one that is meant; two different values are two bindings

        5 errors
        """)
  }

  private func found(@BindingsBuilder _ bindings: @escaping @Sendable () -> Bindings) -> [String] {
    Container.check(InlineModule { bindings() }).diagnostics.filter { $0.id.rawValue == "stated-twice" }.map { diagnostic in
      diagnostic.message.split(separator: " says both ").last.map(String.init) ?? ""
    }
  }

  @Test func `every pair of different scopes is found, in either order`() {
    #expect(found { Bind(Wheel.init).in(.transient).in(.singleton) } == [".in(.transient) and .in(.singleton)"])
    #expect(found { Bind(Wheel.init).in(.graph).in(.transient) } == [".in(.graph) and .in(.transient)"])
    #expect(found { Bind(Wheel.init).in(.weak).in(.graph) } == [".in(.weak) and .in(.graph)"])
    #expect(found { Bind(Wheel.init).in(.scoped(Yard.self)).in(.weak) } == [".in(.scoped(Yard.self)) and .in(.weak)"])
    #expect(
      found { Bind(Wheel.init).in(.scoped(Yard.self)).in(.scoped(Workshop.self)) }
        == [".in(.scoped(Yard.self)) and .in(.scoped(Workshop.self))"])
    #expect(
      found { Bind(Wheel.init).in(.custom(Forgetful())).in(.custom(Forgetful())) } == [".in(.custom(…)) and .in(.custom(…))"])
    #expect(
      found { Bind(Wheel.init).in(.singleton, on: MainActor.self).in(.transient) } == [".in(.singleton) and .in(.transient)"])
    #expect(
      found { NamedBind("wheel") { _ in Wheel() }.in(.singleton).in(.transient) } == [".in(.singleton) and .in(.transient)"])
    #expect(found { Bind { () async in Wheel() }.in(.singleton).in(.weak) } == [".in(.singleton) and .in(.weak)"])
  }

  @Test func `a second place in a collection, and a second name of a need, are found as well`() {
    #expect(found { Bind(Wheel.init).contribute().contribute(key: "left") } == [#".contribute() and .contribute(key: "left")"#])
    #expect(
      found { Bind(Wheel.init).contribute(key: "left").contribute(key: "right") }
        == [#".contribute(key: "left") and .contribute(key: "right")"#])
    #expect(
      found {
        Bind(Wheel.init).named(.spare)
        Bind(Loft.init).needs(.spare).needs(.front)
      } == [#".needs(Wheel.self, named: "spare") and .needs(Wheel.self, named: "front")"#])
  }

  @Test func `what is said twice alike is no mistake, nor is another name, or what is inherited`() throws {
    let repeated = found {
      Bind(Wheel.init).in(.singleton).in(.singleton).named(.spare).named(.spare).private.private
      Bind { Road() }.named("left").named("right").in(.scoped(Yard.self)).in(.scoped(Yard.self))
      Bind(instance: Radio(frequency: 1)).in(.transient)
      Bind { 1.5 }.in(.timeToLive(.seconds(1))).in(.timeToLive(.milliseconds(1000)))
      Bind { 1 }.contribute(key: "one").contribute(key: "one")
      In(.singleton) { Bind { "module" }.in(.transient) }
    }
    #expect(repeated == [])
    let container = try Container()
    #expect(try container.resolve(LoudHorn.self) !== container.resolve(LoudHorn.self))
  }

  @Test func `two closures on one event are no contradiction: both run, the last one first when the owner closes`() throws {
    let log = Log()
    let container = try Container {
      Bind(Wheel.init).in(.singleton)
        .onCreate { _ in log.add("created") }.onCreate { _ in log.add("created, too") }
        .onClose { _ in log.add("closed") }.onClose { _ in log.add("closed before") }
    }
    _ = try container.resolve(Wheel.self)
    try container.close()
    #expect(log.lines == ["created", "created, too", "closed before", "closed"])
  }
}
