// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import Program
internal import Synchronization

/// `first-touch`: 64 tasks ask for a singleton that nobody has asked for yet. One operation is all of that, with what holds the singleton
/// made anew; exactly one object must come out of it.
enum FirstTouch {
  final class Engine: Sendable {
    static let made = Atomic(0)
    init() { Self.made.add(1, ordering: .relaxed) }
  }

  /// One that only makes the engine.
  final class Hand: Sendable {
    private let once = Once<Engine>()
    var engine: Engine { once.get { Engine() } }
  }

  final class Members: Component, Sendable {
    let instances = Instances()
    var engine: Engine { single { Engine() } }
  }

  final class Cells: Component, Sendable {
    let instances = Instances()
    private let cell = Shared<Engine>()
    var engine: Engine { cell.get { Engine() } }
  }

  static func workload() -> Workload {
    Workload(
      "first-touch", makes: 0,
      [
        touched("hand", Hand.init) { $0.engine },
        touched("closures", { Closures { bind in bind.single { _ in Engine() } } }) { $0() },
        touched("container", { try Container { Bind(Engine.init).in(.singleton) } }) { try $0.resolve() },
        touched("component", Members.init) { $0.engine },
        touched("cells", Cells.init) { $0.engine },
      ])
  }

  private static func touched<Holder: Sendable>(
    _ name: String, _ holder: @escaping @Sendable () throws -> Holder, _ touch: @escaping @Sendable (Holder) throws -> Engine
  ) -> Variant {
    Variant(
      name,
      tasks: { count in
        for _ in 0..<count {
          let (before, holder) = (Engine.made.load(ordering: .relaxed), try holder())
          try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { keep(try touch(holder)) } }
            try await group.waitForAll()
          }
          let made = Engine.made.load(ordering: .relaxed) - before
          if made != 1 { throw WrongCount(description: "64 tasks that touched a singleton first, \(name), made \(made)") }
        }
      })
  }
}
