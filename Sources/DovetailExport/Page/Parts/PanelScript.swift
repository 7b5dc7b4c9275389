// SPDX-License-Identifier: Apache-2.0

extension PagePart {
  /// The panel, the table, the diagnostics and the keyboard. Text from the graph only ever becomes text nodes.
  static let panel = #"""
    "use strict";

    const element = id => document.getElementById(id);
    function make(tag, properties, ...children) {
      const made = Object.assign(document.createElement(tag), properties);
      made.append(...children);
      return made;
    }
    const announce = text => { element("live").textContent = text; };
    const link = (id, more) => make("button", { onclick: () => focusOn(id), title: boxOf.get(id).place || "" }, boxOf.get(id).title, ...(more ? [make("small", {}, " " + more)] : []));

    // Tabs
    const tabs = ["picture", "table", "findings", ...(graph.timeline ? ["start"] : [])];
    function showTab(name) {
      for (const tab of tabs) {
        element(tab).hidden = tab !== name;
        element("tab-" + tab).setAttribute("aria-selected", tab === name);
        element("tab-" + tab).tabIndex = tab === name ? 0 : -1;
      }
      if (name === "table") showTable();
    }
    for (const tab of tabs) {
      element("tab-" + tab).onclick = () => { showTab(tab); if (tab === "picture") fit(); };
      element("tab-" + tab).onkeydown = event => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
        showTab(next);
        element("tab-" + next).focus();
      };
    }

    // Theme
    function setTheme(isDark) {
      document.documentElement.dataset.theme = isDark ? "dark" : "light";
      element("theme").setAttribute("aria-pressed", isDark);
    }
    setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
    element("theme").onclick = () => setTheme(document.documentElement.dataset.theme !== "dark");

    // Search
    /// A result leads to its binding: in a large graph, to the module in which it is.
    function resultOf(box) {
      const result = link(box.id, (box.code ? `= ${box.code}` : box.life) + (isLarge ? ` in ${graph.modules[box.module]}` : ""));
      if (isLarge) result.onclick = () => openAt(box.id);
      return result;
    }
    const lowerModules = graph.modules.map(name => name.toLowerCase());
    const modulesNamed = word => everyPart.modules.filter(module => lowerModules[module].includes(word))
      .sort((a, b) => lowerModules[a].length - lowerModules[b].length || a - b).slice(0, 5);
    const openerOf = module => make("button", { onclick: () => openPart(partWith(membersOf[module][0], true)) }, graph.modules[module], make("small", {}, ` module, ${plural(membersOf[module].length, "binding")}`));
    const find = element("find");
    find.oninput = () => {
      const word = state.word = find.value.trim().toLowerCase(), found = word ? hits(word) : [];
      const rows = [...(isLarge && word ? modulesNamed(word) : []).map(openerOf), ...found.slice(0, 50).map(box => resultOf(box))].map(one => make("li", {}, one));
      if (found.length > 50) rows.push(make("li", { className: "faint" }, `… and ${found.length - 50} more`));
      element("results").replaceChildren(...rows);
      // The hits replace an older selection, and an empty field brings everything back.
      dropFocus();
      state.mark = null;
      draw(true);
      announce(word ? `${found.length} found` : "");
    };
    find.onkeydown = event => {
      if (event.key === "Enter") element("results").querySelector("button")?.click();
      if (event.key === "ArrowDown") element("results").querySelector("button")?.focus();
    };

    // Filters
    function checkbox(label, count, change) {
      const input = make("input", { type: "checkbox", checked: true, onchange: () => { change(input.checked); draw(true); } });
      return make("div", { className: "row" }, make("label", {}, input, " " + label), make("span", { className: "count" }, String(count)));
    }
    const toggle = (set, value) => isOn => (isOn ? set.delete(value) : set.add(value));
    const scopeCounts = new Map();
    for (const box of graph.boxes) scopeCounts.set(box.scope, (scopeCounts.get(box.scope) || 0) + 1);
    element("scopes").append(...[...scopeCounts].sort((a, b) => b[1] - a[1]).map(([scope, count]) => checkbox(scope, count, toggle(state.hiddenScopes, scope))));
    /// The modules of the list: of a large graph those with diagnostics, and the first others.
    const mostListed = 100, alarmsIn = new Map(isLarge ? graph.modules.map((name, index) => [index, alarmsOf(membersOf[index])]) : []);
    const listed = [...graph.modules.keys()].filter(index => !isLarge || membersOf[index].length);
    if (isLarge) listed.sort((a, b) => alarmsIn.get(b).error - alarmsIn.get(a).error || alarmsIn.get(b).warning - alarmsIn.get(a).warning || a - b).splice(mostListed);
    const moduleButtons = listed.map(index => make("button", { className: "open", onclick: () => {
      if (isLarge) { showTab("picture"); return openPart(partWith(membersOf[index][0], true)); }
      state.open.has(index) ? state.open.delete(index) : state.open.add(index);
      draw(true);
    } }, isLarge ? "›" : ""));
    element("modules").append(make("div", { className: "list" }, ...listed.map((index, place) => {
      const row = checkbox(graph.modules[index], membersOf[index].length, toggle(state.hiddenModules, index)), swatch = make("i", { className: "swatch" });
      swatch.style.background = hue(index);
      row.prepend(moduleButtons[place], swatch);
      const alarms = isLarge && alarmText(alarmsIn.get(index));
      if (alarms) row.querySelector("label").append(make("small", { className: alarms.includes("error") ? "errors" : "warnings" }, ` ${alarms}`));
      return row;
    })));
    const moreModules = everyPart.modules.length - listed.length;
    if (isLarge && moreModules > 0) element("modules").append(make("p", { className: "faint" }, `… and ${moreModules} more: search, or open them in the picture`));
    element("expand").parentElement.hidden = isLarge;
    element("expand").onclick = () => { state.open = new Set(graph.modules.keys()); draw(true); if (state.refused) announce(refusal()); };
    element("collapse").onclick = () => { state.open.clear(); state.openGroups.clear(); draw(true); };
    function showEverything() {
      dropFocus();
      state.mark = null;
      state.word = find.value = "";
      element("results").replaceChildren();
      draw(true);
      announce("everything is shown");
    }
    element("name").oninput = () => { state.name = element("name").value.trim().toLowerCase(); draw(true); };

    // The parts of the panel that follow the picture
    function changed() {
      moduleButtons.forEach((button, place) => {
        const index = listed[place];
        if (isLarge) return button.setAttribute("aria-label", `Open ${graph.modules[index]}`);
        button.textContent = state.open.has(index) ? "−" : "+";
        button.setAttribute("aria-label", `${state.open.has(index) ? "Collapse" : "Expand"} ${graph.modules[index]}`);
      });
      showBar();
      showDetails();
      if (!element("table").hidden) showTable();
    }
    const refusal = () => `${state.refused} boxes have no room for readable text. Open single modules, hide scopes or modules, search, or use the table.`;
    function showBar() {
      if (isLarge && state.focus === null && !state.word) return showWay();
      const bar = element("bar"), leave = make("button", { onclick: showEverything }, isLarge ? `Back to ${state.part.title}` : "Show everything");
      const refused = state.isCut ? ["Too many boxes for one picture: the first ones are shown."] : state.refused ? [refusal()] : [];
      bar.hidden = state.focus === null && !state.word && !state.refused;
      if (state.focus === null) {
        const found = state.word ? hits(state.word).filter(isShown).length : 0, most = found > mostHits ? `, the first ${mostHits} are shown` : "";
        return bar.replaceChildren(...refused, ...(state.word ? [`${found} found for “${find.value.trim()}”${most}`, leave] : []));
      }
      const reach = make("select", { ariaLabel: "How many steps", onchange: () => { state.reach = Number(reach.value); draw(true); } },
        ...[[1, "1 step"], [2, "2 steps"], [3, "3 steps"], [1e9, "all steps"]].map(([value, text]) => make("option", { value, selected: state.reach === value }, text)));
      bar.replaceChildren(`Around ${boxOf.get(state.focus).title}:`, reach, leave, ...refused);
    }
    /// The way to the open part of the overview; each step but the last leads back there.
    function showWay() {
      const way = wayTo(state.part), { shown, all } = state.neighbours, boxes = state.part === everyPart ? [] : boxesIn(state.part);
      const steps = way.slice(0, -1).map((part, step) => make("button", { onclick: () => openPart(part, way[step + 1]) }, part.title));
      const words = state.part === everyPart ? "Each box opens with a click or Enter." : [plural(boxes.length, "binding"), alarmText(alarmsOf(boxes))].filter(Boolean).join(", ");
      const here = make("strong", { ariaCurrent: "location" }, state.part.title);
      element("bar").hidden = false;
      element("bar").replaceChildren(make("nav", { ariaLabel: "Way from the overview" }, ...[...steps, here].flatMap(step => [" › ", step]).slice(1)),
        make("span", {}, words + (all > shown ? `; ${shown} of ${all} neighbours are shown` : "")));
    }
    /// Rows with a title that counts them; of very many the first ones.
    const mostRows = 200;
    function list(title, rows, className = "") {
      const more = rows.length > mostRows ? [make("li", { className: "faint" }, `… and ${rows.length - mostRows} more: see the table`)] : [];
      return rows.length ? [make("h3", {}, `${title} (${rows.length})`), make("ul", { className }, ...rows.slice(0, mostRows).map(row => make("li", {}, row())), ...more)] : [];
    }
    /// Adds what is made of items, so many at a time: a button adds the next ones.
    function addSome(parent, items, shown, most = mostRows) {
      parent.append(...items.slice(0, most).map(shown));
      if (items.length <= most) return;
      const more = make("button", { onclick: () => { more.remove(); addSome(parent, items.slice(most), shown, most); } }, `Show more of ${items.length - most}`);
      parent.append(more);
    }
    function showDetails() {
      const details = element("details"), id = state.focus ?? state.mark;
      details.hidden = id === null;
      if (id === null) return details.replaceChildren();
      const box = boxOf.get(id), path = pathTo(id);
      const steps = path.length ? [...path.map(arrow => arrow.from), id] : [];
      details.replaceChildren(
        make("h2", {}, box.title), ...(state.focus === null ? [make("button", { onclick: () => focusOn(id) }, "Show what is around it")] : []), ...(box.code ? [make("p", {}, `= ${box.code}`)] : []), make("p", {}, box.life), ...(box.module === undefined ? [] : [make("p", {}, `in ${graph.modules[box.module]}`)]),
        ...(box.place ? [make("p", { className: "faint" }, box.place)] : []), ...(box.root ? [make("p", {}, "the program resolves it")] : []),
        ...(wrongBoxes.get(id) || []).slice(0, 20).map(shownFinding),
        ...list("Way from a root", steps.map(step => () => link(step)), "way"),
        ...list("Needs", needs.get(id).map(arrow => () => link(arrow.to, arrow.label))),
        ...list("Needed by", requesters.get(id).map(arrow => () => link(arrow.from, arrow.label))));
    }

    // Findings
    function shownFinding(finding) {
      const title = make("h3", {}, make("span", { className: "severity" }, `${finding.severity}: `), finding.message);
      const lines = [finding.place, finding.path.join(" → "), ...finding.notes, finding.similar.length ? "similar: " + finding.similar.join("; ") : "", finding.help ? "help: " + finding.help : ""];
      return make("div", { className: `finding ${finding.severity}` }, title, make("p", { className: "faint" }, finding.id), ...lines.filter(Boolean).map(line => make("p", {}, line)));
    }
    if (!graph.findings.length) element("findings").append(make("p", {}, "Nothing is wrong."));
    addSome(element("findings"), graph.findings, finding => {
      const shown = shownFinding(finding);
      if (finding.boxes.length) shown.append(make("button", { onclick: () => focusOn(finding.boxes[0]) }, "Show in the picture"));
      return shown;
    });
    element("tab-findings").textContent = `Diagnostics (${graph.findings.length})`;

    // The timeline of a start, if the graph carries one
    function shownEntry(entry) {
      const bar = make("i", { className: "bar" });
      bar.style.left = entry.began / 10 + "%";
      bar.style.width = Math.max(entry.ended - entry.began, 2) / 10 + "%";
      const key = entry.box === undefined ? entry.key : link(entry.box);
      const cells = [key, make("div", { className: "lane" }, bar), entry.time, entry.after || "", entry.outcome, entry.critical ? "yes" : ""];
      return make("tr", { className: `${entry.critical ? "critical " : ""}${entry.outcome}` }, ...cells.map(cell => make("td", {}, cell)));
    }
    if (graph.timeline) {
      const titles = ["Key", "When", "Took", "After", "Outcome", "Critical path"].map(title => make("th", { scope: "col" }, title));
      const entries = make("tbody"), rest = graph.timeline.entries.length - 500;
      entries.append(...graph.timeline.entries.slice(0, 500).map(shownEntry));
      if (rest > 0) entries.append(make("tr", {}, make("td", { colSpan: 6 }, `… and ${rest} more`)));
      element("start").append(
        make("p", {}, `${graph.timeline.entries.length} parts in ${graph.timeline.whole}; the critical path takes ${graph.timeline.critical}.`),
        make("table", {}, make("thead", {}, make("tr", {}, ...titles)), entries));
      element("tab-start").hidden = false;
    }

    // Table
    const tableColumns = [
      ["Key", box => box.title], ["Scope", box => box.life], ["Module", box => (box.module === undefined ? "" : graph.modules[box.module])],
      ["Place", box => box.place || ""], ["Needs", box => needs.get(box.id).length], ["Needed by", box => requesters.get(box.id).length],
      ["Findings", box => (wrongBoxes.get(box.id) || []).length], ["Made by", box => box.code || ""],
    ];
    const sorting = { column: -1, isDown: false, limit: 500 };
    function showTable() {
      const rows = graph.boxes.filter(isShown), word = find.value.trim().toLowerCase();
      const found = word ? hits(word).filter(isShown).sort((a, b) => a.id - b.id) : rows;
      if (sorting.column >= 0) {
        const value = tableColumns[sorting.column][1];
        found.sort((a, b) => { const [x, y] = [value(a), value(b)]; return (x < y ? -1 : x > y ? 1 : a.id - b.id) * (sorting.isDown ? -1 : 1); });
      }
      const head = make("tr", {}, ...tableColumns.map(([title], index) => {
        const cell = make("th", { scope: "col" }, make("button", { onclick: () => {
          sorting.isDown = sorting.column === index && !sorting.isDown;
          sorting.column = index;
          showTable();
          element("table").querySelectorAll("th button")[index].focus();
        } }, title));
        cell.setAttribute("aria-sort", sorting.column !== index ? "none" : sorting.isDown ? "descending" : "ascending");
        return cell;
      }));
      const body = found.slice(0, sorting.limit).map(box => make("tr", {}, ...tableColumns.map(([, value], index) =>
        make("td", { className: index > 3 && index < 7 ? "number" : "" }, index === 0 ? link(box.id) : String(value(box))))));
      const caption = make("p", {}, `${found.length} of ${graph.boxes.length} rows`);
      element("table").replaceChildren(caption, make("table", {}, make("thead", {}, head), make("tbody", {}, ...body)));
      if (found.length > sorting.limit) {
        const more = sorting.limit < 2000 ? make("button", { onclick: () => { sorting.limit *= 4; showTable(); } }, "Show more") : "Search or filter to see the others.";
        element("table").append(make("p", {}, more));
      }
    }

    // Keyboard
    const scaleBy = factor => svg.call(zoom.scaleBy, factor);
    element("zoom-in").onclick = () => scaleBy(1.4);
    element("zoom-out").onclick = () => scaleBy(1 / 1.4);
    element("zoom-fit").onclick = () => fit(true);
    document.onkeydown = event => {
      if (event.key === "Escape" && (state.focus !== null || state.word || state.mark !== null)) return showEverything();
      if (event.key === "Escape" && state.part?.parent && !element("picture").hidden) return openPart(state.part.parent, state.part);
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
      const action = { "/": () => find.focus(), "+": () => scaleBy(1.4), "-": () => scaleBy(1 / 1.4), "0": () => fit(true) }[event.key];
      if (action) { event.preventDefault(); action(); }
    };
    boxLayer.node().onkeydown = event => {
      const here = d3.select(event.target).datum();
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); return activate(here); }
      const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!direction) return;
      event.preventDefault();
      let best = null, least = Infinity;
      for (const other of drawn.nodes) {
        const [dx, dy] = [other.x - here.x, other.y - here.y];
        const along = dx * direction[0] + dy * direction[1], across = Math.abs(dx * direction[1] + dy * direction[0]);
        if (along > 1 && along + 3 * across < least) { least = along + 3 * across; best = other; }
      }
      if (!best) return;
      boxLayer.selectAll("g.box").attr("tabindex", other => (other === best ? 0 : -1)).filter(other => other === best).node().focus();
      bringIntoView(best);
    };
    function bringIntoView(one) {
      const now = d3.zoomTransform(svg.node()), { width, height } = svg.node().getBoundingClientRect();
      const [x, y] = now.apply([one.x + one.width / 2, one.y + one.height / 2]);
      if (x < 60 || y < 60 || x > width - 60 || y > height - 60) svg.call(zoom.translateBy, (width / 2 - x) / now.k, (height / 2 - y) / now.k);
    }

    // Printing shows the whole drawing, not only the part in the window.
    let onScreen = null;
    addEventListener("beforeprint", () => {
      const all = extent();
      onScreen = canvas.attr("transform");
      canvas.attr("transform", null);
      svg.attr("viewBox", `${all.left - 20} ${all.top - 20} ${all.width + 40} ${all.height + 40}`);
    });
    addEventListener("afterprint", () => { svg.attr("viewBox", null); canvas.attr("transform", onScreen); });
    addEventListener("resize", () => fit());

    const errors = graph.findings.filter(finding => finding.severity === "error").length, warnings = graph.findings.length - errors;
    element("summary").textContent = [plural(graph.boxes.filter(box => !box.missing).length, "binding"), plural(moduleCount, "module"), plural(graph.arrows.length, "need"), ...(graph.remark ? [graph.remark] : []),
      ...(errors ? [plural(errors, "error")] : []), ...(warnings ? [plural(warnings, "warning")] : [])].join(" · ");
    // A typed address may end inside an encoded character; then it names no box.
    function decoded(text) {
      try { return decodeURIComponent(text); } catch { return ""; }
    }
    const wanted = decoded(location.hash.slice(1));
    state.focus = wanted ? graph.boxes.find(box => box.title === wanted)?.id ?? null : null;
    draw(true);
    requestAnimationFrame(() => setTimeout(() => { document.documentElement.dataset.drawn = Math.round(performance.now()); }));
    """#
}
