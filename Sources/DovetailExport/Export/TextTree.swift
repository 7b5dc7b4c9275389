// SPDX-License-Identifier: Apache-2.0
public import DovetailChecks

extension Graph {
  /// The graph as a tree of text: the program's resolutions, and beneath each binding its dependencies.
  ///
  /// ```
  /// Car  singleton  CarModule.swift:12
  /// ├─ any Engine  singleton decorator  CarModule.swift:16
  /// │  └─ any Engine  singleton  CarModule.swift:14
  /// └─ Provider<Wheel> ⇢ Wheel  transient  CarModule.swift:13
  /// ```
  ///
  /// An observed graph says so in a separate line. A binding that was drawn already is only named again. Bindings that no root leads to come last. When the
  /// graph does not list the program's resolutions, the roots are the bindings that no other binding needs.
  ///
  /// - Complexity: O(bindings + needs), for any depth: a branch that grows too deep continues as a separate tree.
  public func textTree() -> String { Wiring(self).textTree() }
}

extension Wiring {
  /// The same as `Graph.textTree()` for a graph that is linked already.
  public func textTree() -> String {
    var drawing = TextTree(GraphCheck.Subject(self))
    return drawing.draw()
  }
}

extension GraphCheck.Subject {
  /// The needs of some bindings, and their dependencies in turn, as trees with an empty line between them.
  ///
  /// What a tree shows already is only named again, and a binding within a tree has no tree of its own after it.
  ///
  /// - Complexity: O(bindings + needs), for any number of trees.
  package func textTrees(of bindings: [Int]) -> String {
    var drawing = TextTree(self)
    return drawing.draw(from: bindings)
  }
}

/// One drawing. Keeps its own list of branches to draw, so that the depth of a graph is no depth of calls.
struct TextTree {
  /// A line that is still to be drawn.
  struct Branch {
    var node: Node
    /// The text before the line: the trunks of the branches around it.
    var indent = ""
    var isLast = true
    var depth = 0
  }

  /// The subject of a line.
  enum Node {
    /// A binding, and the way it is resolved if that is not a plain need.
    case binding(Int, label: String)
    /// A collection with its parts.
    case collection(String, [Int])
    /// A line without any lines beneath it.
    case leaf(String)
  }

  /// Branches deeper than this go on as trees of their own.
  private static let deepest = 32

  let subject: GraphCheck.Subject
  private var isDrawn: [Bool]
  private var lines: [String] = []
  private var continued: [Int] = []

  init(_ subject: GraphCheck.Subject) {
    self.subject = subject
    isDrawn = Array(repeating: false, count: subject.graph.bindings.count)
  }

  /// Draws all active bindings.
  mutating func draw() -> String {
    if subject.graph.isObserved { lines.append("as it was observed so far:") }
    let head = lines.count
    for root in subject.graph.roots where subject.wiring.link(root, of: nil).bindings.isEmpty {
      lines.append("\(subject.names.key(root.key).onOneLine)  not bound")
    }
    drawTrees(from: subject.rootBindings)
    let rest = isDrawn.indices.filter { !isDrawn[$0] && subject.wiring.isActive($0) }
    if !rest.isEmpty {
      if lines.count > head { lines += ["", "not needed by what is above:"] }
      drawTrees(from: subject.outermost(of: rest) + rest)
    }
    return lines.joined(separator: "\n")
  }

  /// Draws the dependencies of some bindings only, with an empty line between their trees.
  mutating func draw(from roots: [Int]) -> String {
    for root in roots where !isDrawn[root] {
      if !lines.isEmpty { lines.append("") }
      drawTrees(from: [root])
    }
    return lines.joined(separator: "\n")
  }

  private mutating func drawTrees(from roots: [Int]) {
    var waiting = Array(roots.reversed())
    while let root = waiting.popLast() {
      guard !isDrawn[root] else { continue }
      drawTree(from: root)
      waiting += continued.reversed()
      continued = []
    }
  }

  private mutating func drawTree(from root: Int) {
    var stack = [Branch(node: .binding(root, label: ""))]
    while let branch = stack.popLast() {
      let children = line(for: branch)
      let indent = branch.depth == 0 ? "" : branch.indent + (branch.isLast ? "   " : "│  ")
      for (place, child) in children.enumerated().reversed() {
        stack.append(Branch(node: child, indent: indent, isLast: place == children.count - 1, depth: branch.depth + 1))
      }
    }
  }

  /// Draws one line and returns the nodes beneath it.
  private mutating func line(for branch: Branch) -> [Node] {
    let start = branch.depth == 0 ? "" : branch.indent + (branch.isLast ? "└─ " : "├─ ")
    switch branch.node {
    case .leaf(let text):
      lines.append(start + text.onOneLine)
      return []
    case .collection(let text, let parts):
      lines.append(start + text.onOneLine)
      return parts.map { .binding($0, label: "") }
    case .binding(let binding, let label):
      let name = label + subject.names.key(subject.graph.bindings[binding].key)
      guard !isDrawn[binding] else {
        lines.append(start + "\(name)  … see above".onOneLine)
        return []
      }
      let children = subject.nodes(beneath: binding)
      guard branch.depth < TextTree.deepest || children.isEmpty else {
        lines.append(start + "\(name)  … see below".onOneLine)
        continued.append(binding)
        return []
      }
      isDrawn[binding] = true
      lines.append(start + (label + subject.summary(of: binding)).onOneLine)
      return children
    }
  }
}
