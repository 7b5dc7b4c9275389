// SPDX-License-Identifier: Apache-2.0
internal import DovetailInspection
internal import Foundation
internal import Testing
internal import TestSupport

@testable internal import DovetailCLI

@Suite("The tool") struct VerbTests {
  private let folder = try? Folder()

  private func old() throws -> String { try #require(folder).old() }
  private func new() throws -> String { try #require(folder).new() }

  /// Compares what is printed, how it ends, and nothing else is printed.
  private func expect(
    _ answer: Tool.Answer, is name: String, exitCode: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(answer.errors == "", sourceLocation: sourceLocation)
    #expect(answer.exitCode == exitCode, sourceLocation: sourceLocation)
    try Golden.tool.expect(answer.output, is: name, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    (Tool.RenderFormat.dot, "render.dot"), (.mermaid, "render.mmd"), (.tree, "render.txt"), (.json, "render.json"),
  ])
  func `draws a graph`(format: Tool.RenderFormat, name: String) throws {
    try expect(Tool.render(old(), format: format), is: name)
  }

  @Test func `draws a page of the graph`() throws {
    let page = try Tool.render(new(), format: .html).output
    let data = try #require(page.firstMatch(of: #/(?s)<script id="graph" type="application/json">(.*?)</script>/#))
    try Golden.tool.expect(String(data.1), is: "page-data.json")
    #expect(try Tool.render(new(), format: .html).output == page)
  }

  @Test func `writes what it draws to a file`() throws {
    let target = "\(try #require(folder).path)/tree.txt"
    #expect(try Tool.render(old(), format: .tree, to: target) == .init())
    #expect(try String(contentsOfFile: target, encoding: .utf8) == Tool.render(old(), format: .tree).output)
    #expect(try #require(folder).content == ["old.json", "tree.txt"])
  }

  @Test(arguments: [
    (Tool.CheckFormat.text, "check.txt"), (.compiler, "check-compiler.txt"), (.sarif, "check.sarif"), (.json, "check.json"),
  ])
  func `checks a graph`(format: Tool.CheckFormat, name: String) throws {
    try expect(Tool.check(new(), format: format), is: name, exitCode: 1)
  }

  @Test func `checks a graph that has warnings only`() throws {
    try expect(Tool.check(old()), is: "check-warnings.txt")
  }

  @Test func `says why something is there, by all shortest paths`() throws {
    try expect(Tool.why(old(), "Meter"), is: "why.txt")
    try expect(Tool.why(old(), "garage"), is: "why-root.txt")
    try expect(Tool.why(old(), "Radio"), is: "why-unused.txt")
  }

  @Test func `shows what something needs`() throws {
    try expect(Tool.needs(old(), "Car"), is: "needs.txt")
    try expect(Tool.needs(new(), "Bench"), is: "needs-scoped.txt")
  }

  @Test func `shows once what several bindings of a key need, and every way to each of them`() throws {
    let file = try #require(folder).file(
      "plugins.json",
      #"""
      {"version": 1, "modules": [{"name": "M"}], "bindings": [
        {"type": "Plugin", "role": "factory", "scope": "transient", "module": 0, "contribution": {}, "needs": [{"type": "Meter"}]},
        {"type": "Plugin", "role": "factory", "scope": "weak", "module": 0, "contribution": {}, "needs": [{"type": "Meter"}]},
        {"type": "Meter", "role": "factory", "scope": "transient", "module": 0, "needs": [{"type": "Wheel"}]},
        {"type": "Wheel", "role": "factory", "scope": "transient", "module": 0},
        {"type": "Car", "role": "factory", "scope": "transient", "module": 0,
         "needs": [{"type": "Array<Plugin>", "from": [{"form": "collection", "type": "Plugin"}]}]}]}
      """#)
    #expect(
      Tool.needs(file, "Plugin")
        == .init(
          output: """
            Plugin  transient  contributed
            └─ Meter  transient
               └─ Wheel  transient

            Plugin  weak  contributed
            └─ Meter  … see above

            """))
    #expect(
      Tool.why(file, "Plugin")
        == .init(
          output: """
            Plugin  transient  contributed
            1. Car -> Plugin
                 Car     transient in M, takes Array<Plugin>
                 Plugin  transient in M

            Plugin  weak  contributed
            1. Car -> Plugin
                 Car     transient in M, takes Array<Plugin>
                 Plugin  weak in M

            """))
  }

  @Test func `shows a binding that another one of its key needs within the tree of that one alone`() throws {
    let file = try #require(folder).file(
      "decorated.json",
      #"""
      {"version": 1, "modules": [{"name": "M"}], "bindings": [
        {"type": "Engine", "role": "decorator", "scope": "transient", "module": 0,
         "needs": [{"type": "Engine", "source": "inner"}]},
        {"type": "Engine", "role": "factory", "scope": "singleton", "module": 0, "needs": [{"type": "Wheel"}]},
        {"type": "Wheel", "role": "factory", "scope": "transient", "module": 0}]}
      """#)
    #expect(
      Tool.needs(file, "Engine")
        == .init(
          output: """
            Engine  singleton decorator
            └─ Engine  singleton
               └─ Wheel  transient

            """))
  }

  @Test(arguments: ["new\nline", #"new\nline"#, #"NEW\nLINE"#]) func `takes a key as it prints it`(key: String) throws {
    let file = try #require(folder).file(
      "names.json",
      #"""
      {"version": 1, "modules": [{"name": "M"}], "bindings": [
        {"type": "\"car\"", "role": "factory", "scope": "transient", "module": 0, "needs": [{"type": "\"new\nline\""}]},
        {"type": "\"new\nline\"", "role": "factory", "scope": "transient", "module": 0,
         "location": {"file": "M/M.swift", "line": 3, "column": 5}}]}
      """#)
    #expect(
      Tool.why(file, key).output == #"""
        new\nline  transient  M.swift:3
        1. car -> new\nline
             car        transient in M
             new\nline  M.swift:3  transient in M

        """#)
    #expect(Tool.needs(file, key).output == "new\\nline  transient  M.swift:3\n")
  }

  @Test(arguments: [(Tool.DiffFormat.text, "diff.txt"), (.markdown, "diff.md")])
  func `compares two graphs`(format: Tool.DiffFormat, name: String) throws {
    try expect(Tool.diff(old(), new(), format: format), is: name)
  }

  @Test func `sees no difference between equal graphs`() throws {
    #expect(try Tool.diff(old(), old()) == .init(output: "no difference\n"))
    #expect(try Tool.diff(old(), old(), format: .markdown) == .init(output: "### Dependency graph: no difference\n"))
  }

  @Test func `lists what nobody uses`() throws {
    try expect(Tool.unused(old()), is: "unused.txt")
    let used = try #require(folder).file(
      "used.json", #"{"version": 1, "modules": [], "bindings": [], "roots": []}"#)
    #expect(Tool.unused(used) == .init(output: "everything is needed\n"))
  }

  @Test func `counts what the container builds when it starts as used, and says why it is there`() throws {
    let file = try #require(folder).file(
      "eager.json",
      #"""
      {"version": 1, "modules": [{"name": "M"}], "roots": [{"type": "Car"}], "bindings": [
        {"type": "Car", "role": "factory", "scope": "transient", "module": 0},
        {"type": "Server", "role": "factory", "scope": "singleton", "module": 0, "starts": true, "needs": [{"type": "Port"}]},
        {"type": "Port", "role": "factory", "scope": "transient", "module": 0},
        {"type": "Radio", "role": "factory", "scope": "transient", "module": 0}]}
      """#)
    #expect(
      Tool.unused(file)
        == .init(output: "nothing that the program resolves needs these:\n  Radio  transient\n"))
    #expect(Tool.why(file, "Car") == .init(output: "Car  transient\n  the program itself resolves it\n"))
    #expect(Tool.why(file, "Server") == .init(output: "Server  singleton\n  the container builds it when it starts\n"))
    #expect(Tool.why(file, "Radio") == .init(output: "Radio  transient\n  nothing that the program resolves needs it\n"))
    #expect(Tool.why(file, "Port").output.hasPrefix("Port  transient\n1. Server -> Port\n"))
  }

  @Test func `counts`() throws { try expect(Tool.stats(old()), is: "stats.txt") }

  /// A file with decorators that wrap nothing, in some lines of one file, which does not list that as a finding.
  private func decorators(in lines: Int...) throws -> String {
    let binds = lines.map { line in
      #"{"type": "A", "role": "decorator", "scope": "weak", "module": 0, "#
        + #""location": {"file": "A.swift", "line": \#(line), "column": 1}}"#
    }
    return try #require(folder).file(
      "\(lines.count)",
      #"{"version": 1, "modules": [{"name": "M"}], "roots": [], "bindings": [\#(binds.joined(separator: ", "))]}"#)
  }

  @Test func `counts diagnostics that a file leaves out`() throws {
    #expect(
      try Tool.stats(decorators(in: 1, 2)).output
        == "bindings      0\nmodules       1\ndependencies  0\ndepth         1\ndiagnostics   2 errors\n")
  }

  @Test func `tells diagnostics of one message apart by their number`() throws {
    let (old, new) = (try decorators(in: 1), try decorators(in: 1, 2))
    #expect(
      Tool.diff(old, new).output == """
        1 new diagnostic

        new diagnostics:
          + error: [nothing-to-decorate] the decorator of 'A' wraps nothing  A.swift:2

        """)
    #expect(
      Tool.diff(new, old).output == """
        1 fixed diagnostic

        fixed diagnostics:
          - error: [nothing-to-decorate] the decorator of 'A' wraps nothing  A.swift:2

        """)
  }

  @Test func `a namesake that comes changes nothing but itself`() throws {
    func file(_ name: String, _ more: String) throws -> String {
      try #require(folder).file(
        name,
        #"""
        {"version": 1, "modules": [{"name": "A.AppModule"}, {"name": "B.AppModule"}], "roots": [], "bindings": [
          {"type": "A.User", "role": "factory", "scope": "transient", "module": 0, "needs": [{"type": "A.Client"}]},
          {"type": "A.Client", "role": "factory", "scope": "transient", "module": 0}\#(more)],
          "types": {"A.User": "User", "A.Client": "Client", "B.Client": "Client", "A.AppModule": "AppModule", "B.AppModule": "AppModule"}}
        """#)
    }
    let old = try file("alone", "")
    let new = try file("beside", #", {"type": "B.Client", "role": "factory", "scope": "transient", "module": 1}"#)
    #expect(
      Tool.diff(old, new).output == """
        1 added

        added:
          + B.Client  transient

        """)
  }

  @Test func `escapes what would end a cell of a table, before a combining mark too`() throws {
    let empty = #"{"version": 1, "modules": [], "bindings": [], "roots": []}"#
    let old = try #require(folder).file("old", empty)
    let new = try #require(folder).file(
      "new",
      #"""
      {"version": 1, "modules": [{"name": "M"}], "roots": [], "bindings": [
        {"type": "A|́`́", "role": "factory", "scope": "weak", "module": 0}]}
      """#)
    #expect(
      Tool.diff(old, new, format: .markdown).output == """
        ### Dependency graph: 1 added

        | change | binding | was | is |
        |---|---|---|---|
        | added | <code>A&#124;\u{301}&#96;\u{301}</code> |  | `weak` |

        """)
  }

  /// A graph of one module, whose bindings have these further properties.
  private func graph(_ name: String, _ bindings: String...) throws -> String {
    let lines = bindings.enumerated().map {
      #"{"module": 0, \#($1), "location": {"file": "A.swift", "line": \#($0 + 1), "column": 1}}"#
    }
    return try #require(folder).file(
      name, #"{"version": 1, "modules": [{"name": "M"}], "roots": [], "bindings": [\#(lines.joined(separator: ", "))]}"#)
  }

  @Test func `tells every change of a declaration`() throws {
    let plain = #""type": "A", "role": "factory", "scope": "singleton""#
    let old = try graph("old", plain, #""type": "B", "role": "factory", "scope": "transient", "arguments": ["String"]"#)
    let new = try graph(
      "new", plain + #", "async": true, "live": true, "closes": true, "starts": true, "isolation": "MainActor""#,
      #""type": "B", "role": "factory", "scope": "transient", "arguments": ["Bool", "Int"]"#)
    #expect(
      Tool.diff(old, new).output == """
        2 declared otherwise

        declared otherwise:
          ~ A  singleton -> singleton, external, async, on MainActor, closed, started
          ~ B  transient, with (String) -> transient, with (Bool, Int)

        """)
  }

  @Test func `tells that a scope opens inside another one`() throws {
    func file(_ name: String, _ kinds: String) throws -> String {
      try #require(folder).file(
        name,
        #"""
        {"version": 1, "modules": [{"name": "M"}], "roots": [], "scopeKinds": [\#(kinds)], "bindings": [
          {"type": "A", "role": "factory", "scope": {"scoped": "Page"}, "module": 0}]}
        """#)
    }
    let old = try file("old", #"{"type": "Session"}, {"type": "Page"}, {"type": "Gone", "parent": "Page"}"#)
    let new = try file("new", #"{"type": "Page", "parent": "Session"}, {"type": "Session"}, {"type": "Come"}"#)
    #expect(
      Tool.diff(old, new).output == """
        1 declared otherwise

        declared otherwise:
          ~ Page  opens in the container -> opens inside Session

        """)
    #expect(
      Tool.diff(new, old, format: .markdown).output == """
        ### Dependency graph: 1 declared otherwise

        | change | binding | was | is |
        |---|---|---|---|
        | declared otherwise | `Page` | `opens inside Session` | `opens in the container` |

        """)
  }

  @Test func `tells what the program resolves now, and what it resolves no more`() throws {
    func file(_ name: String, _ roots: String) throws -> String {
      try #require(folder).file(
        name,
        #"""
        {"version": 1, "modules": [{"name": "M"}], "roots": [\#(roots)], "bindings": [
          {"type": "A", "role": "factory", "scope": "transient", "module": 0, "needs": [{"type": "B"}]},
          {"type": "B", "role": "factory", "scope": "transient", "module": 0}]}
        """#)
    }
    let (old, new) = (try file("old", #"{"type": "A"}"#), try file("new", #"{"type": "B"}, {"type": "A"}"#))
    #expect(
      Tool.diff(old, new).output == """
        1 with other dependencies

        other dependencies:
          ~ the program  now: B

        """)
    #expect(
      Tool.diff(new, old).output == """
        1 with other dependencies

        other dependencies:
          ~ the program  no more: B

        """)
  }

  @Test func `pairs parts that are the same before those that changed`() throws {
    func part(_ need: String) -> String {
      #""type": "Tool", "role": "factory", "scope": "transient", "contribution": {}, "needs": [{"type": "\#(need)"}]"#
    }
    func single(_ type: String) -> String { #""type": "\#(type)", "role": "factory", "scope": "transient""# }
    let needs = ["NA", "NB", "NC", "ND"].map(single)
    let old = try graph("old", needs[0], needs[1], needs[2], needs[3], part("NA"), part("NB"))
    let new = try graph("new", needs[0], needs[1], needs[2], needs[3], part("NC"), part("NA"), part("ND"))
    #expect(
      Tool.diff(old, new).output.split(separator: "\n").filter { $0.contains("Tool") } == [
        "  + Tool  transient  A.swift:7", "  ~ Tool  no more: NB  now: NC",
      ])
  }
}
