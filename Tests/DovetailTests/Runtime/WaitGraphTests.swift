// SPDX-License-Identifier: Apache-2.0
import Testing
import TestSupport

@testable import Dovetail
@testable import DovetailRuntime

@Suite struct WaitGraphTests {
  @Test func `waiting for somebody who works is no loop`() {
    ThreadID.with(3) { threads in
      let (a, b) = (Build(owner: threads[1], step: .named("A")), Build(owner: threads[2], step: .named("B")))
      #expect(WaitGraph.begin(threads[0], waitingFor: a)?.count == nil)
      #expect(WaitGraph.begin(threads[1], waitingFor: b)?.count == nil)
      for thread in threads { WaitGraph.end(thread) }
    }
  }

  @Test(arguments: [1, 2, 3, 10, 100]) func `the last thread to join a loop sees all of it`(length: Int) {
    ThreadID.with(length) { threads in
      let builds = threads.indices.map { Build(owner: threads[$0], step: .named("\($0)")) }
      // Each but the last one waits for the build of the next.
      for index in 0..<length - 1 { #expect(WaitGraph.begin(threads[index], waitingFor: builds[index + 1])?.count == nil) }
      let loop = WaitGraph.begin(threads[length - 1], waitingFor: builds[0])
      #expect(loop?.map(\.step.key.description) == builds.map(\.step.key.description))
      // It was not registered, so the others may end.
      for thread in threads { WaitGraph.end(thread) }
      for thread in threads {
        let free = Build(owner: threads[0], step: .named("free"))
        free.finish(nil)
        #expect(WaitGraph.begin(thread, waitingFor: free)?.count == nil)
        WaitGraph.end(thread)
      }
    }
  }

  @Test func `a tail that leads into a loop of others is found by those in the loop`() {
    ThreadID.with(3) { threads in
      let builds = threads.indices.map { Build(owner: threads[$0], step: .named("\($0)")) }
      #expect(WaitGraph.begin(threads[0], waitingFor: builds[1])?.count == nil)
      #expect(WaitGraph.begin(threads[1], waitingFor: builds[2])?.count == nil)
      let loop = WaitGraph.begin(threads[2], waitingFor: builds[1])
      #expect(loop?.map(\.step.key.description) == ["1", "2"])
      for thread in threads { WaitGraph.end(thread) }
    }
  }

  @Test func `a build that has ended breaks the loop`() {
    ThreadID.with(2) { threads in
      let (a, b) = (Build(owner: threads[0], step: .named("A")), Build(owner: threads[1], step: .named("B")))
      #expect(WaitGraph.begin(threads[0], waitingFor: b)?.count == nil)
      b.finish(nil)
      // The first thread is awake already, but has not yet signed off.
      let c = Build(owner: threads[0], step: .named("C"))
      #expect(WaitGraph.begin(threads[1], waitingFor: c)?.count == nil)
      for thread in threads { WaitGraph.end(thread) }
      #expect(!a.isDone)
    }
  }

  @Test func `the error draws the loop closed and says what to do`() {
    let builds = ["Hen", "Egg"].map { Build(owner: .current, step: .named($0)) }
    #expect(
      WaitGraph.error(for: builds).description == """
        error: [dependency-cycle] 'Hen' waits for itself across threads: 'Hen' -> 'Egg' -> 'Hen'
            Hen      singleton in the test
          help: let one step of the cycle take a Provider or a Lazy of the next, and use it after it is built
        """)
  }

  @Test func `nobody remembers a build for which somebody has waited`() {
    let remembered = Lock(WeakReference())
    let (built, waiter) = (Box<Build>(), Box<ThreadID>())
    Threads.run(2) { index in
      guard index == 0 else {
        spin { built.value != nil }
        waiter.value = .current
        try? built.value?.wait()
        return
      }
      let build = Build(owner: .current, step: .named("Road"))
      remembered.withLock { $0.object = build }
      built.value = build
      WaitGraph.spin(untilAwaitedBy: waiter)
      built.value = nil
      build.finish(nil)
    }
    #expect(remembered.withLock { $0.object } == nil)
  }
}
