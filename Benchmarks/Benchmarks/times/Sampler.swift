// SPDX-License-Identifier: Apache-2.0
import Benchmark
import Workloads

/// Takes the samples of one workload, and reduces them to figures.
///
/// The library runs one benchmark at a time, and awaits each step of it.
final class Sampler: @unchecked Sendable {  // SAFETY: see above.
  private let workload: Workload
  private var counts: [Int] = []
  private var warming = 0
  /// Nanoseconds an operation. Shape: `[sample][variant]`.
  private var samples: [[Double]] = []

  init(_ workload: Workload) { self.workload = workload }

  func metric(_ variant: Variant) -> BenchmarkMetric {
    .custom("\(variant.name) (ps)", polarity: .prefersSmaller, useScalingFactor: false)
  }

  /// Finds for every variant how many operations take half a millisecond: long for a clock, and short for whoever else wants the processor.
  /// What several tasks do takes six times as long, so that making the tasks counts for little.
  func calibrate() async throws {
    counts = []
    for variant in workload.variants {
      var count = 1
      while true {
        // The least of three, because a pause in one of them says nothing.
        let took = min(
          try await variant.run(awaiting: count), try await variant.run(awaiting: count), try await variant.run(awaiting: count))
        if took >= (variant.isConcurrent ? .milliseconds(3) : .microseconds(500)) || count >= 1 << 24 { break }
        count *= 2
      }
      counts.append(count)
    }
    samples = []
    warming = 3
  }

  /// Times every variant once. Each sample begins with another variant, so that none is always the one after a certain other.
  func sample(_ benchmark: Benchmark) async throws {
    var row = [Double](repeating: 0, count: counts.count)
    for place in counts.indices {
      let index = (place + samples.count) % counts.count
      row[index] = try await workload.variants[index].run(awaiting: counts[index]).nanoseconds / Double(counts[index])
    }
    if warming > 0 {
      warming -= 1
      return
    }
    for (variant, time) in zip(workload.variants, row) { benchmark.measurement(metric(variant), Int(time * 1000)) }
    samples.append(row)
  }

  /// The figures: the median time of the first variant, and of the others the median of their ratios to it, sample by sample.
  func lines() -> [String] {
    guard !samples.isEmpty else { return [] }
    var lines = ["value \(workload.name).samples \(samples.count) count"]
    for (index, variant) in workload.variants.enumerated() {
      lines.append("value \(workload.name).\(variant.name) \(rounded(median(samples.map { $0[index] }))) ns")
      if index == 0 { continue }
      let ratios = samples.map { $0[index] / $0[0] }
      lines.append("ratio \(workload.name) \(variant.name) \(rounded(median(ratios)))")
      lines.append("value \(workload.name).\(variant.name).spread \(rounded(spread(ratios))) ratio")
    }
    return lines
  }

  private func median(_ values: [Double]) -> Double { quantile(values, 0.5) }

  /// The distance between the quartiles: half of all samples lie within.
  private func spread(_ values: [Double]) -> Double { quantile(values, 0.75) - quantile(values, 0.25) }

  private func quantile(_ values: [Double], _ part: Double) -> Double {
    let (sorted, place) = (values.sorted(), part * Double(values.count - 1))
    let (low, rest) = (Int(place), place - place.rounded(.down))
    return sorted[low] + rest * (sorted[min(low + 1, sorted.count - 1)] - sorted[low])
  }

  private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

extension Duration {
  fileprivate var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
}
