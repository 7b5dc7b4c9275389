// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A need for a key that is bound, but only inside another module.
  func privateBindingFindings() -> [Diagnostic] {
    gaps.compactMap { gap in
      guard let answers = privateAnswers[gap.key], let nearest = answers.first else { return nil }
      let (owner, key) = (module(of: nearest) ?? "another module", gap.key)
      var finding = finding(
        .privateBinding, "\(names.quoted(key)) is private to \(owner)", about: gap, end: step(nearest), taking: gap.need)
      finding.notes += lines("also private", Array(answers.dropFirst()))
      let first = "remove .private from the binding in \(owner)"
      // A public binding would be hidden in the owner by its private one. A private one answers in one module only.
      let homes = Set(gap.requesters.map { graph.bindings[$0].module })
      let isOwnable = homes.count == 1 && !gap.isRoot && gap.requesters.first.flatMap(home)?.name != .carryingTypes
      finding.help = isOwnable ? "\(first), or bind \(names.key(key)) in \(gap.module(in: self)), .private too" : first
      return finding
    }
  }
}
