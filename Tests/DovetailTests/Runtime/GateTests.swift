// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import Testing
import TestSupport

@testable import Dovetail
@testable import DovetailRuntime

/// The moments between a look and a turn, in which another thread may come and go. Here it does so each time.
@Suite struct GateTests {
  private let step = ResolutionError.Step.named("Lamp")

  /// A gate whose value is held elsewhere, as of one that is held weakly.
  private final class Shared: Sendable {
    private let gate = Gate()
    private var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

    func enter<Found>(_ step: ResolutionError.Step, unless find: () -> Found?) throws -> Found? {
      try gate.enter(address, step, unless: find)
    }

    func run<Value>(_ step: ResolutionError.Step, build: () throws -> Value) throws -> Value {
      let result = Result { try build() }
      gate.end(address, ready: false, with: result.error.map { ResolutionError($0, through: step) })
      return try result.get()
    }
  }

  @Test func `what was built between the look and the turn is found, and not built again`() throws {
    let (shared, built) = (Shared(), Box<String>())
    let found = try shared.enter(step) { () -> String? in
      if let value = built.value { return value }
      // Another thread builds it, and is gone before this one gets its turn. The first look has found nothing all the same.
      Threads.run { [step] _ in
        guard (try? shared.enter(step, unless: { built.value })) == .some(nil) else { return }
        _ = try? shared.run(step) { built.value = "another thread's" }
      }
      return nil
    }
    #expect(found == "another thread's")
    // The turn was given back: somebody else gets one at once.
    Threads.run { [step] _ in
      let entrance = Result { try shared.enter(step, unless: { nil as String? }) }
      #expect((try? entrance.get()) == .some(nil))
      _ = try? shared.run(step) { "the third thread's" }
    }
  }

  @Test func `what comes to nothing between the look and the turn is built by whose turn it is`() throws {
    let (shared, looks) = (Shared(), Counter())
    let found = try shared.enter(step) { () -> String? in
      guard looks.add() == 1 else { return nil }
      Threads.run { [step] _ in
        guard (try? shared.enter(step, unless: { nil as String? })) == .some(nil) else { return }
        _ = try? shared.run(step) { throw Breakdown() }
      }
      return nil
    }
    #expect(found == nil)
    #expect(looks.value == 2)
    #expect(
      failure { try shared.enter(step, unless: { nil as String? }) }.hasPrefix("[dependency-cycle] 'Lamp' is needed"))
    #expect(try shared.run(step) { "built" } == "built")
  }
}

extension Result {
  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
