// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Components that are overridden and closed while they are read: nobody is shown what is stale, what is half old, or what belongs elsewhere.
///
/// The gate runs a few rounds. For more, by hand: `DOVETAIL_ROUNDS=1000 swift test --filter ComponentContentionTests`.
@Suite struct ComponentContentionTests {
  private static let rounds = getenv("DOVETAIL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 10
  private static let overrides = 12

  /// What was seen that must not be; a few of them, with how many reads were looked at.
  private final class Findings: Sendable {
    private let wrong = Log()
    let reads = Counter()

    func expect(_ isRight: Bool, _ text: @autoclosure () -> String) {
      reads.add()
      if !isRight { wrong.add(text()) }
    }

    func expectNone(_ least: Int, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
      let lines = wrong.lines
      let count = lines.count
      #expect(count == 0, "of \(reads.value): \(lines.prefix(5))", sourceLocation: sourceLocation)
      #expect(reads.value >= least, "only \(reads.value) reads were looked at", sourceLocation: sourceLocation)
    }
  }

  /// A read that is tried again where the factory was meant to fail.
  private static func retrying(_ make: () throws -> Meal) throws -> Meal {
    while true {
      do { return try make() } catch let error as ResolutionError where error.code == .failed && error.underlying is Breakdown {}
    }
  }

  /// Reads while another thread or task overrides, until the last override is seen; each time nothing older than what was there, or seen,
  /// when the read began.
  private struct Reader {
    let newest: Counter
    let findings: Findings
    var least = 0

    var isDone: Bool { least == ComponentContentionTests.overrides }

    mutating func take(_ meal: Meal, _ label: String, mayBeOld: Bool = false) {
      let number = meal.number ?? -1
      findings.expect(number >= (mayBeOld ? 0 : least), "\(label): \(meal.numbers) after \(least)")
      if !mayBeOld { least = max(least, number) }
    }

    mutating func begin() { least = max(least, newest.value) }
  }

  @Test func `who reads beside overrides sees nothing stale and nothing half old, in threads`() {
    let findings = Findings()
    for round in 0..<Self.rounds {
      let (mill, newest) = (Mill(), Counter())
      let bakery = Bakery(mill)
      // Every other component has been used before.
      if round.isMultiple(of: 2) { _ = try? (mill.mixture, bakery.stock) }
      Threads.run(4) { index in
        do {
          if index == 0 { return try Self.override(mill, counting: newest, findings) }
          var reader = Reader(newest: newest, findings: findings)
          var step = index
          while !reader.isDone {
            step += 1
            reader.begin()
            let make = Mill.all[step % Mill.all.count]
            let meal = try Self.retrying { try make(mill) }
            reader.take(meal, "member \(step % Mill.all.count)")
            reader.take(try bakery.roll, "transient member of a child")
            reader.take(try bakery.stock, "single member of a child", mayBeOld: true)
            try Self.expectShared(mill, step, findings)
          }
        } catch { findings.expect(false, "\(error)") }
      }
      Self.expectClosedOnce(mill, findings)
    }
    findings.expectNone(Self.rounds * Self.overrides)
  }

  /// What was made in any generation closes with the component.
  private static func expectClosedOnce(_ mill: Mill, _ findings: Findings) {
    findings.expect(mill.counts.outside.keys.allSatisfy { $0 == 0 }, "closed by overrides: \(mill.counts.outside)")
    close(mill, findings, Counter())
    findings.expect(mill.counts.outside.keys.allSatisfy { $0 == 1 }, "closed: \(mill.counts.outside)")
  }

  /// Overrides, and reads back each time.
  private static func override(_ mill: Mill, counting newest: Counter, _ findings: Findings) throws {
    for number in 1...overrides {
      try mill.override({ try $0.source }, with: Source(number))
      newest.add()
      let (meal, bag) = (try mill.mixture, try mill.bag(1))
      findings.expect(meal.number == number && bag.number == number, "own: \(meal.numbers), \(bag.numbers) after \(number)")
    }
  }

  /// What is read twice in one state of the component is one object.
  private static func expectShared(_ mill: Mill, _ step: Int, _ findings: Findings) throws {
    let make = Mill.shared[step % Mill.shared.count]
    let (first, second) = (try make(mill), try make(mill))
    findings.expect(
      first === second || (first.number ?? 0) < (second.number ?? 0), "two objects of \(first.numbers) and \(second.numbers)")
  }

  @Test func `who reads beside overrides sees nothing stale and nothing half old, in tasks`() async {
    let findings = Findings()
    for round in 0..<Self.rounds {
      let (mill, newest) = (Mill(), Counter())
      let bakery = Bakery(mill)
      if round.isMultiple(of: 2) { _ = try? await (mill.bread, bakery.loaf) }
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<6 {
          group.addTask {
            do {
              if index == 0 {
                for number in 1...Self.overrides {
                  try mill.override({ try $0.source }, with: Source(number))
                  newest.add()
                  let meal = try await mill.bread
                  findings.expect(meal.number == number, "own: \(meal.numbers) after \(number)")
                }
                return
              }
              var reader = Reader(newest: newest, findings: findings)
              var step = index
              while !reader.isDone {
                step += 1
                reader.begin()
                reader.take(try await Mill.awaited[step % 3](mill), "awaited member \(step % 3)")
                reader.take(try await bakery.loaf, "awaited member of a child", mayBeOld: true)
                await Task.yield()
              }
            } catch { findings.expect(false, "\(error)") }
          }
        }
      }
      Self.expectClosedOnce(mill, findings)
    }
    findings.expectNone(Self.rounds * Self.overrides)
  }

