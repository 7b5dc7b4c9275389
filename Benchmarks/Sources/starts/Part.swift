// SPDX-License-Identifier: Apache-2.0
import Synchronization

// Types by the hundred, without writing them down: a number that is a type, and a part for every two of them.

protocol Number: SendableMetatype {
  static var value: Int { get }
}

extension Number {
  static var next: any Number.Type { Next<Self>.self }
}

enum Zero: Number {
  static let value = 0
}

enum Next<Before: Number>: Number {
  static var value: Int { Before.value + 1 }
}

/// The first numbers, as types.
func numbers(_ count: Int) -> [any Number.Type] {
  var last: any Number.Type = Zero.self
  return (0..<count).map { _ in
    defer { last = last.next }
    return last
  }
}

/// What takes a while to start.
final class Part<Level: Number, Place: Number>: Sendable {
  init(_ work: Work) async throws { try await work.start(level: Level.value, place: Place.value) }
}

struct Refused: Error {}

/// What the parts of one start did.
final class Work: Sendable {
  static let time = Duration.milliseconds(10)
  /// The place that fails, if one shall.
  let failing: (level: Int, place: Int)?
  private let state = Mutex(State())

  struct State: Sendable {
    /// How long each part took. Shape: `[level][place]`.
    var took: [Int: [Int: Duration]] = [:]
    var stopped = 0
    var failed: ContinuousClock.Instant?
    var started: Int { took.values.reduce(0) { $0 + $1.count } }
  }

  init(failing: (level: Int, place: Int)? = nil) { self.failing = failing }

  var done: State { state.withLock { $0 } }

  func start(level: Int, place: Int) async throws {
    let began = ContinuousClock.now
    try await Task.sleep(for: Work.time)
    if let failing, failing == (level, place) {
      state.withLock { $0.failed = .now }
      throw Refused()
    }
    let took = ContinuousClock.now - began
    state.withLock { $0.took[level, default: [:]][place] = took }
  }

  func stop() { state.withLock { $0.stopped += 1 } }
}
