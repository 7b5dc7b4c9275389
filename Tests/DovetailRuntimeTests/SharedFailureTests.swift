// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Two threads, of which one builds and the other one is known to wait for it: what comes of a build is for both, and for nobody later.
@Suite struct SharedFailureTests {
  /// What two threads were told in one round after the other, of which all but the last one fail.
  private func told(
    rounds: Int, _ make: (_ factory: @escaping @Sendable () throws -> Road) throws -> any Resolver
  ) throws -> [[String]] {
    let (waiter, builds) = (Box<ThreadID>(), Counter())
    let asked = try make {
      let build = builds.add()
      WaitGraph.spin(untilAwaitedBy: waiter)
      if build < rounds { throw Breakdown("build \(build)") }
      return Road(name: "build \(build)")
    }
    return (1...rounds).map { round in
      waiter.value = nil
      // Held until both were told, so that a weak one lives as long.
      let (log, held) = (Log(), Box<[Road]>([]))
      Threads.run(2) { index in
        if index == 1 {
          spin { builds.value == round }
          waiter.value = .current
        }
        do throws(ResolutionError) {
          let road = try asked.resolve(Road.self)
          held.update { $0?.append(road) }
          log.add(road.name)
        } catch {
          log.add((error.underlying as? Breakdown)?.reason ?? "\(error)")
        }
      }
      return log.lines
    }
  }

  private let expected = (1...3).map { ["build \($0)", "build \($0)"] }

  @Test func `of a singleton`() throws {
    #expect(try told(rounds: 3) { factory in try Container { Bind { try factory() }.in(.singleton) } } == expected)
  }

  @Test func `of what is held weakly`() throws {
    #expect(try told(rounds: 3) { factory in try Container { Bind { try factory() }.in(.weak) } } == expected)
  }

  @Test func `of what a scope shares`() throws {
    #expect(
      try told(rounds: 3) { factory in
        try Container { Bind { try factory() }.in(.scoped(Yard.self)) }.openScope(Yard.self)
      } == expected)
  }

  @Test func `but what failed because of who asked is no answer for who waits`() throws {
    let (waiter, builds) = (Box<ThreadID>(), Counter())
    let container = try Container {
      Bind { () throws -> Road in
        if builds.add() > 1 { return Road(name: "build 2") }
        WaitGraph.spin(untilAwaitedBy: waiter)
        throw CancellationError()
      }.in(.singleton)
      Bind { (resolver: any Resolver) in try resolver.resolve(Road.self).name }.in(.singleton)
    }
    let log = Log()
    Threads.run(2) { index in
      if index == 1 {
        spin { builds.value == 1 }
        waiter.value = .current
      }
      do throws(ResolutionError) { log.add(try container.resolve(String.self)) } catch {
        log.add(error.underlying is CancellationError ? "cancelled" : "\(error)")
      }
    }
    #expect(log.lines.sorted() == ["build 2", "cancelled"])
  }

  @Test func `of a lazy value`() throws {
    let lazies = Box<Lazy<Road>>()
    struct Asking: Module {
      let factory: @Sendable () throws -> Road
      var bindings: Bindings { Bind { [factory] in try factory() } }
    }
    #expect(
      try told(rounds: 3) { factory in
        let container = try Container(Asking(factory: factory))
        lazies.value = try container.resolve()
        return try Container { Bind { try lazies.value?.get() ?? Road() } }
      } == expected)
  }
}
