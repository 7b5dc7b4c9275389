// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// Random schedules of threads: what any of them may do at any time. What is checked holds whichever comes first.
@Suite(.serialized) struct ThreadScheduleStressTests {
  /// What is bound, by name; those of a scope belong to the order that was handed over.
  private static let closing: Set<String> = ["pump", "desk", "ticket", "bill", "slip", "plug"]

  /// Threads, in turn: each does what its dice say.
  private func play(seed: Int, closesEarly: Bool) throws -> [String] {
    let register = Register()
    do {
      let game = try Game(seed: seed, register)
      Threads.run(6) { index in
        var random = SplitMix64(seed: seed * 100 + index)
        for turn in 0..<60 {
          if closesEarly, index == 0, turn == 30 { game.closeContainer() }
          game.act(&random)
        }
      }
      game.closeAll()
    }
    register.settle(closing: Self.closing)
    return register.wrong
  }

  @Test func `threads that open, ask, close and let go at random never see what they may not`() throws {
    for seed in 1...40 {
      let wrong = try play(seed: seed, closesEarly: false)
      #expect(wrong == [], "seed \(seed)")
    }
  }

  @Test func `threads that go on while the container closes never see what they may not`() throws {
    for seed in 101...140 {
      let wrong = try play(seed: seed, closesEarly: true)
      #expect(wrong == [], "seed \(seed)")
    }
  }

  @Test func `threads that ask for what fails at random share every success and every failure`() throws {
    for seed in 1...60 {
      let (register, dice) = (Register(), Dice(seed: seed))
      do {
        let container = try Container {
          for number in 0..<6 {
            Bind { (left: Noted, right: Noted) throws in
              try register.make("\(number)", of: 0, dice, failing: 40, from: [left, right])
            }.named("\(number)").needs(Noted.self, named: "\(number + 1)", "\(number + 2)").in(.singleton)
          }
          for number in 6...7 {
            Bind { try register.make("\(number)", of: 0, dice, failing: 40) }.named("\(number)").in(.singleton)
          }
        }
        Threads.run(8) { index in
          var random = SplitMix64(seed: seed * 1000 + index)
          for _ in 0..<20 {
            do throws(ResolutionError) { try container.resolve(Noted.self, named: "\(random.below(8))").see() } catch {
              if !(error.underlying is Breakdown) { register.complain("\(error)") }
            }
          }
        }
        withExtendedLifetime(container) {}
      }
      register.settle(closing: [])
      #expect(register.wrong == [], "seed \(seed)")
    }
  }
}

extension Register {
  /// Runs a factory that takes its time and may fail.
  func make(_ bind: String, of owner: Int, _ dice: Dice, failing percent: Int = 15, from parts: [Noted] = []) throws -> Noted {
    begin(bind, of: owner)
    defer { end(bind, of: owner) }
    dice.linger()
    if dice.chance(percent) { throw Breakdown(bind) }
    return Noted(bind, of: owner, in: self, from: parts)
  }
}

/// A container, the scopes that threads opened in it, and what they do with them.
private final class Game: Sendable {
  private struct Desk: Sendable {
    let pump: Noted
    let own: Noted
    let pass: Provider<Noted>
  }

  private let container: Container
  private let register: Register
  private let dice: Dice
  private let orders = Counter()
  /// Set once the container has closed.
  private let isOver = Counter()
  private let halls = Lock<[OpenScope?]>(Array(repeating: nil, count: 4))
  private let benches = Lock<[OpenScope?]>(Array(repeating: nil, count: 4))

  init(seed: Int, _ register: Register) throws {
    self.register = register
    let dice = Dice(seed: seed)
    self.dice = dice
    container = try Container {
      Bind { try register.make("pump", of: 0, dice) }.named("pump").in(.singleton).onClose { $0.close() }
      Bind { (pump: Noted, ticket: Provider<Noted>) in
        Desk(pump: pump, own: try register.make("desk", of: 0, dice, from: [pump]), pass: ticket)
      }.needs(Noted.self, named: "pump", "ticket").in(.singleton).onClose { desk in
        // Nothing is open around it, and the container is closing: both are told.
        if (try? desk.pass.make()) != nil { register.complain("a ticket where no hall is open") }
        desk.own.close()
      }
      Bind { try register.make("lamp", of: 0, dice) }.named("lamp").in(.weak)
      Bind { (order: Order, pump: Noted) in try register.make("ticket", of: order.number, dice, from: [pump]) }
        .named("ticket").needs(Noted.self, named: "pump").in(.scoped(Workshop.self)).onClose { $0.close() }
      Bind { (order: Order, ticket: Noted) in try register.make("bill", of: order.number, dice, from: [ticket]) }
        .named("bill").needs(Noted.self, named: "ticket").in(.scoped(Workshop.self)).onClose { $0.close() }
      Bind { (ticket: Noted, mark: Noted) in Noted("slip", of: -mark.number, in: register, from: [ticket, mark]) }
        .named("slip").needs(Noted.self, named: "ticket", "mark").in(.scoped(Bench.self)).onClose { $0.close() }
      Bind { Noted("mark", of: dice.below(.max), in: register) }.named("mark")
    }
  }

