// SPDX-License-Identifier: Apache-2.0
public import DovetailChecks

extension Graph {
  /// The graph in the language of Mermaid, which many sites draw inside a fence: ` ```mermaid `.
  ///
  /// Dashed arrows are deferred dependencies, or were observed at run time; red ones are part of a cycle or of a captive dependency. Missing bindings have a red box.
  /// Equal graphs give equal text, which ends with a line break.
  ///
  /// - Complexity: O(bindings + needs) for a graph without errors.
  public func mermaid() -> String { Wiring(self).mermaid() }
}

extension Wiring {
  /// The same as `Graph.mermaid()` for a graph that is linked already.
  public func mermaid() -> String { MermaidText(Drawing(GraphCheck.Subject(self))).text }
}

/// Writes a drawing for Mermaid.
struct MermaidText {
  private(set) var text = "flowchart LR\n"

  init(_ drawing: Drawing) {
    if let remark = drawing.remark { text += "  %% \(remark)\n" }
    var members: [Int: [Drawing.Box]] = [:]
    for box in drawing.boxes { members[box.module ?? -1, default: []].append(box) }
    for (module, name) in drawing.modules.enumerated() {
      guard let boxes = members[module] else { continue }
      text += "  subgraph m\(module)[\"\(MermaidText.escaped(name))\"]\n"
      for box in boxes { write(box, indent: "    ") }
      text += "  end\n"
    }
    for box in members[-1] ?? [] { write(box, indent: "  ") }
    for arrow in drawing.arrows { write(arrow) }
    let missing = drawing.boxes.filter(\.isMissing).map { "n\($0.id)" }
    if !missing.isEmpty {
      text += "  classDef missing stroke:#c0262d,color:#c0262d,stroke-dasharray:4\n"
      text += "  class \(missing.joined(separator: ",")) missing\n"
    }
    let wrong = drawing.arrows.indices.filter { drawing.arrows[$0].isWrong }
    if !wrong.isEmpty {
      text += "  linkStyle \(wrong.map(String.init).joined(separator: ",")) stroke:#c0262d,stroke-width:2px\n"
    }
  }

  private mutating func write(_ box: Drawing.Box, indent: String) {
    text += "\(indent)n\(box.id)[\"\(MermaidText.escaped(box.title))<br/>\(MermaidText.escaped(box.life))\"]\n"
  }

  private mutating func write(_ arrow: Drawing.Arrow) {
    let line = arrow.stroke == .taken ? "-->" : "-.->"
    let label = arrow.label.isEmpty ? "" : "|\"\(MermaidText.escaped(arrow.label))\"|"
    text += "  n\(arrow.from) \(line)\(label) n\(arrow.to)\n"
  }

  /// Every character that Mermaid, Markdown or HTML could interpret becomes a numeric entity, which Mermaid writes with `#`.
  private static func escaped(_ text: String) -> String {
    let scalars = text.onOneLine.unicodeScalars
    // The first character, or the first after a number, could begin an item of a list; Mermaid drops spaces before it.
    let mark = scalars.prefix { $0 == " " || $0.properties.numericType == .decimal }.count
    var result = ""
    for (place, scalar) in scalars.enumerated() {
      if !scalar.isASCII || isPlain(scalar), place != mark || !".-+)".unicodeScalars.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    return result
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "_", "-", "(", ")", ":", "?", "/", "+": true
    default: false
    }
  }
}
