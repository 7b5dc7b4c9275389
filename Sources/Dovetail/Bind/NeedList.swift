// SPDX-License-Identifier: Apache-2.0

/// The needs of a bind in declared order. Up to two, as most binds have, lie in the bind itself.
struct NeedList: Sendable {
  private enum Storage: Sendable {
    /// At most two; a second one only behind a first one.
    case few(NeedRequest?, NeedRequest?)
    case many([NeedRequest])
  }

  private var storage: Storage

  init() { storage = .few(nil, nil) }

  init(_ first: NeedRequest, _ second: NeedRequest? = nil) { storage = .few(first, second) }

  init(_ needs: [NeedRequest]) {
    switch needs.count {
    case 0: storage = .few(nil, nil)
    case 1: storage = .few(needs[0], nil)
    case 2: storage = .few(needs[0], needs[1])
    default: storage = .many(needs)
    }
  }
}

extension NeedList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  var startIndex: Int { 0 }

  var endIndex: Int {
    switch storage {
    case .few(nil, _): 0
    case .few(_, nil): 1
    case .few: 2
    case .many(let needs): needs.count
    }
  }

  subscript(place: Int) -> NeedRequest {
    get {
      switch storage {
      case .few(let first?, let second): place > 0 ? second ?? first : first
      case .few(nil, _): [][place]
      case .many(let needs): needs[place]
      }
    }
    set { replaceSubrange(place..<place + 1, with: CollectionOfOne(newValue)) }
  }

  mutating func append(_ need: NeedRequest) {
    switch storage {
    case .few(nil, _): storage = .few(need, nil)
    case .few(let first, nil): storage = .few(first, need)
    case .few(let first?, let second?): storage = .many([first, second, need])
    case .many(var needs):
      storage = .few(nil, nil)
      needs.append(need)
      storage = .many(needs)
    }
  }

  mutating func replaceSubrange(_ places: Range<Int>, with needs: some Collection<NeedRequest>) {
    var all: [NeedRequest] = []
    for need in self { all.append(need) }
    all.replaceSubrange(places, with: needs)
    self = NeedList(all)
  }
}

extension NeedList: ExpressibleByArrayLiteral {
  init(arrayLiteral needs: NeedRequest...) { self.init(needs) }
}
