// SPDX-License-Identifier: Apache-2.0
// A layered drawing from left to right: who needs stands left of what answers.
// Source: K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system structures", IEEE SMC 11(2), 1981.
"use strict";

/// Places boxes. `boxes`: [{width, height}], `arrows`: [{from, to}] with indices of boxes.
/// Sets x and y (the left upper corner) of each box, and points [[x, y], …] of each arrow. Takes O(n log n) for n boxes and arrows.
function layOut(boxes, arrows) {
  const links = arrows.filter(arrow => arrow.from !== arrow.to);
  const layer = folded(layersOf(boxes.length, acyclic(boxes.length, links)));
  const isLarge = boxes.length + links.length > 300;
  const nodes = boxes.map((box, index) => ({ box, layer: layer[index], space: box.height + 16, before: [], after: [] }));
  for (const arrow of links) connect(nodes, arrow, layer, isLarge);
  // A column of as many rows makes the drawing about as wide as a window is.
  const layers = columns(nodes, isLarge ? Math.ceil(Math.sqrt(nodes.length * 3.4)) : 1000);
  for (let round = 0; round < (isLarge ? 6 : 12); round++) order(layers, round % 2 === 0);
  place(layers);
  for (const arrow of arrows) route(arrow, boxes, nodes);
}

/// The arrows with those turned round that close a loop, found by a depth-first walk without recursion.
function acyclic(count, arrows) {
  const leaving = Array.from({ length: count }, () => []);
  const entering = new Array(count).fill(0);
  for (const arrow of arrows) { leaving[arrow.from].push(arrow.to); entering[arrow.to]++; }
  const state = new Uint8Array(count), turned = [];
  const starts = [...Array(count).keys()].sort((a, b) => (entering[a] > 0) - (entering[b] > 0) || a - b);
  for (const start of starts) {
    if (state[start]) continue;
    const stack = [[start, 0]];
    state[start] = 1;
    while (stack.length) {
      const top = stack[stack.length - 1];
      if (top[1] === leaving[top[0]].length) { state[top[0]] = 2; stack.pop(); continue; }
      const next = leaving[top[0]][top[1]++];
      if (state[next] === 1) turned.push([next, top[0]]);
      else {
        turned.push([top[0], next]);
        if (!state[next]) { state[next] = 1; stack.push([next, 0]); }
      }
    }
  }
  return turned;
}

/// The layer of each box: the longest way to it, then as far right as what it needs allows, so that arrows are short.
function layersOf(count, links) {
  const leaving = Array.from({ length: count }, () => []), waiting = new Array(count).fill(0), layer = new Array(count).fill(0);
  for (const [from, to] of links) { leaving[from].push(to); waiting[to]++; }
  const sorted = [];
  const ready = [...Array(count).keys()].filter(index => !waiting[index]);
  while (ready.length) {
    const one = ready.pop();
    sorted.push(one);
    for (const to of leaving[one]) {
      layer[to] = Math.max(layer[to], layer[one] + 1);
      if (--waiting[to] === 0) ready.push(to);
    }
  }
  for (const one of sorted.reverse()) {
    if (leaving[one].length) layer[one] = Math.max(layer[one], Math.min(...leaving[one].map(to => layer[to])) - 1);
  }
  return layer;
}

/// Fewer layers where there are so many that the drawing would be a ribbon too long for letters: neighbouring layers share a column.
function folded(layer) {
  const count = Math.max(-1, ...layer) + 1, most = Math.max(9, Math.ceil(Math.sqrt(layer.length * 0.6)));
  return count <= most ? layer : layer.map(one => Math.floor((one * most) / count));
}

/// Joins two boxes. In small drawings a long arrow gets a place in every layer that it crosses, so that it passes between boxes.
function connect(nodes, arrow, layer, isLarge) {
  let [from, to] = layer[arrow.from] <= layer[arrow.to] ? [arrow.from, arrow.to] : [arrow.to, arrow.from];
  let last = nodes[from];
  arrow.bends = [];
  if (!isLarge) {
    for (let step = layer[from] + 1; step < layer[to]; step++) {
      const bend = { layer: step, space: 10, before: [last], after: [] };
      last.after.push(bend);
      nodes.push(bend);
      arrow.bends.push(bend);
      last = bend;
    }
    if (from !== arrow.from) arrow.bends.reverse();
  }
  last.after.push(nodes[to]);
  nodes[to].before.push(last);
}

