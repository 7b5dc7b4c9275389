// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import ChoreList
internal import Dovetail
internal import DovetailInjected

struct Chores: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keeps a list of what is to be done.", subcommands: [Add.self, Done.self, List.self])
}

/// The options that every subcommand takes.
struct SharedOptions: ParsableArguments {
  @Option(help: "The file that holds the list.") var file = "chores.json"
  @Flag(name: .shortAndLong, help: "Say more.") var verbose = false

  /// Opens the scope of this run, and in it the scope of a subcommand with what that was told.
  ///
  /// The argument parser makes the commands, so the container cannot be handed to them; they ask for the current one.
  func open<Kind: ScopeKind, Input: Sendable>(
    _ kind: Kind.Type, _ input: Input, body: (OpenScope) throws -> Void
  ) throws where Kind.Input == Inputs<Input> {
    try Container.shared.withScope(Run.self, Options(file: file, isVerbose: verbose)) { run in
      try run.withScope(kind, input, body: body)
    }
  }
}

struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Adds a chore.")

  @OptionGroup var shared: SharedOptions
  @Argument(help: "What is to be done.") var title: String
  @Option(name: .customLong("tag"), help: "A word to find it by; may be repeated.") var tags: [String] = []

  func run() throws {
    try shared.open(Adding.self, NewChore(title: title, tags: tags)) { try $0.resolve(Adder.self).run() }
  }
}

struct Done: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Marks a chore as done.")

  @OptionGroup var shared: SharedOptions
  @Argument(help: "The number of the chore.") var number: Int

  func run() throws {
    try shared.open(Finishing.self, ChoreNumber(number)) { try $0.resolve(Finisher.self).run() }
  }
}

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Shows what is to be done.")

  @OptionGroup var shared: SharedOptions
  @Flag(help: "Show what is done, too.") var all = false
  @Option(help: "Show only what has this tag.") var tag: String?

  func run() throws {
    try shared.open(Listing.self, Choice(includesDone: all, tag: tag)) { try $0.resolve(Lister.self).run() }
  }
}
