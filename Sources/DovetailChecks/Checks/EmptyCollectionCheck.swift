// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A needed collection without contributions: one diagnostic for every collection.
  func emptyCollectionFindings() -> [Diagnostic] {
    Gap.all(.parts([]), in: self).compactMap { gap in gap.need.collection.map { emptyFinding(gap, parts: $0.parts) } }
  }

  private func emptyFinding(_ gap: Gap, parts wrapper: Graph.Need.Wrapper) -> Diagnostic {
    let isKeyed = wrapper.form == .dictionary
    var finding = finding(.emptyCollection, "nothing contributes to \(names.quoted(gap.key))", about: gap)
    let parts = wiring.parts[wrapper.key] ?? []
    let unkeyed = isKeyed ? parts.filter { graph.bindings[$0].contribution?.mapKey == nil } : []
    finding.notes += lines("contributes without a key", unkeyed)
    let hidden = parts.filter { graph.bindings[$0].isPrivate && !unkeyed.contains($0) }
    finding.notes += lines("contributes to its own module alone", hidden)
    let near = nearParts(of: wrapper.key, from: gap.requesters.first, except: unkeyed + hidden + gap.requesters)
    finding.similar = near.texts
    let taker = gap.requesters.first.map { "the binding of \(quoted($0))" } ?? "the binding that needs it"
    let first = remedy(unkeyed, hidden) ?? help(gap, wrapper, near.found, taker)
    finding.help =
      "\(first), or .allowEmpty(\(names.type(gap.key.type)).self) to the binding that needs it"
    return finding
  }

  /// The first remedy, where there are contributions that only lack a key, or are private.
  private func remedy(_ unkeyed: [Int], _ hidden: [Int]) -> String? {
    guard let part = unkeyed.first ?? hidden.first else { return nil }
    let leaving = graph.bindings[part].isPrivate ? "remove .private from \(quoted(part))" : nil
    let keying = unkeyed.isEmpty ? nil : "give the contribution \(quoted(part)) a key: .contribute(key: …)"
    return [keying, leaving].compactMap { $0 }.joined(separator: ", and ")
  }

  /// The first remedy.
  private func help(_ gap: Gap, _ wrapper: Graph.Need.Wrapper, _ near: NearMisses.Found, _ taker: String) -> String {
    let isKeyed = wrapper.form == .dictionary
    let (element, list) = (names.type(wrapper.key.type), names.type(gap.key.type))
    let isPart = { [graph] in graph.bindings[$0].contribution != nil }
    if let part = near.all(.namesake).first(where: isPart) {
      guard let name = key(of: part).name else { return "leave out the name on \(taker): the contributions have none" }
      let other = gap.key.name.map { "name the contribution \($0.quoted)" } ?? "leave out the name of the contribution"
      let keyed = isKeyed && graph.bindings[part].contribution?.mapKey == nil ? ", and give it a key: .contribute(key: …)" : ""
      let isNameable = gap.requesters.first.map { self.isNameable(gap.need, of: $0) } ?? true
      return (isNameable ? "say .needs(\(list).self, named: \(name.quoted)) on \(taker), or " : "") + other + keyed
    }
    if let part = near.all(.general).first(where: isPart), !gap.requesters.isEmpty {
      return "let \(quoted(gap.requesters[0])) take \(collected(type(of: part), by: [wrapper]))"
    }
    // With .contribute(), a binding of the type itself would no longer answer its key. An input has no modifiers.
    let bound = [wiring.binding(for: wrapper.key)].compactMap { $0.map(wiring.base) }
      .filter { graph.bindings[$0].role != .input && graph.bindings[$0].arguments.isEmpty }
    let others = near.all(.substitute).filter(isPart) + bound + near.all(.substitute)
    // What contributes to another type has no name there.
    if gap.key.name == nil, let other = others.first(where: { !graph.bindings[$0].isPrivate && !leads($0, to: gap.requesters) }) {
      let to = contributing(to: wrapper)
      return isPart(other)
        ? "write .\(to) instead of .contribute(\(isKeyed ? "key: …" : "")) on \(quoted(other))"
        : "add .\(to) to the binding of \(quoted(other))"
    }
    return "add \(named(gap.key))\(isKeyed ? ".contribute(key:)" : ".contribute()") to a binding of \(element)"
  }

  /// The modifier by which a binding makes a part of a collection, and goes on to answer its own key.
  fileprivate func contributing(to parts: Graph.Need.Wrapper) -> String {
    "contribute(to: \(grouped(names.type(parts.key.type))).self\(parts.form == .dictionary ? ", key: …" : "")) { $0 }"
  }

  /// The bindings that nearly are parts of a collection, also in words: with what they are instead.
  ///
  /// - Parameters:
  ///   - element: The key of the parts.
  ///   - requester: The binding that needs the collection; `nil` for the program.
  ///   - except: Bindings that are none.
  func nearParts(of element: Graph.Key, from requester: Int?, except: [Int]) -> (found: NearMisses.Found, texts: [String]) {
    let isPart = { [graph] in graph.bindings[$0].contribution != nil }
    let found = nearMisses.found(
      for: element, from: requester.map { graph.bindings[$0].module }, except: Set(except), first: isPart)
    let texts = found.nearest.map { near in
      let isPart = isPart(near.binding)
      let place = isPart ? "contributes to \(names.collection(of: key(of: near.binding)))" : "does not contribute"
      let reason =
        near.reason.map { $0 + (!isPart ? ", but " : $0.hasPrefix("which ") ? " and " : ", and which ") }
        ?? (isPart ? "which " : "which is bound but ")
      return "\(quoted(near.binding))\(location(of: near.binding).inParentheses), \(reason)\(place)"
    }
    return (found, texts)
  }
}

extension Wiring {
  /// The bindings that nearly are parts of a collection that the program resolves, in words: at most three, nearest first.
  ///
  /// - Parameters:
  ///   - element: The key of the parts.
  ///   - requester: The binding whose factory asks; `nil` for the program.
  package func nearParts(of element: Graph.Key, askedBy requester: Int? = nil) -> [String] {
    GraphCheck.Subject(self).nearParts(of: element, from: requester, except: requester.map { [$0] } ?? []).texts
  }

  /// What makes a binding a part of a collection that the program resolves. With `.contribute()`, one of the type itself would no longer answer its key.
  package func contribution(to parts: Graph.Need.Wrapper) -> String {
    guard parts.key.name == nil, binding(for: parts.key) != nil else {
      return ".contribute(\(parts.form == .dictionary ? "key: …" : ""))"
    }
    return "." + GraphCheck.Subject(self).contributing(to: parts)
  }
}
