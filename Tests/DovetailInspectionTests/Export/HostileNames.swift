// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

/// Names that try to get out of the text in which they stand.
enum HostileNames {
  static let all = ["<script>alert(1)</script>", "\"]-->", "a\nb\u{202E}c", "\\n\\\"&amp;", "日本 é 🚗", "`x`|{y}#35;%%;"]

  /// A graph in which everything that has a name has a hostile one.
  static var graph: Graph {
    var graph = Graph(modules: all.map { Graph.Module(name: TypeName(text: $0)) }, roots: [Graph.Need]())
    for (place, name) in all.enumerated() {
      let next = Graph.Key(type: TypeName(text: all[(place + 1) % all.count]), name: all[(place + 1) % all.count])
      graph.bindings.append(
        Graph.Binding(
          key: Graph.Key(type: TypeName(text: name), name: name),
          needs: place + 1 < all.count ? [Graph.Need(key: next)] : [], contribution: nil, module: place,
          location: SourceLocation(file: "Garage/\(name).swift", line: place + 1, column: 1)))
    }
    return graph
  }
}
