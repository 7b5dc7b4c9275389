// SPDX-License-Identifier: Apache-2.0

/// The needs of a bind in declared order. Up to two plain ones, the usual case, are stored inline.
package struct NeedList: Sendable {
  private enum Storage: Sendable {
    /// The types of at most two plain needs; the second only after a first. No reference counting.
    case plain((any Any.Type)?, (any Any.Type)?)
    case any([DeclaredNeed])
  }

  private var storage: Storage

  package init() { storage = .plain(nil, nil) }

  package init(_ first: DeclaredNeed, _ second: DeclaredNeed? = nil) {
    if first.isPlain, second?.isPlain ?? true {
      storage = .plain(first.type, second?.type)
    } else {
      storage = .any(second.map { [first, $0] } ?? [first])
    }
  }

  package init(_ needs: [DeclaredNeed]) {
    if needs.count <= 2, needs.allSatisfy(\.isPlain) {
      storage = .plain(needs.first?.type, needs.count == 2 ? needs[1].type : nil)
    } else {
      storage = .any(needs)
    }
  }

  /// Whether all needs are known to be plain without looking at each.
  package var isPlain: Bool {
    if case .plain = storage { true } else { false }
  }
}

extension NeedList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch storage {
    case .plain(nil, _): 0
    case .plain(_, nil): 1
    case .plain: 2
    case .any(let needs): needs.count
    }
  }

  package subscript(place: Int) -> DeclaredNeed {
    get {
      switch storage {
      case .plain(let first?, let second): DeclaredNeed(plain: place > 0 ? second ?? first : first)
      case .plain(nil, _): [][place]
      case .any(let needs): needs[place]
      }
    }
    set { replaceSubrange(place..<place + 1, with: CollectionOfOne(newValue)) }
  }

  package mutating func append(_ need: DeclaredNeed) {
    switch storage {
    case .plain(nil, _): self = NeedList(need)
    case .plain(let first?, nil): self = NeedList(DeclaredNeed(plain: first), need)
    case .plain(let first?, let second?):
      storage = .any([DeclaredNeed(plain: first), DeclaredNeed(plain: second), need])
    case .any(var needs):
      storage = .plain(nil, nil)
      needs.append(need)
      storage = .any(needs)
    }
  }

  package mutating func replaceSubrange(_ places: Range<Int>, with needs: some Collection<DeclaredNeed>) {
    var all: [DeclaredNeed] = []
    for need in self { all.append(need) }
    all.replaceSubrange(places, with: needs)
    self = NeedList(all)
  }
}

extension NeedList: ExpressibleByArrayLiteral {
  package init(arrayLiteral needs: DeclaredNeed...) { self.init(needs) }
}
