// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailGraph

extension InstanceWatch {
  /// The number of bindings that a diagnostic lists.
  private static let shownBinds = 20

  /// The objects that are still alive after some time to be released.
  ///
  /// A task that has ended may release its references a moment later than its waiters go on. So the objects are tested repeatedly, until `patience` has passed;
  /// when all have been released, the usual case, there is no wait.
  ///
  /// - Returns: `nil` when there are none.
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

  /// The objects that are alive now; `nil` when there are none.
  private var finding: Diagnostic? {
    let survivors = survivors
    guard containerIsThere || !survivors.isEmpty else { return nil }
    let scopes = containerIsThere ? heldScopes : []
    var notes = containerIsThere ? ["the container itself is held, and with it everything that it shares"] : []
    notes += scopes + InstanceWatch.lines(survivors) + strongReferences(survivors)
    let message =
      switch survivors.count {
      case 0: "the container outlives its test"
      case 1: "an instance outlives the container that made it"
      default: "\(survivors.count) instances outlive the container that made them"
      }
    return Diagnostic(
      .outlivingInstance, .error, message, at: survivors.first?.subject.location ?? .unknown, notes: notes,
      help: scopes.isEmpty
        ? "let go of what the test keeps, and look for objects that hold each other; where it is meant, leave .outliving out of watching:"
        : "close the scope and let go of it before the test ends; where it is meant, leave .outliving out of watching:"
    )
  }

  /// A line for every binding that sets references and has objects that are still alive.
  private func strongReferences(_ survivors: [Entry]) -> [String] {
    let (referring, known) = (referring, Set(survivors.map(\.subject.key)))
    return referring.intersection(known).sorted(by: { $0.description < $1.description }).map { key in
      "\(key.quoted) finds relatives with .reference: its property has to be weak, or they hold each other"
    }
  }

  /// A line for every binding, in the order of its first survivor.
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
    return shown + (lines.count > shownBinds ? ["… and those of \(lines.count - shownBinds) more bindings"] : [])
  }

  private static func line(of survivor: Entry) -> String {
    let subject = survivor.subject
    let type = survivor.type == subject.key.type.description ? "" : ", a '\(survivor.type)'"
    return "still there: \(subject.key.quoted)\(type) (\(subject.location)), \(subject.scope) in \(subject.module)"
  }
}

extension Diagnostic.ID {
  /// An object that is still alive after its container was closed and released.
  static let outlivingInstance = Self(rawValue: "outliving-instance")
}
