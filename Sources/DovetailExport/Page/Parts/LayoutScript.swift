// SPDX-License-Identifier: Apache-2.0

extension PagePart {
  /// A layered drawing: each box stands before its dependencies, in columns from left to right or in rows from top to bottom.
  /// Source: K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system structures", IEEE SMC 11(2), 1981.
  static let layout = #"""
    "use strict";

    /// Places boxes. `boxes`: [{width, height}], `arrows`: [{from, to}] with indices of boxes, `room`: {width, height} of the window.
    /// Sets x and y (the left upper corner) of each box, and points [[x, y], …] of each arrow. Layers are columns, or rows where letters are
    /// larger that way; then `isDown` is set for the arrows. Takes O(n log n) for n boxes and arrows.
    function layOut(boxes, arrows, room) {
      const links = arrows.filter(arrow => arrow.from !== arrow.to);
      const layer = folded(layersOf(boxes.length, acyclic(boxes.length, links)));
      const isLarge = boxes.length + links.length > 300;
      let best = null;
      // The usual form of a drawing comes first; another one has to be clearly larger.
      for (const isDown of [false, true]) {
        // A column of as many rows makes a large drawing about as wide as a window is. A small one takes the best of several.
        const limits = isLarge ? [Math.ceil(Math.sqrt(boxes.length * (isDown ? room.width / room.height / 3 : 3 * room.height / room.width)))] : [1000, 4, 5, 6, 7, 8, 10, 12];
        for (const limit of limits) {
          const scale = layOutOnce(boxes, links, isLarge ? layer : broken(layer, limit), isLarge ? limit : 1e9, room, isDown);
          if (!best || scale > best.scale * 1.1) best = { scale, isDown, places: boxes.map(box => [box.x, box.y]), bends: arrows.map(arrow => arrow.bends) };
        }
      }
      boxes.forEach((box, index) => { [box.x, box.y] = best.places[index]; });
      arrows.forEach((arrow, index) => { arrow.bends = best.bends[index]; arrow.isDown = best.isDown; });
      if (best.isDown) transpose(boxes);
      for (const arrow of arrows) route(arrow, boxes);
      if (!best.isDown) return;
      transpose(boxes);
      for (const arrow of arrows) arrow.points = arrow.points.map(([x, y]) => [y, x]);
    }

    /// Places boxes of one size in columns, in their order, so that as large letters as possible fit into the room; arrows run behind boxes. For the few
    /// boxes of an overview, between which there may be more arrows than ways around boxes.
    function layOutInColumns(boxes, arrows, room) {
      const width = Math.max(...boxes.map(box => box.width)), height = Math.max(...boxes.map(box => box.height)), [gap, row] = [70, 22];
      let best = null;
      for (let rows = 1; rows <= boxes.length; rows++) {
        const columns = Math.ceil(boxes.length / rows);
        const scale = Math.min(room.width / (columns * (width + gap) - gap), room.height / (rows * (height + row) - row), 1.5);
        if (!best || scale > best.scale * 1.02) best = { scale, columns, rows: Math.ceil(boxes.length / columns) };
      }
      // Spare room goes between the boxes.
      const spread = (room, size, count, least, most) => (count > 1 ? Math.min(Math.max((room / best.scale - count * size) / (count - 1), least), most) : 0);
      const [across, down] = [spread(room.width, width, best.columns, gap, 260), spread(room.height, height, best.rows, row, 110)];
      boxes.forEach((box, index) => {
        const column = Math.floor(index / best.rows), count = Math.min(best.rows, boxes.length - column * best.rows);
        Object.assign(box, { width, height });
        box.x = column * (width + across);
        box.y = (index % best.rows + (best.rows - count) / 2) * (height + down);
      });
      for (const arrow of arrows) { arrow.isDown = false; route(arrow, boxes); }
    }

    /// Turns columns into rows and back.
    function transpose(boxes) {
      for (const box of boxes) [box.x, box.y, box.width, box.height] = [box.y, box.x, box.height, box.width];
    }

