// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A needed collection without contributions: one finding for every collection.
  func emptyCollectionFindings() -> [Diagnostic] {
    Gap.all(.parts([]), in: self).compactMap { gap in gap.need.collection.map { emptyFinding(gap, parts: $0.parts) } }
  }

  private func emptyFinding(_ gap: Gap, parts wrapper: Graph.Need.Wrapper) -> Diagnostic {
    let isKeyed = wrapper.form == .dictionary
    var finding = finding(.emptyCollection, "nothing contributes to \(names.quoted(gap.key))", about: gap)
    if isKeyed, let unkeyed = wiring.parts[wrapper.key] { finding.notes += lines("contributes without a key", unkeyed) }
    // The binding that takes the collection is not a part of it.
    if let bound = wiring.binding(for: wrapper.key), !gap.requesters.contains(bound) {
      finding.similar = ["\(quoted(bound))\(location(of: bound).inParentheses), which is bound but does not contribute"]
    }
    let modifier = isKeyed ? ".contribute(key:)" : ".contribute()"
    let (part, type) = (names.type(wrapper.key.type), names.type(gap.key.type))
    finding.help = "add \(modifier) to a bind of \(part), or .allowEmpty(\(type).self) to the bind that needs it"
    return finding
  }
}
