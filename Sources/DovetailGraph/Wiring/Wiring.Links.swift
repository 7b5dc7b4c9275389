// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// The links of all needs in one array, in the order of the needs in the ``Outline``.
  @usableFromInline
  package struct Links: Sendable {
    /// The binding that answers the need unchanged, as nearly always; -1 for all other links.
    @usableFromInline private(set) var plain: [Int32] = []
    /// By place in ``plain``.
    private var rare: [Int: Link] = [:]
    /// The links of a binding are those at `starts[binding]..<starts[binding + 1]`.
    @usableFromInline let starts: [Int32]

    /// Begins with no links.
    init(of outline: Outline) {
      starts = outline.starts
      plain.reserveCapacity(outline.needCount)
    }

    /// Adds the link of a binding's next need, answered unchanged by another binding.
    mutating func append(_ binding: Int) { plain.append(Int32(binding)) }

    /// Adds the link of a binding's next need.
    mutating func append(_ link: Link) {
      if case .binding(let binding) = link.target, link.depth == 0 { return append(binding) }
      rare[plain.count] = link
      plain.append(-1)
    }

    /// The number of needs of a binding and those after it.
    package func count(from binding: Int) -> Int { plain.count - Int(starts[binding]) }

    /// Whether every need is answered unchanged by one binding.
    package var isPlain: Bool { rare.isEmpty }

    /// The places of a binding's links.
    @inlinable package func places(of binding: Int) -> Range<Int> { Int(starts[binding])..<Int(starts[binding + 1]) }

    /// The places of the needs that are not answered by one binding; those of each binding from the last one to the first.
    var open: [Int] { rare.isEmpty ? [] : starts.indices.dropLast().flatMap { places(of: $0).reversed().filter(isOpen) } }

    private func isOpen(_ place: Int) -> Bool {
      switch link(at: place).target {
      case .missing, .absent, .parts: true
      case .binding, .argument, .resolver: false
      }
    }

    /// The binding that answers the need at a place unchanged; `nil` for all other links.
    @inlinable package func plain(at place: Int) -> Int? { plain[place] < 0 ? nil : Int(plain[place]) }

    /// The link at a place.
    package func link(at place: Int) -> Link {
      rare[place] ?? Link(target: plain[place] < 0 ? .missing : .binding(Int(plain[place])), depth: 0)
    }

    package subscript(binding: Int) -> Row { Row(links: self, places: places(of: binding)) }

    /// One array for each binding.
    var rows: [[Link]] { starts.indices.dropLast().map { Array(self[$0]) } }
  }

  /// The links of one binding, from 0.
  package struct Row: RandomAccessCollection {
    fileprivate let links: Links
    fileprivate let places: Range<Int>

    package var startIndex: Int { 0 }
    package var endIndex: Int { places.count }
    package subscript(need: Int) -> Link { links.link(at: places.lowerBound + need) }
  }
}
