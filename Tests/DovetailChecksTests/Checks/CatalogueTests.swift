// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import Foundation
import GraphSketches
import Testing
import TestSupport

@Suite struct `The catalogue of findings` {
  @Test(arguments: Scenarios.all.map(\.id.rawValue))
  func `every kind has a golden text`(id: String) throws {
    let scenario = try #require(Scenarios.all.first { $0.id.rawValue == id })
    #expect(scenario.graph.found.contains(id))
    try Golden.diagnostics.expect(scenario.graph.report.description, is: id)
  }

  @Test func `every check has a scenario and no two share an ID`() {
    #expect(Diagnostic.ID.catalogue.map(\.rawValue).sorted() == Scenarios.all.map(\.id.rawValue).sorted())
  }

  @Test(arguments: Diagnostic.ID.catalogue.map(\.rawValue))
  func `every kind has a page of documentation`(id: String) throws {
    let repository = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = repository.appending(path: "Sources/Dovetail/Documentation.docc/Reference/Diagnostics/\(id).md")
    let text = try String(decoding: Data(contentsOf: page), as: UTF8.self)
    #expect(text.hasPrefix("# \(id)\n"))
  }

  @Test func `a right graph has no diagnostics`() {
    #expect(Graph(bindings: []).report.description == "no diagnostics")
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .singleton, .of((any Engine).self), .provider(Wheel.self), .optional(Radio.self)),
        bind((any Engine).self, .singleton), decorate((any Engine).self, .of(Meter.self)), bind(Meter.self), bind(Wheel.self)),
      roots: [Car.self])
    #expect(graph.report.description == "no diagnostics")
  }
}
