// SPDX-License-Identifier: Apache-2.0

/// Finds the words that may have been meant.
///
/// Two words are close when few letters differ, regardless of case, or when one is a whole part of the other: `Radio` and
/// `RadioTower`.
package enum Spelling {
  /// A word, prepared for many comparisons.
  struct Word {
    /// ASCII letters in lower case, everything else as it is.
    fileprivate let folded: [UInt8]
    fileprivate let original: [UInt8]
    /// The set of bytes, modulo 64: words whose sets differ much cannot be close.
    fileprivate let letters: UInt64

    init(_ text: String) {
      original = Array(text.utf8)
      folded = original.map { (65...90).contains($0) ? $0 + 32 : $0 }
      letters = folded.reduce(0) { $0 | 1 << UInt64($1 % 64) }
    }

    /// Numbers for the word as it is and without each letter: two words that differ in one edit share one. A long word has only the first.
    fileprivate var traces: [Int] {
      let gaps = folded.count <= 64 ? folded.indices : 0..<0
      return [folded[...].hashValue] + gaps.map { (folded[..<$0] + folded[($0 + 1)...]).hashValue }
    }
  }

  /// Words among which thousands are looked for: to compare each with each would take minutes.
  final class Words {
    let all: [Word]
    private lazy var places = {
      var places: [Int: [Int]] = [:]
      for (place, word) in all.enumerated() { for trace in word.traces { places[trace, default: []].append(place) } }
      return places
    }()

    init(_ texts: [String]) { all = texts.map { Word($0) } }

    /// The places of all words that differ in one edit from a word, and of some more, in order.
    func places(near word: Word) -> [Int] { Array(Set(word.traces.flatMap { places[$0] ?? [] })).inOrder(<) }
  }

  /// The nearest of many elements, nearest first; of equally near ones, those that were added first.
  struct Nearest<Element> {
    var limit = 3
    private(set) var found: [(element: Element, distance: Int)] = []

    mutating func add(_ element: Element, _ distance: Int) {
      found.insert((element, distance), at: found.firstIndex { $0.distance > distance } ?? found.endIndex)
      if found.count > limit { found.removeLast() }
    }
  }

  /// The words that are close to a word, closest first, then in the order given.
  ///
  /// - Parameters:
  ///   - word: The word as written.
  ///   - candidates: The words that could have been meant; the word itself is no answer.
  ///   - limit: The number of words to return at most.
  package static func closest(to word: String, in candidates: [String], limit: Int = 3) -> [String] {
    closest(to: Word(word), in: candidates.map { Word($0) }, at: candidates.indices, limit: limit).found.map {
      candidates[$0.element]
    }
  }

  /// The words at some places that are close to a word.
  static func closest(
    to word: Word, in words: [Word], at places: some Sequence<Int>, limit: Int = 3
  ) -> Nearest<Int> {
    var nearest = Nearest<Int>(limit: limit)
    for place in places where words[place].original != word.original {
      if let distance = distance(word, words[place]) { nearest.add(place, distance) }
    }
    return nearest
  }

  /// The distance of two words; `nil` when they are too different to be confused.
  private static func distance(_ left: Word, _ right: Word) -> Int? {
    let lengths = (left.folded.count, right.folded.count)
    let limit = min(lengths.0 / 3, lengths.1 / 3, 3)
    let differing = (left.letters ^ right.letters).nonzeroBitCount
    // One edit changes the set by at most two letters.
    if limit > 0, abs(lengths.0 - lengths.1) <= limit, differing <= 2 * limit,
      let edits = edits(left.folded, right.folded, atMost: limit)
    {
      return edits
    }
    return isPart(left, of: right) || isPart(right, of: left) ? 4 + abs(lengths.0 - lengths.1) : nil
  }

  /// Whether a word of at least four letters begins or ends another one, at a change from lower to upper case.
  private static func isPart(_ part: Word, of whole: Word) -> Bool {
    let (short, long) = (part.original, whole.original)
    guard short.count >= 4, short.count < long.count, part.letters & ~whole.letters == 0 else { return false }
    func isUpper(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
    if isUpper(long[short.count]), long.starts(with: short) { return true }
    return isUpper(short[0]) && long.suffix(short.count).elementsEqual(short)
  }

  /// The least number of insertions, deletions, replacements and swaps of neighbours, or `nil` when it is above a bound.
  ///
  /// Only a band of `2 * bound + 1` cells a row is computed, so that long words cost O(length × bound).
  ///
  /// - Source: F. Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964;
  ///   E. Ukkonen, "Algorithms for approximate string matching", Information and Control 64, 1985.
  private static func edits(_ left: [UInt8], _ right: [UInt8], atMost bound: Int) -> Int? {
    let far = bound + 1
    var before = Array(repeating: far, count: right.count + 1)
    var above = before
    for column in 0...min(bound, right.count) { above[column] = column }
    for row in 1...left.count {
      var current = Array(repeating: far, count: right.count + 1)
      if row <= bound { current[0] = row }
      let columns = max(1, row - bound)...min(right.count, row + bound)
      for column in columns {
        let isSame = left[row - 1] == right[column - 1]
        var cost = min(above[column] + 1, current[column - 1] + 1, above[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          cost = min(cost, before[column - 2] + 1)
        }
        current[column] = min(cost, far)
      }
      if columns.allSatisfy({ current[$0] > bound }) { return nil }
      (before, above) = (above, current)
    }
    return above[right.count] <= bound ? above[right.count] : nil
  }
}
