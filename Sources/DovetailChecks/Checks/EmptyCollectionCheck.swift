// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A needed collection without contributions: one finding for every collection.
  func emptyCollectionFindings() -> [Diagnostic] {
    Gap.all(.parts([]), in: self).compactMap { gap in gap.need.collection.map { emptyFinding(gap, parts: $0.parts) } }
  }

  private func emptyFinding(_ gap: Gap, parts wrapper: Graph.Need.Wrapper) -> Diagnostic {
    let isKeyed = wrapper.form == .dictionary
    var finding = finding(.emptyCollection, "nothing contributes to \(names.quoted(gap.key))", about: gap)
    let parts = wiring.parts[wrapper.key] ?? []
    let unkeyed = isKeyed ? parts.filter { outline.contribution(of: $0)?.mapKey == nil } : []
    finding.notes += lines("contributes without a key", unkeyed)
    let hidden = parts.filter { outline[$0].marks.contains(.isPrivate) && !unkeyed.contains($0) }
    finding.notes += lines("contributes to its own module alone", hidden)
    // The binding that takes the collection is not a part of it.
    if let bound = wiring.binding(for: wrapper.key), !gap.requesters.contains(bound) {
      finding.similar = ["\(quoted(bound))\(location(of: bound).inParentheses), which is bound but does not contribute"]
    }
    let modifier = isKeyed ? ".contribute(key:)" : ".contribute()"
    let (element, type) = (names.type(wrapper.key.type), names.type(gap.key.type))
    finding.help = "add \(modifier) to a bind of \(element), or .allowEmpty(\(type).self) to the bind that needs it"
    return finding
  }
}
