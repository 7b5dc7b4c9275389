// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Program

extension SharedTree {
  static func workload() throws -> Workload {
    let (hand, closures, container, members) = (Hand(), closures(), try container(), Members())
    let cells = Cells()
    keep(hand.top)
    keep(closures(Top.self))
    keep(try container.resolve(Top.self))
    keep(members.top)
    keep(cells.top)
    return Workload(
      "purdi71-shared", makes: 20,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.top) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures(Top.self)) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve(Top.self)) } },
        Variant("component") { for _ in 0..<$0 { keep(members.top) } },
        Variant("cells") { for _ in 0..<$0 { keep(cells.top) } },
      ])
  }
}
