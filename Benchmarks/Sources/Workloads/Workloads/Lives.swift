// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Program

/// What happens once in a life: it has no time of its own worth a table, so that only its instructions are counted. What it happens to is made
/// before, always for as many operations, so that the difference between two runs is the operations alone.
enum Lives {
  /// The most operations of one run; more of them fail as a ``WrongCount``.
  private static let most = 4000

  static func workloads() -> [Workload] {
    [
      first, firstAsync, visit,
      // One operation is one of the five instances of a container: it takes long to make as many containers.
      Workload(
        "closing", makes: 0, closes: 1,
        [
          Variant("container", preparing: { try (0..<most / 5).map { _ in try Program.Lives.closing() } }) { containers, count in
            for container in containers.prefix(count / 5) { try container.close() }
          }
        ]),
      Workload(
        "closing-scope", makes: 0, closes: 5,
        [
          Variant("container", preparing: scopes) { scopes, count in for scope in scopes.prefix(count) { try scope.close() } }
        ]),
      // One operation is one bind of the hundred, or of five. The containers are never let go of, so that only their making is counted.
      Workload(
        "init", makes: 0,
        [
          Variant("container") { for _ in 0..<$0 / 100 { _ = Unmanaged.passRetained(try Program.Lives.hundred()) } }
        ]),
      Workload(
        "init-hooks", makes: 0,
        [Variant("container") { for _ in 0..<$0 / 5 { _ = Unmanaged.passRetained(try Program.Lives.hooked()) } }]),
    ]
  }

  /// The first request for a singleton with two needs.
  private static var first: Workload {
    Workload(
      "first", makes: 2,
      [
        Variant("container", preparing: { (try Program.Lives.untouched(most), keys) }) { prepared, count in
          let (container, keys) = prepared
          for key in keys.prefix(count) { keep(try container.resolve(key)) }
        }
      ])
  }

  /// The same, made asynchronously, in a task that is there.
  private static var firstAsync: Workload {
    Workload(
      "first-async", makes: 2,
      [
        Variant("container", preparing: { (try Program.Lives.untouchedAsync(most), keys) }) { prepared, count in
          let (container, keys) = prepared
          try OneThread.run { for key in keys.prefix(count) { keep(try await container.resolve(key)) } }
        }
      ])
  }

  /// A request that opens a scope, reads in it, and closes it by awaiting nothing.
  private static var visit: Workload {
    Workload(
      "visit", makes: 1,
      [
        Variant("container", preparing: Visits.container) { container, count in
          try OneThread.run {
            for number in 0..<count {
              let scope = try Visits.open(in: container, number)
              try Visits.visit(scope)
              try await scope.close()
            }
          }
        }
      ])
  }

  private static var keys: [Key<Combined>] { (0..<most).map { Key(named: "\($0)") } }

  @Sendable private static func scopes() throws -> [OpenScope] {
    let container = try Requests.container()
    return try (0..<most).map { number in
      let scope = try container.openScope(Requests.Kind.self, Call(number: number))
      keep(try scope.resolve(Controller.self))
      return scope
    }
  }
}
