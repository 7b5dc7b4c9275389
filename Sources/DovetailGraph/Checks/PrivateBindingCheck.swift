// SPDX-License-Identifier: Apache-2.0

/// A need for a key that is bound, but only inside another module.
enum PrivateBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.privateBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.gaps.compactMap { gap in
      guard let answers = subject.privateAnswers[gap.key], let nearest = answers.first else { return nil }
      let owner = subject.module(of: nearest) ?? "another module"
      var finding = gap.finding(
        id, "\(subject.names.quoted(gap.key)) is private to \(owner)", end: subject.step(nearest), in: subject)
      finding.notes += subject.lines("also private", Array(answers.dropFirst()))
      let place = gap.module(in: subject.graph).flatMap { subject.module($0) } ?? "a module"
      finding.help = "remove .private from the bind in \(owner), or bind \(subject.names.key(gap.key)) in \(place)"
      return finding
    }
  }
}
