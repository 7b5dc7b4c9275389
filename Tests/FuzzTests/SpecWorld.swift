// SPDX-License-Identifier: Apache-2.0
import Dovetail
import CoreTestSupport
import TestSupport

/// What a factory of a spec makes.
protocol SpecNode: AnyObject, Sendable {
  /// The declaration, and which run of its factory made the object: no two objects have the same.
  var label: String { get }
  var parts: [SpecPart] { get }
}

/// What a factory was given, or a program got.
enum SpecPart: Sendable {
  case absent
  case node(any SpecNode)
  case several([SpecPart])
  /// By key.
  case keyed([(key: String, part: SpecPart)])
  case later(@Sendable () throws -> SpecPart)
  /// What a factory asked for and did not get.
  case failed(String)

  /// What may be asked for later.
  var deferred: [@Sendable () throws -> SpecPart] {
    switch self {
    case .later(let ask): [ask]
    // Not those of what a node was given: they are its own.
    case .node(let node): node.parts.flatMap(\.own)
    case .several(let parts): parts.flatMap(\.deferred)
    case .keyed(let parts): parts.flatMap(\.part.deferred)
    case .absent, .failed: []
    }
  }
}

extension SpecPart {
  private var own: [@Sendable () throws -> SpecPart] { if case .node = self { [] } else { deferred } }
}

extension SpecPart: CustomStringConvertible {
  var description: String {
    switch self {
    case .absent: "nothing"
    case .node(let node): node.label
    case .several(let parts): "[\(parts.map(\.description).joined(separator: ", "))]"
    case .keyed(let parts): "[\(parts.map { "\($0.key): \($0.part)" }.joined(separator: ", "))]"
    case .later: "later"
    case .failed(let failure): "failed(\(failure))"
    }
  }
}

/// Why something came to nothing, in words that do not depend on who says it.
struct SpecFailure: Error {
  let text: String

  init(_ text: String) { self.text = text }

  init(_ error: any Error) {
    switch error {
    case let error as SpecFailure: self = error
    case let error as ResolutionError:
      self.init("\(error.code)" + ((error.underlying as? Breakdown).map { " \($0.reason)" } ?? ""))
    case let error as CloseError:
      self.init("\(error.diagnosticID) " + error.failures.map { ($0.error as? Breakdown)?.reason ?? "?" }.joined(separator: " "))
    case let error as Breakdown: self.init("\(ResolutionError.Code.failed) \(error.reason)")
    default: self.init("\(error)")
    }
  }
}

/// The program around a container: its factories and closing hooks, and what they did in which order.
final class SpecWorld: Sendable {
  private let spec: GraphSpec
  private let runs = Lock<[Int: Int]>([:])
  private let log = Log()
  private let alive = Counter()

  init(_ spec: GraphSpec) { self.spec = spec }

  var lines: [String] { log.lines }
  /// How many objects there are.
  var aliveCount: Int { alive.value }

  func note(_ line: String) { log.add(line) }

  /// Counts an object of which a program makes the label; see ``Life``.
  func life() -> Life { Life(alive) }

  /// Counts as long as it is there.
  final class Life: Sendable {
    private let alive: Counter
    fileprivate init(_ alive: Counter) {
      self.alive = alive
      alive.add()
    }
    deinit { alive.add(-1) }
  }

  /// Runs the factory of a declaration.
  ///
  /// - Parameter parts: What a decorator wraps first, then a part for each need.
  func make(_ declaration: GraphSpec.Declaration, _ parts: [SpecPart]) throws -> (label: String, parts: [SpecPart]) {
    var parts = parts
    for (need, part) in zip(declaration.needs, parts.suffix(declaration.needs.count)) {
      guard need.call != .never, case .later(let ask) = part else { continue }
      do { parts.append(try ask()) } catch {
        if need.call == .once { throw error }
        parts.append(.failed(SpecFailure(error).text))
      }
    }
    let run = runs.withLock { runs in
      runs[declaration.id, default: 0] += 1
      return runs[declaration.id] ?? 0
    }
    let label = "\(declaration.key)/\(declaration.id)#\(run)"
    guard !declaration.failing.contains(run) else {
      note("fail \(label)")
      throw Breakdown(label)
    }
    note("make \(label)(\(parts.map(\.description).joined(separator: ", ")))")
    return (label, parts)
  }

  /// Does what is to be done when an object is closed.
  func close(_ declaration: GraphSpec.Declaration, _ node: any SpecNode) throws {
    note("close \(node.label)")
    if declaration.failsToClose { throw Breakdown(node.label) }
  }
}
