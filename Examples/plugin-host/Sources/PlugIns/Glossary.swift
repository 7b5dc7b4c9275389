// SPDX-License-Identifier: Apache-2.0
package import Dovetail
internal import Press

/// Explains the words of the trade. Its words are shared by its two filters, and closed when it leaves.
package struct GlossaryPlugIn: PlugIn {
  package let name = "glossary"
  let words: [String: String]

  package init(_ words: [String: String]) { self.words = words }

  package var bindings: Bindings {
    Bind { [words] (journal: Journal) in WordList(words, journal: journal) }.in(.singleton).onClose { $0.close() }
    Bind((any Filter).self, Explanation.init).contribute()
    Bind((any Filter).self, Footnote.init).contribute()
  }
}

final class WordList: Sendable {
  let words: [String: String]
  private let journal: Journal

  init(_ words: [String: String], journal: Journal) {
    self.words = words
    self.journal = journal
    journal.note("the word list is open")
  }

  func close() { journal.note("the word list is closed") }
}

struct Explanation: Filter {
  let list: WordList

  func apply(to letter: String) -> String {
    list.words.sorted { $0.key < $1.key }.reduce(letter) { letter, word in
      letter.replacing(word.key, with: "\(word.key) (\(word.value))")
    }
  }
}

struct Footnote: Filter {
  let list: WordList

  func apply(to letter: String) -> String { "\(letter)\n[words explained: \(list.words.count)]" }
}
