// SPDX-License-Identifier: Apache-2.0

extension PagePart {
  /// The graph, the state of the page, and the selection of boxes that follows from both. Draws nothing.
  static let model = #"""
    "use strict";

    const graph = JSON.parse(document.getElementById("graph").textContent);
    const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
    const moduleCount = graph.modules.length;
    /// A large graph opens with an overview of its modules: more bindings, or more modules, are no picture that a reader finds a way through.
    const isLarge = graph.boxes.length > 3000 || graph.modules.length > 200;
    const moduleNumbers = new Map();
    graph.modules.forEach((name, index) => { if (!moduleNumbers.has(name)) moduleNumbers.set(name, index); });
    function moduleNamed(name) {
      if (!moduleNumbers.has(name)) moduleNumbers.set(name, graph.modules.push(name) - 1);
      return moduleNumbers.get(name);
    }
    /// Files stand in for modules in a large graph without modules, such as an observed one.
    const strays = graph.boxes.filter(box => box.module === undefined && !box.missing);
    if (strays.length > 60) for (const box of strays) box.module = moduleNamed(box.place ? box.place.split(":")[0] : "Without a module");
    const unbound = graph.boxes.filter(box => box.missing);
    if (unbound.length > 60) for (const box of unbound) box.module = moduleNamed("Not bound");
    if (isLarge) for (const box of graph.boxes) box.module ??= moduleNamed(box.missing ? "Not bound" : "Without a module");
    const boxOf = new Map(graph.boxes.map(box => [box.id, box]));
    const needs = new Map(), requesters = new Map();
    for (const box of graph.boxes) { needs.set(box.id, []); requesters.set(box.id, []); }
    for (const arrow of graph.arrows) { needs.get(arrow.from).push(arrow); requesters.get(arrow.to).push(arrow); }
    const membersOf = graph.modules.map(() => []);
    for (const box of graph.boxes) if (box.module !== undefined) membersOf[box.module].push(box);
    const wrongBoxes = new Map();
    for (const finding of graph.findings) for (const id of finding.boxes) {
      if (!wrongBoxes.has(id)) wrongBoxes.set(id, []);
      wrongBoxes.get(id).push(finding);
    }
    const isWrong = id => (wrongBoxes.get(id) || []).some(finding => finding.severity === "error");

    /// The most boxes that are drawn at once: a reader does not find a way through more.
    const mostBoxes = 400;
    /// The number of hits of a search that are drawn; the list beside the picture says how many there are.
    const mostHits = 40;
    /// The most modules that are drawn one by one; more are drawn in groups.
    const mostModules = 24;
    const state = {
      open: new Set(graph.boxes.length <= 60 ? graph.modules.keys() : []), openGroups: new Set(),
      hiddenScopes: new Set(), hiddenModules: new Set(), name: "", word: "", focus: null, reach: 1, refused: 0, isCut: false,
      // Of the overview: the open part, a binding that stands out there, and the modules beside it.
      part: null, mark: null, neighbours: { shown: 0, all: 0 },
    };

    /// The titles and the implementing types in small letters, once for all searches.
    const lowerTitles = graph.boxes.map(box => box.title.toLowerCase()), lowerCodes = graph.boxes.map(box => (box.code || "").toLowerCase());
    const lowerTitleOf = new Map(graph.boxes.map((box, index) => [box, lowerTitles[index]]));
    const isShown = box => !state.hiddenScopes.has(box.scope) && !state.hiddenModules.has(box.module)
      && (!state.name || lowerTitleOf.get(box).includes(state.name));

    /// The boxes whose key or implementing type contains a word, best hits first. The last answer is kept: the list, the picture and the table ask for the same.
    let lastHits = { word: null, found: [] };
    function hits(word) {
      if (lastHits.word === word) return lastHits.found;
      const ranks = [[], [], [], []];
      graph.boxes.forEach((box, index) => {
        const place = lowerTitles[index].indexOf(word);
        if (place < 0) { if (lowerCodes[index].includes(word)) ranks[3].push(box); }
        else ranks[place > 0 ? 2 : lowerTitles[index].length > word.length ? 1 : 0].push(box);
      });
      lastHits = { word, found: ranks.flat() };
      return lastHits.found;
    }

    /// The depths of the modules: the number of steps on the longest way to each; made on first use.
    let moduleDepths = null;
    function depthOf(module) {
      if (moduleDepths) return moduleDepths[module];
      const pairs = new Map();
      for (const arrow of graph.arrows) {
        const from = boxOf.get(arrow.from).module, to = boxOf.get(arrow.to).module;
        if (from !== undefined && to !== undefined && from !== to) pairs.set(from * graph.modules.length + to, { from, to });
      }
      moduleDepths = depthsOf(graph.modules.length, acyclic(graph.modules.length, [...pairs.values()]));
      return moduleDepths[module];
    }

