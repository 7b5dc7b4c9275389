// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// The links of all needs in one array: `links[binding][need]`, without a list for each binding.
  package struct Links: Sendable {
    private var all: [Link] = []
    /// The links of a binding are those at `starts[binding]..<starts[binding + 1]` of ``all``.
    private var starts = [0]

    /// Makes room for so many bindings.
    mutating func reserve(_ bindings: Int) {
      starts.reserveCapacity(bindings + 1)
      all.reserveCapacity(bindings * 2)
    }

    /// Adds the link of a binding's next need.
    mutating func append(_ link: Link) { all.append(link) }

    /// Says that the binding has no further need.
    mutating func endBinding() { starts.append(all.count) }

    /// How many needs a binding and those after it have.
    package func count(from binding: Int) -> Int { all.count - starts[binding] }

    package subscript(binding: Int) -> Row { Row(links: all[starts[binding]..<starts[binding + 1]]) }

    /// One array for each binding.
    var rows: [[Link]] { starts.indices.dropLast().map { Array(self[$0]) } }
  }

  /// The links of one binding, from 0.
  package struct Row: RandomAccessCollection {
    fileprivate let links: ArraySlice<Link>

    package var startIndex: Int { 0 }
    package var endIndex: Int { links.count }
    package subscript(need: Int) -> Link { links[links.startIndex + need] }
  }
}
