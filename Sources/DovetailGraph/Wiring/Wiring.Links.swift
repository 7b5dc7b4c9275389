// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// The links of all dependencies, by place in the ``Outline``.
  package struct Links: Sendable {
    /// The binding that answers the dependency unchanged, as nearly always; -1 for all other links.
    private(set) var plain: [Int32] = []
    /// By place in ``plain``.
    private var rare: [Int: Link] = [:]

    /// Begins with no links.
    init(for count: Int) { plain.reserveCapacity(count) }

    /// Adds the link of the next need, answered unchanged by a binding.
    mutating func append(_ binding: Int) { plain.append(Int32(binding)) }

    /// Adds the link of the next need.
    mutating func append(_ link: Link) {
      if case .binding(let binding) = link.target, link.depth == 0 { return append(binding) }
      rare[plain.count] = link
      plain.append(-1)
    }

    /// Whether every dependency is answered unchanged by one binding.
    package var isPlain: Bool { rare.isEmpty }

    /// The binding that answers the dependency at a place unchanged; `nil` for all other links.
    package func plain(at place: Int) -> Int? { plain[place] < 0 ? nil : Int(plain[place]) }

    /// The link at a place.
    package func link(at place: Int) -> Link {
      rare[place] ?? Link(target: plain[place] < 0 ? .missing : .binding(Int(plain[place])), depth: 0)
    }
  }
}
