// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailGraph

/// Records the external bindings whose values were built.
final class ExternalWatch: Observer {
  private let built = Lock<[Event.Subject]>([])

  func observe(_ event: Event) {
    guard case .creating = event.kind, event.subject.isExternal else { return }
    built.withLock { built in
      if !built.contains(event.subject) { built.append(event.subject) }
    }
  }

  /// A diagnostic for each of them, in the order in which they were first built.
  ///
  /// - Parameter graph: The graph with the bindings that need them.
  func findings(in graph: Graph) -> [Diagnostic] {
    let built = built.withLock { $0 }
    guard !built.isEmpty else { return [] }
    let wiring = Wiring(graph)
    return built.map { subject in
      let requesters = ExternalWatch.requesters(of: subject, in: wiring)
      return Diagnostic(
        .unexpectedLive, .error, "the test built \(subject.key.quoted), which is external", at: subject.location,
        notes: requesters.isEmpty ? [] : ["needed by: \(requesters.joined(separator: ", "))"],
        help: "override it in the test, or say that it is meant: leave .external out of watching:")
    }
  }

  private static func requesters(of subject: Event.Subject, in wiring: Wiring) -> [String] {
    let bindings = wiring.graph.bindings
    let external = bindings.indices.filter { bindings[$0].location == subject.location && bindings[$0].key == subject.key }
    return bindings.indices.compactMap { index in
      guard wiring.links[index].contains(where: { !Set($0.bindings).isDisjoint(with: external) }) else { return nil }
      return "\(bindings[index].key.quoted) (\(bindings[index].location))"
    }
  }
}

extension Diagnostic.ID {
  /// An external binding that was built in a test.
  static let unexpectedLive = Self(rawValue: "unexpected-live")
}
