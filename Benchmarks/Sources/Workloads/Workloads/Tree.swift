// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Program

extension Tree {
  static func workload() throws -> Workload {
    let (hand, closures, container, members) = (Hand(), closures(), try container(), Members())
    return Workload(
      "purdi71", makes: 71,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.top) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures(Top.self)) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve(Top.self)) } },
        Variant("component") { for _ in 0..<$0 { keep(members.top) } },
      ])
  }
}