  func act(_ random: inout SplitMix64) {
    // What begins after the container has closed is refused.
    let wasOver = isOver.value > 0
    do {
      let isAnswered = try move(&random, random.below(100))
      if wasOver, isAnswered { register.complain("a closed container answers") }
    } catch let error as ResolutionError {
      let isBreakdown = error.underlying is Breakdown
      if wasOver ? error.code != .closed : error.code != .closed && !isBreakdown { register.complain("\(error)") }
    } catch { register.complain("\(error)") }
  }

  /// - Returns: Whether somebody was asked for something.
  private func move(_ random: inout SplitMix64, _ number: Int) throws -> Bool {
    let place = random.below(4)
    switch number {
    case ..<15: put(try openHall(), at: place, in: halls)
    case ..<25:
      guard let hall = scope(place, in: halls) else { return false }
      put(try hall.openScope(Bench.self), at: place, in: benches)
    case ..<32:
      close(take(place, from: halls))
      return false
    case ..<37:
      close(take(place, from: benches))
      return false
    case ..<58:
      guard let hall = scope(place, in: halls) else { return false }
      try ask(hall, for: random.pick(["ticket", "bill", "pump"]))
    case ..<75:
      guard let bench = scope(place, in: benches) else { return false }
      try ask(bench, for: random.pick(["slip", "ticket", "bill"]))
    case ..<80: try ask(container, for: "pump")
    case ..<88: try container.resolve(Noted.self, named: "lamp").held { dice.linger() }
    case ..<94: try useDesk()
    default: try useChild()
    }
    return true
  }

  private func ask(_ asked: any Resolver, for name: String) throws {
    let noted = try asked.resolve(Noted.self, named: name)
    noted.see()
    for part in noted.parts { part.see() }
  }

  private func openHall() throws -> OpenScope { try container.openScope(Workshop.self, Order(number: orders.add())) }

  /// Asks for what belongs to the scope that is current.
  private func useDesk() throws {
    let desk = try container.resolve(Desk.self)
    desk.pump.see()
    desk.own.see()
    let number = orders.add()
    try container.withScope(Workshop.self, Order(number: number)) { _ in
      let ticket = try desk.pass.make()
      ticket.see()
      if ticket.owner != number { register.complain("order \(number) has the ticket of \(ticket.owner)") }
    }
  }

  private func useChild() throws {
    let number = orders.add()
    let child = try container.child { [register, dice] in
      Bind { (pump: Noted) in try register.make("plug", of: number, dice, from: [pump]) }
        .named("plug").needs(Noted.self, named: "pump").in(.singleton).onClose { $0.close() }
    }
    defer { try? child.close() }
    try ask(child, for: "plug")
    try child.withScope(Workshop.self, Order(number: orders.add())) { hall in try ask(hall, for: "ticket") }
  }

  func closeContainer() {
    closeWhenIdle { try container.close() }
    isOver.add()
  }

  /// Closes what is still open, then the container.
  func closeAll() {
    for place in 0..<4 { close(take(place, from: benches)) }
    for place in 0..<4 { close(take(place, from: halls)) }
    closeContainer()
  }

  private func close(_ scope: OpenScope?) {
    guard let scope else { return }
    closeWhenIdle { try scope.close() }
    if (try? scope.resolve(Noted.self, named: "pump")) != nil { register.complain("a closed scope answers") }
  }

  /// Closes as soon as nobody builds a value there, or closes it.
  private func closeWhenIdle(_ close: () throws -> Void) {
    var isRefused = true
    while isRefused {
      isRefused = false
      do { try close() } catch { isRefused = [.building, .closing].contains((error as? CloseError)?.reason) }
    }
  }

  private typealias Scopes = Lock<[OpenScope?]>

  private func scope(_ place: Int, in scopes: borrowing Scopes) -> OpenScope? { scopes.withLock { $0[place] } }

  private func take(_ place: Int, from scopes: borrowing Scopes) -> OpenScope? {
    scopes.withLock { scopes in
      defer { scopes[place] = nil }
      return scopes[place]
    }
  }

  /// Puts a scope where another one may be, which is closed.
  private func put(_ scope: OpenScope, at place: Int, in scopes: borrowing Scopes) {
    let old = scopes.withLock { scopes in
      defer { scopes[place] = scope }
      return scopes[place]
    }
    close(old)
  }
}
