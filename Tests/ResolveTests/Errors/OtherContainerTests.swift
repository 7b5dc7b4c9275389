// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// Asks a container that is none of the bind's business before it makes anything.
private struct Asking: CustomScope {
  let other: Container

  struct Storage<Value: Sendable>: ScopeStorage {
    let other: Container
    func instance(_ make: () throws -> Value) throws -> Value {
      _ = try other.resolve(Wheel.self)
      return try make()
    }
  }

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage(other: other) }
}

private struct Nosy: Extension {
  let other: Container

  func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
    _ = try other.resolve(Wheel.self)
    return try next(request)
  }
}

private struct Trip: Sendable { let road: Road }

@Suite("A factory that asks another container") struct OtherContainerTests {
  private let other: Container

  init() throws {
    other = try Container {
      Bind { (resolver: any Resolver) in try Radio(frequency: resolver.resolve(Double.self)) }
      Bind { 5 }.in(.scoped(Yard.self))
    }
  }

  private static let questions:
    [(name: String, ask: @Sendable (Container) throws -> Void, summary: String, code: ResolutionError.Code)] = [
      (
        "what is missing there", { _ = try $0.resolve(Wheel.self) },
        """
        [failed-factory] the factory of 'Road' used another container: nothing is bound for 'Wheel'
        Trip -> Road
        """, .missing
      ),
      (
        "a list that nothing contributes to there", { _ = try $0.resolve([Wheel].self) },
        """
        [failed-factory] the factory of 'Road' used another container: nothing is bound for '[Wheel]'
        Trip -> Road
        """, .missing
      ),
      (
        "what needs something that is missing there", { _ = try $0.resolve(Radio.self) },
        """
        [failed-factory] the factory of 'Road' used another container: nothing is bound for 'Double'
        Trip -> Road -> Radio
        """, .missing
      ),
      (
        "what lives in a scope that is not open there", { _ = try $0.resolve(Int.self) },
        """
        [failed-factory] the factory of 'Road' used another container: 'Int' lives in the scope 'Yard', which is not open here
        Trip -> Road -> Int
        """, .scopeNotOpen
      ),
      (
        "a kind of scope that it does not know", { _ = try $0.openScope(Workshop.self, Order(number: 1)) },
        """
        [failed-factory] the factory of 'Road' used another container: no module declares that scopes 'Workshop' are opened
        Trip -> Road
        """, .scopeNotOpen
      ),
      (
        "a container that has closed",
        {
          try $0.close()
          _ = try $0.resolve(Radio.self)
        },
        """
        [failed-factory] the factory of 'Road' used another container: 'Radio' was resolved after the container had closed
        Trip -> Road
        """, .closed
      ),
      (
        "a provider of a container that has closed",
        {
          let radios = try $0.resolve(Provider<Radio>.self)
          try $0.close()
          _ = try radios.make()
        },
        """
        [failed-factory] the factory of 'Road' used another container: 'Radio' was resolved after the container had closed
        Trip -> Road
        """, .closed
      ),
      (
        "a scope that has closed",
        {
          let yard = try $0.openScope(Yard.self)
          try yard.close()
          _ = try yard.resolve(Int.self)
        },
        """
        [failed-factory] the factory of 'Road' used another container: 'Int' was resolved after the scope 'Yard' had closed
        Trip -> Road
        """, .closed
      ),
    ]

  @Test(arguments: questions.indices)
  func `fails, and does not pass on the other one's reason as its own`(index: Int) throws {
    let (name, ask, summary, code) = Self.questions[index]
    let container = try Container { [other] in
      Bind {
        try ask(other)
        return Road()
      }
      Bind(Trip.init)
    }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Trip.self) }
    #expect(error?.summary == summary, "\(name)")
    #expect(error?.code == .failed)
    #expect((error?.underlying as? ResolutionError)?.code == code)
    #expect(error?.diagnostic.help == (error?.underlying as? ResolutionError)?.diagnostic.help)
  }

  @Test func `fails likewise when it awaits`() async throws {
    let container = try Container { [other] in
      Bind { () async throws in Road(name: "\(try await other.resolve(Wheel.self))") }.in(.singleton)
      Bind(Trip.init)
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Trip.self) }
    #expect(
      error?.summary == """
        [failed-factory] the factory of 'Road' used another container: nothing is bound for 'Wheel'
        Trip -> Road
        """)
  }

  @Test func `may catch what it threw`() throws {
    let container = try Container { [other] in
      Bind {
        do { return try Road(name: "\(other.resolve(Wheel.self))") } catch let error as ResolutionError {
          return Road(name: "without wheels: \(error.code)")
        }
      }
    }
    #expect(try container.resolve(Road.self).name == "without wheels: missing-binding")
  }

  @Test func `is not what asks its own, or one that it was made over, whose reasons are its own`() throws {
    let parent = try Container {
      Bind { (resolver: any Resolver) in try Road(name: "\(resolver.resolve(Wheel.self))") }
    }
    let child = try parent.child {
      Bind(Trip.init)
      Bind { try Radio(frequency: parent.resolve(Double.self)) }
    }
    #expect(failure { try parent.resolve(Road.self) } == "[missing-binding] nothing is bound for 'Wheel'\nRoad")
    #expect(failure { try child.resolve(Trip.self) } == "[missing-binding] nothing is bound for 'Wheel'\nTrip -> Road")
    #expect(failure { try child.resolve(Radio.self) } == "[missing-binding] nothing is bound for 'Double'\nRadio")
    let box = Box<Container>()
    let shared = try Container { Bind { try Road(name: "\(box.value?.resolve(Wheel.self) as Any)") } }
    box.value = shared
    defer { box.value = nil }
    #expect(failure { try shared.resolve(Road.self) } == "[missing-binding] nothing is bound for 'Wheel'\nRoad")
  }

  @Test func `passes on a loop that leads through both`() throws {
    let box = Box<Container>()
    let second = try Container { Bind { try Wheel(box.value?.resolve(Road.self)) } }
    let first = try Container { Bind { try Road(name: "\(second.resolve(Wheel.self))") }.in(.singleton) }
    box.value = first
    defer { box.value = nil }
    #expect(
      failure { try first.resolve(Road.self) }
        == "[dependency-cycle] 'Road' is needed while it is being built\nRoad -> Wheel -> Road")
  }

  @Test func `may be a custom scope or an extension`() throws {
    let scoped = try Container { [other] in Bind { Road() }.in(.custom(Asking(other: other))) }
    let extended = try Container(extensions: [Nosy(other: other)]) { Bind { Road() } }
    for container in [scoped, extended] {
      #expect(
        failure { try container.resolve(Road.self) }
          == "[failed-factory] the factory of 'Road' used another container: nothing is bound for 'Wheel'\nRoad")
    }
  }
}

extension Wheel {
  fileprivate convenience init(_ road: Road?) { self.init() }
}
