// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks

extension GraphFile {
  /// The graph as one self-contained page of HTML for a browser: no network, no other file.
  ///
  /// It draws the graph in layers, finds and explains bindings, and lists them and the diagnostics as text. Equal graphs and equal sources give
  /// equal pages.
  ///
  /// - Parameter root: The folder of the package whose source files name the implementing types, with its targets in the folders that the
  ///   package manager searches: `Sources/Shop` for the module `Shop`. A box of a missing or ambiguous file shows no such type; with `nil`, no box does.
  /// - Complexity: O(bindings + needs) for a graph without errors, and the size of the source files.
  public func page(sources root: String? = nil) -> String {
    let parts = [
      "STYLE": PagePart.style, "LICENCE": PagePart.d3Licence, "D3": PagePart.d3, "LAYOUT": PagePart.layout,
      "MODEL": PagePart.model, "OVERVIEW": PagePart.overview, "PICTURE": PagePart.picture, "PANEL": PagePart.panel,
    ]
    var page = ""
    // Every second piece is the name of a part; only the template is searched, so that no part can name another one.
    let template = PagePart.template
    for (place, piece) in template.split(separator: "%", omittingEmptySubsequences: false).enumerated() {
      if place.isMultiple(of: 2) {
        page += piece
      } else {
        page += piece == "GRAPH" ? PageData(self, sources: root).json : parts[String(piece)] ?? ""
      }
    }
    return page
  }
}

/// The data for the scripts of the page.
private struct PageData {
  let json: String

  init(_ file: GraphFile, sources root: String?) {
    let subject = GraphCheck.Subject(Wiring(file.graph))
    let drawing = Drawing(subject)
    var code = root.map { FactoryCode(in: $0) }
    let places = BoxPlaces(drawing, of: file.graph)
    let shown = drawing.boxes.map { box in
      box.json(code: box.isMissing ? nil : code?.summary(at: file.graph.bindings[box.id].location))
    }
    let root = JSON.members(
      ("remark", drawing.remark.map { .string($0) }),
      ("modules", .array(drawing.modules.map { .string($0.onOneLine) })),
      ("boxes", .array(shown)),
      ("arrows", .array(drawing.arrows.map(\.json))),
      ("timeline", file.graph.timeline.map { PageData.json($0, places) }),
      ("findings", .array(file.report.diagnostics.map { PageData.json($0, places) })))
    json = root.text(lines: 2, isInPage: true)
  }

  /// The entries with their times in milliseconds, as text, and as parts of the whole.
  private static func json(_ timeline: Timeline, _ places: BoxPlaces) -> JSON {
    let critical = Set(timeline.criticalPath)
    let whole = max(timeline.duration, .nanoseconds(1))
    func permille(_ time: Duration) -> JSON { .int(Int(min(max(time / whole, 0), 1) * 1000 + 0.5)) }
    let entries = timeline.entries.enumerated().map { place, entry in
      JSON.members(
        ("key", .string(entry.key.onOneLine)),
        ("box", places.boxes(of: entry.key, at: entry.location).first.map { .int($0) }),
        ("began", permille(entry.began)),
        ("ended", entry.outcome == .unfinished ? .int(1000) : permille(entry.ended)),
        ("time", .string(entry.duration.milliseconds)),
        ("outcome", .string(entry.outcome.rawValue)),
        ("after", entry.waitedFor.map { .string(timeline.entries[$0].key.onOneLine) }),
        ("critical", critical.contains(place) ? .bool(true) : nil))
    }
    return .members(
      ("whole", .string(timeline.duration.milliseconds)),
      ("critical", .string(timeline.criticalDuration.milliseconds)),
      ("entries", .array(entries)))
  }

  private static func json(_ finding: Diagnostic, _ places: BoxPlaces) -> JSON {
    func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0.onOneLine) }) }
    var seen: Set<Int> = []
    let steps = finding.path.flatMap { places.boxes(of: $0.key, at: $0.location) }
    let key = finding.path.last { $0.location == finding.location }?.key
    let found = (places.boxes(at: finding.location, in: finding.message, or: key) + steps).filter { seen.insert($0).inserted }
    return .members(
      ("severity", .string(finding.severity.rawValue)),
      ("id", .string(finding.id.rawValue)),
      ("message", .string(finding.message.onOneLine)),
      ("place", finding.location.isKnown ? .string(finding.location.description.onOneLine) : nil),
      ("path", texts(finding.path.map(\.key))),
      ("notes", texts(finding.notes)),
      ("similar", texts(finding.similar)),
      ("help", finding.help.map { .string($0.onOneLine) }),
      ("boxes", .array(found.map { .int($0) })))
  }
}

extension Drawing.Box {
  /// - Parameter code: The factory in short; left out where it only repeats the title.
  fileprivate func json(code: String?) -> JSON {
    .members(
      ("id", .int(id)),
      ("title", .string(title.onOneLine)),
      ("life", .string(life.onOneLine)),
      ("scope", .string(scope.onOneLine)),
      ("code", code.flatMap { repeats($0) ? nil : .string($0.onOneLine) }),
      ("place", place.isEmpty ? nil : .string(place.onOneLine)),
      ("module", module.map { .int($0) }),
      ("missing", isMissing ? .bool(true) : nil),
      ("root", isRoot ? .bool(true) : nil))
  }
}

extension Drawing.Box {
  /// Whether a factory is an initializer of the very type that the key names.
  private func repeats(_ code: String) -> Bool {
    let type = title.prefix { $0 != " " }
    return code == type || code.hasPrefix("\(type)(")
  }
}

extension Drawing.Arrow {
  fileprivate var json: JSON {
    .members(
      ("from", .int(from)),
      ("to", .int(to)),
      ("stroke", stroke == .taken ? nil : .string(stroke.rawValue)),
      ("label", label.isEmpty ? nil : .string(label.onOneLine)),
      ("wrong", isWrong ? .bool(true) : nil))
  }
}
