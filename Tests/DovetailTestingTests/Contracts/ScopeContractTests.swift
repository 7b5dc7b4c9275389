// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailTesting
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A scope whose storage is made by a closure, so that each test can say what is wrong with it.
private struct Sketched: CustomScope {
  let make: @Sendable () -> any Drawer

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>(drawer: make()) }

  struct Storage<Value: Sendable>: ScopeStorage {
    let drawer: any Drawer

    func instance(_ make: () throws -> Value) throws -> Value {
      let value = try drawer.instance { try make() }
      guard let value = value as? Value else { return try make() }
      return value
    }
  }
}

/// Where a scope keeps what it made.
private protocol Drawer: Sendable {
  func instance(_ make: () throws -> any Sendable) throws -> any Sendable
}

/// Builds once, whatever the contention: the others wait for the first, whose factory runs outside the lock.
private final class Once: Drawer {
  private enum State: Sendable {
    case empty
    case building
    case ready(any Sendable)
  }

  private let state = Lock(State.empty)

  func instance(_ make: () throws -> any Sendable) throws -> any Sendable {
    while true {
      let found = state.withLock { state -> State in
        defer { if case .empty = state { state = .building } }
        return state
      }
      switch found {
      case .ready(let value): return value
      case .building: spin()
      case .empty:
        do {
          let value = try make()
          state.withLock { $0 = .ready(value) }
          return value
        } catch {
          state.withLock { $0 = .empty }
          throw error
        }
      }
    }
  }
}

/// Makes a new one every time.
private struct Forgetful: Drawer {
  func instance(_ make: () throws -> any Sendable) throws -> any Sendable { try make() }
}

/// Keeps the first one without looking whether there is one meanwhile.
private final class Racy: Drawer {
  private let kept = Lock<(any Sendable)?>(nil)
  private let meeting = Atomic<Int>(0)

  func instance(_ make: () throws -> any Sendable) throws -> any Sendable {
    if let value = kept.withLock({ $0 }) { return value }
    _ = meeting.add(1, ordering: .acquiringAndReleasing)
    // Lets the second one in before the first is kept, where there is a second one.
    for _ in 0..<10_000 where meeting.load(ordering: .acquiring) < 2 { spin() }
    let value = try make()
    kept.withLock { $0 = value }
    return value
  }
}

/// Holds a lock of its own, or one that all share, while the factory runs.
private final class Locked: Drawer {
  private let lock: SharedLock
  private let kept = Lock<(any Sendable)?>(nil)
  init(_ lock: SharedLock) { self.lock = lock }

  func instance(_ make: () throws -> any Sendable) throws -> any Sendable {
    lock.enter()
    defer { lock.leave() }
    if let value = kept.withLock({ $0 }) { return value }
    let value = try make()
    kept.withLock { $0 = value }
    return value
  }
}

/// Lets go of its lock only when the factory does not throw.
private struct Leaky: Drawer {
  let lock: SharedLock
  private let kept = Once()
  init(_ lock: SharedLock) { self.lock = lock }

  func instance(_ make: () throws -> any Sendable) throws -> any Sendable {
    lock.enter()
    let value = try kept.instance(make)
    lock.leave()
    return value
  }
}

/// A lock that is held across calls.
private final class SharedLock: Sendable {
  private let isHeld = Atomic<Bool>(false)

  func enter() {
    while !isHeld.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged { spin() }
  }

  func leave() { isHeld.store(false, ordering: .releasing) }
}

/// Swallows the first error and tries again, or keeps it for ever.
private final class Careless: Drawer {
  private let keepsErrors: Bool
  private let kept = Lock<Result<any Sendable, any Error>?>(nil)
  init(keepsErrors: Bool) { self.keepsErrors = keepsErrors }

  func instance(_ make: () throws -> any Sendable) throws -> any Sendable {
    if let known = kept.withLock({ $0 }) { return try known.get() }
    do {
      let value = try make()
      kept.withLock { $0 = .success(value) }
      return value
    } catch {
      guard keepsErrors else { throw Breakdown() }
      kept.withLock { $0 = .failure(error) }
      throw error
    }
  }
}

/// Gives the processor to another thread.
private func spin() { sched_yield() }

@Suite struct ScopeContractTests {
  private func issues(
    _ scope: Sketched, makes: ClosedRange<Int>? = 1...1, atOnce: ClosedRange<Int>? = nil
  ) async -> [String] {
    let line = #line + 1
    let issues = await recorded { verifyScope(scope, makes: makes, atOnce: atOnce) }
    #expect(issues.allSatisfy { $0.line == line })
    return issues.map(\.text)
  }

