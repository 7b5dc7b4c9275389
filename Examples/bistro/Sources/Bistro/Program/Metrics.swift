// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// How often things were done, how often they failed, and how long they took.
final class Metrics: Sendable {
  /// What is measured.
  enum Operation: String, CaseIterable, Sendable {
    case orderRead = "order.read"
    case orderList = "order.list"
    case orderAdd = "order.add"
    case orderMove = "order.move"
  }

  /// What is known about one operation.
  struct Figures: Codable, Sendable, Equatable {
    var count = 0
    var failures = 0
    /// The time that all of them took together, in microseconds.
    var microseconds: Int64 = 0
  }

  private let figures = Mutex([Figures](repeating: Figures(), count: Operation.allCases.count))

  init() {}

  /// Does something, and counts it.
  nonisolated(nonsending) func measure<Result>(
    _ operation: Operation, _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    let began = ContinuousClock.now
    do {
      let result = try await body()
      note(operation, since: began, failed: false)
      return result
    } catch {
      note(operation, since: began, failed: true)
      throw error
    }
  }

  /// The figures by the name of the operation.
  var all: [String: Figures] {
    let figures = figures.withLock { $0 }
    return Dictionary(uniqueKeysWithValues: zip(Operation.allCases.map(\.rawValue), figures))
  }

  private func note(_ operation: Operation, since began: ContinuousClock.Instant, failed: Bool) {
    let time = began.duration(to: .now).components
    let place = Operation.allCases.firstIndex(of: operation) ?? 0
    figures.withLock { figures in
      figures[place].count += 1
      figures[place].failures += failed ? 1 : 0
      figures[place].microseconds += time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
    }
  }
}
