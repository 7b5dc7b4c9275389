// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Program
internal import Synchronization

/// `contention`: several tasks want the same, at the same time.
enum Contention {
  static func workloads() throws -> [Workload] {
    let (hand, closures, container, members, cells) = (
      Services.Hand(), Services.closures(), try Services.container(), Services.Members(), Services.Cells()
    )
    keep(hand.clock)
    keep(closures(Clock.self))
    keep(try container.resolve(Clock.self))
    keep(members.clock)
    keep(cells.clock)
    return [2, 8].map { tasks in
      Workload(
        "contention-\(tasks)", makes: 0,
        [
          shared("hand", tasks) { for _ in 0..<$0 { keep(hand.clock) } },
          shared("closures", tasks) { for _ in 0..<$0 { keep(closures(Clock.self)) } },
          shared("container", tasks) { for _ in 0..<$0 { keep(try container.resolve(Clock.self)) } },
          shared("component", tasks) { for _ in 0..<$0 { keep(members.clock) } },
          shared("cells", tasks) { for _ in 0..<$0 { keep(cells.clock) } },
        ])
    }
  }

  /// The operations, divided among tasks that run at once.
  private static func shared(_ name: String, _ tasks: Int, _ operations: @escaping @Sendable (Int) throws -> Void) -> Variant {
    Variant(
      name,
      tasks: { count in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<tasks { group.addTask { try operations(count / tasks + 1) } }
          try await group.waitForAll()
        }
      })
  }
}
