// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// An instance that would keep, directly or through transients, another one beyond its lifetime.
  ///
  /// A provider, a factory or a closure keeps nothing; a `Lazy` keeps the value after its first use. An opener requests its value in a scope of its own, so that
  /// the value must not need an instance of a scope that is not open there.
  func captiveDependencyFindings() -> [Diagnostic] {
    let captives = captives.filter { isOwn($0.holder) && !isUnfilledInput($0) }
    let strangers = lifetimes.strangers(over: edges, in: wiring).filter { isOwn($0.route[0].from) }
    return captives.map(captiveFinding) + strangers.map(strangerFinding)
  }

  private func strangerFinding(_ stranger: Lifetimes.Stranger) -> Diagnostic {
    let (opener, held) = (stranger.route[0].from, stranger.route[stranger.route.count - 1].to)
    let (kind, wanted) = (names.type(stranger.kind), names.type(stranger.wanted))
    return finding(
      .captiveDependency,
      "\(quoted(opener)) opens \(kind), but \(described(held)) is needed inside, and no \(wanted) is open there", at: opener,
      path: steps(stranger.route, endingAt: held),
      help: "open \(kind) inside \(wanted), with typealias Parent = \(wanted), or bind \(quoted(held)) in \(kind)")
  }

  private func captiveFinding(_ captive: Lifetimes.Captive) -> Diagnostic {
    let (holder, held) = (captive.holder, captive.captive)
    var reason = "which lives shorter"
    if case .scope(let one) = lifetimes.spans[holder], case .scope(let other) = lifetimes.spans[held],
      !lifetimes.areRelated(one, other)
    {
      reason = "but these scopes can never be open together"
    }
    return finding(
      .captiveDependency, "\(described(holder)) would keep \(described(held)), \(reason)", at: holder,
      path: steps(captive.route, endingAt: held), help: help(captive))
  }

  private func described(_ binding: Int) -> String { "\(quoted(binding)) (\(life(of: binding)))" }

  private func help(_ captive: Lifetimes.Captive) -> String {
    let first = "make \(quoted(captive.holder)) \(names.scope(scope(of: captive.captive))) too"
    guard let edge = captive.route.last, let need = changeableNeed(of: edge) else { return first }
    let requester = captive.route.count == 1 ? "it" : quoted(edge.from)
    if let change = namedProvider(insteadOf: need) { return "\(first), or let \(requester) need \(change)" }
    // A Lazy does not help: it should be a provider of its value.
    let lazy = need.wrappers.first?.form == .lazy ? need.wrappers.first : nil
    let wanted = names.type(lazy?.key.type ?? need.key.type)
    let instead = lazy == nil ? "" : " instead of \(names.type(need.key.type))"
    return "\(first), or let \(requester) take Provider<\(wanted)>\(instead)"
  }
}
