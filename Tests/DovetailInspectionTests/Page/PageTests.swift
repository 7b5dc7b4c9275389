// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import DovetailInspection
internal import Testing

@Suite("The page") struct PageTests {
  private static let names = [
    "</script><script>alert(1)</script>", "\"]-->", "<!--<script>", "%GRAPH%", "a\nb\u{0}\u{202E}\u{2028}", "日本 é 🚗",
  ]

  /// Everything that has a name has a hostile one, and needs something hostile that is missing.
  private static let hostile = GraphFile(
    Graph(
      modules: names.map { Graph.Module(name: TypeName(text: $0)) },
      bindings: names.enumerated().map { place, name in
        Graph.Binding(
          key: Graph.Key(type: TypeName(text: name), name: name),
          needs: [Graph.Need(key: Graph.Key(type: TypeName(text: "Missing"), name: name))], module: place,
          location: SourceLocation(file: "\(name).swift", line: 1, column: 1))
      }, roots: [Graph.Need]()))

  @Test func `lets no name out of the data`() throws {
    let page = Self.hostile.page()
    let plain = GraphFile(Graph(bindings: [], roots: [Graph.Need]())).page()
    for mark in ["<script", "</script", "<!--", "-->"] {
      #expect(page.ranges(of: mark).count == plain.ranges(of: mark).count + (mark == "-->" ? arrows(in: page) : 0), "\(mark)")
    }
    let data = try #require(page.firstMatch(of: #/(?s)<script id="graph" type="application/json">(.*?)</script>/#)).1
    #expect(data.contains("<") == false)
    #expect(data.unicodeScalars.allSatisfy { $0 == "\n" || (!$0.properties.isBidiControl && $0.value >= 32 && $0 != "\u{2028}") })
  }

  /// The name `"]-->` stands in the data as it is: inside a script it ends nothing.
  private func arrows(in page: String) -> Int { page.ranges(of: "]-->").count }

  @Test func `asks nobody for anything`() {
    let page = Self.hostile.page()
    #expect(page.contains("default-src 'none'"))
    #expect(page.firstMatch(of: #/(?:src|href)="(?!#|data:)/#) == nil)
    #expect(page.contains("Redistribution and use in source and binary forms"))
  }

  @Test func `is the same for equal graphs, byte for byte`() {
    #expect(Self.hostile.page() == Self.hostile.page())
  }

  @Test func `of a graph that was observed says so`() {
    let graph = Graph(bindings: [], roots: [Graph.Need](), isObserved: true)
    #expect(GraphFile(graph).page().contains(#""remark": "as it was observed so far""#))
  }

  @Test func `names the boxes of a finding by key and place, at most a dozen of each: a loop declares many in one place`()
    throws
  {
    let place = SourceLocation(file: "M.swift", line: 1, column: 1)
    func bind(_ number: Int, module: Int) -> Graph.Binding {
      Graph.Binding(
        key: Graph.Key(type: TypeName(text: "Radio"), name: "\(number)"), isPrivate: module > 0, module: module, location: place)
    }
    // A finding about each private binding, which hides a public one.
    let file = GraphFile(
      Graph(
        modules: (0...40).map { Graph.Module(name: TypeName(text: "M\($0)")) },
        bindings: (0..<50).map { bind($0, module: 0) } + (1...40).map { bind(7, module: $0) }, roots: [Graph.Need]()))
    let findings = try #require(file.page().firstMatch(of: #/(?s)\n  "findings": \[(.*?)\n  \]/#)).1
    let lists = findings.matches(of: #/"boxes": \[(.*?)\]/#).map { $0.1.split(separator: ", ").compactMap { Int($0) } }
    #expect(lists == Array(repeating: [7] + (50..<61), count: 40))
  }
}
