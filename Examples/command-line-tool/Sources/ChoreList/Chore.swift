// SPDX-License-Identifier: Apache-2.0

/// Something to do.
package struct Chore: Codable, Equatable, Sendable {
  /// Counts from one, in the order in which chores were added.
  package let number: Int
  package let title: String
  package let tags: [String]
  package var isDone = false

  package init(number: Int, title: String, tags: [String] = [], isDone: Bool = false) {
    (self.number, self.title, self.tags, self.isDone) = (number, title, tags, isDone)
  }
}

extension Chore: CustomStringConvertible {
  package var description: String {
    (["\(number)", isDone ? "[x]" : "[ ]", title] + tags.map { "#\($0)" }).joined(separator: " ")
  }
}
