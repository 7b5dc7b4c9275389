// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailTesting
import Testing

/// An extension whose points are closures, so that each test can say what is wrong with it.
private struct Sketched: Extension {
  var chooses: @Sendable (Interception, (Interception) throws -> Any) throws -> Any = { request, next in try next(request) }
  var makes: @Sendable (Interception, () throws -> Any) throws -> Any = { _, next in try next() }
  var sets: @Sendable (() throws -> Void) throws -> Void = { next in try next() }
  var completes: @Sendable (() -> Void) -> Void = { next in next() }

  func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any { try chooses(request, next) }
  func make(_ request: Interception, next: () throws -> Any) throws -> Any { try makes(request, next) }
  func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws { try sets(next) }
  func complete(_ objects: [Any], next: () -> Void) { completes(next) }
}

@Suite struct ExtensionContractTests {
  private func issues(_ sketched: Sketched) async -> [String] {
    let line = #line + 1
    let issues = await recorded { verifyExtension(sketched) }
    #expect(issues.allSatisfy { $0.line == line })
    // Of an error that is shown, only what the contract says about it.
    return issues.map { $0.text.split(separator: "\n").prefix(2).joined(separator: "\n") }
  }

  private func broken(_ promise: String, _ text: String) -> String {
    "error: [broken-contract] the extension 'Sketched' breaks the promise '\(promise)'\n  \(text)"
  }

  @Test func `an extension that goes on keeps every promise`() async {
    #expect(await issues(Sketched()) == [])
  }

  @Test func `one that answers with another value is found`() async {
    let wrong = Sketched(makes: { request, next in request.type == Int.self ? 8 : try next() })
    #expect(
      await issues(wrong) == [
        broken("values", "resolve returned another value than the factory made: return what next returns")
      ])
  }

  @Test func `one that forgets the name, and one that asks for what is not there, are found`() async {
    @Sendable func plain<Value>(_ type: Value.Type, _ request: Interception) -> Interception { request.redirected(to: Key(type)) }
    let wrong = Sketched(chooses: { request, next in
      guard request.name == "other", let type = request.type else { return try next(request) }
      return try next(plain(type, request))
    })
    #expect(
      await issues(wrong) == [broken("names", "resolve returned the value of another name: hand on what came in")]
    )
    let other = Sketched(chooses: { request, next in
      guard request.name != nil else { return try next(request) }
      return try next(request.redirected(to: Key(Int.self)))
    })
    #expect(await self.issues(other).first?.hasPrefix(broken("answers", "a resolve that has to succeed failed:")) == true)
  }

  @Test func `one that sets nothing, and one that sets everything twice, are found`() async {
    #expect(
      await issues(Sketched(sets: { _ in })) == [
        broken("needs", "a new object had no property set, and onCreate ran 0 times: call next once in setNeeds")
      ])
    let twice = Sketched(sets: { next in
      try next()
      try next()
    })
    #expect(
      await issues(twice) == [
        broken("needs", "a new object had its property set, and onCreate ran 2 times: call next once in setNeeds")
      ])
  }

  @Test func `one that completes nothing is found`() async {
    #expect(
      await issues(Sketched(completes: { _ in })) == [
        broken("completion", "onAwake ran 0 times for a new object: call next once in complete")
      ])
  }

  @Test func `one that makes twice is found`() async {
    let wrong = Sketched(makes: { _, next in
      _ = try next()
      return try next()
    })
    #expect(
      await issues(wrong) == [
        broken(
          "sharing",
          "8 threads resolved a singleton: its factory ran 2 times, and they got 1 different answers: call next once in make")
      ])
  }

  @Test func `one that changes errors and one that keeps them are found`() async {
    let changing = Sketched(makes: { _, next in
      do { return try next() } catch { throw Breakdown() }
    })
    #expect(
      await issues(changing) == [
        broken("failure", "a factory threw, and resolve failed with another error: let the error of next through")
      ])
    let first = Lock<(any Error)?>(nil)
    let keeping = Kept(first: { first.withLock { $0 } }, keep: { error in first.withLock { $0 = $0 ?? error } })
    let issues = await recorded { verifyExtension(keeping) }
    #expect(
      issues.first?.text.split(separator: "\n").prefix(2).joined(separator: "\n")
        == "error: [broken-contract] the extension 'Kept' breaks the promise 'failure'\n"
        + "  a factory had thrown, and the next resolve failed too: keep nothing of a next that threw")
  }

  @Test func `one that holds a lock is found`() {
    let owner = Lock<Bool>(false)
    let wrong = Sketched(makes: { _, next in
      // Whoever comes while another one makes something is kept waiting until that is over.
      while !owner.withLock({ isHeld in
        defer { isHeld = true }
        return !isHeld
      }) {}
      defer { owner.withLock { $0 = false } }
      return try next()
    })
    // Needs are made inside, so only what needs nothing gets past a lock like this one.
    let shallow = Sketched(makes: { request, next in
      request.type == Int.self || request.name != nil ? try next() : try wrong.makes(request, next)
    })
    let found = ExtensionContract(shallow, patience: .milliseconds(50)).broken().map(\.promise)
    #expect(found.contains("no-lock"))
  }

  @Test func `one that never answers after a failure is found, instead of waiting for ever`() {
    let isStuck = Lock(false)
    let isOver = Lock(false)
    // The thread that waits goes on afterwards.
    defer { isOver.withLock { $0 = true } }
    let wrong = Sketched(makes: { _, next in
      while isStuck.withLock({ $0 }), !isOver.withLock({ $0 }) {}
      do { return try next() } catch {
        isStuck.withLock { $0 = true }
        throw error
      }
    })
    let found = ExtensionContract(wrong, limit: .seconds(3)).broken()
    #expect(found.map(\.promise) == ["failure"])
    #expect(found[0].text == "a resolve was not answered within 3.0 seconds: let go of each lock, also when next or make throws")
  }

  @Test func `one that holds objects is found`() async {
    let kept = Hoard()
    #expect(
      await issues(Sketched(makes: { _, next in kept.keep(try next()) })) == [
        broken("release", "the container had gone, and 2 of its 2 objects had not: hold objects weakly, or not at all")
      ])
  }
}

/// Throws the first error again and again.
private struct Kept: Extension {
  let first: @Sendable () -> (any Error)?
  let keep: @Sendable (any Error) -> Void

  func make(_ request: Interception, next: () throws -> Any) throws -> Any {
    if let error = first() { throw error }
    do { return try next() } catch {
      keep(error)
      throw error
    }
  }
}

/// Keeps everything.
// SAFETY: `things` is only added to, under the lock, and nothing of it is ever read.
private final class Hoard: @unchecked Sendable {
  private let lock = Lock(0)
  private var things: [Any] = []

  func keep(_ thing: Any) -> Any {
    lock.withLock { count in
      count += 1
      things.append(thing)
    }
    return thing
  }
}
