// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
@testable import DovetailRuntime
import CoreTestSupport
import TestSupport

/// The moments between a look and a turn, in which another thread may come and go. Here it does so each time.
@Suite struct GateTests {
  /// A gate whose value is held elsewhere, as of one that is held weakly.
  private final class Shared: Sendable {
    private let gate = Gate()

    func pass(find: () -> String?, make: () throws -> String) throws -> String {
      try gate.pass(UInt(bitPattern: ObjectIdentifier(self)), { .named("Lamp") }, find: find, make: make)
    }
  }

  @Test func `what was built between the look and the turn is found, and not built again`() throws {
    let (shared, built) = (Shared(), Box<String>())
    let found = try shared.pass {
      if let value = built.value { return value }
      // Another thread builds it, and is gone before this one gets its turn. The first look has found nothing all the same.
      Threads.run { _ in
        _ = try? shared.pass(find: { built.value }) {
          built.value = "another thread's"
          return "another thread's"
        }
      }
      return nil
    } make: {
      "built again"
    }
    #expect(found == "another thread's")
    // The turn was given back: somebody else gets one at once.
    Threads.run { _ in #expect((try? shared.pass(find: { nil }, make: { "the third thread's" })) == "the third thread's") }
  }

  @Test func `what comes to nothing between the look and the turn is built by whose turn it is`() throws {
    let (shared, looks) = (Shared(), Counter())
    let made = try shared.pass {
      guard looks.add() == 1 else { return nil }
      Threads.run { _ in _ = try? shared.pass(find: { nil }, make: { throw Breakdown() }) }
      return nil
    } make: {
      #expect(
        failure { try shared.pass(find: { nil }, make: { "inside itself" }) }.hasPrefix(
          "[dependency-cycle] 'Lamp' is needed while it is being built"))
      return "built"
    }
    #expect(made == "built")
    #expect(looks.value == 2)
  }

  @Test func `many threads at one gate make one value, and again after a failure`() throws {
    for _ in 1...200 {
      let (shared, value, made, failed) = (Shared(), Box<String>(), Counter(), Counter())
      Threads.run(8) { _ in
        while true {
          do {
            _ = try shared.pass(find: { value.value }) {
              if made.add() == 1 { throw Breakdown() }
              value.value = "value"
              return "value"
            }
            return
          } catch { failed.add() }
        }
      }
      #expect(made.value == 2)
      #expect(failed.value >= 1)
    }
  }
}
