// SPDX-License-Identifier: Apache-2.0

/// An instance that would keep, directly or through transients, another one beyond its lifetime.
///
/// A provider, a factory or a closure keeps nothing; a `Lazy` keeps the value after its first use.
enum CaptiveDependencyCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.captiveDependency

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.captives.compactMap { captive in
      guard subject.isOwn(captive.holder), !UnfilledInputCheck.covers(captive, in: subject) else { return nil }
      return finding(captive, in: subject)
    }
  }

  private static func finding(_ captive: Lifetimes.Captive, in subject: GraphCheck.Subject) -> Diagnostic {
    let (holder, held) = (captive.holder, captive.captive)
    let lifetimes = subject.lifetimes
    var reason = "which lives shorter"
    if case .scope(let one) = lifetimes.spans[holder], case .scope(let other) = lifetimes.spans[held],
      !lifetimes.areRelated(one, other)
    {
      reason = "but these scopes can never be open together"
    }
    return Diagnostic(
      id, .error, "\(described(holder, in: subject)) would keep \(described(held, in: subject)), \(reason)",
      at: subject.graph.bindings[holder].location,
      path: subject.steps(captive.route, endingAt: held),
      help: help(captive, in: subject))
  }

  private static func described(_ binding: Int, in subject: GraphCheck.Subject) -> String {
    "\(subject.quoted(binding)) (\(subject.life(of: binding)))"
  }

  private static func help(_ captive: Lifetimes.Captive, in subject: GraphCheck.Subject) -> String {
    let scope = subject.names.scope(subject.wiring.scope(of: captive.captive))
    let first = "make \(subject.quoted(captive.holder)) \(scope) too"
    guard let edge = captive.route.last, let index = edge.need else { return first }
    let need = subject.graph.bindings[edge.from].needs[index]
    guard need.source == .bound, need.place != .declared else { return first }
    let asker = captive.route.count == 1 ? "it" : subject.quoted(edge.from)
    if need.key.type.isDynamic {
      let name = subject.names.type(need.key.type)
      return "\(first), or let \(asker) need \((name + "Provider").quoted) instead of \(name.quoted)"
    }
    // A Lazy does not help: it should be a provider of its value.
    let lazy = need.wrappers.first?.form == .lazy ? need.wrappers.first : nil
    let wanted = subject.names.type(lazy?.key.type ?? need.key.type)
    let instead = lazy == nil ? "" : " instead of \(subject.names.type(need.key.type))"
    return "\(first), or let \(asker) take Provider<\(wanted)>\(instead)"
  }
}
