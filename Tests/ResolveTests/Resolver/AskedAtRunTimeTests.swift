// SPDX-License-Identifier: Apache-2.0
import CoreTestSupport
import Dovetail
import DovetailRelatives
import Synchronization
import TestSupport
import Testing

private struct Settings: Sendable { let size: Int }

private struct Wheel: Sendable { let pool: Int }

/// Makes every value anew, with its size.
private struct Pool: CustomScope {
  let size: Int

  private struct Storage<Value: Sendable>: ScopeStorage {
    func instance(_ make: () throws -> Value) throws -> Value { try make() }
  }

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> {
    Pool.sizes.withLock { $0.append(size) }
    return Storage<Value>()
  }

  static let sizes = Mutex<[Int]>([])
}

private final class Carried: Injectable, Sendable {
  let text: String
  init(_ text: String) { self.text = text }
  static var binding: AnyBind { AnyBind(Bind { (resolver: any Resolver) in Carried("\(try resolver.resolve([Int].self))") }) }
}

/// What code sees that asks at run time: with a resolver, or for the needs of a custom scope.
@Suite(.serialized) struct AskedAtRunTimeTests {
  private struct Elsewhere: Module { var bindings: Bindings { Bind { Settings(size: 9) } } }

  private struct Home: Module {
    let log: Log
    var bindings: Bindings {
      Bind { Settings(size: 4) }.private
      Bind { (resolver: any Resolver) in "\(try resolver.resolve(Settings.self).size)" }.needs(Settings.self)
      Bind { (resolver: any Resolver) in try resolver.resolve(Provider<Settings>.self)().size }.needs(Settings.self)
      Bind { (resolver: any Resolver) async throws in try await resolver.resolve(Settings.self).size == 4 }.needs(Settings.self)
      Bind { 1.5 }.onCreate { (_, resolver: any Resolver) in log.add("\(try resolver.resolve(Settings.self).size)") }
    }
  }

  @Test(arguments: [false, true])
  func `a resolver sees what is private to the module of its bind, as its other needs do`(isBoundElsewhere: Bool) throws {
    let log = Log()
    let container = try Container(
      Home(log: log), InlineModule("others") { if isBoundElsewhere { Include(Elsewhere()) } })
    #expect(try container.resolve(String.self) == "4")
    #expect(try container.resolve(Int.self) == 4)
    _ = try container.resolve(Double.self)
    #expect(log.lines == ["4"])
    #expect(try container.resolveIfBound(Settings.self)?.size == (isBoundElsewhere ? 9 : nil))
  }

  @Test func `a resolver that awaits sees it, too`() async throws {
    let container = try Container(Home(log: Log()), Elsewhere())
    let isPrivate = try await container.resolve(Bool.self)
    #expect(isPrivate)
  }

  @Test(arguments: [false, true])
  func `so does a scope that a resolver opens, and those inside it`(isBoundElsewhere: Bool) async throws {
    struct Home: Module {
      var bindings: Bindings {
        Bind { Settings(size: 4) }.private
        Opens(Workshop.self)
        Bind { (resolver: any Resolver) in
          try resolver.withScope(Yard.self) { yard in
            try yard.withScope(Workshop.self, Order(number: 1)) { try $0.resolve(Settings.self).size }
          }
        }.needs(Settings.self)
        Bind { (resolver: any Resolver) in
          try resolver.withScope(Yard.self) { try "\($0.resolveIfBound(Settings.self)?.size ?? 0)" }
        }.needs(Settings.self)
        Bind { (resolver: any Resolver) async throws in
          try await resolver.withScope(Yard.self) { yard async throws in
            let settings: Settings = try await yard.resolve()
            let wheel = try await yard.resolve(Wheel.self, arguments: 3)
            return Double(settings.size) + Double(wheel.pool) / 10
          }
        }.needs(Settings.self)
        Bind { Wheel(pool: $0) }.arguments(Int.self).private
        Opens(Yard.self)
      }
    }
    let container = try Container(Home(), InlineModule("others") { if isBoundElsewhere { Include(Elsewhere()) } })
    let (four, text) = try { (try container.resolve(Int.self), try container.resolve(String.self)) }()
    #expect(four == 4 && text == "4")
    #expect(try await container.resolve(Double.self) == 4.3)
    let size = try { try container.withScope(Yard.self) { try $0.resolveIfBound(Settings.self)?.size } }()
    #expect(size == (isBoundElsewhere ? 9 : nil))
  }

