// SPDX-License-Identifier: Apache-2.0

extension PagePart {
  /// The overview of a large graph: boxes for modules that open where one clicks. Many modules, or many bindings of one module, are in boxes
  /// for groups of them, one inside the other, so that no picture has more boxes than a window shows. Draws nothing.
  static let overview = #"""
    "use strict";

    /// The most boxes for modules or groups in one picture, and the most bindings.
    const mostParts = 24, mostBindings = 40;
    /// The most modules that are drawn beside an open one, on each side.
    const mostNeighbours = 6;

    /// A part of the graph is what a box of the overview stands for: {key, title, parent}, and either `modules` and their `layers`, [first, last], or
    /// `boxes`; those of a whole module have `isModule`. Its children are made when it is opened for the first time.
    let partCount = 0;
    const makePart = (parent, properties) => ({ key: `p${partCount++}`, parent, ...properties });
    const everyPart = makePart(null, { title: "Overview", modules: [...graph.modules.keys()].filter(module => membersOf[module].length) });
    state.part = everyPart;

    /// Items in groups of one size: as few groups as lead to at most `most` items after as few steps as possible.
    function groupsOf(items, most) {
      const leaves = Math.ceil(items.length / most), steps = Math.max(1, Math.ceil(Math.log(leaves) / Math.log(mostParts) - 1e-9));
      const size = Math.ceil(items.length / Math.ceil(leaves ** (1 / steps) - 1e-9));
      return Array.from({ length: Math.ceil(items.length / size) }, (_, group) => items.slice(group * size, (group + 1) * size));
    }

