// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

/// Finds the boxes of a drawing that diagnostics and timelines name: these know keys and places, but no indices.
///
/// A place alone is not enough: a loop declares thousands of bindings in one. And a module that is included with many values declares one key in one place
/// many times; the first dozen of such boxes stand for all, or else a page of n diagnostics about them would have n² entries.
struct BoxPlaces {
  private struct Declaration: Hashable {
    let key: String
    let place: SourceLocation
  }

  private static let most = 12
  private var byPlace: [SourceLocation: [Int]] = [:]
  private var byKey: [Declaration: [Int]] = [:]

  init(_ drawing: Drawing, of graph: Graph) {
    for box in drawing.boxes where !box.isMissing {
      let place = graph.bindings[box.id].location
      guard place.isKnown else { continue }
      byPlace[place, default: []].append(box.id)
      byKey[Declaration(key: box.title, place: place), default: []].append(box.id)
    }
  }

  /// The boxes of a key that is declared in a place; of another key, all boxes of the place.
  func boxes(of key: String, at place: SourceLocation) -> [Int] {
    let found = exact([key], at: place)
    return found.isEmpty ? Array(byPlace[place]?.prefix(BoxPlaces.most) ?? []) : found
  }

  /// The boxes of a place, some of which a sentence names by their keys; else those of a key.
  func boxes(at place: SourceLocation, in sentence: String, or key: String?) -> [Int] {
    let named = (byPlace[place]?.count ?? 0) > 1 ? exact(BoxPlaces.keys(in: sentence), at: place) : []
    return named.isEmpty ? boxes(of: key ?? "", at: place) : named
  }

  private func exact(_ keys: [String], at place: SourceLocation) -> [Int] {
    keys.flatMap { byKey[Declaration(key: $0, place: place)]?.prefix(BoxPlaces.most) ?? [] }
  }

  /// The keys of a sentence: `Wheel named "spare"` of `'Wheel' named "spare" is bound twice`.
  private static func keys(in sentence: String) -> [String] {
    let pieces = sentence.split(separator: "'", omittingEmptySubsequences: false)
    return stride(from: 1, to: pieces.count - 1, by: 2).map { place in
      let (type, rest) = (pieces[place], pieces[place + 1])
      let named = " named \""
      guard rest.hasPrefix(named), let end = rest.dropFirst(named.count).firstIndex(of: "\"") else { return String(type) }
      return String(type + rest[...end])
    }
  }
}
