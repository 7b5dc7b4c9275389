// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailGraph

extension InstanceWatch {
  /// How many binds a finding lists.
  private static let shownBinds = 20

  /// What is still there once it has had time to go.
  ///
  /// A task that has done its work may let go of what it held a moment later than those who wait for it go on. So what is there is looked
  /// at again, for as long as `patience` says; where all has gone, which is the rule, nothing is waited for.
  ///
  /// - Returns: `nil` when nothing is.
  func finding(after patience: Duration) async -> Diagnostic? {
    let end = ContinuousClock.now + patience
    var round = 0
    while containerIsThere || !survivors.isEmpty {
      if ContinuousClock.now >= end { return finding }
      round += 1
      if round < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    return nil
  }

  /// What is there now; `nil` when nothing is.
  private var finding: Diagnostic? {
    let survivors = survivors
    guard containerIsThere || !survivors.isEmpty else { return nil }
    var notes = containerIsThere ? ["the container itself is held, and with it everything that it shares"] : []
    notes += InstanceWatch.lines(survivors) + strongReferences(survivors)
    let message =
      switch survivors.count {
      case 0: "the container outlives its test"
      case 1: "an instance outlives the container that made it"
      default: "\(survivors.count) instances outlive the container that made them"
      }
    return Diagnostic(
      .outlivingInstance, .error, message, at: survivors.first?.subject.location ?? .unknown, notes: notes,
      help:
        "let go of what the test keeps, and look for objects that hold each other; where it is meant, leave .outliving out of watching:"
    )
  }

  /// A line for every bind that sets references and of which something is still there.
  private func strongReferences(_ survivors: [Entry]) -> [String] {
    let (referring, known) = (referring, Set(survivors.map(\.subject.key)))
    return referring.intersection(known).sorted(by: { $0.description < $1.description }).map { key in
      "\(key.quoted) finds relatives with .reference: its property has to be weak, or they hold each other"
    }
  }

  /// A line for every bind, in the order of its first survivor.
  private static func lines(_ survivors: [Entry]) -> [String] {
    var lines: [String] = []
    var counts: [String: Int] = [:]
    for survivor in survivors {
      let line = line(of: survivor)
      if counts.updateValue(counts[line, default: 0] + 1, forKey: line) == nil { lines.append(line) }
    }
    let shown = lines.prefix(shownBinds).map { line in
      let count = counts[line, default: 1]
      return count == 1 ? line : "\(line), \(count) times"
    }
    return shown + (lines.count > shownBinds ? ["… and those of \(lines.count - shownBinds) more binds"] : [])
  }

  private static func line(of survivor: Entry) -> String {
    let subject = survivor.subject
    let type = survivor.type == subject.key.type.description ? "" : ", a '\(survivor.type)'"
    return "still there: \(subject.key.quoted)\(type) (\(subject.location)), \(subject.scope) in \(subject.module)"
  }
}

extension Diagnostic.ID {
  /// An object that is still there after the container that made it was closed and let go of.
  static let outlivingInstance = Self(rawValue: "outliving-instance")
}
