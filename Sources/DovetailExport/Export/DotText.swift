// SPDX-License-Identifier: Apache-2.0
public import DovetailChecks

extension Graph {
  /// The graph in the language of Graphviz: a box for each binding, a frame for each module, an arrow for each dependency.
  ///
  /// Dashed arrows are deferred dependencies, dotted ones were observed at run time, and red ones are part of a cycle or of a captive dependency. Missing bindings
  /// have a red box. Equal graphs give equal text, which ends with a line break.
  ///
  /// - Complexity: O(bindings + needs) for a graph without errors.
  public func dot() -> String { Wiring(self).dot() }
}

extension Wiring {
  /// The same as `Graph.dot()` for a graph that is linked already.
  public func dot() -> String { DotText(Drawing(GraphCheck.Subject(self))).text }
}

/// Writes a drawing for Graphviz.
struct DotText {
  private let drawing: Drawing
  private(set) var text = ""

  init(_ drawing: Drawing) {
    self.drawing = drawing
    text = """
      digraph dovetail {
        graph [rankdir=LR, ranksep=0.8, nodesep=0.2, fontname="Helvetica", bgcolor="transparent"];
        node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11, color="#5b6b7b", fillcolor="#f4f6f8"];
        edge [color="#5b6b7b", arrowsize=0.7, fontname="Helvetica", fontsize=9];

      """
    if let remark = drawing.remark { text += "  label=\(DotText.quoted(remark));\n" }
    var members: [Int: [Drawing.Box]] = [:]
    for box in drawing.boxes { members[box.module ?? -1, default: []].append(box) }
    for (module, name) in drawing.modules.enumerated() {
      guard let boxes = members[module] else { continue }
      text += "  subgraph cluster_\(module) {\n    label=\(DotText.quoted(name)); color=\"#b8c2cc\"; style=rounded;\n"
      for box in boxes { write(box, indent: "    ") }
      text += "  }\n"
    }
    for box in members[-1] ?? [] { write(box, indent: "  ") }
    for arrow in drawing.arrows { write(arrow) }
    text += "}\n"
  }

  private mutating func write(_ box: Drawing.Box, indent: String) {
    var attributes = "label=\"\(DotText.escaped(box.title))\\n\(DotText.escaped(box.life))\""
    if !box.place.isEmpty { attributes += ", tooltip=\(DotText.quoted(box.place))" }
    if box.isRoot { attributes += ", penwidth=2" }
    if box.isMissing { attributes += ", color=\"#c0262d\", fontcolor=\"#c0262d\", style=\"rounded,dashed\"" }
    text += "\(indent)n\(box.id) [\(attributes)];\n"
  }

  private mutating func write(_ arrow: Drawing.Arrow) {
    var attributes: [String] = []
    switch arrow.stroke {
    case .taken: break
    case .deferred: attributes.append("style=dashed")
    case .observed: attributes.append("style=dotted")
    }
    if !arrow.label.isEmpty { attributes.append("label=\(DotText.quoted(arrow.label))") }
    if arrow.isWrong { attributes.append("color=\"#c0262d\", fontcolor=\"#c0262d\", penwidth=2") }
    text += "  n\(arrow.from) -> n\(arrow.to)" + (attributes.isEmpty ? ";\n" : " [\(attributes.joined(separator: ", "))];\n")
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Graphviz reads backslashes and entities in labels, and ends a string at a quote. It joins strings, none of which may have more than 16384 bytes.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for (place, scalar) in text.onOneLine.unicodeScalars.enumerated() {
      if place > 0, place.isMultiple(of: 2000) { result += "\" + \"" }
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
