// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Bistro

@Suite struct `The turnstile` {
  @Test func `lets one in at a time`() async throws {
    let turnstile = Turnstile()
    let counter = Counter()
    try await withThrowingTaskGroup { group in
      for _ in 1...50 {
        group.addTask {
          try await turnstile.enter()
          await counter.enter()
          await Task.yield()
          await counter.leave()
          turnstile.leave()
        }
      }
      try await group.waitForAll()
    }
    #expect(await counter.most == 1)
    #expect(await counter.all == 50)
  }

  @Test func `who is cancelled goes away, and the next one gets in`() async throws {
    let turnstile = Turnstile()
    try await turnstile.enter()
    let cancelled = Task { try await turnstile.enter() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let next = Task {
      try await turnstile.enter()
      turnstile.leave()
    }
    turnstile.leave()
    try await next.value
  }

  private actor Counter {
    var (inside, most, all) = (0, 0, 0)

    func enter() {
      inside += 1
      all += 1
      most = max(most, inside)
    }

    func leave() { inside -= 1 }
  }
}
