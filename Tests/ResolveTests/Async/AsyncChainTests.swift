// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Foundation
import Testing
import CoreTestSupport
import TestSupport

/// A chain of asynchronous parts: "0" needs "1", and so on; each is one more than the next.
private struct Chain: Module {
  let length: Int

  var bindings: Bindings {
    for number in 0..<length - 1 {
      Bind { (next: Int) async in next + 1 }.named("\(number)").needs(Int.self, named: "\(number + 1)")
    }
    Bind { () async in 1 }.named("\(length - 1)")
  }
}

/// The processor time that the running thread has used.
private struct ThreadTime {
  let thread = pthread_self()
  let used: Duration

  init() {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    used = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

@Suite struct AsyncChainTests {
  @Test func `a long chain of asynchronous parts takes a time that grows with its length`() async throws {
    let container = try Container(Chain(length: 20_000))
    // Nothing in the chain suspends, so that it stays on its thread; the time of that thread does not depend on other tests.
    let began = ThreadTime()
    let sum = try await container.resolve(Int.self, named: "0")
    let ended = ThreadTime()
    #expect(sum == 20_000)
    let (isSame, used) = (pthread_equal(ended.thread, began.thread) != 0, ended.used - began.used)
    #expect(isSame)
    #expect(used < .seconds(12), "where each part passes those around it, they take 22 seconds in a debug build")
  }

  @Test func `a part that asks for one that needs it is a cycle, found before any part is made twice`() async throws {
    let (roads, wheels, radios) = (Counter(), Counter(), Counter())
    let container = try Container {
      Bind { (_: Wheel) async -> Road in
        roads.add()
        return Road()
      }
      Bind { (radio: AsyncProvider<Radio>) async throws -> Wheel in
        wheels.add()
        _ = try await radio.make()
        return Wheel()
      }
      Bind { (_: Road) async -> Radio in
        radios.add()
        return Radio(frequency: 102.8)
      }
    }
    for _ in 1...2 {
      #expect(
        await asyncFailure { try await container.resolve(Road.self) } == """
          [dependency-cycle] 'Road' is needed while it is being built
          Road -> Wheel -> Radio -> Road
          """)
    }
    #expect("\(roads.value) \(wheels.value) \(radios.value)" == "0 2 0")
  }

  @Test func `a task of one part may ask for the part that is made after it`() async throws {
    let (made, told, door) = (Counter(), Box<Task<String, Never>>(), Door())
    let container = try Container {
      Bind { (_: Road, _: Wheel) async in 7 }
      Bind { (wheel: AsyncProvider<Wheel>) async -> Road in
        told.value = Task {
          await door.pass()
          return await asyncFailure { try await wheel.make() }
        }
        return Road()
      }
      Bind { () async -> Wheel in
        if made.add() == 1 {
          door.open()
          _ = await told.value?.value
        }
        return Wheel()
      }
    }
    let seven = try await container.resolve(Int.self)
    #expect(seven == 7)
    #expect(made.value == 2)
  }
}
