// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import Foundation
internal import Testing

@Suite("A graph that a coder writes and reads") struct CodedGraphTests {
  /// What a program may keep beside a graph.
  private struct Snapshot: Codable {
    var title: String
    var graph: Graph
  }

  private static let file = GraphFile(of: GarageModule(), roots: [Root(Car.self), Root(Bench.self)])

  @Test func `is the same as before, as a part of another value too`() throws {
    let written = try JSONEncoder().encode(Snapshot(title: "garage", graph: Self.file.graph))
    let read = try JSONDecoder().decode(Snapshot.self, from: written)
    #expect(read.title == "garage")
    #expect(GraphFile(read.graph, report: Self.file.report).json == Self.file.json)
  }

  @Test func `keeps its texts whatever strategy a coder has for the names of members`() throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.keyEncodingStrategy = .convertToSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let read = try decoder.decode(Graph.self, from: encoder.encode(Self.file.graph))
    #expect(read.textTree() == Self.file.graph.textTree())
  }

  @Test func `is written in every format that has coders`() throws {
    let written = try PropertyListEncoder().encode(Self.file.graph)
    let read = try PropertyListDecoder().decode(Graph.self, from: written)
    #expect(GraphFile(read, report: Self.file.report).json == Self.file.json)
  }

  @Test func `has the shape of a file, so that each is read as the other`() throws {
    let written = String(decoding: try JSONEncoder().encode(Self.file.graph), as: UTF8.self)
    #expect(try GraphFile(json: written).graph.textTree() == Self.file.graph.textTree())
    let read = try JSONDecoder().decode(Graph.self, from: Data(Self.file.json.utf8))
    #expect(read.textTree() == Self.file.graph.textTree())
  }

  @Test(arguments: ["Car", "", "a \"quoted\" one", "any Sendable", "\u{301}e", "\u{1F3FD}", "a\u{600}"])
  func `keeps binds that are known by a name alone apart from types`(name: String) throws {
    let graph = Graph(bindings: [TypeName(dynamic: name), TypeName(text: "Car")].map { Graph.Binding(key: Graph.Key(type: $0)) })
    let read = try JSONDecoder().decode(Graph.self, from: JSONEncoder().encode(graph))
    #expect(read.bindings.map(\.key) == graph.bindings.map(\.key))
  }

  @Test func `is refused when no program can have written it`() throws {
    var graph = Self.file.graph
    graph.bindings[3].module = 9
    let written = try JSONEncoder().encode(graph)
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Graph.self, from: written) }
    guard case .dataCorrupted(let context) = error else { throw try #require(error) }
    #expect(context.debugDescription == "bindings[3] is in module 9, and there are 2")
    let unknown = try JSONEncoder().encode(Self.file.graph).text.replacing(#""scope":"singleton""#, with: #""scope":"weekly""#)
    let refused = #expect(throws: GraphFileError.self) { try JSONDecoder().decode(Graph.self, from: Data(unknown.utf8)) }
    #expect(refused?.description == #"cannot read the graph: bindings[0] has an unknown scope, "weekly""#)
  }

  @Test(arguments: [
    (
      #""version": 1"#, #""version": 2"#, GraphFileError.Code.newer,
      "it has version 2, and this tool reads versions up to 1; update Dovetail, or write the file again with this one"
    ),
    ("dovetail-graph", "pdf", .malformed, #"its format is "pdf", not "dovetail-graph""#),
  ])
  func `is refused when it is newer, or something else`(part: String, other: String, code: GraphFileError.Code, reason: String) {
    let changed = Data(Self.file.json.replacing(part, with: other).utf8)
    let error = #expect(throws: GraphFileError.self) { try JSONDecoder().decode(Graph.self, from: changed) }
    #expect(error?.code == code)
    #expect(error?.description == "cannot read the graph: \(reason)")
  }
}

extension Data {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
