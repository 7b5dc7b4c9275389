// SPDX-License-Identifier: Apache-2.0

extension PagePart {
  /// The drawing of the selected boxes. Calls `changed` after each drawing; uses nothing else of the panel beside it.
  static let picture = #"""
    "use strict";

    const ruler = document.createElement("canvas").getContext("2d");
    function widthOf(text, font) { ruler.font = font; return ruler.measureText(text).width; }
    const shortened = (text, most = 36) => (text.length <= most ? text : text.slice(0, Math.ceil(most * 0.6)) + "…" + text.slice(-Math.floor(most * 0.35)));

    /// The modules for which a closed group stands.
    const closedIn = group => groups[group].modules.filter(module => !state.open.has(module));

    /// The text of a box, from top to bottom: [{text, kind}]. The first line is the title, which stays when there is room for one line only.
    function linesOf(one) {
      if (one.key[0] === "b") {
        const { title, code, life, place } = one.box, [type, ...name] = title.split(/ (?=named ")/);
        return [[type, "title"], ...name.map(text => [text, "name"]), [code && `= ${code}`, "code"], ...parts(life, 34).map(text => [text, "life"]), [place, "place"]]
          .filter(([text]) => text).map(([text, kind]) => ({ text: shortened(text), kind }));
      }
      if (one.part) return [[shortened(one.title, 46), "title"], [one.life, "life"], [one.alarms, one.alarms.includes("error") ? "errors" : "warnings"]].filter(([text]) => text).map(([text, kind]) => ({ text, kind }));
      const rows = one.isGroup ? closedIn(one.group).map(module => graph.modules[module]) : rowsOf(one.module);
      return [{ text: shortened(one.title), kind: "title" }, { text: one.life, kind: "life" }, ...rows.map(text => ({ text: shortened(text, 24), kind: "row" }))];
    }

    /// A list of words in lines of about so many letters.
    function parts(list, most) {
      const lines = [""];
      for (const part of list.split(/(?<=, )/)) {
        if (lines[lines.length - 1] && (lines[lines.length - 1] + part).length > most) lines.push("");
        lines[lines.length - 1] += part;
      }
      return lines.map(line => line.trim());
    }

    /// The bindings of a module that say most about it: roots, then those with the most dependents in other modules.
    function rowsOf(module) {
      if (groups.length) return [];
      const weight = box => (box.root ? 1e6 : 0) + requesters.get(box.id).filter(arrow => boxOf.get(arrow.from).module !== module).length;
      const members = membersOf[module].filter(isShown).sort((a, b) => weight(b) - weight(a) || a.id - b.id);
      const most = members.length === 5 ? 5 : 4;
      return [...members.slice(0, most).map(box => box.title), ...(members.length > most ? [`and ${members.length - most} more`] : [])];
    }

    const lineHeight = { title: 18, name: 16, code: 16, life: 15, place: 15, row: 16, errors: 16, warnings: 16 };
    const fonts = { title: "13px", name: "12px", code: "12px", life: "11px", place: "11px", row: "12px", errors: "600 12px", warnings: "600 12px" };
    /// Adds the words, the lines and the size to a node of the model.
    function dressed(one) {
      const { key, boxes } = one;
      if (key[0] === "b") Object.assign(one, { title: one.box.title, life: one.box.life, module: one.box.module, isMissing: !!one.box.missing, isChosen: one.box.id === (state.focus ?? state.mark) });
      else if (one.part) Object.assign(one, describedPart(one));
      else if (key[0] === "m") Object.assign(one, { isModule: true, module: one.box.module, title: graph.modules[one.box.module], life: `module, ${plural(boxes.length, "binding")}` });
      else {
        const group = groupOf.get(one.box.module), modules = closedIn(group), [first, last] = groups[group].layers, names = modules.map(module => graph.modules[module]);
        const title = names.length > 1 ? `${names[0]} – ${names[names.length - 1]}` : names[0];
        const layers = first === last ? `layer ${first + 1}` : `layers ${first + 1}–${last + 1}`;
        Object.assign(one, { isModule: true, isGroup: true, group, module: modules[0], title, life: `${layers}, ${plural(modules.length, "module")}, ${plural(boxes.length, "binding")}` });
      }
      const lines = linesOf(one);
      const wide = line => widthOf(line.text, `${one.isModule && line.kind === "title" ? "600 " : ""}${fonts[line.kind]} system-ui, sans-serif`) * 1.04;
      const rows = lines.filter(line => line.kind === "row");
      let rowWidth = Math.max(0, ...rows.map(wide));
      const columns = rows.length < 6 ? 1 : Math.max(1, Math.min(3, Math.floor(300 / (rowWidth + 14))));
      if (columns > 1) rowWidth += 14;
      if (columns === 1 && rows.length > 6) lines.splice(-(rows.length - 5), rows.length - 5, { text: `and ${rows.length - 5} more`, kind: "row" });
      const width = Math.ceil(Math.max(70, rowWidth * columns, ...lines.filter(line => line.kind !== "row").map(wide))) + 26;
      let y = 6;
      let row = 0;
      for (const line of lines) {
        line.x = 17 + (row % columns) * rowWidth;
        const isNext = line.kind !== "row" || row++ % columns === 0;
        if (isNext) y += lineHeight[line.kind];
        line.y = y - 4;
      }
      return Object.assign(one, { lines, width, height: y + 7 });
    }

    const hue = module => (module === undefined ? "var(--line)" : `hsl(${(module * 137.5) % 360} 55% 50%)`);
    const svg = d3.select("#drawing");
    const canvas = svg.append("g");
    const zoom = d3.zoom().scaleExtent([0.02, 4]).on("zoom", () => {
      canvas.attr("transform", d3.event.transform);
      fitLetters(d3.event.transform.k);
    });
    svg.call(zoom).on("dblclick.zoom", null);
    const heads = svg.append("defs").selectAll("marker").data([["head", "var(--line)"], ["head-path", "var(--accent)"], ["head-wrong", "var(--wrong)"]])
      .enter().append("marker").attr("id", head => head[0]).attr("viewBox", "0 0 8 8").attr("refX", 7.5).attr("refY", 4)
      .attr("markerWidth", 9).attr("markerHeight", 9).attr("markerUnits", "userSpaceOnUse").attr("orient", "auto");
    heads.append("path").attr("d", "M0,0L8,4L0,8z").attr("fill", head => head[1]);
    const lineLayer = canvas.append("g").attr("aria-hidden", "true"), boxLayer = canvas.append("g");
    let drawn = { nodes: [], lines: [] };

    /// The last selection that was not too large, to return to.
    let readable = null;
    const selection = () => ({ open: new Set(state.open), openGroups: new Set(state.openGroups), reach: state.reach });

    /// Draws the selection of the state, or keeps the last one where that would be too large to read. `fits`: whether all of it is then shown.
    function draw(fits) {
      let next = visible();
      state.refused = next.nodes.length > mostBoxes ? next.nodes.length : 0;
      if (state.refused) {
        Object.assign(state, readable || { open: new Set(), openGroups: new Set(), reach: 1 });
        next = visible();
        if (next.nodes.length > mostBoxes) { Object.assign(state, { open: new Set(), openGroups: new Set(), reach: 1 }); next = visible(); }
        if (next.nodes.length > mostBoxes) { state.isCut = true; next = visible(); }
      }
      readable = selection();
      drawn = next;
      drawn.nodes.forEach(dressed);
      const place = new Map(drawn.nodes.map((one, index) => [one.key, index]));
      for (const line of drawn.lines) { line.from = place.get(line.source); line.to = place.get(line.target); }
      (drawn.nodes.length && drawn.nodes.every(one => one.part) ? layOutInColumns : layOut)(drawn.nodes, drawn.lines, room());
      drawLines();
      drawCounts();
      drawBoxes();
      canvas.classed("dense", drawn.lines.length > 60).classed("parts", drawn.nodes.some(one => one.part));
      lettersAt = null;
      fitLetters(d3.zoomTransform(svg.node()).k);
      changed();
      if (fits) fit();
    }

    function drawLines() {
      const lines = lineLayer.selectAll("path").data(drawn.lines, line => line.key);
      lines.exit().remove();
      const all = lines.enter().append("path").merge(lines);
      all.attr("class", line => `arrow ${line.strokes.size === 1 ? [...line.strokes][0] : "taken"}` + (line.count > 1 ? " many" : "")
        + (line.isOnPath ? " path" : "") + (line.isWrong ? " wrong" : "")).attr("d", line => curve(line.points, line.isDown))
        .style("stroke-width", line => (drawn.nodes[line.from].part && drawn.nodes[line.to].part ? 1.2 + Math.log10(line.count) : null));
      all.selectAll("title").remove();
      all.append("title").text(line => `${drawn.nodes[line.from].title} → ${drawn.nodes[line.to].title}`
        + (line.labels.length ? ` (${line.labels.slice(0, 5).join(", ")})` : "") + (line.count > 1 ? `, ${line.count} needs` : ""));
    }

    /// The numbers of dependencies, beside arrows of the overview that are few enough for that.
    function drawCounts() {
      const counted = drawn.lines.length <= mostCounted ? drawn.lines.filter(line => line.count > 1 && drawn.nodes[line.from].part && drawn.nodes[line.to].part) : [];
      const counts = lineLayer.selectAll("text").data(counted, line => line.key);
      counts.exit().remove();
      counts.enter().append("text").attr("class", "number").merge(counts).text(line => line.count)
        .attr("x", line => (line.points[0][0] + line.points[line.points.length - 1][0]) / 2)
        .attr("y", line => (line.points[0][1] + line.points[line.points.length - 1][1]) / 2 - 3);
    }
    const mostCounted = 30;

    function drawBoxes() {
      const boxes = boxLayer.selectAll("g.box").data(drawn.nodes, one => one.key);
      boxes.exit().remove();
      const fresh = boxes.enter().append("g").attr("role", "button").attr("tabindex", -1);
      fresh.append("title");
      fresh.append("rect").attr("class", "frame").attr("rx", 7);
      fresh.append("rect").attr("class", "stripe").attr("rx", 2).attr("x", 5).attr("y", 6).attr("width", 5);
      fresh.on("click", activate).on("mouseenter", one => highlight(one)).on("mouseleave", () => highlight(null));
      const all = fresh.merge(boxes);
      all.attr("class", one => "box" + (one.isModule ? " module" : "") + (one.isGroup ? " group" : "") + (one.isOutside ? " outside" : "") + (state.word && state.focus === null ? " hit" : "") + (one.isRoot ? " root" : "") + (one.isMissing ? " missing" : "")
        + (one.isWrong ? " wrong" : "") + (one.isOnPath ? " path" : "") + (one.isChosen ? " chosen" : ""))
        .style("--hue", one => hue(one.module)).attr("transform", one => `translate(${one.x},${one.y})`).attr("data-key", one => one.key)
        .attr("aria-label", one => `${one.title}, ${one.box.code && !one.isModule ? `${one.box.code}, ` : ""}${one.life}${one.alarms ? `, ${one.alarms}` : one.isWrong ? ", part of an error" : ""}`);
      all.select("title").text(one => (one.isModule ? [one.title, one.life, one.alarms]
        : [one.title, one.box.code && `= ${one.box.code}`, one.life, one.box.place, one.module !== undefined && `in ${graph.modules[one.module]}`]).filter(Boolean).join("\n"));
      all.select("rect.frame").attr("width", one => one.width).attr("height", one => one.height);
      all.select("rect.stripe").attr("height", one => one.height - 12).attr("fill", one => hue(one.module));
      const texts = all.selectAll("text").data(one => one.lines);
      texts.exit().remove();
      texts.enter().append("text").merge(texts).attr("class", line => line.kind).attr("x", line => line.x).attr("y", line => line.y).text(line => line.text)
        .style("font-size", null);
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

    /// Where lines would be too small to read, a box shows its title, and below it the size of a module or the scope of a binding, in letters of about
    /// 11 pixels and as many lines as fit. Where not even a few letters have room, it shows the colour of its module.
    const smallest = 9.5;
    let lettersAt = null;
    function fitLetters(scale) {
      // In steps, so that zooming does not set every text anew for every pixel.
      const size = 13 * scale >= smallest ? 13 : 13 * 2 ** (Math.ceil(Math.log2(11 / scale / 13) * 8) / 8);
      if (size === lettersAt) return;
      lettersAt = size;
      canvas.classed("far", size > 13);
      boxLayer.selectAll("g.box").each(function (one) {
        const font = `${one.isModule ? "600 " : ""}13px system-ui, sans-serif`, most = Math.floor((one.height - 4) / size / 1.05);
        const fits = text => widthOf(text, font) * 1.04 * size <= (one.width - 20) * 13;
        const isBare = size > 13 && (most < 1 || !fits("Abc…"));
        const label = d3.select(this).classed("bare", isBare).select("text.title");
        label.selectAll("tspan").remove();
        if (size === 13 || isBare) return label.text(one.lines[0].text).style("font-size", null).attr("x", one.lines[0].x).attr("y", one.lines[0].y);
        const title = wrapped(one.title.replace(/^any /, ""), fits, Math.max(1, most - 1));
        const rows = title.concat(title.length < most ? wrapped(one.life, fits, most - title.length) : []);
        label.text(null).style("font-size", `${size}px`).attr("y", one.height / 2 - (rows.length / 2) * size * 1.05 + size * 0.9);
        rows.forEach((row, index) => label.append("tspan").attr("x", 15).attr("dy", index ? size * 1.05 : 0).classed("rest", index >= title.length).text(row));
      });
    }

    /// A text in at most so many rows that fit, broken before capital letters and spaces; a row that does not fit ends in "…".
    function wrapped(text, fits, most) {
      const rows = [];
      for (const word of text.split(/(?= )|(?<=[a-z0-9])(?=[A-Z][a-z])/)) {
        const last = rows[rows.length - 1];
        if (last !== undefined && fits(last + word)) rows[rows.length - 1] += word; else rows.push(word.trim());
      }
      if (rows.length > most) rows[most - 1] += "…";
      return rows.slice(0, most).map(row => {
        if (fits(row)) return row;
        let letters = row.replace("…", "");
        while (letters && !fits(letters + "…")) letters = letters.slice(0, -1);
        return letters + "…";
      });
    }

    function extent() {
      const corners = drawn.nodes.flatMap(one => [[one.x, one.y], [one.x + one.width, one.y + one.height]]);
      const points = corners.concat(...drawn.lines.map(line => line.points));
      if (!points.length) return { left: 0, top: 0, width: 1, height: 1 };
      const least = side => points.reduce((least, point) => Math.min(least, point[side]), Infinity);
      const most = side => points.reduce((most, point) => Math.max(most, point[side]), -Infinity);
      return { left: least(0), top: least(1), width: most(0) - least(0), height: most(1) - least(1) };
    }

    /// The part of the window that a drawing may fill, in pixels; the last one while another tab hides the drawing.
    let lastRoom = { width: 1000, height: 700, left: 20, top: 20 };
    function room() {
      const { width, height } = svg.node().getBoundingClientRect(), bar = document.getElementById("bar").offsetHeight;
      // The boxes of an overview are also beside the buttons.
      const legend = Math.max(document.getElementById("legend").offsetHeight, isLarge ? document.getElementById("zoom-fit").offsetHeight : 0);
      if (width > 40 && height > 40 + bar + legend) lastRoom = { width: width - 40, height: height - 40 - bar - legend, left: 20, top: 20 + bar };
      return lastRoom;
    }

    /// Shows the whole drawing, or, where its text would be too small to read, the focused box or the beginning of the drawing.
    function fit(isWhole = false) {
      if (!drawn.nodes.length) return;
      const { width, height, left, top } = room();
      const all = extent();
      const whole = Math.min(width / all.width, height / all.height, 1.8);
      // The smallest letters, those of scopes and places, then have 9 pixels, and titles 11.
      const scale = isWhole === true ? whole : Math.max(whole, 0.847);
      const chosen = drawn.nodes.find(one => one.isChosen);
      const [x, y] = chosen ? [chosen.x + chosen.width / 2, chosen.y + 22] : [all.left, all.top];
      // A side that fits is in the middle of the window. Of the other side, the part around the focus is shown, or the beginning.
      const shift = (start, size, space, near) => (size * scale <= space + 1 ? space / 2 - (start + size / 2) * scale
        : chosen ? space / 2 - near * scale : -start * scale);
      svg.call(zoom.transform, d3.zoomIdentity.translate(left + shift(all.left, all.width, width, x), top + shift(all.top, all.height, height, y)).scale(scale));
      d3.select("#part").property("hidden", scale <= whole * 1.01);
    }

    function activate(one) {
      highlight(null);
      if (!one.isModule) return focusOn(one.box.id);
      if (one.part) return openPart(one.part, one.isOutside ? state.part : null);
      const hadFocus = boxLayer.node().contains(document.activeElement);
      if (one.isGroup) state.openGroups.add(one.group); else state.open.add(one.module);
      draw(true);
      const isInside = other => (one.isGroup ? groupOf.get(other.module) === one.group : other.module === one.module);
      if (hadFocus) boxLayer.selectAll("g.box").filter(isInside).node()?.focus();
      announce(state.refused ? refusal() : `${one.title} is open`);
    }
    /// Opens a part of the overview; the keyboard goes on in it, or at the part that one comes from.
    function openPart(part, from = null) {
      const hadFocus = boxLayer.node().contains(document.activeElement);
      dropFocus();
      Object.assign(state, { part, mark: null, word: "" });
      draw(true);
      if (hadFocus) (boxLayer.selectAll("g.box").filter(other => from && other.part === from).node() || boxLayer.select("g.box:not(.outside)").node())?.focus();
      announce(`${part.title} is open`);
    }
    /// Opens the part of the overview in which a binding is, which stands out there.
    function openAt(id) {
      dropFocus();
      Object.assign(state, { part: partWith(boxOf.get(id)), mark: id, word: "" });
      showTab("picture");
      draw(true);
      announce(`${boxOf.get(id).title} in ${graph.modules[boxOf.get(id).module]}: needs ${needs.get(id).length}, needed by ${requesters.get(id).length}`);
    }
    function focusOn(id) {
      state.focus = id;
      state.isCut = false;
      showTab("picture");
      draw(true);
      history.replaceState(null, "", "#" + encodeURIComponent(boxOf.get(id).title));
      announce(`${boxOf.get(id).title}: needs ${needs.get(id).length}, needed by ${requesters.get(id).length}`);
    }
    /// Ends the focus without drawing.
    function dropFocus() {
      if (state.focus === null) return;
      state.focus = null;
      state.reach = 1;
      state.isCut = false;
      history.replaceState(null, "", "#");
    }
    """#
}
