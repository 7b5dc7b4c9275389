// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// One run of the tool, with the options that all subcommands share.
package enum Run: ScopeKind {
  package typealias Input = Inputs<Options>
}

/// The subcommand `add`.
package enum Adding: ScopeKind {
  package typealias Parent = Run
  package typealias Input = Inputs<NewChore>
}

/// The subcommand `done`.
package enum Finishing: ScopeKind {
  package typealias Parent = Run
  package typealias Input = Inputs<ChoreNumber>
}

/// The subcommand `list`.
package enum Listing: ScopeKind {
  package typealias Parent = Run
  package typealias Input = Inputs<Choice>
}

/// What all subcommands share.
package struct Options: Sendable {
  package let file: String
  package let isVerbose: Bool

  package init(file: String, isVerbose: Bool = false) { (self.file, self.isVerbose) = (file, isVerbose) }
}

/// What `add` is told.
package struct NewChore: Sendable {
  package let title: String
  package let tags: [String]

  package init(title: String, tags: [String]) { (self.title, self.tags) = (title, tags) }
}

/// What `done` is told.
package struct ChoreNumber: Sendable {
  package let value: Int

  package init(_ value: Int) { self.value = value }
}

/// What `list` is told.
package struct Choice: Sendable {
  package let includesDone: Bool
  package let tag: String?

  package init(includesDone: Bool, tag: String?) { (self.includesDone, self.tag) = (includesDone, tag) }
}
