// SPDX-License-Identifier: Apache-2.0
// What is shown of the graph, and the drawing of it. Knows nothing of the panel beside it but `changed`, which it calls.
"use strict";

const graph = JSON.parse(document.getElementById("graph").textContent);
const boxOf = new Map(graph.boxes.map(box => [box.id, box]));
const needs = new Map(), askers = new Map();
for (const box of graph.boxes) { needs.set(box.id, []); askers.set(box.id, []); }
for (const arrow of graph.arrows) { needs.get(arrow.from).push(arrow); askers.get(arrow.to).push(arrow); }
const membersOf = graph.modules.map(() => []);
for (const box of graph.boxes) if (box.module !== undefined) membersOf[box.module].push(box);
const wrongBoxes = new Map();
for (const finding of graph.findings) for (const id of finding.boxes) {
  if (!wrongBoxes.has(id)) wrongBoxes.set(id, []);
  wrongBoxes.get(id).push(finding);
}
const isWrong = id => (wrongBoxes.get(id) || []).some(finding => finding.severity === "error");

/// More boxes than these are not drawn at once; whoever opens everything is told so.
const mostBoxes = 3000;
const state = {
  open: new Set(graph.boxes.length <= 60 ? graph.modules.keys() : []),
  hiddenScopes: new Set(), hiddenModules: new Set(), name: "", focus: null, reach: 1, isTooLarge: false,
};

const isShown = box => !state.hiddenScopes.has(box.scope) && !state.hiddenModules.has(box.module)
  && (!state.name || box.title.toLowerCase().includes(state.name));

/// The arrows of a shortest way from what the program asks for, or from what nobody needs; empty for those themselves.
function pathTo(id) {
  const roots = graph.boxes.filter(box => box.root);
  const starts = roots.length ? roots : graph.boxes.filter(box => !askers.get(box.id).length);
  const arrival = new Map(starts.map(box => [box.id, null]));
  const queue = starts.map(box => box.id);
  for (let next = 0; next < queue.length && !arrival.has(id); next++) {
    for (const arrow of needs.get(queue[next])) {
      if (!arrival.has(arrow.to)) { arrival.set(arrow.to, arrow); queue.push(arrow.to); }
    }
  }
  const path = [];
  for (let arrow = arrival.get(id); arrow; arrow = arrival.get(arrow.from)) path.unshift(arrow);
  return path;
}

