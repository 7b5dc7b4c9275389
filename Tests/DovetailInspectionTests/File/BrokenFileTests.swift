// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import Foundation
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
    let graph = GraphFile(of: GarageModule()).graph
    let old = try JSONEncoder().encode(graph)
    let read = try GraphFile(json: String(decoding: old, as: UTF8.self))
    #expect(read.graph.bindings.map(\.key.type.qualified) == graph.bindings.map(\.key.type.qualified))
    #expect(read.checked.diagnostics.map(\.id) == GraphFile(graph).report.diagnostics.map(\.id))
  }

  @Test(arguments: [false, true]) func `does not crash when bytes are missing or changed`(cuts: Bool) throws {
    let bytes = Array(Self.whole.utf8)
    for place in stride(from: 0, to: bytes.count, by: 97) {
      var broken = bytes
      if cuts { broken.removeSubrange(place...) } else { broken[place] ^= 5 }
      guard let file = try? GraphFile(json: String(decoding: broken, as: UTF8.self)) else { continue }
      _ = file.checked.description + file.graph.dot() + file.graph.textTree() + file.json
    }
  }

  /// A file with one binding.
  private static func with(_ members: String) -> String {
    """
    {"format": "dovetail-graph", "version": 1, "modules": [{"name": "M"}], "roots": [], \
    "bindings": [{"type": "Car", "role": "factory", \(members.contains("\"module\"") ? "" : "\"module\": 0, ")\(members)}]}
    """
  }
}