  private func broken(_ promise: String, _ text: String) -> String {
    "error: [broken-contract] the scope 'Sketched' breaks the promise '\(promise)'\n  \(text)"
  }

  @Test func `a scope that builds once and waits keeps every promise`() async {
    #expect(await issues(Sketched { Once() }) == [])
  }

  @Test func `a scope that shares nothing keeps every promise, if that is what it says`() async {
    #expect(await issues(Sketched { Forgetful() }, makes: 64...64, atOnce: 512...512) == [])
    #expect(await issues(Sketched { Forgetful() }, makes: nil) == [])
    #expect(
      await issues(Sketched { Forgetful() }) == [
        broken("count", "64 requests, one after the other, made 64 instances, not 1"),
        broken("contention", "8 threads with 64 requests each made 512 instances, not 1"),
      ])
  }

  @Test func `one storage for all binds is found`() {
    let one = Once()
    let contract = ScopeContract(Sketched { one }, makes: 1...1, patience: .milliseconds(50))
    #expect(
      contract.broken().first?.description(of: "Sketched", is: "scope")
        == broken(
          "own-storage",
          "a binding was given what another binding or another container had made: return a new storage from every call of storage(for:)"
        ))
  }

  @Test func `a scope that builds twice under contention is found`() async {
    let issues = await issues(Sketched { Racy() }, makes: nil, atOnce: 1...1)
    #expect(issues.count == 1)
    #expect(
      issues.first?.wholeMatch(
        of:
          /error: \[broken-contract\] the scope 'Sketched' breaks the promise 'contention'\n  8 threads with 64 requests each made [2-8] instances, not 1/
      ) != nil)
  }

  @Test func `a lock that binds share is found, and one that a storage has for itself is not`() async {
    #expect(await issues(Sketched { Locked(SharedLock()) }) == [])
    let shared = SharedLock()
    // Whoever waits here waits for ever, so a shorter patience finds the same.
    let contract = ScopeContract(Sketched { Locked(shared) }, makes: 1...1, patience: .milliseconds(50))
    #expect(
      contract.broken().map { $0.description(of: "Sketched", is: "scope") } == [
        broken(
          "no-lock",
          "while one binding was built, no other thread was given another one: hold no lock that bindings share while calling make"
        )
      ])
  }

  @Test(.timeLimit(.minutes(15))) func `threads that are to begin together wait a while for one that never comes`() {
    let waited = ContinuousClock().measure { StartingLine(2, patience: .milliseconds(1)).wait() }
    #expect(waited >= .milliseconds(1))
  }

  @Test func `a lock that is kept when a factory throws is found, instead of waiting for ever`() {
    let lock = SharedLock()
    // The thread that waits goes on afterwards.
    defer { lock.leave() }
    let contract = ScopeContract(Sketched { Leaky(lock) }, makes: 1...1, limit: .seconds(3))
    #expect(
      contract.broken().map { $0.description(of: "Sketched", is: "scope") } == [
        broken("failure", "a resolve was not answered within 3.0 seconds: let go of each lock, also when next or make throws")
      ])
  }

  @Test func `an error that is changed or kept is found`() async {
    let changed = await issues(Sketched { Careless(keepsErrors: false) }, atOnce: 1...512)
    #expect(
      changed.map { $0.split(separator: "\n").prefix(2).joined(separator: "\n") } == [
        broken("failure", "a factory threw, and resolve failed with another error: let the error of make through")
      ])
    let kept = await issues(Sketched { Careless(keepsErrors: true) }, atOnce: 1...512)
    #expect(
      kept.map { $0.split(separator: "\n").prefix(2).joined(separator: "\n") } == [
        broken("failure", "a factory had thrown, and the next resolve failed too: keep nothing of a make that threw")
      ])
  }

  @Test func `a scope that holds its storages is found`() async {
    let storages = Shelf<Once>()
    let scope = Sketched {
      let once = Once()
      storages.add(once)
      return once
    }
    #expect(
      await issues(scope) == [
        broken("release", "the container had gone, and 1 instance had not: hold instances in the storage, not in the scope")
      ])
  }

  @Test func `a scope that answers nothing is told what its requests were`() async {
    struct Refusing: Drawer {
      func instance(_ make: () throws -> any Sendable) throws -> any Sendable { throw Breakdown() }
    }
    let issues = await issues(Sketched { Refusing() })
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        broken(
          "answers",
          "a resolve that has to succeed failed:\n  error: [failed-factory] the factory of 'Probe' threw: out of stock\n"))
        == true)
  }
}
