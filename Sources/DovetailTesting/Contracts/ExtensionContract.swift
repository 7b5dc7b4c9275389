// SPDX-License-Identifier: Apache-2.0
package import Dovetail
internal import DovetailRelatives

/// The guarantees of every extension for bindings that it does not apply to.
package struct ExtensionContract: Sendable {
  private let made: any Extension
  /// The time limit for another thread's answer.
  private let patience: Duration
  /// The time limit of each test.
  private let limit: Duration
  private static let threads = 8

  package init(_ made: any Extension, patience: Duration = .seconds(60), limit: Duration = .seconds(120)) {
    self.made = made
    (self.patience, self.limit) = (patience, limit)
  }

  /// Runs all tests.
  ///
  /// - Returns: The broken promises, in the order of the guide *Testing*.
  package func broken() -> [BrokenPromise] {
    BrokenPromise.all(
      of: [
        ("values", values), ("names", names), ("needs", needs), ("completion", completion), ("sharing", sharing),
        ("failure", failure), ("no-lock", noLock), ("release", release),
      ], limit: limit)
  }

  private func container(@BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings) throws -> Container {
    try Container(InlineModule("the contract", bindings), extensions: [made])
  }

  private func values() throws -> BrokenPromise? {
    let container = try container {
      Bind { 7 }
      Bind { (number: Int) in Probe("\(number)") }
    }
    let number = try container.resolve(Int.self)
    let maker = try container.resolve(Probe.self).maker
    guard number != 7 || maker != "7" else { return nil }
    return BrokenPromise("values", "resolve returned another value than the factory made: return what next returns")
  }

  private func names() throws -> BrokenPromise? {
    let container = try container {
      Bind { Probe("plain") }
      Bind { Probe("other") }.named("other")
    }
    let makers = try [container.resolve(Probe.self).maker, container.resolve(Probe.self, named: "other").maker]
    guard makers != ["plain", "other"] else { return nil }
    return BrokenPromise("names", "resolve returned the value of another name: hand on what came in")
  }

  private func needs() throws -> BrokenPromise? {
    let created = Tally()
    let container = try container {
      Bind(Holder.init).require(\.part).onCreate { _ in created.add() }
      Bind { Probe("part") }
    }
    let part = try container.resolve(Holder.self).part
    guard part?.maker != "part" || created.value != 1 else { return nil }
    return BrokenPromise(
      "needs",
      "a new object had \(part == nil ? "no" : "its") property set, and onCreate ran \(times(created.value)): "
        + "call next once in setNeeds")
  }

  private func completion() throws -> BrokenPromise? {
    let awoken = Tally()
    let container = try container { Bind(Holder.init).onAwake { _ in awoken.add() } }
    _ = try container.resolve(Holder.self)
    guard awoken.value != 1 else { return nil }
    return BrokenPromise("completion", "onAwake ran \(times(awoken.value)) for a new object: call next once in complete")
  }

  private func sharing() throws -> BrokenPromise? {
    let count = Tally()
    let container = try container {
      Bind {
        count.add()
        return Probe("shared")
      }.in(.singleton)
    }
    let seen = Lock<[ObjectIdentifier?]>([])
    Worker.together(ExtensionContract.threads) { _ in
      let id = (try? container.resolve(Probe.self)).map { ObjectIdentifier($0) }
      seen.withLock { $0.append(id) }
    }
    let ids = Set(seen.withLock { $0 })
    guard ids.count != 1 || ids.contains(nil) || count.value != 1 else { return nil }
    return BrokenPromise(
      "sharing",
      "\(ExtensionContract.threads) threads resolved a singleton: its factory ran \(times(count.value)), "
        + "and they got \(ids.count) different answers: call next once in make")
  }

  private func failure() throws -> BrokenPromise? {
    try BrokenPromise.failure(of: "next") { factory in try container { Bind(factory).in(.singleton) } }
  }

  private func noLock() throws -> BrokenPromise? {
    let inTime = Lock<Bool?>(nil)
    let inner = Lock<Worker?>(nil)
    let container = try container { [patience] in
      Bind { (probe: Provider<Probe>) -> Holder in
        let worker = Worker { _ = try? probe.make() }
        let isAnswered = worker.wait(for: patience)
        inTime.withLock { $0 = $0 ?? isAnswered }
        inner.withLock { $0 = worker }
        return Holder()
      }
      Bind { Probe("inner") }
    }
    _ = try container.resolve(Holder.self)
    inner.withLock { $0 }?.wait()
    guard inTime.withLock({ $0 }) == false else { return nil }
    return BrokenPromise(
      "no-lock", "while one object was made, no other thread was given another one: hold no lock while calling next")
  }

  private func release() throws -> BrokenPromise? {
    let remains = try remains()
    guard remains.count > 0 else { return nil }
    return BrokenPromise(
      "release", "the container had gone, and \(remains.count) of its 2 objects had not: hold objects weakly, or not at all")
  }

  private func remains() throws -> Remains {
    var remains = Remains()
    let container = try container {
      Bind { Probe("release") }
      Bind(Holder.init).in(.singleton)
    }
    remains.add(try container.resolve(Probe.self))
    remains.add(try container.resolve(Holder.self))
    try container.close()
    return remains
  }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
