// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Starts, stops and cancellations in random order: what is checked holds whichever comes first.
@Suite(.serialized) struct LifecycleScheduleStressTests {
  /// Who is up, in which order that came about, and what went against a promise.
  private final class Logbook: Sendable {
    private struct State: Sendable {
      var up: Set<String> = []
      var changing: Set<String> = []
      var made: Set<String> = []
      var closed: Set<String> = []
      var wrong: [String] = []
    }

    private let state = Lock(State())
    var wrong: [String] { state.withLock { $0.wrong } }
    var up: Set<String> { state.withLock { $0.up } }
    /// What was made, and not closed.
    var open: Set<String> { state.withLock { $0.made.subtracting($0.closed) } }

    func complain(_ text: String) { state.withLock { $0.wrong.append(text) } }

    /// Notes that a hook of a bind begins.
    func begin(_ name: String, starting: Bool) {
      state.withLock { state in
        if !state.changing.insert(name).inserted { state.wrong.append("two hooks of \(name) run at once") }
        if state.up.contains(name) == starting { state.wrong.append("\(name) is \(starting ? "started" : "stopped") again") }
        let others = LifecycleScheduleStressTests.needs.filter { starting ? $0.key == name : $0.value.contains(name) }
        let (needs, requesters) = (others.flatMap(\.value), others.map(\.key))
        if starting, !state.up.isSuperset(of: needs) { state.wrong.append("\(name) is started before \(needs) are up") }
        if !starting, !state.up.isDisjoint(with: requesters) {
          state.wrong.append("\(name) is stopped before \(requesters) are down")
        }
        if state.closed.contains(name) { state.wrong.append("\(name) is closed already") }
      }
    }

    /// Notes that a hook of a bind has ended.
    func end(_ name: String, starting: Bool, failed: Bool) {
      state.withLock { state in
        state.changing.remove(name)
        // A stop that fails is over all the same.
        if starting, !failed { state.up.insert(name) }
        if !starting { state.up.remove(name) }
      }
    }

    func make(_ name: String) -> Part {
      state.withLock { state in
        if !state.made.insert(name).inserted { state.wrong.append("\(name) is made again") }
      }
      return Part(name: name)
    }

    func close(_ name: String) {
      state.withLock { state in
        if !state.made.contains(name) { state.wrong.append("\(name) is closed before it is made") }
        if !state.closed.insert(name).inserted { state.wrong.append("\(name) is closed again") }
        if state.up.contains(name) { state.wrong.append("\(name) is closed while it is up") }
      }
    }
  }

  /// Who needs whom.
  private static let needs = [
    "mains": [], "fuses": ["mains"], "well": [], "boiler": ["well", "mains"], "lights": ["fuses", "boiler"],
  ]

  private struct Part: Sendable {
    let name: String
  }

  private static func container(_ logbook: Logbook, _ dice: Dice) throws -> Container {
    @Sendable func hook(_ part: Part, starting: Bool) async throws {
      logbook.begin(part.name, starting: starting)
      await dice.pause()
      let fails = dice.chance(starting ? 10 : 20)
      logbook.end(part.name, starting: starting, failed: fails)
      if fails { throw Breakdown(part.name) }
      // Being told to end after it is up changes nothing: what is up is stopped again.
    }
    @Sendable func hooked(_ bind: Bind<Part>, _ name: String) -> Bind<Part> {
      bind.named(name).in(.singleton).onStart { try await hook($0, starting: true) }.onStop {
        try await hook($0, starting: false)
      }
      .onClose { logbook.close($0.name) }
    }
    return try Container {
      hooked(Bind { () async in logbook.make("mains") }, "mains")
      hooked(Bind { (_: Part) in logbook.make("fuses") }.needs(Part.self, named: "mains"), "fuses")
      hooked(Bind { logbook.make("well") }, "well")
      hooked(Bind { (_: Part, _: Part) async in logbook.make("boiler") }.needs(Part.self, named: "well", "mains"), "boiler")
      hooked(Bind { (_: Part, _: Part) in logbook.make("lights") }.needs(Part.self, named: "fuses", "boiler"), "lights")
    }
  }

  @Test func `starts, stops and cancellations in any order leave nothing up that is not stopped again`() async throws {
    for seed in 1...150 {
      let (logbook, dice) = (Logbook(), Dice(seed: seed))
      let container = try Self.container(logbook, dice)
      var random = SplitMix64(seed: seed)
      var tasks: [Task<Void, Never>] = []
      for _ in 0..<random.within(2...8) {
        let stops = random.chance(30)
        tasks.append(Task { await Self.change(container, stops: stops, logbook) })
        if random.chance(35) { random.pick(tasks).cancel() }
        for _ in 0..<random.below(12) { await Task.yield() }
      }
      for task in tasks { await task.value }
      let state = container.state
      #expect(state == .idle || state == .running || state == .stopped, "seed \(seed)")
      #expect(state == .running || logbook.up.isEmpty, "seed \(seed): \(state), and \(logbook.up) are up")
      #expect(state != .running || logbook.up.count == Self.needs.count, "seed \(seed)")
      try? await container.stop()
      #expect(container.state == .stopped && logbook.up.isEmpty, "seed \(seed)")
      try await container.close()
      #expect(logbook.open == [], "seed \(seed)")
      #expect(logbook.wrong == [], "seed \(seed)")
    }
  }

  /// Starts or stops, and says when that comes to what it may not.
  private static func change(_ container: Container, stops: Bool, _ logbook: Logbook) async {
    do throws(LifecycleError) {
      if stops { try await container.stop() } else { try await container.start() }
    } catch {
      let failures = error.failures + error.rollback
      if failures.contains(where: { !($0.error is Breakdown) }) { logbook.complain("\(error)") }
    }
  }
}
