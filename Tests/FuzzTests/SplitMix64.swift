// SPDX-License-Identifier: Apache-2.0

/// Numbers that look random and are the same for equal seeds, on every platform.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to one less than the bound, which is positive.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// Whether something happens that does so in so many of 100 cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of several, which there have to be.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// One of several, each as often as its weight says in proportion.
  mutating func pick<Element>(weighted elements: KeyValuePairs<Int, Element>) -> Element {
    var left = below(elements.reduce(0) { $0 + $1.key })
    for (weight, element) in elements {
      left -= weight
      if left < 0 { return element }
    }
    return elements[elements.count - 1].value
  }

  /// Another sequence, independent of what comes of this one.
  mutating func split() -> SplitMix64 { SplitMix64(seed: Int(truncatingIfNeeded: next())) }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for last in elements.indices.dropFirst().reversed() { elements.swapAt(last, below(last + 1)) }
    return elements
  }
}
