// SPDX-License-Identifier: Apache-2.0

/// An instance that would keep, directly or through transients, another one beyond its lifetime.
///
/// A provider, a factory or a closure keeps nothing; a `Lazy` keeps the value after its first use. An opener requests its value in a scope of its own, so that
/// the value must not need an instance of a scope that is not open there.
enum CaptiveDependencyCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.captiveDependency

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    let captives = subject.captives.filter { subject.isOwn($0.holder) && !UnfilledInputCheck.covers($0, in: subject) }
    let strangers = subject.lifetimes.strangers(over: subject.edges, in: subject.wiring)
    return captives.map { finding($0, in: subject) }
      + strangers.filter { subject.isOwn($0.route[0].from) }.map { finding($0, in: subject) }
  }

  private static func finding(_ stranger: Lifetimes.Stranger, in subject: GraphCheck.Subject) -> Diagnostic {
    let (opener, held) = (stranger.route[0].from, stranger.route[stranger.route.count - 1].to)
    let (kind, wanted) = (subject.names.type(stranger.kind), subject.names.type(stranger.wanted))
    return Diagnostic(
      id, .error,
      "\(subject.quoted(opener)) opens \(kind), but \(described(held, in: subject)) is needed inside, and no \(wanted) is open there",
      at: subject.graph.bindings[opener].location,
      path: subject.steps(stranger.route, endingAt: held),
      help: "open \(kind) inside \(wanted), with typealias Parent = \(wanted), or bind \(subject.quoted(held)) in \(kind)")
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
    let requester = captive.route.count == 1 ? "it" : subject.quoted(edge.from)
    if need.key.type.isDynamic {
      let name = subject.names.type(need.key.type)
      return "\(first), or let \(requester) need \((name + "Provider").quoted) instead of \(name.quoted)"
    }
    // A Lazy does not help: it should be a provider of its value.
    let lazy = need.wrappers.first?.form == .lazy ? need.wrappers.first : nil
    let wanted = subject.names.type(lazy?.key.type ?? need.key.type)
    let instead = lazy == nil ? "" : " instead of \(subject.names.type(need.key.type))"
    return "\(first), or let \(requester) take Provider<\(wanted)>\(instead)"
  }
}