/// The boxes around one: what it needs and what needs it, as many steps away as the reader wants, and its way from a root.
function around(id, reach, path) {
  const found = new Set([id]);
  for (const [side, end] of [[needs, "to"], [askers, "from"]]) {
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

/// The nodes and lines that the state asks for: bindings, and closed modules in place of theirs.
function visible() {
  const path = state.focus === null ? [] : pathTo(state.focus);
  const onPath = new Set(path);
  const chosen = state.focus === null ? null : around(state.focus, state.reach, path);
  const nodes = new Map(), nodeOf = new Map();
  for (const box of graph.boxes) {
    if (chosen ? !chosen.has(box.id) : !isShown(box)) continue;
    const isClosed = !chosen && box.module !== undefined && !state.open.has(box.module);
    const key = isClosed ? `m${box.module}` : `b${box.id}`;
    nodeOf.set(box.id, key);
    if (!nodes.has(key)) nodes.set(key, isClosed ? moduleNode(box.module, key) : bindingNode(box, key));
    const node = nodes.get(key);
    node.count++;
    node.isWrong ||= isWrong(box.id);
    node.isRoot ||= !!box.root;
  }
  for (const arrow of onPath) for (const id of [arrow.from, arrow.to]) if (nodeOf.has(id)) nodes.get(nodeOf.get(id)).isOnPath = true;
  const lines = new Map();
  for (const arrow of graph.arrows) {
    const from = nodeOf.get(arrow.from), to = nodeOf.get(arrow.to);
    if (!from || !to || (from === to && from[0] === "m")) continue;
    const key = `${from} ${to}`;
    if (!lines.has(key)) lines.set(key, { key, source: from, target: to, count: 0, isWrong: false, isOnPath: false, strokes: new Set(), labels: [] });
    const line = lines.get(key);
    line.count++;
    line.isWrong ||= !!arrow.wrong;
    line.isOnPath ||= onPath.has(arrow);
    line.strokes.add(arrow.stroke || "taken");
    if (arrow.label) line.labels.push(arrow.label);
  }
  return { nodes: [...nodes.values()], lines: [...lines.values()] };
}

const ruler = document.createElement("canvas").getContext("2d");
function widthOf(text, font) { ruler.font = font; return ruler.measureText(text).width; }
const shortened = text => (text.length <= 36 ? text : text.slice(0, 22) + "…" + text.slice(-12));

function node(key, title, life, more) {
  const [first, second] = [shortened(title), shortened(life)];
  const width = Math.ceil(Math.max(70, widthOf(first, `${more.isModule ? 600 : 400} 13px system-ui, sans-serif`) * 1.04, widthOf(second, "11px system-ui, sans-serif") * 1.04)) + 26;
  return { key, title, life, first, second, width, height: 44, count: 0, isWrong: false, isRoot: false, isOnPath: false, ...more };
}
function bindingNode(box, key) {
  return node(key, box.title, box.life, { box, module: box.module, isMissing: !!box.missing, isChosen: box.id === state.focus });
}
function moduleNode(module, key) {
  const count = membersOf[module].filter(isShown).length;
  return node(key, graph.modules[module], `module, ${count} binding${count === 1 ? "" : "s"}`, { module, isModule: true });
}

const hue = module => (module === undefined ? "var(--line)" : `hsl(${(module * 137.5) % 360} 55% 50%)`);
const svg = d3.select("#drawing");
const canvas = svg.append("g");
const zoom = d3.zoom().scaleExtent([0.02, 4]).on("zoom", () => {
  // Where letters would be too small to read, boxes show the colours of their modules instead.
  canvas.attr("transform", d3.event.transform).classed("far", d3.event.transform.k < 0.3);
});
svg.call(zoom).on("dblclick.zoom", null);
const heads = svg.append("defs").selectAll("marker").data([["head", "var(--line)"], ["head-path", "var(--accent)"], ["head-wrong", "var(--wrong)"]])
  .enter().append("marker").attr("id", head => head[0]).attr("viewBox", "0 0 8 8").attr("refX", 7.5).attr("refY", 4)
  .attr("markerWidth", 9).attr("markerHeight", 9).attr("markerUnits", "userSpaceOnUse").attr("orient", "auto");
heads.append("path").attr("d", "M0,0L8,4L0,8z").attr("fill", head => head[1]);
const lineLayer = canvas.append("g").attr("aria-hidden", "true"), boxLayer = canvas.append("g");
let drawn = { nodes: [], lines: [] };

/// Draws what the state asks for. Small changes keep the part of the picture that is looked at; others show everything.
function draw(fits) {
  let next = visible();
  state.isTooLarge = next.nodes.length > mostBoxes;
  if (state.isTooLarge) {
    state.open.clear();
    if (state.focus !== null) state.reach = 1;
    next = visible();
  }
  drawn = next;
  const place = new Map(drawn.nodes.map((one, index) => [one.key, index]));
  for (const line of drawn.lines) { line.from = place.get(line.source); line.to = place.get(line.target); }
  layOut(drawn.nodes, drawn.lines);
  drawLines();
  drawBoxes();
  canvas.classed("dense", drawn.lines.length > 120);
  if (fits) fit();
  changed();
}

function drawLines() {
  const lines = lineLayer.selectAll("path").data(drawn.lines, line => line.key);
  lines.exit().remove();
  const all = lines.enter().append("path").merge(lines);
  all.attr("class", line => `arrow ${line.strokes.size === 1 ? [...line.strokes][0] : "taken"}` + (line.count > 1 ? " many" : "")
    + (line.isOnPath ? " path" : "") + (line.isWrong ? " wrong" : "")).attr("d", line => curve(line.points));
  all.selectAll("title").remove();
  all.append("title").text(line => `${drawn.nodes[line.from].title} → ${drawn.nodes[line.to].title}`
    + (line.labels.length ? ` (${line.labels.slice(0, 5).join(", ")})` : "") + (line.count > 1 ? `, ${line.count} needs` : ""));
}

function drawBoxes() {
  const boxes = boxLayer.selectAll("g.box").data(drawn.nodes, one => one.key);
  boxes.exit().remove();
  const fresh = boxes.enter().append("g").attr("role", "button").attr("tabindex", -1);
  fresh.append("title");
  fresh.append("rect").attr("class", "frame").attr("rx", 7);
  fresh.append("rect").attr("class", "stripe").attr("rx", 2).attr("x", 5).attr("y", 6).attr("width", 5);
  fresh.append("text").attr("x", 17).attr("y", 19);
  fresh.append("text").attr("class", "life").attr("x", 17).attr("y", 35);
  fresh.on("click", activate).on("mouseenter", one => highlight(one)).on("mouseleave", () => highlight(null));
  const all = fresh.merge(boxes);
  all.attr("class", one => "box" + (one.isModule ? " module" : "") + (one.isRoot ? " root" : "") + (one.isMissing ? " missing" : "")
    + (one.isWrong ? " wrong" : "") + (one.isOnPath ? " path" : "") + (one.isChosen ? " chosen" : ""))
    .style("--hue", one => hue(one.module)).attr("transform", one => `translate(${one.x},${one.y})`).attr("data-key", one => one.key)
    .attr("aria-label", one => `${one.title}, ${one.life}${one.isWrong ? ", part of an error" : ""}`);
  all.select("title").text(one => `${one.title}\n${one.life}` + (one.module !== undefined && !one.isModule ? `\nin ${graph.modules[one.module]}` : ""));
  all.select("rect.frame").attr("width", one => one.width).attr("height", one => one.height);
  all.select("rect.stripe").attr("height", one => one.height - 12).attr("fill", one => hue(one.module));
  all.select("text:not(.life)").text(one => one.first).style("font-weight", one => (one.isModule ? 600 : null));
  all.select("text.life").text(one => one.second);
  boxLayer.select("g.box").attr("tabindex", 0);
}

/// Lets a box and its neighbours stand out.
function highlight(one) {
  canvas.classed("dim", !!one && drawn.nodes.length > 3);
  if (!one) return;
  const near = new Set([one.key]);
  lineLayer.selectAll("path").classed("near", line => {
    const isNear = line.source === one.key || line.target === one.key;
    if (isNear) { near.add(line.source); near.add(line.target); }
    return isNear;
  });
  boxLayer.selectAll("g.box").classed("near", other => near.has(other.key));
}

function extent() {
  const right = Math.max(1, ...drawn.nodes.map(one => one.x + one.width)), bottom = Math.max(...drawn.nodes.map(one => one.y + one.height), 1);
  const left = Math.min(...drawn.nodes.map(one => one.x), 0), top = Math.min(...drawn.nodes.map(one => one.y), bottom);
  return { left, top, width: right - left + 40, height: bottom - top };
}

/// Shows the whole drawing, or, where the letters would be too small to read, the part of it that matters.
function fit() {
  const { width, height } = svg.node().getBoundingClientRect();
  if (!width || !drawn.nodes.length) return;
  const all = extent();
  const whole = Math.min((width - 40) / all.width, (height - 90) / all.height, 1.25);
  const scale = Math.max(whole, state.focus === null ? 0.02 : 0.45);
  const chosen = drawn.nodes.find(one => one.isChosen);
  const middle = chosen && scale > whole ? [chosen.x + chosen.width / 2, chosen.y + 22] : [all.left + all.width / 2, all.top + all.height / 2];
  svg.call(zoom.transform, d3.zoomIdentity.translate(width / 2 - middle[0] * scale, height / 2 + 10 - middle[1] * scale).scale(scale));
}

function activate(one) {
  highlight(null);
  if (one.isModule) { state.open.add(one.module); draw(true); announce(`${one.title} is open`); } else focusOn(one.box.id);
}
function focusOn(id) {
  state.focus = id;
  showTab("picture");
  draw(true);
  history.replaceState(null, "", "#" + encodeURIComponent(boxOf.get(id).title));
  announce(`${boxOf.get(id).title}: needs ${needs.get(id).length}, needed by ${askers.get(id).length}`);
}
function leaveFocus() {
  state.focus = null;
  state.reach = 1;
  history.replaceState(null, "", "#");
  draw(true);
  announce("everything is shown");
}
