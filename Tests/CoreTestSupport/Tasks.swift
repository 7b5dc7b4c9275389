// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import TestSupport

/// A door at which any number of tasks wait until it is opened. It stays open.
package final class Door: Sendable {
  private struct State: Sendable {
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var gone: Set<Int> = []
    var last = 0
  }

  private let state = Lock(State())

  package init() {}

  /// How many tasks wait.
  package var queue: Int { state.withLock { $0.waiting.count } }

  package func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for task in waiting { task.resume() }
  }

  /// Returns once the door is open, cancelled or not.
  package func pass() async { await wait(as: ticket()) }

  /// Returns once the door is open; throws as soon as the task is cancelled.
  package func passUnlessCancelled() async throws {
    let ticket = ticket()
    await withTaskCancellationHandler {
      await wait(as: ticket)
    } onCancel: {
      let waiting = state.withLock { state in
        state.gone.insert(ticket)
        return state.waiting.removeValue(forKey: ticket)
      }
      waiting?.resume()
    }
    try Task.checkCancellation()
  }

  private func ticket() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  private func wait(as ticket: Int) async {
    await withCheckedContinuation { task in
      let waits = state.withLock { state in
        let waits = !state.isOpen && !state.gone.contains(ticket)
        if waits { state.waiting[ticket] = task }
        return waits
      }
      if !waits { task.resume() }
    }
  }
}

/// Lets nobody pass until all have arrived.
package final class Meeting: Sendable {
  private let count: Int
  private let arrived = Counter()
  private let door = Door()

  package init(_ count: Int) { self.count = count }

  package func join() async {
    if arrived.add() == count { door.open() }
    await door.pass()
  }
}

/// Gives other tasks the processor until a condition holds, without giving up.
package func yield(until condition: @Sendable () -> Bool) async {
  while !condition() { await Task.yield() }
}

/// Runs a closure in tasks of their own, which all begin at about the same time, and returns what came, in the order of the tasks.
package func together<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value) async -> [Result<
  Value, any Error
>] {
  let meeting = Meeting(count)
  let tasks = (0..<count).map { index in
    Task {
      await meeting.join()
      return try await body(index)
    }
  }
  var results: [Result<Value, any Error>] = []
  for task in tasks { results.append(await task.result) }
  return results
}

extension Result where Failure == any Error {
  /// What came, in two lines at most.
  package var summary: String {
    switch self {
    case .success(let value): "\(value)"
    case .failure(let error as ResolutionError): error.summary
    case .failure(let error as CloseError): error.summary
    case .failure(let error): "\(type(of: error))"
    }
  }
}

extension WaitGraph {
  /// Returns once a thread is registered as waiting; gives up after a while.
  package static func spin(untilAwaitedBy thread: Box<ThreadID>) {
    let end = ContinuousClock.now + .seconds(5)
    TestSupport.spin { thread.value.map(isWaiting) ?? false || .now > end }
  }
}
