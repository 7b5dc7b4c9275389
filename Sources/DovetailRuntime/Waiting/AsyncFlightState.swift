// SPDX-License-Identifier: Apache-2.0

/// How the wait for a build ends.
package enum AsyncEnding<Value: Sendable>: Sendable {
  case built(Value)
  case failed(any Error)
  /// The waiting task was cancelled.
  case left
  /// The build that was joined had been given up before, and came to nothing; look again.
  case again
}

/// Who waits for the build of one shared value, without any lock: nobody builds, or one build is on its way and everybody waits for it.
///
/// Every change returns what is to be done about it; the caller does that after the lock is released. Nothing of a build that has ended
/// stays here, neither its value, which is kept elsewhere, nor its failure.
// Inert: what is dropped here is handed out, so that many may wait without being copied.
package struct AsyncFlightState<Value: Sendable, Sleeper: Sendable>: Inert {
  package typealias Ending = AsyncEnding<Value>

  /// What a task that wants the value has got.
  package struct Entrance: Sendable {
    package let ticket: Int
    package let flight: AsyncFlight
    /// Whether the task is the first one and has to start the flight.
    package let isFirst: Bool
  }

  /// What is to be done when a waiter goes.
  package struct Leaving: Sendable {
    /// Is to be woken with `.left`.
    package var sleeper: Sleeper?
    /// Nobody waits for this build any more: it is to be cancelled.
    package var abandoned: AsyncFlight?
    /// How the wait had ended already, to be released.
    package var dropped: Ending?
  }

  private enum Waiter: Sendable {
    case arriving
    case asleep(Sleeper)
    case ended(Ending)
  }

  private var flight: AsyncFlight?
  private var isAbandoned = false
  private var waiting: Set<Int> = []
  private var waiters: [Int: Waiter] = [:]
  private var lastTicket = 0

  /// Joins the build, or begins one.
  package mutating func enter(wanting step: ResolutionError.Step) -> Entrance {
    lastTicket += 1
    waiters[lastTicket] = .arriving
    waiting.insert(lastTicket)
    if let flight { return Entrance(ticket: lastTicket, flight: flight, isFirst: false) }
    let fresh = AsyncFlight(step: step)
    flight = fresh
    isAbandoned = false
    return Entrance(ticket: lastTicket, flight: fresh, isFirst: true)
  }

  /// Goes to sleep until the wait ends.
  ///
  /// - Returns: How it ended, when it has already: the sleeper is to be woken at once.
  package mutating func suspend(_ ticket: Int, _ sleeper: Sleeper) -> Ending? {
    guard case .ended(let ending) = waiters[ticket] else {
      waiters[ticket] = .asleep(sleeper)
      return nil
    }
    waiters[ticket] = nil
    return ending
  }

  /// Ends the wait of one task only. Does nothing when it has ended already.
  package mutating func leave(_ ticket: Int) -> Leaving {
    var leaving = Leaving()
    guard waiting.remove(ticket) != nil else { return leaving }
    if case .asleep(let sleeper) = waiters[ticket] {
      waiters[ticket] = nil
      leaving.sleeper = sleeper
    } else {
      waiters[ticket] = .ended(.left)
    }
    if waiting.isEmpty {
      isAbandoned = true
      leaving.abandoned = flight
    }
    return leaving
  }

  /// Takes back an entrance whose task never goes to sleep.
  package mutating func refuse(_ ticket: Int) -> Leaving {
    var leaving = leave(ticket)
    if case .ended(let ending) = waiters.removeValue(forKey: ticket) { leaving.dropped = ending }
    return leaving
  }

  /// Ends the build.
  ///
  /// - Returns: Who is to be woken, in the order of their coming, and with what.
  package mutating func finish(_ result: Result<Value, any Error>) -> (sleepers: [Sleeper], ending: Ending) {
    let ending: Ending =
      switch result {
      case .success(let value): .built(value)
      case .failure(let error): isAbandoned ? .again : .failed(error)
      }
    var sleepers: [Sleeper] = []
    for ticket in waiting.sorted() {
      if case .asleep(let sleeper) = waiters[ticket] {
        waiters[ticket] = nil
        sleepers.append(sleeper)
      } else {
        waiters[ticket] = .ended(ending)
      }
    }
    waiting = []
    flight = nil
    return (sleepers, ending)
  }
}
