// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// The guarantees of every custom scope.
package struct ScopeContract: Sendable {
  private let scope: any CustomScope
  /// The number of instances that many resolutions make, one after the other.
  private let makes: ClosedRange<Int>?
  /// The number of instances that many resolutions make concurrently.
  private let makesAtOnce: ClosedRange<Int>?
  /// The time limit for another thread's answer.
  private let patience: Duration
  /// The time limit of each test.
  private let limit: Duration

  package init(
    _ scope: any CustomScope, makes: ClosedRange<Int>?, atOnce: ClosedRange<Int>? = nil, patience: Duration = .seconds(60),
    limit: Duration = .seconds(120)
  ) {
    self.scope = scope
    (self.patience, self.limit) = (patience, limit)
    self.makes = makes
    makesAtOnce = atOnce ?? makes
  }

  private static let requests = 64
  private static let threads = 8

  /// Runs all tests.
  ///
  /// - Returns: The broken promises, in the order of the guide *Testing*.
  package func broken() -> [BrokenPromise] {
    let broken = BrokenPromise.all(
      of: [
        ("own-storage", ownStorage), ("count", count), ("contention", countAtOnce), ("failure", failure), ("no-lock", noLock),
        ("release", release),
      ], limit: limit)
    // What fails to answer breaks all others.
    return broken.first { $0.promise == "answers" }.map { [$0] } ?? broken
  }

  private func container(_ maker: String, counting made: Tally = Tally()) throws -> Container {
    try Container { [scope] in
      Bind {
        made.add()
        return Probe(maker)
      }.in(.custom(scope))
      Bind { Probe("\(maker), named") }.named("other").in(.custom(scope))
    }
  }

  private func ownStorage() throws -> BrokenPromise? {
    let containers = try ["first container", "second container"].map { ($0, try container($0)) }
    for _ in 0..<ScopeContract.requests {
      for (maker, container) in containers {
        let plain = try container.resolve(Probe.self).maker
        let named = try container.resolve(Probe.self, named: "other").maker
        guard plain == maker, named == "\(maker), named" else {
          return BrokenPromise(
            "own-storage",
            "a binding was given what another binding or another container had made: return a new storage from every call of storage(for:)"
          )
        }
      }
    }
    return nil
  }

  private func count() throws -> BrokenPromise? {
    guard let makes else { return nil }
    let made = Tally()
    let container = try container("count", counting: made)
    for _ in 0..<ScopeContract.requests { _ = try container.resolve(Probe.self) }
    guard !makes.contains(made.value) else { return nil }
    return BrokenPromise(
      "count", "\(ScopeContract.requests) requests, one after the other, made \(instances(made.value)), not \(words(makes))")
  }

  private func countAtOnce() throws -> BrokenPromise? {
    let made = Tally()
    let failures = Lock<[String]>([])
    let container = try container("contention", counting: made)
    let each = ScopeContract.requests
    Worker.together(ScopeContract.threads) { _ in
      do { for _ in 0..<each { _ = try container.resolve(Probe.self) } } catch { failures.withLock { $0.append("\(error)") } }
    }
    if let first = failures.withLock({ $0.first }) {
      return BrokenPromise("contention", "a request of one of \(ScopeContract.threads) threads was not answered:\n\(first)")
    }
    guard let makesAtOnce, !makesAtOnce.contains(made.value) else { return nil }
    return BrokenPromise(
      "contention",
      "\(ScopeContract.threads) threads with \(each) requests each made \(instances(made.value)), not \(words(makesAtOnce))")
  }

  private func failure() throws -> BrokenPromise? {
    try BrokenPromise.failure(of: "make") { factory in
      try Container { [scope] in Bind(factory).in(.custom(scope)) }
    }
  }

  private func noLock() throws -> BrokenPromise? {
    let inTime = Lock<Bool?>(nil)
    let inner = Lock<Worker?>(nil)
    let container = try Container { [scope, patience] in
      Bind { (probe: Provider<Probe>) -> Holder in
        // Another thread asks while this factory runs; it does not wait unless the scope does.
        let worker = Worker { _ = try? probe.make() }
        let isAnswered = worker.wait(for: patience)
        inTime.withLock { $0 = $0 ?? isAnswered }
        inner.withLock { $0 = worker }
        return Holder()
      }.in(.custom(scope))
      Bind { Probe("inner") }.in(.custom(scope))
    }
    _ = try container.resolve(Holder.self)
    inner.withLock { $0 }?.wait()
    guard inTime.withLock({ $0 }) == false else { return nil }
    return BrokenPromise(
      "no-lock",
      "while one binding was built, no other thread was given another one: hold no lock that bindings share while calling make")
  }

  private func release() throws -> BrokenPromise? {
    let remains = try remains()
    guard remains.count > 0 else { return nil }
    return BrokenPromise(
      "release",
      "the container had gone, and \(instances(remains.count)) had not: hold instances in the storage, not in the scope")
  }

  private func remains() throws -> Remains {
    var remains = Remains()
    let container = try container("release")
    for _ in 0..<ScopeContract.requests { remains.add(try container.resolve(Probe.self)) }
    try container.close()
    return remains
  }
}

extension ScopeContract {
  private func instances(_ count: Int) -> String { count == 1 ? "1 instance" : "\(count) instances" }

  private func words(_ range: ClosedRange<Int>) -> String {
    range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }
}
