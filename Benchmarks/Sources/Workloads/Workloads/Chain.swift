// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Program

extension Chain {
  static func workload() throws -> Workload {
    let (hand, closures, container, members) = (Hand(), closures(), try container(), Members())
    return Workload(
      "deep", makes: 20,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.link19) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures(Link19.self)) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve(Link19.self)) } },
        Variant("component") { for _ in 0..<$0 { keep(members.link19) } },
      ])
  }
}
