// SPDX-License-Identifier: Apache-2.0
internal import Program

extension Workload {
  /// Every workload that is a loop of operations, wired and warm, in the order of the table.
  package static func all() throws -> [Workload] {
    try Services.workloads() + [Chain.workload(), Tree.workload(), SharedTree.workload()] + Requests.workloads()
      + Contention.workloads() + [FirstTouch.workload()]
  }

  /// Every workload of which only the instructions are counted.
  package static func counted() -> [Workload] { Lives.workloads() }
}