  @Test func `a resolver of another module does not`() throws {
    struct Home: Module { var bindings: Bindings { Bind { Settings(size: 4) }.private } }
    let container = try Container(
      Home(),
      InlineModule("other") { Bind { (resolver: any Resolver) throws in try resolver.resolveIfBound(Settings.self) == nil } })
    #expect(try container.resolve(Bool.self))
  }

  @Test func `collections of a resolver have the private parts of its module`() throws {
    struct Home: Module {
      var bindings: Bindings {
        Bind { 1 }.contribute()
        Bind { 2 }.contribute().private
        Bind { (resolver: any Resolver) in "\(try resolver.resolve([Int].self))" }.needs([Int].self)
      }
    }
    let container = try Container(Home())
    #expect(try container.resolve(String.self) == "[1, 2]")
    #expect(try container.resolve([Int].self) == [1])
  }

  @Test func `a custom scope gets what is private to the module of its bind, also behind a decorator`() throws {
    struct Home: Module {
      var bindings: Bindings {
        Bind { Settings(size: 4) }.private
        Bind { Wheel(pool: 0) }.in(.custom { (settings: Settings) in Pool(size: settings.size) })
      }
    }
    for more in [[], [Elsewhere()], [InlineModule("outside") { Decorate(Wheel.self) { $0 } }]] as [[any Module]] {
      Pool.sizes.withLock { $0 = [] }
      let container = try Container(
        InlineModule("all") {
          Include(Home()); for other in more { Include(other) }
        })
      _ = try container.resolve(Wheel.self)
      #expect(Set(Pool.sizes.withLock { $0 }) == [4])
      #expect(container.graph.observed.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `so does the resolver that its closure takes`(isBoundElsewhere: Bool) throws {
    struct Home: Module {
      var bindings: Bindings {
        Bind { Settings(size: 4) }.private
        Bind { Wheel(pool: 0) }.in(.custom { (resolver: any Resolver) in Pool(size: try resolver.resolve(Settings.self).size) })
      }
    }
    Pool.sizes.withLock { $0 = [] }
    let container = try Container(Home(), InlineModule("others") { if isBoundElsewhere { Include(Elsewhere()) } })
    _ = try container.resolve(Wheel.self)
    #expect(Set(Pool.sizes.withLock { $0 }) == [4])
    #expect(container.graph.observed == [Graph.ObservedEdge(from: 1, to: 0)])
  }

  @Test func `a collection without parts that its bind allows is empty, for a resolver and for a custom scope`() throws {
    Pool.sizes.withLock { $0 = [] }
    let container = try Container {
      Bind { Wheel(pool: 0) }.in(.custom { (parts: [Int]) in Pool(size: parts.count) }).allowEmpty([Int].self)
      Bind { (resolver: any Resolver) in "\(try resolver.resolve([Int].self))" }.needs([Int].self).allowEmpty([Int].self)
    }
    _ = try container.resolve(Wheel.self)
    #expect(Pool.sizes.withLock { $0 } == [0])
    #expect(try container.resolve(String.self) == "[]")
    #expect(failure { try container.resolve([Int].self) }.hasPrefix("[missing-binding] nothing is bound for '[Int]'"))
  }

  @Test func `a collection without parts is an error for whoever asks at run time`() throws {
    let plain = try Container { Bind { Settings(size: 1) } }
    let resolver = try plain.resolve(Key((any Resolver).self))
    #expect(
      failure { try resolver.resolve([Int].self) } == "[missing-binding] nothing is bound for '[Int]'\n")
    #expect(
      failure { try resolver.resolve([String: Int].self) } == "[missing-binding] nothing is bound for '[String: Int]'\n")
    #expect(
      failure { try plain.resolve(Carried.self) } == """
        [missing-binding] nothing is bound for '[Int]'
        Carried
        """)
    let scoped = try Container {
      Bind { Wheel(pool: 0) }.in(.custom { (resolver: any Resolver) in Pool(size: try resolver.resolve([Int].self).count) })
    }
    #expect(
      failure { try scoped.resolve(Wheel.self) } == """
        [missing-binding] nothing is bound for '[Int]'
        Wheel
        """)
  }
}
