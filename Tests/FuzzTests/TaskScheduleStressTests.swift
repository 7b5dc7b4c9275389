// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Random schedules of tasks that ask for what is made asynchronously, are cancelled, fail and try again. What is checked holds whichever
/// comes first.
@Suite(.serialized) struct TaskScheduleStressTests {
  /// Tank <- Pump <- Mill, Tank <- Mill, all asynchronous; a lamp that is held weakly; a ticket for each order.
  private func container(_ register: Register, _ dice: Dice) throws -> Container {
    try Container {
      Bind { () async throws in try await register.awaited("tank", of: 0, dice) }.named("tank").in(.singleton)
        .onClose { $0.close() }
      Bind { (tank: Noted) async throws in try await register.awaited("pump", of: 0, dice, from: [tank]) }
        .named("pump").needs(Noted.self, named: "tank").in(.singleton).onClose { $0.close() }
      Bind { (tank: Noted, pump: Noted) async throws in try await register.awaited("mill", of: 0, dice, from: [tank, pump]) }
        .named("mill").needs(Noted.self, named: "tank", "pump").in(.singleton).onClose { note async in note.close() }
      Bind { (pump: Noted) in Noted("tap", of: 0, in: register, from: [pump]) }
        .named("tap").needs(Noted.self, named: "pump").in(.singleton).onClose { $0.close() }
      Bind { (tank: Noted) async throws in try await register.awaited("lamp", of: 0, dice, from: [tank]) }
        .named("lamp").needs(Noted.self, named: "tank").in(.weak)
      Bind { (order: Order, pump: Noted) async throws in
        try await register.awaited("ticket", of: order.number, dice, from: [pump])
      }
      .named("ticket").needs(Noted.self, named: "pump").in(.scoped(Workshop.self)).onClose { note async in
        await dice.pause()
        note.close()
      }
      Bind { (order: Order, ticket: Noted) in Noted("bill", of: order.number, in: register, from: [ticket]) }
        .named("bill").needs(Noted.self, named: "ticket").in(.scoped(Workshop.self)).onClose { $0.close() }
    }
  }

  private static let closing: Set<String> = ["tank", "pump", "mill", "tap", "ticket", "bill"]

  /// What a task may end with: a value, a breakdown, its own cancellation, or that somebody has closed.
  private func attempt(_ register: Register, _ body: () async throws -> Void) async {
    do { try await body() } catch is CancellationError {
      if !Task.isCancelled { register.complain("somebody else's cancellation") }
    } catch let error as ResolutionError {
      if error.code != .closed, !(error.underlying is Breakdown) { register.complain("\(error)") }
    } catch { register.complain("\(error)") }
  }

  @Test func `tasks that are cancelled and fail at random build each shared value once`() async throws {
    for seed in 1...40 {
      let (register, dice) = (Register(), Dice(seed: seed))
      try await storm(seed: seed, register, dice)
      await settled(register)
      register.settle(closing: Self.closing)
      #expect(register.wrong == [], "seed \(seed)")
    }
  }

  private func storm(seed: Int, _ register: Register, _ dice: Dice) async throws {
    let container = try container(register, dice)
    var random = SplitMix64(seed: seed)
    var tasks: [Task<Void, Never>] = []
    for number in 0..<48 {
      let names = (0..<3).map { _ in random.pick(["tank", "pump", "mill", "tap", "lamp"]) }
      tasks.append(
        Task {
          await attempt(register) {
            guard number % 4 == 0 else {
              for name in names { try await ask(container, for: name) }
              return
            }
            try await container.withScope(Workshop.self, Order(number: number)) { scope in
              for name in ["bill", "ticket"] { try await ask(scope, for: name) }
            }
          }
        })
      if random.chance(40) { random.pick(tasks).cancel() }
      if random.chance(30) { await Task.yield() }
    }
    for task in tasks where random.chance(20) { task.cancel() }
    for task in tasks { await task.value }
    // The storm is over: whoever asks now gets everything, however often a factory fails before.
    while (try? await ask(container, for: "mill")) == nil {}
    try await container.close()
    #expect(await asyncFailure { try await container.resolve(Noted.self, named: "tank") }.hasPrefix("[closed]"))
  }

  @Test func `a scope that closes while tasks ask in it closes all that it made`() async throws {
    for seed in 1...60 {
      let (register, dice) = (Register(), Dice(seed: seed))
      do {
        let container = try container(register, dice)
        var random = SplitMix64(seed: seed)
        let scope = try container.openScope(Workshop.self, Order(number: seed))
        let tasks = (0..<12).map { number in
          Task { await attempt(register) { try await ask(scope, for: number % 2 == 0 ? "bill" : "ticket") } }
        }
        for _ in 0..<random.below(20) { await Task.yield() }
        for task in tasks where random.chance(25) { task.cancel() }
        try await scope.close()
        #expect(await asyncFailure { try await scope.resolve(Noted.self, named: "ticket") }.hasPrefix("[closed]"))
        for task in tasks { await task.value }
        try await container.close()
      }
      await settled(register)
      register.settle(closing: Self.closing)
      #expect(register.wrong == [], "seed \(seed)")
    }
  }

  private func ask(_ asked: any Resolver, for name: String) async throws {
    let noted = try await asked.resolve(Noted.self, named: name)
    // What is held weakly is another one each time that nobody holds it.
    if name == "lamp" { noted.held {} } else { noted.see() }
    for part in noted.parts { part.see() }
  }

  /// Waits until builds that nobody waits for have ended, and tasks have let go of what they held.
  private func settled(_ register: Register) async {
    var turns = 0
    while turns < 1_000_000, register.aliveCount > 0 || register.isBuilding {
      await Task.yield()
      turns += 1
    }
  }
}

extension Register {
  /// Runs an asynchronous factory that may fail, and may notice that nobody waits for it any more.
  fileprivate func awaited(_ bind: String, of owner: Int, _ dice: Dice, from parts: [Noted] = []) async throws -> Noted {
    begin(bind, of: owner)
    defer { end(bind, of: owner) }
    await dice.pause()
    if dice.chance(15) { throw Breakdown(bind) }
    if dice.chance(50) { try Task.checkCancellation() }
    return Noted(bind, of: owner, in: self, from: parts)
  }
}
