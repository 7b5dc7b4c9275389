// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Synchronization
import Testing
import CoreTestSupport
import TestSupport

/// One of several singletons that need each other.
private final class Part: Sendable {
  let needs: [Part]
  init(_ needs: Part...) { self.needs = needs }
}

@Suite(.serialized) struct SingletonStressTests {
  @Test func `64 tasks that touch a fresh singleton share one build, in each of 1,000 rounds`() async throws {
    var wrong: [Int] = []
    for round in 1...1_000 {
      let built = Counter()
      let container = try Container {
        Bind {
          spin(for: .milliseconds(1))
          built.add()
          return Road()
        }.in(.singleton)
      }
      let found = await withTaskGroup(of: ObjectIdentifier?.self) { group in
        for _ in 1...64 { group.addTask { (try? container.resolve(Road.self)).map { ObjectIdentifier($0) } } }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      if built.value != 1 || found.count != 1 || found.contains(nil) { wrong.append(round) }
    }
    #expect(wrong == [])
  }

  @Test func `64 threads that touch a fresh singleton share one build`() throws {
    for _ in 1...100 {
      let built = Counter()
      let container = try Container {
        Bind {
          spin(for: .milliseconds(1))
          built.add()
          return Road()
        }.in(.singleton)
      }
      let results = Results()
      Threads.run(64) { _ in results.add((try? container.resolve(Road.self)).map { ObjectIdentifier($0) }) }
      #expect(built.value == 1)
      #expect(results.all.count == 64)
      #expect(Set(results.all).count == 1 && !results.all.contains(nil))
    }
  }

  @Test func `threads that begin at all ends of a graph build each part once`() throws {
    for _ in 1...200 {
      let built = Counter()
      let container = try Container {
        for number in 0..<10 {
          Bind { (left: Part, right: Part) in
            built.add()
            return Part(left, right)
          }.named("\(number)").needs(Part.self, named: "\(number + 1)", "\(number + 2)").in(.singleton)
        }
        for number in 10...11 {
          Bind {
            built.add()
            return Part()
          }.named("\(number)").in(.singleton)
        }
      }
      let failed = Counter()
      Threads.run(16) { index in
        for number in 0..<12 where (try? container.resolve(Part.self, named: "\((number + index * 5) % 12)")) == nil {
          failed.add()
        }
      }
      #expect(built.value == 12)
      #expect(failed.value == 0, "no loop is seen where there is none")
    }
  }

  @Test func `weak and lazy values are shared by those who hold them at the same time`() throws {
    for _ in 1...100 {
      let (alive, line) = (Counter(), StartingLine(16))
      let container = try Container {
        Bind {
          spin(for: .microseconds(100))
          return Tracked(alive)
        }.in(.weak)
      }
      let results = Results()
      Threads.run(16) { _ in
        let held = try? container.resolve(Tracked.self)
        line.wait()
        results.add(held.map { ObjectIdentifier($0) })
        line.wait()
        withExtendedLifetime(held) {}
      }
      #expect(Set(results.all).count == 1 && !results.all.contains(nil))
      #expect(alive.value == 0)
    }
  }

  @Test func `a failing build fails for all who wait for it, and the next request succeeds`() throws {
    let attempts = Counter()
    for _ in 1...10 {
      let (arrived, mended) = (Counter(), Counter())
      let container = try Container {
        Bind { (_: Wheel) throws -> Road in
          attempts.add()
          if mended.value > 0 { return Road() }
          spin { arrived.value == 33 }
          spin(for: .microseconds(200))
          throw Breakdown()
        }.in(.singleton)
        Bind(Wheel.init)
      }
      let got = Log()
      Threads.run(33) { _ in
        arrived.add()
        got.add(failure { try container.resolve(Road.self) })
      }
      #expect(got.lines.count == 33)
      #expect(Set(got.lines) == ["[failed-factory] the factory of 'Road' threw: Breakdown(reason: \"out of fuel\")\nRoad"])
      mended.add()
      #expect(try container.resolve(Road.self) === container.resolve(Road.self))
    }
    // Of all rounds, because in one of them, on a busy machine, each may come when the build before has failed already.
    #expect(attempts.value < 10 * 34, "those who came while it was built shared the failure")
  }
}

/// What several threads found, in any order.
private final class Results: Sendable {
  private let found = Lock<[ObjectIdentifier?]>([])
  var all: [ObjectIdentifier?] { found.withLock { $0 } }
  func add(_ id: ObjectIdentifier?) { found.withLock { $0.append(id) } }
}
