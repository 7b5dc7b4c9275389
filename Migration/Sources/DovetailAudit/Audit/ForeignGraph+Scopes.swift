// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

extension ForeignGraph {
  /// Chooses the scopes of Dovetail.
  ///
  /// Swinject shares within one request what says no scope. That shows only where one request may ask for the instance twice, so only there it is `.graph`; and not
  /// where a longer-lived instance keeps it, which Swinject allows.
  mutating func chooseScopes() {
    let requesters = requesters()
    var implied: Set<Int> = []
    for index in entries.indices where entries[index].forwardsTo == nil {
      let registration = registration(of: index)
      setScope(of: index, scope(registration))
      let isShared = registration.style == .swinject && registration.scope == .unsaid && registration.arguments.isEmpty
      if isShared, isAskedAgain(index, requesters) {
        setScope(of: index, .graph)
        implied.insert(index)
      }
    }
    while let kept = firstKept(of: implied) {
      setScope(of: kept, .transient, isKept: true)
      implied.remove(kept)
    }
  }

  private func scope(_ registration: Registration) -> Graph.Scope {
    switch registration.scope {
    case .unsaid, .transient, .hidden: .transient
    case .graph: .graph
    case .singleton: .singleton
    case .weak: .weak
    case .own(let name): .scoped(TypeName(text: kind(name)))
    case .timeToLive: .custom(TypeName(text: "TimeToLive"))
    }
  }

  /// Who asks for an entry, each as often as it asks.
  private func requesters() -> [Int: [Int]] {
    var requesters: [Int: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      for case (_, let answer?) in entry.requests { requesters[answer, default: []].append(index) }
    }
    return requesters
  }

  /// Whether one request may ask for an entry more than once: several ask for it, or one that is made several times itself.
  private func isAskedAgain(_ index: Int, _ requesters: [Int: [Int]]) -> Bool {
    var (asked, seen) = (index, Set([index]))
    while let askers = requesters[asked] {
      guard askers.count == 1 else { return true }
      asked = askers[0]
      guard registration(of: asked).scope == .transient, seen.insert(asked).inserted else { return false }
    }
    return false
  }

  /// The kind of scope for a scope of the program: `SessionScope` for `.session`.
  private func kind(_ name: String) -> String {
    let first = name.prefix(1).uppercased() + name.dropFirst()
    let kind = first.hasSuffix("Scope") ? first : first + "Scope"
    return facts.index.types[kind] == nil ? kind : "Moved" + kind
  }

  /// An instance that says no scope and that something longer-lived keeps, directly or through transient ones.
  private func firstKept(of implied: Set<Int>) -> Int? {
    if implied.isEmpty { return nil }
    for index in entries.indices where entries[index].scope != .transient && entries[index].scope != .graph {
      var (work, seen) = ([index], Set([index]))
      while let next = work.popLast() {
        for case (let request, let answer?) in entries[next].requests
        where request.form != .provider && seen.insert(answer).inserted {
          if implied.contains(answer) { return answer }
          if entries[answer].scope == .transient { work.append(answer) }
        }
      }
    }
    return nil
  }
}
