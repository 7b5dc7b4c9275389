// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

/// Keeps one word for one thing: pages, the changelog and doc comments use the field's terms, and not those that readers stumbled over.
@Suite("The words of the pages") struct WordTests {
  /// Words in a meaning that they no longer have, with the word to use.
  ///
  /// Only what a pattern can tell: "bind" is a verb, and `Bind` is the type; a request is what a server serves.
  static let words: [(pattern: String, better: String)] = [
    (#"\b(?:a|an|the|each|every|one|its|this|that|another|other|own|plain|second|private|shared|such) bind\b"#, "binding"),
    (
      #"\b(?:the|these|those|other|all|two|some|of|with|without|its|their|own|more|many|no|several) binds\b(?! (?:it|them|an?)\b)"#,
      "bindings"
    ),
    (#"\bfindings?\b(?! out)"#, "diagnostic"),
    (#"\bmistakes?\b"#, "error, diagnostic"),
    (#"\bkinds? of scopes?\b|\bscope kinds?\b"#, "scope type"),
    (#"\bcircles?\b"#, "cycle"),
    (#"\b[Ii]nitialiser"#, "initializer"),
    (
      #"\b(?:a|the|each|every|one|declared|deferred|other) need\b(?! not)|\b(?:declared|deferred|derived|their|its|own) needs\b"#,
      "dependency"
    ),
    (
      #"\b(?:is|was|were|are|be) asked for\b(?! an)|\basks? (?:its|the|another|a|any) (?:container|scope|resolver|provider)\b"#,
      "resolve"
    ),
    (
      "Asking later|A scope for every request|Relatives and awakening|Graphs by name|Seeing the graph|The way of a request|What weighs|Coming from",
      "the page's new name"
    ),
  ]

  /// A call of `resolve` is no request, except on pages about servers.
  static let request = (
    pattern: #"\b(?:outermost|synchronous|asynchronous|new|next|failed|whole) requests?\b"#, better: "resolution"
  )
  static let serverPages = ["Servers", "RequestScopes", "DovetailHummingbird"]

  /// Sentences that stopped a reader.
  static let sentences = [
    "never a lock around your code", "All of it is here", "does not know a word of these pages", "No product imports all of them",
    "which forgets it", "does not know a kind without binds", "for every request that asks for it", "With its `return`",
    "Mark the helpers of a replacement", "Only the leaf says", "as ever; hooks", "that was stopped stays so",
    "A shared member says for which key", "asks on the spot", "uses a quarter of the thread's stack",
    "it may keep what belongs to one page", "a release build decides", "the only product that needs Foundation",
  ]

  /// A text without its code, on one line.
  private static func prose(_ text: String) -> String {
    text.replacing(#/```[\s\S]*?```|``[^`\n]*``|`[^`\n]*`|<doc:[^>]*>|\]\([^)\s]*\)/#, with: "§").replacing("\n", with: " ")
  }

  private static func offences(in text: String, of patterns: [(pattern: String, better: String)]) throws -> [String] {
    let prose = prose(text)
    return try patterns.flatMap { pattern, better in
      try prose.matches(of: Regex(pattern)).map { "'\(prose[$0.range])': \(better)" }
    }
  }

  @Test func `are those of the field`() throws {
    for page in try Page.everyPage() + ["README", "CHANGELOG"] {
      let text = try Page.text(of: page)
      let isAboutServers = WordTests.serverPages.contains { page.hasSuffix($0) }
      let found = try WordTests.offences(in: text, of: WordTests.words + (isAboutServers ? [] : [WordTests.request]))
      #expect(found == [], "\(page)")
      #expect(WordTests.sentences.filter(text.contains) == [], "\(page)")
    }
  }

  /// In the engine those of its public declarations: its own code speaks of binds and of what they need.
  @Test func `are those of the doc comments, too`() throws {
    let engine = ["Dovetail", "DovetailRuntime", "DovetailComponents"]
    for (path, text) in try Page.swiftFiles(in: "Sources") where !path.contains("/Seeds/") {
      let isOfEngine = engine.contains { path.hasPrefix("Sources/\($0)/") }
      let blocks = text.matches(of: /((?: *\/\/\/.*\n)+)(?: *@.*\n)*(.*)/).filter { !isOfEngine || $0.2.contains("public ") }
      let comments = blocks.map { $0.1.replacing(/^ *\/\/\/ ?/.anchorsMatchLineEndings(), with: "") }.joined(separator: "\n")
      #expect(try WordTests.offences(in: comments, of: WordTests.words) == [], "\(path)")
    }
  }
}
