// SPDX-License-Identifier: Apache-2.0
import CountingMalloc
import Workloads

// allocations [WORKLOAD …]: prints how often one operation asks for memory, for every variant of the workloads, or of those that are named.
let wanted = Set(CommandLine.arguments.dropFirst())
let rounds = 200

/// The difference of two runs, so that what a run itself allocates does not count.
func allocations(of variant: Variant) async throws -> Double {
  var counts: [Int] = []
  for count in [rounds, 2 * rounds] {
    let before = counting_malloc_count()
    _ = try await variant.run(awaiting: count)
    counts.append(counting_malloc_count() - before)
  }
  return Double(counts[1] - counts[0]) / Double(rounds)
}

// What several tasks do allocates for the tasks.
for workload in try Workload.all() where wanted.isEmpty || wanted.contains(workload.name) {
  for variant in workload.variants where !variant.isConcurrent {
    _ = try await variant.run(awaiting: rounds)
    let figure = (try await allocations(of: variant) * 100).rounded() / 100
    print("value allocations.\(workload.name).\(variant.name) \(figure) count")
  }
}
