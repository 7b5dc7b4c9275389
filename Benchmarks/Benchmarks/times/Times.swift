// SPDX-License-Identifier: Apache-2.0
import Benchmark
import Foundation
import Workloads

// `swift package benchmark` shows the library's own tables. Run by itself, the program also prints a line for every figure, which
// Scripts/benchmark.sh reads. DOVETAIL_SAMPLES says how many samples are taken of everything.
let benchmarks: @Sendable () -> Void = {
  do {
    for workload in try Workload.all() { register(workload) }
  } catch {
    print("error: \(error)")
    exit(1)
  }
}

/// One iteration of the library is one sample of every variant, one right after the other: whatever else the machine does in that
/// moment, it does to all of them.
private func register(_ workload: Workload) {
  let samples = ProcessInfo.processInfo.environment["DOVETAIL_SAMPLES"].flatMap { Int($0) } ?? 51
  let sampler = Sampler(workload)
  let configuration = Benchmark.Configuration(
    metrics: workload.variants.map { sampler.metric($0) }, warmupIterations: 3, maxDuration: .seconds(60), maxIterations: samples,
    setup: { try await sampler.calibrate() }, teardown: { for line in sampler.lines() { print(line) } })
  Benchmark(workload.name, configuration: configuration) { benchmark in
    do {
      try await sampler.sample(benchmark)
    } catch {
      benchmark.error("\(error)")
      print("error: \(error)")
      exit(1)
    }
  }
}
