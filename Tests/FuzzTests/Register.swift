// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// Chance for code that any thread runs: which one gets which number differs from run to run, the numbers do not.
final class Dice: Sendable {
  private let random: Lock<SplitMix64>

  init(seed: Int) { random = Lock(SplitMix64(seed: seed)) }

  func chance(_ percent: Int) -> Bool { random.withLock { $0.chance(percent) } }
  func below(_ bound: Int) -> Int { random.withLock { $0.below(bound) } }

  /// Takes a moment, or none, so that others come in between.
  func linger() {
    switch below(4) {
    case 0: spin(for: .microseconds(Int64(below(30))))
    case 1:
      let end = below(4)
      var turns = 0
      spin {
        turns += 1
        return turns > end
      }
    default: break
    }
  }

  /// Lets other tasks run a few times, or not.
  func pause() async { for _ in 0..<max(0, below(8) - 4) { await Task.yield() } }
}

/// What was made by one bind for one owner, and what happened to it. Holds nothing of it.
final class Register: Sendable {
  /// What is shared by all who ask one owner: `bind` of the scope or container `owner`.
  struct Place: Hashable, CustomStringConvertible {
    let bind: String
    let owner: Int
    var description: String { "\(bind) of \(owner)" }
  }

  private struct Life {
    let place: Place
    var closings = 0
    var isAlive = true
  }

  private struct State {
    var lives: [Life] = []
    var seen: [Place: Set<Int>] = [:]
    var building: Set<Place> = []
    var held: [Int: Int] = [:]
    var wrong: [String] = []
  }

  private let state = Lock(State())

  /// What went against a promise, in words; empty when nothing did.
  var wrong: [String] { state.withLock { $0.wrong } }
  var madeCount: Int { state.withLock { $0.lives.count } }
  var aliveCount: Int { state.withLock { $0.lives.count(where: \.isAlive) } }

  /// Whether some factory runs.
  var isBuilding: Bool { state.withLock { !$0.building.isEmpty } }

  func complain(_ text: String) { state.withLock { $0.wrong.append(text) } }

  /// Notes that a factory runs. Of what is shared only one may at a time.
  func begin(_ bind: String, of owner: Int) {
    state.withLock { state in
      let place = Place(bind: bind, owner: owner)
      if !state.building.insert(place).inserted { state.wrong.append("\(place) is built twice at once") }
    }
  }

  func end(_ bind: String, of owner: Int) { state.withLock { _ = $0.building.remove(Place(bind: bind, owner: owner)) } }

  /// Notes a new object.
  ///
  /// - Returns: Its number.
  fileprivate func add(_ place: Place) -> Int {
    state.withLock { state in
      state.lives.append(Life(place: place))
      return state.lives.count - 1
    }
  }

  /// Notes that somebody was given an object. For one owner there is only one.
  fileprivate func see(_ number: Int) {
    state.withLock { state in
      let place = state.lives[number].place
      state.seen[place, default: []].insert(number)
      if let seen = state.seen[place], seen.count > 1 { state.wrong.append("\(place) was given out as \(seen.sorted())") }
    }
  }

  fileprivate func close(_ number: Int) {
    state.withLock { state in
      state.lives[number].closings += 1
      if state.lives[number].closings > 1 { state.wrong.append("\(state.lives[number].place) was closed again") }
    }
  }

  fileprivate func end(_ number: Int) { state.withLock { $0.lives[number].isAlive = false } }

  /// Notes that somebody holds an object of which there may be one only at a time.
  fileprivate func hold(_ number: Int) {
    state.withLock { state in
      state.held[number, default: 0] += 1
      let place = state.lives[number].place
      let others = state.held.keys.filter { $0 != number && state.lives[$0].place == place }
      if !others.isEmpty { state.wrong.append("\(place) is held as \(number) and \(others.sorted())") }
    }
  }

  fileprivate func letGo(_ number: Int) {
    state.withLock { state in
      state.held[number, default: 1] -= 1
      if state.held[number] == 0 { state.held[number] = nil }
    }
  }

  /// Says what is left to be found out when all owners have closed and are gone.
  func settle(closing binds: Set<String>) {
    state.withLock { state in
      for life in state.lives {
        if life.closings == 0, binds.contains(life.place.bind) { state.wrong.append("\(life.place) was never closed") }
        if life.isAlive { state.wrong.append("\(life.place) is still there") }
      }
    }
  }
}

/// An object of which a register knows.
final class Noted: Sendable {
  let number: Int
  let owner: Int
  /// What it was made from.
  let parts: [Noted]
  private let register: Register

  init(_ bind: String, of owner: Int = 0, in register: Register, from parts: [Noted] = []) {
    number = register.add(Register.Place(bind: bind, owner: owner))
    self.owner = owner
    self.parts = parts
    self.register = register
    for part in parts { part.see() }
  }

  deinit { register.end(number) }

  /// Notes that somebody was given it.
  func see() { register.see(number) }
  func close() { register.close(number) }

  /// Holds it while a closure runs.
  func held(_ body: () -> Void) {
    register.hold(number)
    body()
    register.letGo(number)
  }
}
