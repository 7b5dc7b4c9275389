// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Synchronization
internal import Testing
internal import TestSupport

private final class One: Sendable { init() {} }
private final class Two: Sendable { init() {} }

@Suite struct `BTKInjector: threads` {
  @Test func `BTK-22: many first requests at once make one instance`() throws {
    let overlap = Overlap()
    let injector = try Container {
      Bind {
        overlap.build()
        return One()
      }
      .in(.singleton)
    }
    let found: [One?] = overlap.ask { try injector.resolve(One.self) }
    #expect(overlap.builds == 1)
    #expect(found.count == Overlap.threads && !found.contains { $0 == nil })
    #expect(Set(found.map { $0.map(ObjectIdentifier.init) }).count == 1)
  }

  @Test func `BTK-22: no lock is held while a factory runs: all threads are inside one at the same time`() throws {
    let overlap = Overlap()
    let injector = try Container {
      Bind(One.init).in(.singleton)
      Bind { (_: One) in
        overlap.meet()
        return Two()
      }
    }
    let found: [Two?] = overlap.ask { try injector.resolve(Two.self) }
    #expect(overlap.builds == Overlap.threads)
    #expect(Set(found.map { $0.map(ObjectIdentifier.init) }).count == Overlap.threads)
  }

  @Test func `BTK-22: two threads that enter a circle from its two ends get an error, and never hang`() throws {
    // Each factory begins, and only then do both ask for the other's: without a way out, both would wait for ever.
    let bothBuild = StartingLine(2)
    let waits = Counter()
    @Sendable func meet() { if waits.add() <= 2 { bothBuild.wait() } }
    let injector = try Container {
      Bind { (i: any Resolver) in
        meet()
        _ = try i.resolve(Two.self)
        return One()
      }
      .in(.singleton)
      Bind { (i: any Resolver) in
        meet()
        _ = try i.resolve(One.self)
        return Two()
      }
      .in(.singleton)
    }
    let codes = Collected<ResolutionError.Code>()
    Threads.run(2) { index in
      do throws(ResolutionError) {
        if index == 0 { _ = try injector.resolve(One.self) } else { _ = try injector.resolve(Two.self) }
      } catch {
        codes.add(error.code)
      }
    }
    #expect(codes.elements == [.cycle, .cycle])
  }
}
