// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A need, or a root, without a binding: one diagnostic for every key, for all of its requesters.
  func missingBindingFindings() -> [Diagnostic] {
    let gaps = gaps.filter { privateAnswers[$0.key] == nil }
    if gaps.isEmpty { return [] }
    let unread = unreadModules()
    return gaps.map { missingFinding($0, unread) }
  }

  /// A note about the modules that could not be read, the first dozen by name; none when there are none.
  private func unreadModules() -> [String] {
    let unread = modules.indices.filter { modules[$0].failure != nil }
    let named = unread.prefix(12).map { "'\(names.type(modules[$0].name))'" }.joined(separator: ", ")
    let more = unread.count > 12 ? " or \(unread.count - 12) more" : ""
    return unread.isEmpty ? [] : ["perhaps bound by \(named)\(more), which could not be read"]
  }

  private func missingFinding(_ gap: Gap, _ unread: [String]) -> Diagnostic {
    var gap = gap
    let function = names.type(gap.key.type)
    let closure = FunctionText(function).flatMap { $0.isDerived ? $0 : nil }
    let returned = closure.map { String($0.result) }
    let message = returned.map { "'\($0)', which '\(function)' would have to return" } ?? names.quoted(gap.key)
    var result = returned
    if let returned, returned.hasSuffix("?") {
      result = FunctionText.ungrouped(returned.dropLast())
      gap.nilProvider = closure?.nilProvider
    } else if let returned, returned.hasPrefix("["), returned.hasSuffix("]") {
      gap.part = FunctionText.element(of: returned)
    }
    var finding = finding(.missingBinding, "nothing is bound for \(message)", about: gap, taking: gap.need)
    let wanted = result.map { Graph.Key(type: TypeName(text: $0), name: gap.key.name) } ?? gap.key
    let near = nearMisses.found(
      for: wanted, from: gap.requesters.first.map { graph.bindings[$0].module }, except: Set(gap.requesters))
    finding.notes += unread
    finding.similar = near.texts
    finding.help = help(gap, type: result ?? function, near)
    return finding
  }
}