    /// The parts inside a part; none when its bindings themselves are drawn. Groups of modules are in the order of their depths, those of bindings in
    /// alphabetical order.
    function childrenOf(part) {
      if (part.children) return part.children;
      const span = (first, last) => (first === last ? first : `${shortened(first, 20)} – ${shortened(last, 20)}`);
      if (part.modules && part.modules.length > mostParts) {
        part.children = groupsOf([...part.modules].sort((a, b) => depthOf(a) - depthOf(b) || a - b), mostParts).map(modules => {
          const [first, last] = [modules[0], modules[modules.length - 1]];
          return makePart(part, { title: span(graph.modules[first], graph.modules[last]), modules, layers: [depthOf(first), depthOf(last)] });
        });
      } else if (part.modules) {
        part.children = part.modules.map(module => makePart(part, { title: graph.modules[module], boxes: membersOf[module], isModule: true }));
      } else if (part.boxes.length > mostBindings) {
        const sorted = [...part.boxes].sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id));
        part.children = groupsOf(sorted, mostBindings).map(boxes => makePart(part, { title: span(boxes[0].title, boxes[boxes.length - 1].title), boxes }));
      } else part.children = [];
      part.childAt = new Map(part.children.flatMap(child => {
        const inside = child.modules || (child.isModule ? [child.boxes[0].module] : child.boxes.map(box => box.id));
        return inside.map(one => [one, child]);
      }));
      return part.children;
    }

    /// The child of a part in which a box is; `undefined` when the part has none.
    function childWith(part, box) {
      childrenOf(part);
      return part.childAt.get(part.modules ? box.module : box.id);
    }

    /// The innermost part in which a box is, or its whole module.
    function partWith(box, isModule = false) {
      let part = everyPart;
      for (let child; !(isModule && part.isModule) && (child = childWith(part, box)); ) part = child;
      return part;
    }

    /// A part and those around it, outermost first.
    const wayTo = part => (part ? [...wayTo(part.parent), part] : []);
    const boxesIn = part => part.boxes || part.modules.flatMap(module => membersOf[module]);

    /// The diagnostics at boxes: each counts once, at the first place that it names.
    const alarmsAt = new Map();
    for (const finding of graph.findings) {
      if (!finding.boxes.length) continue;
      if (!alarmsAt.has(finding.boxes[0])) alarmsAt.set(finding.boxes[0], { error: 0, warning: 0 });
      alarmsAt.get(finding.boxes[0])[finding.severity]++;
    }
    function alarmsOf(boxes) {
      const sum = { error: 0, warning: 0 };
      for (const box of alarmsAt.size ? boxes : []) {
        const alarms = alarmsAt.get(box.id);
        if (alarms) { sum.error += alarms.error; sum.warning += alarms.warning; }
      }
      return sum;
    }
    const alarmText = ({ error, warning }) => [error && plural(error, "error"), warning && plural(warning, "warning")].filter(Boolean).join(", ");

    /// The nodes and lines of the open part: its children, or its bindings, and beside a module those that it needs and that need it.
    function visibleParts() {
      const part = state.part, nodes = new Map(), nodeOf = new Map(), lines = new Map(), near = new Map();
      const add = (key, box, part) => {
        if (!nodes.has(key)) nodes.set(key, { key, box, part, boxes: [], isWrong: false, isRoot: false, isOnPath: false });
        return nodes.get(key);
      };
      const children = childrenOf(part);
      for (const [child, boxes] of children.length ? children.map(child => [child, boxesIn(child)]) : [[null, part.boxes || []]]) {
        for (const box of boxes) {
          if (!isShown(box)) continue;
          const node = add(child ? child.key : `b${box.id}`, box, child);
          node.boxes.push(box);
          node.isWrong ||= child ? (alarmsAt.get(box.id)?.error || 0) > 0 : isWrong(box.id);
          node.isRoot ||= !!box.root;
          nodeOf.set(box.id, node.key);
        }
      }
      /// What stands for a box outside: its module, or the part of the same module that is beside the open one.
      const outside = box => {
        if (!part.boxes || !isShown(box)) return null;
        if (box.module !== part.boxes[0].module) return partWith(box, true);
        for (let around = part.parent; around.boxes; around = around.parent) if (childWith(around, box)) return childWith(around, box);
        return null;
      };
      const join = (id, side, arrow) => {
        if (nodeOf.has(id)) return nodeOf.get(id);
        const box = boxOf.get(id), other = outside(box);
        if (!other) return null;
        if (!near.has(other.key)) near.set(other.key, { part: other, box, needs: 0, requesters: 0 });
        near.get(other.key)[side]++;
        return other.key;
      };
      for (const [id] of nodeOf) {
        for (const arrow of needs.get(id)) addLine(lines, nodeOf.get(id), join(arrow.to, "needs"), arrow, false);
        for (const arrow of part.boxes ? requesters.get(id) : []) if (!nodeOf.has(arrow.from)) addLine(lines, join(arrow.from, "requesters"), nodeOf.get(id), arrow, false);
      }
      const shown = new Set(["needs", "requesters"].flatMap(side =>
        [...near.values()].filter(one => one[side]).sort((a, b) => b[side] - a[side]).slice(0, mostNeighbours)));
      for (const { part, box, needs } of shown) Object.assign(add(part.key, box, part), { isOutside: true, isNeeded: needs > 0, boxes: part.boxes.filter(isShown) });
      state.neighbours = { shown: shown.size, all: near.size };
      const rank = node => (node.isOutside ? (node.isNeeded ? 2 : 0) : 1);
      return { nodes: [...nodes.values()].sort((a, b) => rank(a) - rank(b)), lines: [...lines.values()].filter(line => nodes.has(line.source) && nodes.has(line.target)) };
    }

    /// The words for the box of a part.
    function describedPart({ part, boxes }) {
      const [first, last] = part.layers || [], layers = first === last ? `layer ${first + 1}` : `layers ${first + 1}–${last + 1}`;
      const missing = boxes.filter(box => box.missing).length, bound = boxes.length - missing;
      const count = [bound && plural(bound, "binding"), missing && `${missing} missing`].filter(Boolean).join(", ");
      const life = part.isModule ? (bound ? `module, ${count}` : count) : part.modules ? `${layers}, ${plural(part.modules.length, "module")}, ${count}` : count;
      return { isModule: true, isGroup: !part.isModule, module: boxes[0].module, title: part.title, life, alarms: alarmText(alarmsOf(boxes)) };
    }
    """#
}