  @Test func `overrides of several members at once all hold, by values and by factories, awaited or not`() async {
    let findings = Findings()
    for round in 0..<Self.rounds {
      let (mill, newest) = (Mill(), Counter())
      if round.isMultiple(of: 2) { _ = try? await mill.bread }
      await withTaskGroup(of: Void.self) { group in
        for kind in 0..<3 {
          group.addTask {
            do {
              for _ in 0..<Self.overrides { try await Self.override(mill, kind, counting: newest, findings) }
            } catch { findings.expect(false, "\(error)") }
          }
        }
      }
      let meals = try? await [mill.mixture, mill.bag(1), mill.dough, mill.bread, mill.cake]
      findings.expect(meals?.allSatisfy { $0.number == Self.overrides } == true, "at the end: \(meals?.map(\.numbers) ?? [])")
      Self.expectClosedOnce(mill, findings)
    }
    findings.expectNone(Self.rounds * Self.overrides * 3)
  }

  /// Overrides one member, by what is of the newest source that has been there or a newer one, and reads it back.
  private static func override(_ mill: Mill, _ kind: Int, counting newest: Counter, _ findings: Findings) async throws {
    let least = newest.value
    let meal: Meal
    switch kind {
    case 0:
      try mill.override({ try $0.source }, with: Source(least + 1))
      newest.add()
      meal = try mill.mixture
    case 1:
      try mill.override({ try $0.bag(1) }) { Meal([try $0.rye, try $0.oats]) }
      meal = try mill.bag(1)
    default:
      try await mill.override(awaiting: { try await $0.dough }) { mill in
        await Task.yield()
        return Meal([try mill.rye, try mill.mixture])
      }
      meal = try await mill.dough
    }
    findings.expect(meal.number ?? -1 >= least + (kind == 0 ? 1 : 0), "kind \(kind): \(meal.numbers) after \(least)")
  }

  @Test func `withOverrides in 64 tasks at once shows each task its own, and everybody else none of it`() async throws {
    let findings = Findings()
    for round in 0..<Self.rounds {
      let mill = Mill()
      let bakery = Bakery(mill)
      if round.isMultiple(of: 2) { _ = try? await (mill.bread, bakery.loaf) }
      await withTaskGroup(of: Void.self) { group in
        for number in 1...64 {
          group.addTask {
            do {
              try await Self.readInside(mill, bakery, number, findings)
              let outside = [try mill.mixture, try bakery.roll, try await mill.bread, try bakery.stock]
              findings.expect(Meal(outside).number == 0, "outside: \(Meal(outside).numbers)")
            } catch { findings.expect(false, "\(error)") }
          }
        }
      }
      // What was made inside is closed by now, and nothing else.
      let (inside, outside) = mill.counts
      findings.expect(inside.keys.allSatisfy { $0 == 1 } && outside.keys.allSatisfy { $0 == 0 }, "closed: \(inside), \(outside)")
      try await mill.close()
      findings.expect(mill.counts.outside.keys.allSatisfy { $0 == 1 }, "closed at the end: \(mill.counts.outside)")
    }
    findings.expectNone(Self.rounds * 64 * 15)
  }

