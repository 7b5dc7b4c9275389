// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

@Suite struct ClosedTests {
  private let container: Container

  init() throws {
    container = try Container {
      Bind(Wheel.init).in(.singleton)
      Bind { Road() }
      Bind(Radio.init).arguments(Double.self)
      Opens(Yard.self)
    }
  }

  static let requests: [(String, @Sendable (Container) throws -> Any)] = [
    ("'Wheel' was resolved", { try $0.resolve(Wheel.self) }),
    ("'Road' was resolved", { try $0.resolve(Road.self) }),
    ("'Road' was resolved", { try $0[Road.self] }),
    ("'Road' was resolved", { try $0.resolveIfBound(Road.self) as Any }),
    ("'Radio' was resolved", { try $0.resolve(Radio.self, arguments: 102.8) }),
    ("'Provider<Road>' was resolved", { try $0.resolve(Provider<Road>.self) }),
    ("the scope 'Yard' was opened", { try $0.openScope(Yard.self) }),
    ("the scope 'Yard' was opened", { try $0.withScope(Yard.self) { _ in } }),
  ]

  @Test(arguments: requests.indices) func `a closed container answers nothing, also not what it has built`(index: Int) throws {
    let (act, request) = Self.requests[index]
    _ = try container.resolve(Wheel.self)
    try container.close()
    #expect(container.isClosed)
    #expect(failure { try request(container) } == "[closed] \(act) after the container had closed\n")
  }

  @Test func `what a closed container does not bind is still missing`() throws {
    try container.close()
    #expect(failure { try container.resolve(Car.self) }.hasPrefix("[missing-binding]"))
  }

  @Test func `a provider that is handed out while its container closes does not keep the container`() throws {
    struct Late: Sendable {
      let road: Provider<Road>
      init(_: Wheel, road: Provider<Road>) { self.road = road }
    }
    let (alive, box) = (Counter(), Box<Container>())
    func late() throws -> Late {
      let container = try Container {
        Bind(Late.init)
        Bind {
          try box.value?.close()
          box.value = nil
          return Wheel()
        }
        Bind { Road() }
        Bind { Tracked(alive) }.in(.singleton)
      }
      box.value = container
      _ = try container.resolve(Tracked.self)
      return try container.resolve()
    }
    let made = try late()
    #expect(alive.value == 0)
    #expect(failure { try made.road.make() }.hasPrefix("[closed] 'Road' was resolved after the container had closed"))
  }

  @Test func `a container that nobody holds any more stays until its running request has ended`() throws {
    let alive = Counter()
    let box = Box<Container>()
    func outer() throws -> Provider<Tracked> {
      let container = try Container {
        Bind { (_: Int, made: Tracked) in made }.named("outer")
        Bind {
          try box.value?.close()
          box.value = nil
          return 1
        }
        Bind { (_: Road) in Tracked(alive) }
        Bind { Road() }
      }
      box.value = container
      return try container.resolve(Key(named: "outer"))
    }
    let provider = try outer()
    do {
      let made = try provider.make()
      #expect(alive.value == 1)
      withExtendedLifetime(made) {}
    }
    #expect(alive.value == 0)
    #expect(failure { try provider.make() }.hasPrefix("[closed]"))
  }
}
