// SPDX-License-Identifier: Apache-2.0
import DovetailGraph
import GraphSketches
import Testing

@Suite struct `A rendered diagnostic` {
  private static let place = SourceLocation(file: "Garage/CarModule.swift", line: 12, column: 5)

  private static let finding = Diagnostic(
    .missingBinding, .error, "nothing is bound for 'Radio'", at: place,
    path: [
      Diagnostic.Step(key: "Car", location: place, note: "singleton in CarModule"),
      Diagnostic.Step(
        key: "Dashboard", location: SourceLocation(file: "Garage/Dash.swift", line: 4, column: 1), note: "transient in CarModule"),
      Diagnostic.Step(key: "Radio", location: .unknown, note: ""),
    ],
    notes: ["also needed by: Workshop (Workshop.swift:8)"], similar: ["'Radio' named \"spare\"", "'RadioTower'"],
    help: "add Bind(Radio.init) to CarModule")

  @Test func `is a block for people`() {
    #expect(
      Self.finding.description == """
        error: [missing-binding] nothing is bound for 'Radio'
          CarModule.swift:12:5
          Car -> Dashboard -> Radio
            Car         CarModule.swift:12   singleton in CarModule
            Dashboard   Dash.swift:4         transient in CarModule
          also needed by: Workshop (Workshop.swift:8)
          similar: 'Radio' named "spare"; 'RadioTower'
          help: add Bind(Radio.init) to CarModule
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md
        """)
  }

  @Test func `is lines for tools that know compilers`() {
    #expect(
      DiagnosticRenderer(style: .compiler).render(Report([Self.finding])) == """
        Garage/CarModule.swift:12:5: error: nothing is bound for 'Radio' [missing-binding]
        Garage/CarModule.swift:12:5: note: Car -> Dashboard -> Radio
        Garage/CarModule.swift:12:5: note: Car: singleton in CarModule
        Garage/Dash.swift:4:1: note: Dashboard: transient in CarModule
        Garage/CarModule.swift:12:5: note: also needed by: Workshop (Workshop.swift:8)
        Garage/CarModule.swift:12:5: note: similar: 'Radio' named "spare"
        Garage/CarModule.swift:12:5: note: similar: 'RadioTower'
        Garage/CarModule.swift:12:5: note: help: add Bind(Radio.init) to CarModule
        1 error
        """)
  }

  @Test func `needs no place`() {
    let finding = Diagnostic(Diagnostic.ID(rawValue: "no-till"), .warning, "no")
    #expect(finding.description == "warning: [no-till] no")
    #expect(DiagnosticRenderer(style: .compiler).render(finding) == "<unknown>:0: warning: no [no-till]")
  }

  @Test func `names its page, unless one of its ID does so above or its ID is of the program`() {
    let own = Diagnostic.ID(rawValue: "no-till")
    let report = Report([
      Diagnostic(.missingBinding, .error, "a", help: "b"), Diagnostic(.missingBinding, .error, "c"), Diagnostic(own, .error, "d"),
      Diagnostic(.unusedBinding, .warning, "e"), Diagnostic(.missingBinding, .warning, "f"), Diagnostic(own, .warning, "g"),
    ])
    #expect(
      report.description == """
        error: [missing-binding] a
          help: b
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        error: [missing-binding] c

        error: [no-till] d

        warning: [missing-binding] f

        warning: [no-till] g

        warning: [unused-binding] e
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/unused-binding.md

        3 errors, 3 warnings
        """)
  }

  @Test func `has one place in a report, also beside one that differs in a place on its path alone`() {
    let findings = (2...20).map { line in
      let place = SourceLocation(file: "Garage/CarModule.swift", line: line, column: 5)
      return Diagnostic(
        .captiveDependency, .error, "no", at: Self.place, path: [Diagnostic.Step(key: "Car", location: place, note: "")])
    }
    #expect(Report(findings.reversed()).diagnostics == findings)
  }

  @Test func `is one of several without a count`() {
    let findings = [Diagnostic(.missingBinding, .error, "b"), Diagnostic(.missingBinding, .error, "a")]
    #expect(
      DiagnosticRenderer().render(findings) == """
        error: [missing-binding] b
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        error: [missing-binding] a
        """)
    #expect(
      DiagnosticRenderer(style: .compiler).render(findings) == """
        <unknown>:0: error: b [missing-binding]
        <unknown>:0: error: a [missing-binding]
        """)
    #expect(DiagnosticRenderer().render([Diagnostic]()) == "")
  }

  @Test(
    arguments: [
      ([], "no diagnostics"), ([Diagnostic.Severity.error], "1 error"), ([.warning, .warning], "2 warnings"),
      ([.error, .error, .error, .warning], "3 errors, 1 warning"),
    ] as [([Diagnostic.Severity], String)])
  func `is counted`(severities: [Diagnostic.Severity], summary: String) {
    let report = Report(severities.enumerated().map { Diagnostic(.failingModule, $1, "no \($0)") })
    #expect(report.description.split(separator: "\n").last.map(String.init) == summary)
  }

  @Test(arguments: [DiagnosticRenderer.Style.text, .compiler])
  func `cannot be faked by a key`(style: DiagnosticRenderer.Style) {
    let evil = "spare\"\n\nerror: [missing-binding] no\r\u{1B}[2J\u{202E}\u{2028}\t"
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .of(Wheel.self, named: evil)), bind(Wheel.self).named(evil + "!")))
    let text = DiagnosticRenderer(style: style).render(graph.report)
    #expect(text.contains("error: [missing-binding] no\\r\\u{1B}[2J\\u{202E}\\u{2028}\\t"))
    #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    #expect(text.split(whereSeparator: \.isNewline).count == (style == .text ? 8 : 6))
  }

  @Test func `prints names in full, whatever they are`() {
    for name in ["with spaces", "🚗👩‍🚀", String(repeating: "x", count: 10_000)] {
      let graph = Graph(module("CarModule", bind(Car.self, .transient, .of(Wheel.self, named: name))))
      #expect(graph.report.description.contains("nothing is bound for 'Wheel' named \"\(name)\"\n"))
    }
  }

  @Test func `leaves out the middle of a long path only`() {
    let binds = (0..<40).map { bind(Car.self, .transient, .of(Car.self, named: "\($0 + 1)")).named("\($0)") }
    let lines = Graph(modules: [SketchModule(name: "CarModule", binds: binds)]).report.description.split(separator: "\n")
    #expect(lines[2].hasPrefix("  Car named \"0\" -> Car named \"1\" -> "))
    #expect(lines[2].contains("Car named \"11\" -> … -> Car named \"29\""))
    #expect(lines[2].hasSuffix(" -> Car named \"39\" -> Car named \"40\""))
    #expect(lines.contains("    … 17 more"))
  }

  @Test func `counts the rows of a long cycle that it leaves out`() {
    let binds = (0..<30).map { bind(Car.self, .transient, .of(Car.self, named: "\(($0 + 1) % 30)")).named("\($0)") }
    let lines = Graph(modules: [SketchModule(name: "CarModule", binds: binds)]).report.description.split(separator: "\n")
    #expect(lines.contains("    … 6 more"))
  }

  @Test func `prints two types of one name with their modules`() {
    func text(_ name: String) -> Graph.Key { Graph.Key(type: TypeName(text: name)) }
    let graph = Graph(
      modules: [
        SketchModule(
          name: "CarModule",
          binds: [
            Graph.Binding(key: text("Radio")), bind(Car.self, .transient, .of(Radio.self)),
          ])
      ])
    #expect(graph.report.diagnostics.first?.message == "nothing is bound for 'GraphSketches.Radio'")
    #expect(graph.report.diagnostics.first?.similar == ["'Radio' (CarModule.swift:1), which is another type"])
    let nested = Graph(module("CarModule", bind(Museum.Car.self), bind(Garage.self, .transient, .of(Car.self))))
    #expect(nested.report.diagnostics.first?.message == "nothing is bound for 'Car'")
    #expect(nested.report.diagnostics.first?.similar == ["'Museum.Car' (CarModule.swift:1), which is another type"])
  }
}