  /// Reads members of every kind, before an override and after it, in the task and in tasks of its own.
  private static func readInside(_ mill: Mill, _ bakery: Bakery, _ test: Int, _ findings: Findings) async throws {
    @Sendable func expect(_ meal: Meal, _ number: Int, _ label: String) {
      findings.expect(meal.number == number && meal.owner == test, "\(label): \(meal.numbers) of \(meal.owner ?? 0) in \(test)")
    }
    try await withOverrides {
      try await Mill.$test.withValue(test) {
        if test.isMultiple(of: 2) {
          expect(try mill.mixture, 0, "before")
          expect(try await mill.cake, 0, "awaited before")
        }
        try mill.override({ try $0.source }, with: Source(test))
        for (index, make) in Mill.all.enumerated() { expect(try retrying { try make(mill) }, test, "member \(index)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (index, make) in Mill.awaited.enumerated() {
            group.addTask { expect(try await make(mill), test, "awaited member \(index)") }
          }
          group.addTask { expect(try await mill.sack(test % 4), test, "awaited member with a key") }
          group.addTask { expect(try await bakery.loaf, test, "awaited member of a child") }
          group.addTask { expect(try bakery.stock, test, "single member of a child") }
          try await group.waitForAll()
        }
        expect(try bakery.roll, test, "transient member of a child")
      }
    }
  }

  @Test func `what is closed while it is read hands out nothing any more, and closes everything once, in threads`() {
    let findings = Findings()
    for round in 0..<Self.rounds {
      let (mill, refusals) = (Mill(pause: { sched_yield() }), Counter())
      Threads.run(4) { index in
        var (step, refused) = (index, Set<Int>())
        while refused.count < Mill.all.count {
          if index == 0, step == round % 40 { Self.close(mill, findings, refusals) }
          // Three that always build would keep the fourth, which cannot await them, from closing.
          if index > 0, refusals.value > 100 { spin { mill.shut.value > 0 } }
          let (kind, wasShut) = (step % Mill.all.count, mill.shut.value > 0)
          Self.check(Result { try Self.retrying { try Mill.all[kind](mill) } }, wasShut, findings)
          Self.check(Result { try mill.bag(step * 4 + index) }, wasShut, findings)
          if wasShut { refused.insert(kind) }
          step += 1
        }
      }
      findings.expect(mill.counts.outside.keys.allSatisfy { $0 == 1 }, "closed: \(mill.counts.outside)")
    }
    findings.expectNone(Self.rounds * 4 * Mill.all.count)
  }

  @Test func `what is closed while it is read hands out nothing any more, and closes everything once, in tasks`() async {
    let findings = Findings()
    for round in 0..<Self.rounds {
      let (mill, refusals) = (Mill(), Counter())
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<6 {
          group.addTask {
            var (step, refused) = (index, Set<Int>())
            while refused.count < 3 {
              if index == 0, step == round % 10 { Self.close(mill, findings, refusals) }
              if index > 0, refusals.value > 100 { await yield { mill.shut.value > 0 } }
              let wasShut = mill.shut.value > 0
              await Self.check(wasShut, findings) { try await Mill.awaited[step % 3](mill) }
              await Self.check(wasShut, findings) { try await mill.sack(step * 6 + index) }
              if wasShut { refused.insert(step % 3) }
              step += 1
              await Task.yield()
            }
          }
        }
      }
      findings.expect(mill.counts.outside.keys.allSatisfy { $0 == 1 }, "closed: \(mill.counts.outside)")
    }
    findings.expectNone(Self.rounds * 6 * 3)
  }

  private static func close(_ mill: Mill, _ findings: Findings, _ refusals: Counter) {
    while true {
      do throws(CloseError) {
        try mill.close()
        break
      } catch {
        // Code that does not await tries again when others have built what they build.
        if error.reason == .building {
          refusals.add()
          continue
        }
        findings.expect(false, "\(error)")
        break
      }
    }
    mill.shut.add()
  }

  private static func check(_ wasShut: Bool, _ findings: Findings, _ read: () async throws -> Meal) async {
    let result: Result<Meal, any Error>
    do { result = .success(try await read()) } catch { result = .failure(error) }
    check(result, wasShut, findings)
  }

  /// A read gives a value, or says that the component has closed; nothing but that once it has.
  private static func check(_ result: Result<Meal, any Error>, _ wasShut: Bool, _ findings: Findings) {
    switch result {
    case .success(let meal):
      let isLate = meal.isLate.value == true
      findings.expect(!wasShut && !isLate && meal.number == 0, "handed out: \(meal.numbers), closed: \(wasShut), late: \(isLate)")
    case .failure(let error): findings.expect((error as? ResolutionError)?.code == .closed, "\(error)")
    }
  }

  private final class Fleet: Component, Sendable {
    let instances = Instances()
    func wheel(_ index: Int) -> Counter { single(key: index) { Counter() } }
  }

  @Test func `a closing that begins in a read does not end the program where the value is promised`() async throws {
    for _ in 1...Self.rounds * 100 {
      let fleet = Fleet()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? fleet.whileOpen { for index in 0..<60 { _ = fleet.wheel(index % 3) } } }
        group.addTask { try await fleet.close() }
        try await group.waitForAll()
      }
      #expect(fleet.isClosed)
    }
  }
}