    /// Groups of modules of one layer, or of neighbouring layers where these are small: [{modules, layers: [first, last]}].
    /// Modules stay in the order of their inclusion. Empty for a graph whose modules need no groups.
    function grouped() {
      if (isLarge || graph.modules.length <= mostModules) return [];
      const layers = [];
      graph.modules.forEach((name, module) => { if (membersOf[module].length) (layers[depthOf(module)] ??= []).push(module); });
      const most = Math.max(10, Math.ceil(graph.modules.length / 14)), merged = [];
      layers.forEach((modules, layer) => {
        const last = merged[merged.length - 1];
        if (last && last.modules.length + modules.length <= most) { last.modules.push(...modules); last.layers[1] = layer; }
        else merged.push({ modules: [...modules], layers: [layer, layer] });
      });
      return merged.flatMap(({ modules, layers }) => {
        const count = Math.ceil(modules.length / most), size = Math.ceil(modules.length / count);
        return Array.from({ length: count }, (_, part) => ({ modules: modules.slice(part * size, (part + 1) * size), layers }));
      });
    }
    const groups = grouped();
    const groupOf = new Map(groups.flatMap((group, index) => group.modules.map(module => [module, index])));

    /// The arrows by which a walk from the roots of the program, or from the boxes that nothing needs, first reaches each box; made on first use.
    let arrivals = null;
    function walkFromRoots() {
      if (arrivals) return arrivals;
      const roots = graph.boxes.filter(box => box.root);
      const starts = roots.length ? roots : graph.boxes.filter(box => !requesters.get(box.id).length);
      const queue = starts.map(box => box.id);
      arrivals = new Map(queue.map(id => [id, null]));
      for (let next = 0; next < queue.length; next++) {
        for (const arrow of needs.get(queue[next])) {
          if (!arrivals.has(arrow.to)) { arrivals.set(arrow.to, arrow); queue.push(arrow.to); }
        }
      }
      return arrivals;
    }

    /// The arrows of a shortest way from a root of the program, or from a box that nothing needs; empty for those themselves.
    function pathTo(id) {
      const path = [];
      for (let arrow = walkFromRoots().get(id); arrow; arrow = arrivals.get(arrow.from)) path.push(arrow);
      return path.reverse();
    }

    /// The boxes around one: its dependencies and its dependents, as many steps away as the reader chose, and its way from a root.
    function around(id, reach, path) {
      const found = new Set([id]);
      for (const [side, end] of [[needs, "to"], [requesters, "from"]]) {
        let edge = [id];
        const seen = new Set(edge);
        for (let step = 0; step < reach && edge.length; step++) {
          edge = edge.flatMap(one => side.get(one).map(arrow => arrow[end])).filter(one => !seen.has(one) && seen.add(one));
        }
        for (const one of seen) found.add(one);
      }
      for (const arrow of path) found.add(arrow.from);
      return found;
    }

    /// The boxes that a focus or a search asks for; `null` when the whole graph is shown.
    function chosenBoxes(path) {
      if (state.focus !== null) {
        const near = around(state.focus, state.reach, path);
        // Of too many, the way from a root and the first neighbours.
        return state.isCut ? new Set([state.focus, ...path.slice(-mostHits).map(arrow => arrow.from), ...[...near].slice(0, 2 * mostHits)]) : near;
      }
      return state.word ? new Set(hits(state.word).filter(isShown).slice(0, mostHits).map(box => box.id)) : null;
    }

    /// The key of the node that stands for a box: its own, or that of its closed module or group.
    function nodeKey(box, isChosen) {
      if (isChosen || box.module === undefined || state.open.has(box.module)) return `b${box.id}`;
      const group = groupOf.get(box.module);
      return group === undefined || state.openGroups.has(group) ? `m${box.module}` : `g${group}`;
    }

    /// Adds an arrow to the line between two nodes.
    function addLine(lines, from, to, arrow, isOnPath) {
      if (!from || !to || (from === to && from[0] !== "b")) return;
      const key = `${from} ${to}`;
      if (!lines.has(key)) lines.set(key, { key, source: from, target: to, count: 0, isWrong: false, isOnPath: false, strokes: new Set(), labels: [] });
      const line = lines.get(key);
      line.count++;
      line.isWrong ||= !!arrow.wrong;
      line.isOnPath ||= isOnPath;
      line.strokes.add(arrow.stroke || "taken");
      if (arrow.label && line.labels.length < 5) line.labels.push(arrow.label);
    }

    /// The nodes and lines that the state asks for: bindings, and closed modules and groups in place of theirs.
    function visible() {
      const path = state.focus === null ? [] : pathTo(state.focus);
      const onPath = new Set(path);
      const chosen = chosenBoxes(path);
      if (isLarge && !chosen) return visibleParts();
      const nodes = new Map(), nodeOf = new Map();
      for (const box of chosen ? [...chosen].sort((a, b) => a - b).map(id => boxOf.get(id)) : graph.boxes) {
        if (!chosen && !isShown(box)) continue;
        const key = nodeKey(box, chosen !== null);
        nodeOf.set(box.id, key);
        if (!nodes.has(key)) nodes.set(key, { key, box, boxes: [], isWrong: false, isRoot: false, isOnPath: false });
        const node = nodes.get(key);
        node.boxes.push(box);
        node.isWrong ||= isWrong(box.id);
        node.isRoot ||= !!box.root;
      }
      for (const arrow of onPath) for (const id of [arrow.from, arrow.to]) if (nodeOf.has(id)) nodes.get(nodeOf.get(id)).isOnPath = true;
      const lines = new Map();
      for (const arrow of chosen ? [...nodeOf.keys()].flatMap(id => needs.get(id)) : graph.arrows) {
        addLine(lines, nodeOf.get(arrow.from), nodeOf.get(arrow.to), arrow, onPath.has(arrow));
      }
      return { nodes: [...nodes.values()], lines: [...lines.values()] };
    }
    """#
}
