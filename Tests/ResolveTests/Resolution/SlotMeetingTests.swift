// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// Larger than the room that a request keeps for its value, and than an existential.
private struct Crate: Sendable {
  let token: Tracked
  let numbers = (1, 2, 3, 4, 5, 6, 7, 8, 9)

  init(_ alive: Counter) { token = Tracked(alive) }

  var sum: Int { numbers.0 + numbers.4 + numbers.8 }
}

private struct Sum {
  let number: Int
}

/// Not Sendable.
private final class Client {
  var calls = 0
}

private struct Passing: Extension {}

private enum Shift: ScopeKind {}

/// Where the sharing of values, the layers around it, the size of values and failures meet.
@Suite struct SlotMeetingTests {
  private typealias Sharing = (name: String, bind: @Sendable (Bind<Crate>) -> Bind<Crate>)

  private let sharings: [Sharing] = [
    ("transient", { $0 }), ("graph", { $0.in(.graph) }), ("singleton", { $0.in(.singleton) }),
    ("scoped", { $0.in(.scoped(Shift.self)) }),
  ]

  @Test(arguments: [false, true])
  func `a large value arrives whole in every scope, with layers and without, and none stays`(layered: Bool) throws {
    for sharing in sharings {
      let alive = Counter()
      do {
        let container = try Container(
          extensions: layered ? [Passing()] : [], observers: layered ? [RecordingObserver(observesReuse: true)] : []
        ) {
          sharing.bind(Bind { Crate(alive) })
          Bind { (left: Crate, right: Crate) in Sum(number: left.sum + right.sum) }
          Opens(Shift.self)
        }
        try container.withScope(Shift.self) { scope throws in
          #expect(try scope.resolve(Crate.self).sum == 15, "\(sharing.name)")
          #expect(try scope.resolve(Sum.self).number == 30, "\(sharing.name)")
        }
        #expect(alive.value == (sharing.name == "singleton" ? 1 : 0), "\(sharing.name)")
      }
      #expect(alive.value == 0, "\(sharing.name)")
    }
  }

  @Test func `a value of the current scope stays while a factory has it, even if the next need closes the scope`() async throws {
    struct Closing: Sendable {}
    let (alive, box) = (Counter(), Box<OpenScope>())
    let container = try Container {
      Bind { Crate(alive) }.in(.scoped(Shift.self))
      Bind { () -> Closing in
        try box.value?.close()
        return Closing()
      }
      Bind { (crate: Crate, _: Closing) in Sum(number: alive.value * crate.sum) }
      Opens(Shift.self)
    }
    let scope = try container.openScope(Shift.self)
    box.update { $0 = scope }
    // The request is the container's: it finds the scope as the one around the running code.
    let made = try await scope.asCurrent { try sum(in: container) }
    #expect(made.number == 15)
    #expect(scope.isClosed)
    #expect(alive.value == 0)
  }

  @Test func `a shared value whose hook fails is released, and made anew by the next request`() throws {
    for sharing in sharings {
      let (alive, tries) = (Counter(), Counter())
      let container = try Container {
        sharing.bind(Bind { Crate(alive) }.onCreate { _ in if tries.add() == 1 { throw Breakdown() } })
        Opens(Shift.self)
      }
      try container.withScope(Shift.self) { scope throws in
        #expect(throws: ResolutionError.self, "\(sharing.name)") { try scope.resolve(Crate.self) }
        #expect(alive.value == 0, "\(sharing.name)")
        #expect(try scope.resolve(Crate.self).sum == 15, "\(sharing.name)")
      }
    }
  }

  @Test func `a singleton whose container closes while it is made is closed once, and released with the container`() async throws
  {
    let (alive, closed, isIn, isOut, code) = (Counter(), Counter(), Door(), Counter(), Box<ResolutionError.Code>())
    do {
      let container = try Container {
        Bind { () -> Crate in
          isIn.open()
          spin { isOut.value > 0 }
          return Crate(alive)
        }
        .in(.singleton).onClose { crate in closed.add(crate.sum) }
      }
      let thread = Task {
        await Threads.run {
          do throws(ResolutionError) { _ = try container.resolve(Crate.self) } catch { code.value = error.code }
        }
      }
      await isIn.pass()
      let closing = Task { try await container.close() }
      await yield { container.isClosed }
      isOut.add()
      try await closing.value
      await thread.value
    }
    #expect(code.value == .closed)
    #expect(closed.value == 15)
    #expect(alive.value == 0)
  }

  @MainActor @Test func `a value that stays on its actor does so behind extensions and reports of reuse`() async throws {
    let recorder = RecordingObserver(observesReuse: true)
    let container = try Container(extensions: [Passing()], observers: [recorder]) {
      Bind(Client.init).in(.singleton, on: MainActor.self)
    }
    try requestTwice(container)
    #expect(await codeElsewhere(container) == .isolated)
    #expect(recorder.events.count { if case .reused = $0.kind { true } else { false } } == 1)
  }

  private func sum(in container: Container) throws -> Sum { try container.resolve() }

  // In an asynchronous function the compiler chooses the asynchronous form of a request; these functions are synchronous.
  @MainActor private func requestTwice(_ container: Container) throws {
    let first = try container.resolve(Client.self)
    #expect(try container.resolve(Client.self) === first)
  }

  private nonisolated func code(of container: Container) -> ResolutionError.Code? {
    do throws(ResolutionError) {
      _ = try container.resolve(Client.self)
      return nil
    } catch { return error.code }
  }

  @concurrent private func codeElsewhere(_ container: Container) async -> ResolutionError.Code? { code(of: container) }
}
