// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Synchronization
import Testing
import CoreTestSupport
import TestSupport

@Suite(.serialized) struct CycleStressTests {
  /// Asks 200 threads, half of them from each end, and checks that each gets the error of a cycle.
  private func ask(_ hens: Container, _ eggs: Container) {
    let codes = Lock<[String: Int]>([:])
    Threads.run(200) { index in
      do throws(ResolutionError) {
        if index % 2 == 0 { _ = try hens.resolve(Hen.self) } else { _ = try eggs.resolve(Egg.self) }
        codes.add("a value")
      } catch { codes.add(error.code.description) }
    }
    #expect(codes.withLock { $0 } == ["dependency-cycle": 200])
  }

  @Test(arguments: [true, false]) func `200 threads on a pair that is cyclic through resolvers all get an error`(
    slowly: Bool
  ) throws {
    for _ in 1...10 {
      let container = try Container {
        Bind { (resolver: any Resolver) in
          if slowly { spin(for: .microseconds(200)) }
          return Hen(try resolver.resolve())
        }.in(.singleton)
        Bind { (resolver: any Resolver) in
          if slowly { spin(for: .microseconds(200)) }
          return Egg(try resolver.resolve())
        }.in(.singleton)
        Bind { Road() }.in(.singleton)
        Bind(Wheel.init)
      }
      ask(container, container)
      for _ in 1...2 {
        #expect(failure { try container.resolve(Hen.self) }.hasSuffix("\nHen -> Egg -> Hen"))
        #expect(failure { try container.resolve(Egg.self) }.hasSuffix("\nEgg -> Hen -> Egg"))
      }
      #expect(try container.resolve(Road.self) === container.resolve(Road.self))
      _ = try container.resolve(Wheel.self)
    }
  }

  @Test func `200 threads on a pair that is cyclic through two containers all get an error`() throws {
    for _ in 1...10 {
      let other = Box<Container>()
      let farm = try Container {
        Bind { Hen(try other.value?.resolve() ?? { throw Breakdown() }()) }.in(.singleton)
        Bind { Road() }.in(.singleton)
      }
      let shop = try Container { Bind { Egg(try farm.resolve()) }.in(.singleton) }
      other.value = shop
      ask(farm, shop)
      #expect(failure { try shop.resolve(Egg.self) }.hasSuffix("\nEgg -> Hen -> Egg"))
      #expect(try farm.resolve(Road.self).name == "Route 66")
      other.value = nil
    }
  }

  @Test func `two threads that wait for each other get the loop as a message`() throws {
    try HenAndEgg.expectLoop(in: .singleton) { $0 }
  }

  @Test func `a ring of ten singletons, one thread at each, is an error for all`() throws {
    struct Place: Sendable {}
    for _ in 1...5 {
      let line = StartingLine(10)
      let first = Counter()
      let container = try Container {
        for number in 0..<10 {
          Bind { (resolver: any Resolver) in
            if first.add() <= 10 { line.wait() }
            return try resolver.resolve(Place.self, named: "\((number + 1) % 10)")
          }.named("\(number)").in(.singleton)
        }
      }
      let cycles = Counter()
      Threads.run(10) { index in
        if failure({ try container.resolve(Place.self, named: "\(index)") }).hasPrefix("[dependency-cycle]") { cycles.add() }
      }
      #expect(cycles.value == 10)
    }
  }
}

extension Lock<[String: Int]> {
  fileprivate borrowing func add(_ key: String) { withLock { $0[key, default: 0] += 1 } }
}
