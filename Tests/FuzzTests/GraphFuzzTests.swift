// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Random graphs, carried out by a container and by a model of what the design and the guides promise.
///
/// The gate tries the first seeds. For more, by hand: `DOVETAIL_SEEDS=100000 swift test --filter GraphFuzzTests`, with `DOVETAIL_FIRST_SEED` for those
/// from somewhere else on. A difference is shown with its seed, the graph and all that happened before.
@Suite struct GraphFuzzTests {
  private static let seeds = {
    let first = number("DOVETAIL_FIRST_SEED") ?? 1
    return first..<first + (number("DOVETAIL_SEEDS") ?? 250)
  }()

  private static func number(_ variable: String) -> Int? { getenv(variable).flatMap { Int(String(cString: $0)) } }

  /// What a spec came to: what the checks find, or what happened and how many objects are left when all is closed.
  private static func outcome(of spec: GraphSpec, _ make: (SpecWorld) throws -> any SpecSubject) -> [String] {
    let world = SpecWorld(spec)
    do { SpecRun.run(spec, in: world, with: try make(world)) } catch {
      guard let error = error as? GraphError else { return ["\(error)"] }
      return ["wrong: " + Set(error.report.errors.map(\.id.rawValue)).sorted().joined(separator: " ")]
    }
    return world.lines + ["\(world.aliveCount) left"]
  }

  private static func modelled(_ spec: GraphSpec) -> [String] {
    for level in 0..<spec.levelCount {
      let errors = SpecGraph(spec, level: level).errors
      if !errors.isEmpty { return ["wrong: " + errors.sorted().joined(separator: " ")] }
    }
    return outcome(of: spec) { SpecModel(spec, in: $0) }
  }

  @Test func `random graphs do what the model says: instances, creations, closings and errors`() {
    var (wrong, acts) = (0, 0)
    for seed in Self.seeds {
      let spec = GraphSpec.random(seed)
      let (real, model) = (Self.outcome(of: spec) { try SpecProgram(spec, in: $0) }, Self.modelled(spec))
      if model.first?.hasPrefix("wrong") == true { wrong += 1 }
      acts += model.count
      guard real != model else { continue }
      let same = zip(real, model).prefix { $0 == $1 }.count
      Issue.record(
        """
        \(spec)
        \(real.prefix(same).joined(separator: "\n"))
        the container: \(real.dropFirst(same).prefix(3).joined(separator: " | "))
        the model:     \(model.dropFirst(same).prefix(3).joined(separator: " | "))
        """)
      return
    }
    // Most graphs are right, and some are not, or the seeds show nothing.
    #expect((Self.seeds.count / 20...Self.seeds.count / 2).contains(wrong) || Self.seeds.count < 100, "\(wrong) are wrong")
    #expect(acts > Self.seeds.count * 20, "\(acts) acts")
  }
}