    /// Places boxes in given layers, and returns the scale at which all of them fit into the room.
    function layOutOnce(boxes, links, layer, limit, room, isDown) {
      const isLarge = limit < 1e9;
      if (isDown) transpose(boxes);
      const nodes = boxes.map((box, index) => ({ box, layer: layer[index], space: box.height + 16, before: [], after: [] }));
      for (const arrow of links) connect(nodes, arrow, layer, isLarge);
      const layers = columns(nodes, limit);
      for (let round = 0; round < (isLarge ? 6 : 12); round++) order(layers, round % 2 === 0);
      place(layers);
      const [along, across] = isDown ? [room.height, room.width] : [room.width, room.height];
      const reach = Math.max(...boxes.map(box => box.x + box.width)), top = Math.min(...nodes.map(node => node.y - (node.box ? node.box.height / 2 : 0)));
      const span = Math.max(...nodes.map(node => node.y + (node.box ? node.box.height / 2 : 0))) - top;
      const scale = Math.min(along / reach, across / span, 1.8);
      // Spare room goes between the boxes of a layer.
      const spread = Math.min(across / span / scale, 1.5);
      if (!isLarge) for (const node of nodes) { node.y = top + (node.y - top) * spread; if (node.box) node.box.y = node.y - node.box.height / 2; }
      if (isDown) transpose(boxes);
      return scale;
    }

    /// More layers, so that none has more boxes than the limit: a column that is too high is broken into several.
    function broken(layer, limit) {
      const count = [], shift = [];
      for (const one of layer) count[one] = (count[one] || 0) + 1;
      let sum = 0;
      for (let one = 0; one < count.length; one++) { shift[one] = sum; sum += Math.ceil((count[one] || 0) / limit) || 1; }
      const seen = [];
      return layer.map(one => {
        const rank = seen[one] = (seen[one] ?? -1) + 1;
        return shift[one] + Math.floor(rank / Math.ceil(count[one] / Math.ceil(count[one] / limit)));
      });
    }

    /// The arrows, without loops: an arrow that closes one is reversed. A depth-first walk finds it without recursion.
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

    /// The depth of each box: the number of steps on the longest way to it.
    const depthsOf = (count, links) => layersOf(count, links, false);

    /// The layer of each box: the depth, then as far right as its dependencies allow, so that arrows are short.
    function layersOf(count, links, isTight = true) {
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
      for (const one of isTight ? sorted.reverse() : []) {
        if (leaving[one].length) layer[one] = Math.max(layer[one], Math.min(...leaving[one].map(to => layer[to])) - 1);
      }
      return layer;
    }

    /// Fewer layers, when their number would leave too little room for letters: neighbouring layers share a column.
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

    /// Sorts each layer by the mean place of the neighbours in the layers before (or after) it.
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
        x += width + 36 + Math.min(64, layer.length * 2);
      }
      for (let round = 0; round < 10; round++) {
        const isForward = round % 2 === 0;
        for (const layer of isForward ? layers : [...layers].reverse()) settle(layer, isForward ? "before" : "after");
      }
      for (const layer of layers) for (const node of layer) if (node.box) { node.box.x = node.x; node.box.y = node.y - node.box.height / 2; }
    }

    /// Moves the nodes of a layer to the middle of their neighbours, keeps their order, and lets none overlap: overlapping groups
    /// are put around their common middle.
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
    function route(arrow, boxes) {
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

    /// A smooth path through points: straight along layers, curved between them.
    function curve(points, isDown) {
      const at = (x, y) => (isDown ? `${y},${x}` : `${x},${y}`);
      const [first, ...rest] = isDown ? points.map(([x, y]) => [y, x]) : points;
      let path = `M${at(...first)}`;
      if (rest.length === 2 && rest[0][0] > Math.max(first[0], rest[1][0])) {
        return `${path}C${at(rest[0][0], first[1])} ${at(rest[0][0], rest[1][1])} ${at(...rest[1])}`;
      }
      let a = first;
      for (const b of rest) {
        const middle = (a[0] + b[0]) / 2;
        path += a[1] === b[1] ? `L${at(...b)}` : `C${at(middle, a[1])} ${at(middle, b[1])} ${at(...b)}`;
        a = b;
      }
      return path;
    }
    """#
}
