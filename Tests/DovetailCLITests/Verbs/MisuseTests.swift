// SPDX-License-Identifier: Apache-2.0
internal import DovetailInspection
internal import Foundation
internal import Testing

@testable internal import DovetailCLI

@Suite("The tool refuses") struct MisuseTests {
  private let folder = try? Folder()

  @Test(arguments: [
    ("Wheal", "nothing in the graph is called 'Wheal'; did you mean 'Wheel'?"),
    ("Engin", "nothing in the graph is called 'Engin'; did you mean 'any Engine'?"),
    ("Submarine", "nothing in the graph is called 'Submarine'; 'dovetail render --format tree' shows what there is"),
    ("", "nothing in the graph is called ''; 'dovetail render --format tree' shows what there is"),
    ("a\nb", #"nothing in the graph is called 'a\nb'; 'dovetail render --format tree' shows what there is"#),
  ])
  func `a key that is not there, with what may be meant`(key: String, reason: String) throws {
    let path = try #require(folder).old()
    #expect(Tool.why(path, key) == .init(errors: "dovetail: \(reason)\n", exitCode: 64))
    #expect(Tool.needs(path, key) == .init(errors: "dovetail: \(reason)\n", exitCode: 64))
  }

  @Test(arguments: ["Wheel", "wheel", "DovetailCLITests.Wheel"]) func `no way of writing a key`(key: String) throws {
    let path = try #require(folder).old()
    #expect(Tool.needs(path, key).output.hasPrefix("Wheel  transient  OldModule.swift:"))
  }

  @Test func `what is no graph, by every verb`() throws {
    let folder = try #require(folder)
    let broken = try folder.file("broken", "{\"version\": 1")
    let wanted = Tool.Answer(
      errors: "dovetail: cannot read '\(broken)': it is cut off or not JSON; write it again with --graph\n", exitCode: 66)
    let good = try folder.old()
    let answers = [
      Tool.render(broken, format: .html), Tool.check(broken), Tool.why(broken, "Car"), Tool.needs(broken, "Car"),
      Tool.diff(broken, good), Tool.diff(good, broken), Tool.unused(broken), Tool.stats(broken),
    ]
    #expect(answers == Array(repeating: wanted, count: answers.count))
  }

  @Test func `to read two graphs from one stream`() {
    #expect(
      Tool.diff("-", "-") == .init(errors: "dovetail: standard input can be one of the two graphs only\n", exitCode: 64))
  }

  @Test func `to draw where it may not write, and leaves nothing`() throws {
    let folder = try #require(folder)
    let path = try folder.old()
    let taken = try folder.file("taken", "precious")
    mkfifo("\(folder.path)/fifo", 0o644)
    func reason(_ target: String) -> String {
      let answer = Tool.render(path, format: .tree, to: target)
      #expect(answer.exitCode == 73 && answer.output == "")
      return answer.errors.replacing(folder.path, with: "FOLDER")
    }
    #expect(reason(folder.path) == "dovetail: cannot write 'FOLDER': it is a directory\n")
    #expect(reason("\(folder.path)/no/where") == "dovetail: cannot write 'FOLDER/no/where': there is no such file or directory\n")
    #expect(
      reason("\(folder.path)/fifo")
        == "dovetail: cannot write 'FOLDER/fifo': it is a pipe; write to - instead, and redirect standard output\n")
    #expect(reason("\(taken)/x") == "dovetail: cannot write 'FOLDER/taken/x': a part of the path is no directory\n")
    #expect(
      reason("/dev/full")
        == "dovetail: cannot write '/dev/full': it is no file; write to - instead, and redirect standard output\n")
    #expect(folder.content == ["fifo", "old.json", "taken"])
  }

  @Test func `to draw pictures without Graphviz, and says what else there is`() throws {
    let answer = try Tool.render(#require(folder).old(), format: .svg, graphviz: Graphviz(folders: ["/nowhere"]))
    #expect(
      answer
        == .init(
          errors:
            "dovetail: SVG is drawn by Graphviz, whose program 'dot' is not installed; install graphviz, or take --format html "
            + "or dot\n", exitCode: 69))
  }

  @Test func `to read other containers without the program for it, and says how to install that`() throws {
    for verb in ["audit", "migrate"] {
      #expect(
        Tool.migration(verb, ["."], in: ["/nowhere"])
          == .init(
            errors: "dovetail: '\(verb)' is done by the program 'dovetail-migration', which is not installed; run "
              + "Scripts/install-tool.sh in a clone of Dovetail\n", exitCode: 69))
    }
  }

  @Test func `to believe a Graphviz that fails`() throws {
    let folder = try #require(folder)
    let program = try folder.file("dot", "#!/bin/sh\ncat > /dev/null\nexit 3\n")
    chmod(program, 0o755)
    let answer = try Tool.render(folder.old(), format: .svg, graphviz: Graphviz(folders: [folder.path]))
    #expect(answer == .init(errors: "dovetail: Graphviz failed with the exit code 3\n", exitCode: 69))
  }
}