/// The nodes by layer; a layer of very many is folded into several columns.
function columns(nodes, limit) {
  const layers = [];
  for (const node of nodes) (layers[node.layer] = layers[node.layer] || []).push(node);
  const result = [];
  for (const layer of layers) {
    if (!layer) continue;
    const count = Math.ceil(layer.length / limit), size = Math.ceil(layer.length / count);
    for (let column = 0; column < count; column++) result.push(layer.slice(column * size, (column + 1) * size));
  }
  result.forEach(layer => layer.forEach((node, rank) => { node.rank = rank; }));
  return result;
}

/// Sorts each layer by where the neighbours in the layers before (or after) stand.
function order(layers, isForward) {
  for (const layer of isForward ? layers : [...layers].reverse()) {
    for (const node of layer) {
      const near = isForward ? node.before : node.after;
      node.weight = near.length ? near.reduce((sum, one) => sum + one.rank, 0) / near.length : node.rank;
    }
    layer.sort((a, b) => a.weight - b.weight || a.rank - b.rank);
    layer.forEach((node, rank) => { node.rank = rank; });
  }
}

/// Gives every node its place: columns from left to right, and in each one as near to its neighbours as the others allow.
function place(layers) {
  let x = 0;
  for (const layer of layers) {
    const width = Math.max(0, ...layer.map(node => (node.box ? node.box.width : 0)));
    let y = 0;
    for (const node of layer) {
      node.x = x;
      node.y = y + node.space / 2;
      node.width = width;
      y += node.space;
    }
    for (const node of layer) node.y -= y / 2;
    x += width + 40 + Math.min(64, layer.length * 3);
  }
  for (let round = 0; round < 10; round++) {
    const isForward = round % 2 === 0;
    for (const layer of isForward ? layers : [...layers].reverse()) settle(layer, isForward ? "before" : "after");
  }
  for (const layer of layers) for (const node of layer) if (node.box) { node.box.x = node.x; node.box.y = node.y - node.box.height / 2; }
}

/// Moves the nodes of a layer to the middle of their neighbours, keeps their order, and lets none overlap: groups that would are
/// put around their common middle.
function settle(layer, side) {
  const groups = [];
  for (const node of layer) {
    const near = node[side];
    const wish = near.length ? near.reduce((sum, one) => sum + one.y, 0) / near.length : node.y;
    let group = { nodes: [node], space: node.space, sum: wish, count: 1, middle: wish };
    while (groups.length) {
      const above = groups[groups.length - 1];
      if (above.middle + above.space / 2 <= group.middle - group.space / 2) break;
      groups.pop();
      const space = above.space + group.space, count = above.count + group.count, sum = above.sum + group.sum;
      group = { nodes: above.nodes.concat(group.nodes), space, sum, count, middle: sum / count };
    }
    groups.push(group);
  }
  for (const group of groups) {
    let y = group.middle - group.space / 2;
    for (const node of group.nodes) { node.y = y + node.space / 2; y += node.space; }
  }
}

/// The points of an arrow, from the side of one box to the side of the other.
function route(arrow, boxes, nodes) {
  const [from, to] = [boxes[arrow.from], boxes[arrow.to]];
  const [start, end] = [from.y + from.height / 2, to.y + to.height / 2];
  if (arrow.from === arrow.to || (from.x === to.x && !arrow.bends?.length)) {
    const right = Math.max(from.x + from.width, to.x + to.width);
    const shift = arrow.from === arrow.to ? 10 : 0;
    arrow.points = [[from.x + from.width, start - shift], [right + 34, (start + end) / 2], [to.x + to.width, end + shift]];
    return;
  }
  const isForward = from.x < to.x;
  arrow.points = [[isForward ? from.x + from.width : from.x, start]];
  for (const bend of arrow.bends || []) {
    const ends = [[bend.x, bend.y], [bend.x + bend.width, bend.y]];
    arrow.points.push(...(isForward ? ends : ends.reverse()));
  }
  arrow.points.push([isForward ? to.x : to.x + to.width, end]);
}

/// A smooth path through points: straight along columns, curved between them.
function curve(points) {
  let path = `M${points[0][0]},${points[0][1]}`;
  if (points.length === 3 && points[1][0] > Math.max(points[0][0], points[2][0])) {
    return `${path}C${points[1][0]},${points[0][1]} ${points[1][0]},${points[2][1]} ${points[2][0]},${points[2][1]}`;
  }
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    const middle = (a[0] + b[0]) / 2;
    path += a[1] === b[1] ? `L${b[0]},${b[1]}` : `C${middle},${a[1]} ${middle},${b[1]} ${b[0]},${b[1]}`;
  }
  return path;
}
