// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import DovetailLifecycle
internal import Foundation
internal import TestSupport
internal import Testing

@Suite("A file that is no graph") struct BrokenFileTests {
  private static let whole = GraphFile(of: GarageModule()).json

  @Test(arguments: [
    ("", "it is empty; write it again with --graph"),
    ("{", "it is cut off or not JSON; write it again with --graph"),
    (String(repeating: "[", count: 100_000), "it is cut off or not JSON; write it again with --graph"),
    ("<script>", "it is cut off or not JSON; write it again with --graph"),
    (String(whole.dropLast(100)), "it is cut off or not JSON; write it again with --graph"),
    ("[]", "the file is not what it should be; write it again with --graph"),
    ("{}", "it is JSON, but no graph: it has no version; write one with --graph"),
    (#"{"format": "pdf", "version": 1}"#, #"its format is "pdf", not "dovetail-graph""#),
    (#"{"format": "dovetail-graph", "version": 0}"#, "there is no version 0 of this format"),
    (#"{"version": 1, "modules": []}"#, #"the file has no "bindings"; write it again with --graph"#),
    (with(#""scope": "weekly""#), #"bindings[0] has an unknown scope, "weekly""#),
    (with(#""scope": 7"#), "bindings[0].scope is not what it should be; write it again with --graph"),
    (with(#""scope": "weak", "module": 9"#), "bindings[0] is in module 9, and there are 1; write it again with --graph"),
    (
      with(#""scope": "weak", "level": 1000000000000"#),
      "bindings[0] has the impossible level 1000000000000; write it again with --graph"
    ),
    (with(#""scope": "weak", "needs": [{}]"#), #"bindings[0].needs[0] has no "type"; write it again with --graph"#),
    (
      with(#""scope": "weak", "needs": [{"type": "A", "source": "heaven"}]"#),
      #"bindings[0].needs[0] has an unknown source, "heaven""#
    ),
    (
      with(#""scope": "weak", "needs": [{"type": "A", "argument": -1}]"#),
      "bindings[0] takes an argument of a negative index; write it again with --graph"
    ),
    (
      with(#""scope": "weak""#).replacing("\"roots\"", with: #""observed": [{"from": 0, "to": 4}], "roots""#),
      "observed[0] is about bindings that are not there; write it again with --graph"
    ),
  ])
  func `is refused with what is wrong and what to do`(json: String, reason: String) {
    let error = #expect(throws: GraphFileError.self) { try GraphFile(json: json) }
    #expect(error?.description == "cannot read the graph: \(reason)")
    #expect(error?.code == .malformed)
  }

  @Test func `of a newer version is refused`() {
    let error = #expect(throws: GraphFileError.self) {
      try GraphFile(json: Self.whole.replacing(#""version": 1"#, with: #""version": 2"#))
    }
    #expect(error?.code == .newer)
    #expect(
      error?.description
        == "cannot read the graph: it has version 2, and this tool reads versions up to 1; update Dovetail, or write the file again "
        + "with this one")
  }

  @Test func `from before there were versions is read`() throws {
    let file = GraphFile(of: GarageModule())
    let read = try GraphFile(json: Golden.inspection.text("unversioned-graph.json"))
    // Such a file has no short names of types, which come before the modules in a file.
    func rest(_ file: GraphFile) throws -> Substring {
      let json = file.json
      return json[try #require(json.range(of: "\"modules\"")).lowerBound...]
    }
    #expect(try rest(GraphFile(read.graph, report: file.report)) == rest(file))
    #expect(read.checked.diagnostics.map(\.id) == file.report.diagnostics.map(\.id))
  }

  @Test(arguments: [
    [Duration.seconds(Int64.max), .seconds(Int64.max)], Array(repeating: .seconds(Int64.max), count: 40),
    [.seconds(10_000_000_000)],
  ])
  func `from before there were versions, with times that cannot be added, is refused`(durations: [Duration]) throws {
    for isBegan in [true, false] {
      let entries = try durations.enumerated().map { place, time in
        let began = try (isBegan ? time : .zero).coded
        return """
          {"key": "\(place)", "began": \(began), "duration": \(try time.coded), "outcome": "started"\(
            place == 0 ? "" : ", \"waitedFor\": \(place - 1)")}
          """
      }
      var graph = GraphFile(of: GarageModule()).graph
      graph.timeline = Timeline(
        entries: durations.enumerated().map { place, time in
          Timeline.Entry(
            key: "\(place)", began: isBegan ? time : .zero, duration: time, outcome: .started,
            waitedFor: place == 0 ? nil : place - 1)
        })
      let json = """
        {"bindings": [], "modules": [], "roots": [], "scopeKinds": [], "observed": [], "moduleCycles": [], "isObserved": false,
        "timeline": {"entries": [\(entries.joined(separator: ", "))]}}
        """
      let error = #expect(throws: GraphFileError.self) { try GraphFile(json: json) }
      #expect(
        error?.description == "cannot read the graph: timeline[0] lasts more than 292 years; write it again with --graph")
      // A program that hands over such a graph is told nothing, and gets what can be said of it.
      let file = GraphFile(graph)
      #expect(file.page().contains("922337203685477580.7 ms") == (durations.count > 1))
      #expect(graph.timeline?.description.hasPrefix("\(durations.count) part") == true)
    }
  }

  @Test func `that a program made from times that make no sense is a page all the same`() {
    var graph = GraphFile(of: GarageModule()).graph
    graph.timeline = Timeline(entries: [
      Timeline.Entry(key: "a", began: .seconds(Int64.min), duration: .zero, outcome: .started),
      Timeline.Entry(key: "b", began: .zero, duration: .seconds(Int64.min), outcome: .failed, waitedFor: 0),
    ])
    #expect(GraphFile(graph).page().contains(#""began": 0"#))
    #expect(GraphFile(graph).json.contains(#""timeline""#))
  }

  /// A file with everything that is drawn: findings, missing needs, a timeline.
  private static let wrong: GraphFile = {
    let file = GraphFile(of: WrongModule())
    var graph = file.graph
    graph.timeline = Timeline(entries: [
      Timeline.Entry(key: "Car", began: .nanoseconds(1500), duration: .milliseconds(3), outcome: .started),
      Timeline.Entry(key: "Wheel", began: .milliseconds(4), outcome: .unfinished, waitedFor: 0),
    ])
    return GraphFile(graph, report: file.report)
  }()

  /// What a byte is changed to: another letter, a digit, a quote, what is no text at all.
  private static let changes: [@Sendable (UInt8) -> UInt8] = [
    { $0 ^ 5 }, { _ in UInt8(ascii: "9") }, { _ in UInt8(ascii: "\"") }, { _ in 0xFF },
  ]

  @Test func `is cut off anywhere, and refused with what to do`() {
    let bytes = Array(Self.wrong.json.utf8)
    for place in stride(from: 0, to: bytes.count - 1, by: 89) {
      let error = #expect(throws: GraphFileError.self) { try GraphFile(json: String(decoding: bytes[..<place], as: UTF8.self)) }
      #expect(error?.code == .malformed)
    }
  }

  @Test(arguments: changes.indices) func `with a changed byte is refused, or shown whole in every form`(change: Int) throws {
    let bytes = Array(Self.wrong.json.utf8)
    var shown = 0
    for place in stride(from: change, to: bytes.count, by: 197) {
      var broken = bytes
      broken[place] = Self.changes[change](bytes[place])
      do {
        try expectShown(GraphFile(json: String(decoding: broken, as: UTF8.self)))
        shown += 1
      } catch let error as GraphFileError {
        #expect(error.description.hasPrefix("cannot read the graph: "), "byte \(place)")
      }
    }
    // A change within a name, a place or a message is no mistake, unless it ends the text there.
    #expect(shown > 10 || change == 2)
  }

  /// Draws and writes a file in every form that there is. Each has to be complete, and what machines read has to be readable.
  private func expectShown(_ file: GraphFile) throws {
    let page = file.page()
    #expect(page.hasSuffix("</html>\n"))
    let data = page.components(separatedBy: #"<script id="graph" type="application/json">"#).last?
      .components(separatedBy: "</script>").first
    let drawn = try JSONSerialization.jsonObject(with: Data(#require(data).utf8)) as? [String: Any]
    let boxes = try #require(drawn?["boxes"] as? [[String: Any]])
    #expect(boxes.count >= file.graph.bindings.count)
    #expect((drawn?["findings"] as? [Any])?.count == file.report.diagnostics.count)
    #expect((drawn?["timeline"] as? [String: Any])?.isEmpty == (file.graph.timeline == nil ? nil : false))

    let sarif = try JSONSerialization.jsonObject(with: Data(file.checked.sarif().utf8)) as? [String: Any]
    let results = (sarif?["runs"] as? [[String: Any]])?.first?["results"] as? [Any]
    #expect(results?.count == file.checked.diagnostics.count)

    let (mermaid, dot) = (file.graph.mermaid(), file.graph.dot())
    #expect(mermaid.hasPrefix("flowchart"))
    #expect(dot.hasPrefix("digraph") && dot.hasSuffix("}\n"))
    #expect(!file.graph.textTree().isEmpty)
    #expect(DiagnosticRenderer(style: .compiler).render(file.checked).isEmpty == file.checked.diagnostics.isEmpty)
    #expect(file.graph.timeline?.description.isEmpty != true)
    #expect(try GraphFile(json: file.json).json == file.json)
  }

  /// A file with one binding.
  private static func with(_ members: String) -> String {
    """
    {"format": "dovetail-graph", "version": 1, "modules": [{"name": "M"}], "roots": [], \
    "bindings": [{"type": "Car", "role": "factory", \(members.contains("\"module\"") ? "" : "\"module\": 0, ")\(members)}]}
    """
  }
}

extension Duration {
  /// The duration as JSON in the form of its `Codable` conformance.
  fileprivate var coded: String { get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } }
}
