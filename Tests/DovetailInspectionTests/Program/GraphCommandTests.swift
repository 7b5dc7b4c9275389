// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import Foundation
internal import Testing
internal import TestSupport

@Suite("The hidden options") struct GraphCommandTests {
  @Test(arguments: [[], ["--profile", "test"], ["--", "--check-graph"], ["--graphs"], ["graph"]])
  func `leave a program alone that is not asked`(arguments: [String]) {
    #expect(GraphCommand.answer(to: arguments, modules: [WrongModule()]) == nil)
  }

  @Test func `say nothing about a graph that is right`() {
    #expect(GraphCommand.answer(to: ["--verbose", "--check-graph"], modules: [InlineModule { Bind(Radio.init) }]) == .init())
  }

  @Test func `show findings as a compiler does`() throws {
    let answer = try #require(GraphCommand.answer(to: ["--check-graph"], modules: [WrongModule()]))
    #expect(answer.exitCode == 1)
    #expect(answer.output == "")
    try Golden.inspection.expect(answer.errors, is: "check-graph.txt")
  }

  @Test(arguments: [["--graph", "-"], ["--graph=-"]])
  func `print the graph, right or wrong`(arguments: [String]) {
    let answer = GraphCommand.answer(to: arguments, modules: [WrongModule()])
    #expect(answer == .init(output: GraphFile(of: WrongModule()).json))
    let both = GraphCommand.answer(to: arguments + ["--check-graph"], modules: [WrongModule()])
    #expect(both?.output == GraphFile(of: WrongModule()).json)
    #expect(both?.exitCode == 1)
  }

  @Test func `write the graph to a file`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "dovetail-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(GraphCommand.answer(to: ["--graph", path], modules: [GarageModule()]) == .init())
    #expect(try GraphFile(at: path).json == GraphFile(of: GarageModule()).json)
  }

  @Test(arguments: [["--graph"], ["--graph="], ["--graph", "--check-graph"]])
  func `need the name of a file`(arguments: [String]) {
    #expect(
      GraphCommand.answer(to: arguments, modules: [GarageModule()])
        == .init(errors: "error: --graph needs the name of a file, or - for standard output\n", exitCode: 64))
  }

  @Test func `say why a file cannot be written`() {
    #expect(
      GraphCommand.answer(to: ["--graph", "/"], modules: [GarageModule()])
        == .init(errors: "error: cannot write '/': it is a directory\n", exitCode: 73))
  }
}
