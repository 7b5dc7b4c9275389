// SPDX-License-Identifier: Apache-2.0
import Logging
import Synchronization

/// Cooks what was ordered, in the background, several orders at a time.
///
/// It forgets nothing: what it was cooking when it closed, or when the process ended, it cooks when it opens again.
final class Kitchen: Sendable {
  /// Cooks one ticket; with everything that is needed for that, made for it.
  typealias Job = @Sendable (Ticket) async throws -> Void

  private let cooks: Int
  private let rail: TicketRail
  private let bell: Bell
  private let logger: Logger
  private let job: Job
  private let work = Mutex<Task<Void, Never>?>(nil)

  init(cooks: Int, rail: TicketRail, bell: Bell, logger: Logger, job: @escaping Job) {
    (self.cooks, self.rail, self.bell, self.logger, self.job) = (cooks, rail, bell, logger, job)
  }

  /// Begins to work. Without cooks it stays closed.
  func open() {
    guard cooks > 0 else { return }
    bell.ring()
    work.withLock { work in
      if work == nil { work = Task { await run() } }
    }
  }

  /// Stops, and returns when nobody cooks any more. What is not done is done the next time.
  func close() async {
    let task = work.withLock { work in
      defer { work = nil }
      return work
    }
    task?.cancel()
    await task?.value
  }

  private func run() async {
    await withDiscardingTaskGroup { group in
      let places = Places(cooks)
      var last = 0
      for await _ in bell.rings {
        while !Task.isCancelled, let tickets = await tickets(after: last), !tickets.isEmpty {
          for ticket in tickets {
            await places.take()
            last = ticket.order
            group.addTask {
              await self.cook(ticket)
              places.give()
            }
          }
        }
        if Task.isCancelled { break }
      }
      group.cancelAll()
    }
  }

  private func tickets(after last: Int) async -> [Ticket]? {
    do { return try await rail.next(after: last, limit: 2 * cooks) } catch {
      if Task.isCancelled { return nil }
      logger.warning("the kitchen cannot read its tickets, and tries again", metadata: ["error": "\(error)"])
      try? await Task.sleep(for: .seconds(1))
      bell.ring()
      return nil
    }
  }

  private func cook(_ ticket: Ticket) async {
    while !Task.isCancelled {
      do { return try await job(ticket) } catch {
        if Task.isCancelled { return }
        logger.warning("order \(ticket.order) could not be cooked, and is tried again", metadata: ["error": "\(error)"])
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }
}

/// A number of places; who takes one waits until there is one.
private final class Places: Sendable {
  private let places: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init(_ count: Int) {
    (places, continuation) = AsyncStream.makeStream()
    for _ in 0..<count { continuation.yield() }
  }

  /// Returns at once when the task is cancelled.
  func take() async {
    var iterator = places.makeAsyncIterator()
    _ = await iterator.next()
  }

  func give() { continuation.yield() }
}
