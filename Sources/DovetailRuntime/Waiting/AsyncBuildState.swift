// SPDX-License-Identifier: Apache-2.0

/// The end of the wait for a build.
package enum AsyncEnding<Value: Sendable>: Sendable {
  case built(Value)
  case failed(any Error)
  /// The waiting task was cancelled.
  case left
  /// The joined build had been abandoned before, and failed; look again.
  case again
}

/// The tasks that wait for the build of one shared value, without any lock: there is no build, or one build for which all of them wait.
///
/// Every change returns the actions to take; the caller does them after the lock is released. A build that has ended leaves nothing here, neither its value,
/// which is kept elsewhere, nor its failure.
// Inert: every dropped part is handed out, so that many may wait without being copied.
package struct AsyncBuildState<Value: Sendable, Sleeper: Sendable>: Inert {
  package typealias Ending = AsyncEnding<Value>

  /// The result of entering, for a task that needs the value.
  package struct Entrance: Sendable {
    package let ticket: Int
    package let build: AsyncBuild
    /// Whether the task is the first one and has to start the build.
    package let isFirst: Bool
  }

  /// The actions to take when a waiter leaves.
  package struct Leaving: Sendable {
    /// To be woken with `.left`.
    package var sleeper: Sleeper?
    /// The build has no waiters any more: it is to be cancelled.
    package var abandoned: AsyncBuild?
    /// The end that the wait had already, to be released.
    package var dropped: Ending?
  }

  private enum Waiter: Sendable {
    case arriving
    case asleep(Sleeper)
    case ended(Ending)
  }

  private var build: AsyncBuild?
  private var isAbandoned = false
  private var waiting: Set<Int> = []
  private var waiters: [Int: Waiter] = [:]
  private var lastTicket = 0

  /// Joins the build, or begins one.
  package mutating func enter(wanting step: ResolutionError.Step) -> Entrance {
    lastTicket += 1
    waiters[lastTicket] = .arriving
    waiting.insert(lastTicket)
    if let build { return Entrance(ticket: lastTicket, build: build, isFirst: false) }
    let fresh = AsyncBuild(step: step)
    build = fresh
    isAbandoned = false
    return Entrance(ticket: lastTicket, build: fresh, isFirst: true)
  }

  /// Suspends until the wait ends.
  ///
  /// - Returns: The end of the wait, when it has ended already: the sleeper is to be woken immediately.
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
      leaving.abandoned = build
    }
    return leaving
  }

  /// Takes back an entrance whose task never suspends.
  package mutating func refuse(_ ticket: Int) -> Leaving {
    var leaving = leave(ticket)
    if case .ended(let ending) = waiters.removeValue(forKey: ticket) { leaving.dropped = ending }
    return leaving
  }

  /// Ends the build.
  ///
  /// - Returns: The tasks to wake, in the order of their arrival, and the end of their wait.
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
    build = nil
    return (sleepers, ending)
  }
}
