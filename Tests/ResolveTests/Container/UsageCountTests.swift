// SPDX-License-Identifier: Apache-2.0
@testable import Dovetail
import Testing
import TestSupport

/// Lets go when the last one has left.
private final class Protected: Sendable {
  let releases = Counter()
  private let users = UsageCount()

  var hasEnded: Bool { users.hasEnded }

  func enter() -> Bool { users.enter() }

  func enterAgain() { users.enterAgain() }

  func end() -> Bool { users.end() }

  func leave() { if users.leave() { releases.add() } }
}

@Suite struct UsageCountTests {
  @Test func `what is protected stays while somebody is inside, and goes with the last one after the end`() {
    let protected = Protected()
    #expect(protected.enter() && protected.enter())
    protected.leave()
    #expect(protected.end())
    #expect(protected.hasEnded)
    protected.leave()
    #expect(protected.releases.value == 0)
    protected.leave()
    #expect(protected.releases.value == 1)
  }

  @Test func `nobody enters after the end, and only the first call ends it`() {
    let protected = Protected()
    #expect(protected.end())
    #expect(!protected.end() && !protected.enter())
    protected.leave()
    #expect(!protected.end() && !protected.enter())
    #expect(protected.releases.value == 1)
  }

  @Test func `who is inside may enter once more after the end, for somebody who stays longer`() {
    let protected = Protected()
    #expect(protected.enter() && protected.end())
    protected.enterAgain()
    protected.leave()
    protected.leave()
    #expect(protected.releases.value == 0)
    protected.leave()
    #expect(protected.releases.value == 1)
  }

  @Test func `among threads that enter, leave and end, exactly one lets go, and nobody is inside then`() {
    for _ in 1...200 {
      let protected = Protected()
      let (inside, ended, late) = (Counter(), Counter(), Counter())
      Threads.run(8) { index in
        for _ in 1...50 where protected.enter() {
          inside.add()
          if protected.releases.value > 0 { late.add() }
          inside.add(-1)
          protected.leave()
        }
        if index % 4 == 0, protected.end() {
          ended.add()
          protected.leave()
        }
      }
      #expect(ended.value == 1 && protected.releases.value == 1 && late.value == 0 && inside.value == 0)
    }
  }
}
