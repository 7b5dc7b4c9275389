#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens pages of graphs in a headless Chromium and uses them as a person would; fails when something is not as promised.

usage: Scripts/browser-test.py PAGE20 PAGE200 PAGE2000 PAGE10000 PAGE100000 BOXES [FOLDER]: pages of the graphs of Scripts/sample-graph.py with
so many bindings, of which the first module of PAGE10000 has 5,000, the page of the package that Scripts/page-test.sh makes, and the folder for pictures of the screen. Speaks the DevTools protocol through a pipe, so that nothing but Python is needed.
"""
import base64
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.parse

# The time to the first picture, in milliseconds, by the number of bindings.
BUDGET = {20: 1000, 200: 1000, 2000: 4000, 10000: 4000, 100000: 15000}


class Browser:
    """A Chromium with one page."""

    def __init__(self):
        program = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
        if program is None:
            sys.exit("error: there is no chromium; apt-get install chromium")
        self.folder = tempfile.TemporaryDirectory()
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def hand_over():
            # Chromium reads descriptor 3 and writes descriptor 4; the first copies keep the two from meeting.
            reader, writer = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reader, 3)
            os.dup2(writer, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--no-first-run", "--hide-scrollbars", f"--user-data-dir={self.folder.name}", "about:blank"],
            preexec_fn=hand_over, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.rest = b""
        self.number = 0
        self.session = None
        self.complaints = []
        self.is_loaded = False
        target = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(f"{domain}.enable")
        self.resize(1440, 900)

    def call(self, method, **parameters):
        """Sends a command and returns its result; complaints of the page meanwhile are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.rest:
            piece = os.read(self.input, 1 << 20)
            if not piece:
                sys.exit("error: chromium ended")
            self.rest += piece
        line, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(line)
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Page.loadEventFired":
            self.is_loaded = True
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(parameters["exceptionDetails"])[:600])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.complaints.append(json.dumps(parameters["args"])[:600])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append(json.dumps(parameters["entry"])[:600])
        elif method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(("file:", "data:")):
            self.complaints.append("asks the network for " + parameters["request"]["url"][:200])
        return message

    def run(self, script):
        """The value of a script, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}\n{json.dumps(answer['exceptionDetails'])[:600]}")
        return answer["result"].get("value")

    def visit(self, url):
        self.is_loaded = False
        self.call("Page.navigate", url=url)
        while not self.is_loaded:
            self.receive()

    def open(self, path, fragment=""):
        """Opens a page, with a fragment behind its address, and returns the milliseconds until it was drawn."""
        if fragment:
            # From the page itself, another fragment would load nothing.
            self.visit("about:blank")
        self.visit(pathlib.Path(path).resolve().as_uri() + fragment)
        return self.run("""new Promise(done => {
            const drawn = () => Number(document.documentElement.dataset.drawn || (performance.now() > 2e4 ? 1e9 : 0));
            const look = () => drawn() ? done(drawn()) : setTimeout(look, 10);
            look(); })""")

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def press(self, key, text=None):
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        key_code = codes.get(key, ord(key[0].upper()))
        text = text if text is not None else {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=key_code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=key_code)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def click(self, selector):
        place = self.run(f"""(() => {{ const one = document.querySelector({json.dumps(selector)}); one.scrollIntoView({{block: "nearest"}});
            const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        self.session = None
        try:
            self.call("Browser.close")
        except (SystemExit, OSError):
            pass
        self.process.wait(20)
        self.folder.cleanup()


failures = []


def expect(condition, sentence, found=""):
    if not condition:
        failures.append(f"{sentence}{f': {found}' if found != '' else ''}")
        print(f"  NOT TRUE: {failures[-1]}")


def overlaps(browser):
    """Boxes that lie on one another."""
    return browser.run("""(() => { const all = [...drawn.nodes].sort((a, b) => a.y - b.y), found = [];
        for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length && all[j].y < all[i].y + all[i].height; j++) {
          const [a, b] = [all[i], all[j]];
          if (a.x < b.x + b.width && b.x < a.x + a.width) found.push(a.title + " / " + b.title);
        } return found.slice(0, 5); })()""")


def too_long(browser):
    """Words that do not fit into their boxes."""
    return browser.run("""[...document.querySelectorAll("g.box")].slice(0, 400).filter(one =>
        Math.max(...[...one.querySelectorAll("text")].map(text => text.getBBox().x + text.getBBox().width)) > one.querySelector("rect").getBBox().width)
        .map(one => one.textContent).slice(0, 5)""")


def letters(browser):
    """The smallest letters in the boxes of the window, in pixels, and the smallest letters of a title."""
    return browser.run("""(() => { const texts = [...document.querySelectorAll("g.box text")].filter(text => getComputedStyle(text).display !== "none");
        const size = text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
        const least = texts => texts.length ? Math.round(10 * Math.min(...texts.map(size))) / 10 : 0;
        return [least(texts), least([...document.querySelectorAll("g.box")].map(box => box.querySelector("text")).filter(text => texts.includes(text)))]; })()""")


def filled(browser):
    """The parts of the width and of the height of the window that the boxes take."""
    return browser.run("""(() => { const window = document.getElementById("drawing").getBoundingClientRect();
        const boxes = [...document.querySelectorAll("g.box")].map(box => box.getBoundingClientRect());
        const span = (from, to) => Math.max(...boxes.map(box => box[to])) - Math.min(...boxes.map(box => box[from]));
        return [span("left", "right") / window.width, span("top", "bottom") / window.height].map(part => Math.round(part * 100) / 100); })()""")


def count(browser, selector):
    return browser.run(f"document.querySelectorAll({json.dumps(selector)}).length")


def shown(browser, selector):
    return browser.run(f"document.querySelector({json.dumps(selector)}).innerText")


def try_first_picture(browser, size, path):
    times = [browser.open(path) for _ in range(3)]
    print(f"  first picture after {min(times)} ms of at most {BUDGET[size]}")
    expect(min(times) <= BUDGET[size], f"the first picture of {size} takes at most {BUDGET[size]} ms", times)
    expect(count(browser, "g.box") > 0, "something is drawn")
    expect(count(browser, "path.arrow") > 0, "arrows are drawn")
    expect(not overlaps(browser), "no box lies on another one", overlaps(browser))
    expect(not too_long(browser), "words fit into their boxes", too_long(browser))
    expect(f"{size} bindings" in shown(browser, "#summary"), "the summary counts", shown(browser, "#summary"))
    boxes, (smallest, title) = count(browser, "g.box"), letters(browser)
    print(f"  {boxes} boxes, letters of at least {smallest} pixels, titles of {title}, {filled(browser)} of the window")
    expect(boxes <= 30, "a page opens with at most 30 boxes", boxes)
    expect(smallest >= 9, "the smallest letters have 9 pixels", smallest)
    expect(title >= 11, "titles have 11 pixels", title)
    expect(max(filled(browser)) >= 0.9 and min(filled(browser)) >= 0.7, "the drawing fills the window", filled(browser))


def try_legible(browser, size, path):
    """At 1,500 pixels, whatever is open: letters, scopes, places and colours, and what they mean without a click."""
    browser.resize(1500, 1000)
    browser.open(path)
    for _ in "closed", "open":
        smallest, title = letters(browser)
        expect(smallest >= 9, "letters have 9 pixels in a window of 1,500", smallest)
        expect(title >= 11, "titles have 11 pixels in a window of 1,500", title)
        bare = browser.run("""[...document.querySelectorAll("g.box")].filter(box => [...box.querySelectorAll("text.life, text.place, rect.stripe")]
            .some(one => getComputedStyle(one).display === "none")).length""")
        expect(bare == 0, "every box has its scope, its place and its colour", bare)
        browser.run("if (graph.boxes.length <= mostBoxes) element('expand').click()")
    expect(browser.run("""graph.modules.every((name, index) => getComputedStyle(document.querySelectorAll("#modules .swatch")[index]).backgroundColor ===
        getComputedStyle(Object.assign(document.body.appendChild(document.createElement("i")), {style: `color: ${hue(index)}`})).color)"""),
           "the list of modules has their colours")
    expect(browser.run("element('legend').checkVisibility() && element('legend').getBoundingClientRect().bottom <= innerHeight"), "the legend is there")
    for words in ("module", "taken when built", "asked for later", "part of an error"):
        expect(words in shown(browser, "#legend"), f"the legend says: {words}", shown(browser, "#legend"))
    browser.click("#zoom-fit")
    expect(size == 2000 or browser.run("""[...document.querySelectorAll("g.box:not(.bare) rect.stripe")].every(one => getComputedStyle(one).display !== "none")"""),
           "colours stay when everything is shown")
    browser.resize(1440, 900)
    browser.open(path)


def try_search(browser, size):
    browser.press("/")
    expect(browser.run("document.activeElement.id") == "find", "the key / leads to the search")
    word = browser.run(f"boxOf.get({size // 2}).title")
    browser.type(word)
    expect(shown(browser, "#results button").startswith(word), "the search finds a key", shown(browser, "#results"))
    browser.press("Enter")
    expect(shown(browser, "#details h2") == word, "Enter focuses the first result", shown(browser, "#details"))
    expect(count(browser, "g.box.chosen") == 1, "the focused box stands out")
    near = browser.run("drawn.nodes.length")
    expect(1 < near < size or size == 20, "only near boxes stay", near)
    expect(browser.run("""pathTo(state.focus).every(arrow => drawn.lines.some(line =>
        line.isOnPath && line.source === "b" + arrow.from && line.target === "b" + arrow.to))"""), "the way from a root stands out")
    expect(not overlaps(browser), "no box lies on another one in focus", overlaps(browser))
    rows = browser.run("needs.get(state.focus).length + requesters.get(state.focus).length")
    expect(count(browser, "#details ul:not(.way) button") == rows, "the details list needs and dependents")
    expect(browser.run("decodeURIComponent(location.hash.slice(1))") == word, "the address keeps the focus")
    expect(word in browser.run("document.getElementById('live').textContent"), "a screen reader is told")


def try_new_search(browser):
    """A search after a selection, which is not shown any longer."""
    expect(browser.run("state.focus") is not None, "a box is selected before the search")
    browser.run("find.focus(); find.select()")
    browser.type("feed")
    titles = browser.run("drawn.nodes.map(one => one.title.toLowerCase())")
    found = browser.run("graph.boxes.filter(box => box.title.toLowerCase().includes('feed')).length")
    expect(titles and all("feed" in title for title in titles), "the picture shows the hits of a search only", titles[:5])
    expect(len(titles) == min(found, 40), "the picture shows 40 hits at most", len(titles))
    expect(not browser.run("document.getElementById('details').checkVisibility()"), "the details of the old selection are gone")
    expect(browser.run("document.querySelector('#results button').textContent.toLowerCase().includes('feed')"), "the list shows the hits")
    expect(f"{found} found for “feed”" in shown(browser, "#bar"), "a sentence counts the hits", shown(browser, "#bar"))
    expect(letters(browser)[1] >= 9.5, "the titles of hits can be read", letters(browser))
    expect(not overlaps(browser), "no box of a hit lies on another one", overlaps(browser))


def try_leaving(browser):
    browser.press("Escape")
    everything = browser.run("new Set(graph.boxes.map(box => box.module)).size")
    expect(browser.run("state.focus") is None and (count(browser, "g.box.group") or count(browser, "g.box")) >= min(everything, 5),
           "Escape shows everything again", count(browser, "g.box"))
    expect(browser.run("document.getElementById('bar').hidden"), "the sentence about the hits goes with them")
    expect(browser.run("document.getElementById('details').hidden"), "the details go with the focus")
    expect(browser.run("find.value") == "" and count(browser, "#results li") == 0, "the search goes with its hits")


def try_addresses(browser, size, path):
    """The fragment of the address is the key of a box; another one changes nothing."""
    for fragment in ("#%", "#%E0%A4%A", "#%FF", "#nobody", "#"):
        browser.open(path, fragment)
        drawn = browser.run("document.documentElement.dataset.drawn")
        expect(drawn is not None and count(browser, "g.box") > 0, f"the page is drawn with {fragment} in its address")
        expect(browser.run("state.focus") is None, f"{fragment} leads to no box")
    word = browser.run(f"boxOf.get({size // 2}).title")
    browser.open(path, "#" + urllib.parse.quote(word))
    expect(browser.run("state.focus") == size // 2, "the address leads to a box")
    browser.open(path)


def try_filters(browser, size):
    browser.run("""for (const id of ["find"]) { element(id).value = ""; element(id).oninput(); }""")
    everything = browser.run("graph.boxes.filter(isShown).length")
    browser.click("#scopes input")
    hidden = everything - browser.run("graph.boxes.filter(isShown).length")
    expect(hidden == int(shown(browser, "#scopes .count")), "a scope can be hidden", hidden)
    browser.click("#scopes input")
    browser.click("#modules .list input")
    hidden = everything - browser.run("graph.boxes.filter(isShown).length")
    expect(hidden == int(shown(browser, "#modules .count")), "a module can be hidden", hidden)
    browser.click("#modules .list input")
    browser.run("element('name').focus()")
    browser.type("feed")
    wanted = browser.run("graph.boxes.filter(box => box.title.toLowerCase().includes('feed')).length")
    expect(0 < wanted == browser.run("graph.boxes.filter(isShown).length"), "names can be filtered")
    browser.run("element('name').value = ''; element('name').oninput()")


def try_modules(browser, size):
    browser.click("#collapse")
    closed = count(browser, "g.box")
    modules = browser.run("graph.modules.length")
    if size < 2000:
        expect(modules <= closed <= modules + 1, "modules can be collapsed", closed)
    else:
        try_groups(browser, closed)
    browser.click("#modules button.open")
    opened = count(browser, "g.box")
    expect(opened == closed - (size < 2000) + browser.run("membersOf[0].length"), "a module can be opened", opened)
    listed = browser.run("[...document.querySelectorAll('g.box.group text.row')].map(row => row.textContent)")
    expect(browser.run("graph.modules[0]") not in listed, "a group does not list an open module", listed[:12])
    expect(letters(browser)[1] >= 9.5, "the titles of an open module can be read", letters(browser))
    expect(not too_long(browser), "words fit into the boxes of an open module", too_long(browser))
    browser.click("#expand")
    if size < 2000:
        expect(count(browser, "g.box") == size + 1, "all modules can be opened", count(browser, "g.box"))
        expect(letters(browser)[1] >= 9.5, "titles can be read when all is open", letters(browser))
        whole = browser.run("[...document.querySelectorAll('g.box text.title')].filter(text => !text.textContent.includes('…')).length")
        expect(whole >= size * 0.4, "many titles are whole when all is open", whole)
        expect(count(browser, "#part:not([hidden])") == (size == 200), "a sentence says that a part is shown")
        expect(count(browser, "path.arrow.wrong") >= 4, "loops and captives are red", count(browser, "path.arrow.wrong"))
        expect(count(browser, "g.box.missing") == 1, "a missing binding is shown")
    else:
        expect(shown(browser, "#bar").startswith("2001 boxes have no room for readable text."), "a sentence refuses to open all", shown(browser, "#bar"))
        expect(count(browser, "g.box") == opened, "the refused picture changes nothing", count(browser, "g.box"))
    expect(not overlaps(browser), "no box lies on another one when all is open", overlaps(browser))
    expect(not too_long(browser), "words fit into their boxes when all is open", too_long(browser))
    red = browser.run("getComputedStyle(document.querySelector('path.arrow.wrong')).stroke")
    expect(red in ("rgb(179, 20, 28)", "rgb(255, 123, 118)"), "wrong is red", red)


def try_groups(browser, closed):
    """Many modules are drawn in groups of one layer, which list and open them."""
    groups = browser.run("[...document.querySelectorAll('g.box.group')].map(one => one.textContent)")
    expect(5 <= len(groups) < closed + 1 <= 30, "many modules are drawn in groups", closed)
    listed = browser.run("[...document.querySelectorAll('g.box.group text.row')].map(row => row.textContent).sort().join()")
    expect(listed == browser.run("[...graph.modules].sort().join()"), "the groups list all modules, each once", listed[:200])
    browser.run("boxLayer.selectAll('g.box').filter('.group').node().focus()")
    browser.press("Enter")
    opened = count(browser, "g.box.module:not(.group)")
    expect(5 <= opened <= 12 and count(browser, "g.box.group") == len(groups) - 1, "a group opens as its modules", opened)
    expect(browser.run("document.activeElement.dataset.key?.[0]") == "m", "the keyboard goes on in the open group")
    browser.press("Enter")
    expect(browser.run("document.activeElement.dataset.key?.[0]") == "b", "the keyboard goes on in the open module")
    browser.click("#collapse")
    expect(count(browser, "g.box") == closed, "groups can be collapsed", count(browser, "g.box"))


def try_zoom(browser):
    """Whatever part is shown, a box shows as many letters as fit, or none."""
    browser.click("#zoom-fit")
    seen = set()
    for _ in range(9):
        expect(not too_long(browser), "words fit into their boxes at any zoom", too_long(browser))
        visible, (smallest, _) = count(browser, "g.box:not(.bare)"), letters(browser) if count(browser, "g.box:not(.bare)") else (99, 99)
        seen.add(visible)
        expect(smallest >= 8.5, "the letters can be read at any zoom", smallest)
        browser.click("#zoom-out")
    expect(0 in seen, "boxes without room for letters have none", seen)
    browser.click("#zoom-fit")


def try_keyboard(browser):
    browser.run("boxLayer.select('g.box').node().focus()")
    before = browser.run("document.activeElement.dataset.key")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        browser.press(key)
    moved = browser.run("document.activeElement.dataset.key")
    expect(moved is not None, "arrow keys stay among the boxes", moved)
    browser.press("ArrowRight")
    expect(browser.run("document.activeElement.dataset.key") != before or moved != before, "arrow keys move from box to box")
    key = browser.run("document.activeElement.dataset.key")
    browser.press("Enter")
    expect(browser.run("state.focus === null ? null : 'b' + state.focus") == key, "Enter focuses a box")
    expect(browser.run("document.activeElement.dataset.key") == key, "the keyboard stays where it was")
    browser.press("Escape")


def try_table(browser, size):
    browser.click("#collapse")
    before = filled(browser)
    browser.click("#tab-table")
    expect(count(browser, "#table tbody tr") == min(500, size + 1), "the table lists the bindings", count(browser, "#table tbody tr"))
    browser.click("#table th:nth-child(6) button")
    browser.click("#table th:nth-child(6) button")
    numbers = browser.run("[...document.querySelectorAll('#table tbody tr td:nth-child(6)')].map(cell => Number(cell.textContent))")
    expect(numbers == sorted(numbers, reverse=True), "the table sorts", numbers[:8])
    expect(browser.run("document.querySelector('#table th:nth-child(6)').ariaSort") == "descending", "a screen reader is told the order")
    expect(browser.run("document.activeElement.closest('th')?.cellIndex") == 5, "sorting keeps the keyboard where it is")
    word = shown(browser, "#table tbody button")
    browser.click("#scopes input")
    browser.click("#scopes input")
    browser.click("#tab-picture")
    expect(filled(browser) == before, "filters that change behind the table leave a drawing that fits the window", filled(browser))
    browser.click("#tab-table")
    browser.click("#table tbody button")
    expect(shown(browser, "#details h2") == word, "the table leads to the picture")
    browser.press("Escape")


def try_timeline(browser):
    browser.click("#tab-start")
    text = shown(browser, "#start")
    for words in ("10 parts in 11.5 ms; the critical path takes 10.0 ms.", "2.5 ms", "failed"):
        expect(words in text, f"the start says: {words}", text[:400])
    browser.click("#start td button")
    expect(browser.run("state.focus") == 0 and not browser.run("element('picture').hidden"), "a part of the start leads to the picture")
    browser.press("Escape")


def try_findings(browser):
    browser.click("#tab-findings")
    text = shown(browser, "#findings")
    for words in ("nothing is bound for 'Missing'", "need each other", "which lives shorter"):
        expect(words in text, f"the findings say: {words}", text[:400])
    browser.click("#findings button")
    expect(browser.run("state.focus") is not None and not browser.run("element('picture').hidden"), "a finding leads to the picture")
    expect(count(browser, "#details .finding.error") > 0, "the details show the finding")
    browser.press("Escape")


def try_accessibility(browser):
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    kinds = ("button", "checkbox", "searchbox", "combobox", "tab", "textbox")
    nameless = [node["role"]["value"] for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in kinds
                and not node.get("name", {}).get("value")]
    expect(not nameless, "every control has a name", nameless)
    low = browser.run("""(() => {
      const channels = text => text.match(/[\\d.]+/g).map(Number);
      const light = text => channels(text).slice(0, 3).map(c => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
      const behind = one => { for (; one; one = one.parentElement) { const color = getComputedStyle(one).backgroundColor; if (!/, 0\\)$/.test(color)) return color; } return "rgb(255, 255, 255)"; };
      return [...document.querySelectorAll("h1, p, button, label, legend, span, small, h2, h3, th, td")].filter(one => one.offsetParent && one.textContent.trim())
        .map(one => { const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((x, y) => y - x); return [(a + .05) / (b + .05), one.textContent.slice(0, 30)]; })
        .filter(([contrast]) => contrast < 4.5).slice(0, 5); })()""")
    expect(not low, "letters stand out from their ground", low)


def try_hostile(browser):
    expect(browser.run("typeof window.hacked") == "undefined", "a name is no script")
    expect("<script>" in browser.run("boxOf.get(3).title"), "a hostile name is shown as it is")


def use(browser, size, path, folder):
    print(f"{size} bindings")
    browser.complaints.clear()
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    try_first_picture(browser, size, path)
    browser.picture(folder / f"{size}-light.png")
    try_legible(browser, size, path)
    try_search(browser, size)
    browser.picture(folder / f"{size}-focus.png")
    try_new_search(browser)
    browser.picture(folder / f"{size}-hits.png")
    try_leaving(browser)
    try_addresses(browser, size, path)
    try_filters(browser, size)
    try_modules(browser, size)
    browser.picture(folder / f"{size}-open.png")
    try_zoom(browser)
    try_keyboard(browser)
    try_table(browser, size)
    browser.click("#tab-table")
    browser.picture(folder / f"{size}-table.png")
    try_findings(browser)
    try_timeline(browser)
    browser.click("#tab-start")
    browser.picture(folder / f"{size}-start.png")
    browser.click("#tab-findings")
    browser.picture(folder / f"{size}-findings.png")
    try_accessibility(browser)
    try_hostile(browser)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    browser.open(path)
    expect(browser.run("document.documentElement.dataset.theme") == "dark", "the page follows the theme of the system")
    browser.picture(folder / f"{size}-dark.png")
    try_accessibility(browser)
    browser.click("#theme")
    expect(browser.run("document.documentElement.dataset.theme") == "light", "the theme can be changed")
    sheet = base64.b64decode(browser.call("Page.printToPDF", landscape=True, printBackground=True)["data"])
    (folder / f"{size}.pdf").write_bytes(sheet)
    expect(sheet.startswith(b"%PDF"), "the page prints")
    browser.resize(600, 800)
    browser.open(path)
    expect(browser.run("document.documentElement.scrollWidth <= innerWidth"), "a narrow window needs no scrolling to the side")
    browser.resize(1440, 900)
    expect(not browser.complaints, "the console is silent", browser.complaints[:3])


def parts(browser):
    """The boxes of an overview: [title, number of bindings, errors, whether it lies in the window]."""
    return browser.run("""(() => { const window = document.getElementById("drawing").getBoundingClientRect(), bar = document.getElementById("bar").getBoundingClientRect().bottom;
        const number = (text, word) => Number((text.match(new RegExp("(\\\\d+) " + word)) || [0, 0])[1]);
        return [...document.querySelectorAll("g.box")].map(box => { const { left, right, top, bottom } = box.querySelector("rect").getBoundingClientRect(), text = box.getAttribute("aria-label");
          return [box.querySelector("text").textContent, number(text, "binding"), number(text, "error"),
            left >= window.left && right <= window.right && top >= bar && bottom <= window.bottom && bottom - top < 150]; }); })()""")


def way(browser):
    """The steps from the overview to the open part."""
    return browser.run("[...document.querySelectorAll('#bar nav > *')].map(one => one.textContent)")


def expect_overview(browser, size, sentence):
    """A few boxes that stand for all bindings, and fit into the window."""
    boxes, smallest = parts(browser), letters(browser)[0]
    expect(2 <= len(boxes) <= 36, f"{sentence} has a few boxes", len(boxes))
    expect(all(box[3] for box in boxes), f"{sentence} fits into the window", [box for box in boxes if not box[3]][:3])
    expect(size is None or sum(box[1] for box in boxes) == size, f"{sentence} counts all bindings", [box[1] for box in boxes])
    expect(smallest >= 9, f"{sentence} has letters of 9 pixels", smallest)
    expect(not overlaps(browser) and not too_long(browser), f"{sentence} is tidy", overlaps(browser) + too_long(browser))
    everything = browser.run("document.querySelectorAll('*').length")
    expect(everything < 3000, f"{sentence} takes few nodes of the document", everything)


def try_overview(browser, size, path, folder):
    times = [browser.open(path) for _ in range(3)]
    print(f"  first picture after {min(times)} ms of at most {BUDGET[size]}")
    expect(min(times) <= BUDGET[size], f"the first picture of {size} takes at most {BUDGET[size]} ms", times)
    browser.picture(folder / f"{size}-light.png")
    expect_overview(browser, size, "the overview")
    expect(sum(box[2] for box in parts(browser)) == 3, "the boxes of the overview count the errors", parts(browser))
    expect(way(browser) == ["Overview"] and f"{size} bindings" in shown(browser, "#summary"), "the page says where one is", way(browser))
    errors = browser.run("[...document.querySelectorAll('#modules small.errors')].map(one => one.textContent.trim())")
    expect(errors == ["2 errors", "1 error"], "the list of modules begins with those with errors", errors)
    row = browser.run("document.querySelectorAll('#modules .row').length")
    expect(row <= 101, "the list of modules is short", row)


def try_parts(browser, size, folder):
    """From the overview to bindings and back, with the mouse and with the keyboard."""
    seen = []
    while count(browser, "g.box.module:not(.outside)"):
        seen.append(browser.run("drawn.nodes.find(one => !one.isOutside).title"))
        browser.click("g.box:not(.outside)")
        expect(way(browser) == ["Overview"] + seen, "a click opens what it names", way(browser))
        if count(browser, "g.box.module:not(.outside)"):
            expect_overview(browser, None, "an open part")
        browser.picture(folder / f"{size}-open-{len(seen)}.png")
    expect(2 <= len(seen) <= 4, "few clicks lead to bindings", seen)
    inside = count(browser, "g.box:not(.module)")
    expect(2 <= inside <= 40, "an open part shows its bindings", inside)
    expect(1 <= count(browser, "g.box.outside") <= 12, "beside them are the modules that they need", count(browser, "g.box.outside"))
    expect(not overlaps(browser) and not too_long(browser), "its picture is tidy", overlaps(browser) + too_long(browser))
    browser.click("#bar nav button:last-of-type")
    expect(way(browser) == ["Overview"] + seen[:-1], "the last step of the way leads back", way(browser))
    browser.press("Escape")
    expect(way(browser) == ["Overview"] + seen[:-2], "Escape leads back", way(browser))
    browser.run("openPart(everyPart)")
    browser.run("boxLayer.select('g.box').node().focus()")
    browser.press("ArrowDown")
    title = browser.run("d3.select(document.activeElement).datum().title")
    browser.press("Enter")
    expect(way(browser) == ["Overview", title], "Enter opens the box that has the keyboard", way(browser))
    expect(browser.run("boxLayer.node().contains(document.activeElement)"), "the keyboard goes on in the open part")
    expect(f"{title} is open" in browser.run("element('live').textContent"), "a screen reader is told what is open")
    browser.press("Escape")
    expect(browser.run("d3.select(document.activeElement).datum().title") == title, "the keyboard comes back to where it was")


def try_large_search(browser, size, folder):
    browser.press("/")
    browser.type("feed")
    found = browser.run("graph.boxes.filter(box => box.title.toLowerCase().includes('feed')).length")
    rows = browser.run("[...document.querySelectorAll('#results li')].map(row => row.textContent)")
    expect(len(rows) <= 56 and rows[-1] == f"… and {found - 50} more", "the search lists the first results and counts the others", rows[-2:])
    expect(len(browser.run("drawn.nodes")) == 40, "the picture shows the first results")
    browser.picture(folder / f"{size}-hits.png")
    # As fast as a person types, whatever is found: much or nothing.
    for word in ("e", "feed", "nowhere"):
        times = browser.run(f"""[1, 2, 3].map(() => {{ find.value = ""; find.oninput(); const began = performance.now(); find.value = "{word}"; find.oninput(); return performance.now() - began; }})""")
        print(f"  results for '{word}' after {min(times):.0f} ms")
        expect(min(times) <= 100, f"results for '{word}' are there within 100 ms", times)
    word = browser.run(f"boxOf.get({size // 2 + 7}).title")
    browser.run("find.value = ''; find.focus(); find.oninput()")
    browser.type(word)
    browser.press("Enter")
    module = browser.run(f"graph.modules[boxOf.get({size // 2 + 7}).module]")
    expect(module in way(browser), "a result opens the module in which it is", way(browser))
    expect(count(browser, "g.box.chosen") == 1 and shown(browser, "#details h2") == word, "it stands out there", shown(browser, "#details"))
    browser.picture(folder / f"{size}-result.png")
    browser.click("#details button")
    expect(browser.run("state.focus") == size // 2 + 7 and 1 < browser.run("drawn.nodes.length") <= 400, "a button shows what is around it")
    browser.press("Escape")
    expect(module in way(browser) and browser.run("find.value") == "", "Escape leads back to the module", way(browser))
    browser.run("find.focus()")
    browser.type(browser.run("graph.modules[graph.modules.length - 3].toLowerCase()"))
    browser.press("Enter")
    expect(way(browser)[-1] == browser.run("graph.modules[graph.modules.length - 3]"), "the search finds modules", way(browser))


def try_huge_module(browser, folder):
    """A module of 5,000 bindings opens as groups of them, in alphabetical order."""
    browser.run("openPart(partWith(membersOf[0][0], true))")
    expect("5000 bindings" in shown(browser, "#bar"), "the way counts the bindings of a module", shown(browser, "#bar"))
    browser.picture(folder / "huge.png")
    expect_overview(browser, None, "a huge module")
    inside = browser.run("drawn.nodes.filter(one => !one.isOutside).map(one => [one.boxes[0].title, one.boxes.length])")
    expect(inside == sorted(inside) and sum(number for _, number in inside) == 5000, "its groups are in alphabetical order", inside[:3])


def use_large(browser, size, path, folder):
    print(f"{size} bindings")
    browser.complaints.clear()
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    try_overview(browser, size, path, folder)
    try_accessibility(browser)
    try_parts(browser, size, folder)
    try_large_search(browser, size, folder)
    if size == 10000:
        try_huge_module(browser, folder)
    browser.open(path)
    browser.click("#scopes input")
    hidden = int(shown(browser, "#scopes .count"))
    expect_overview(browser, size - hidden, "the overview without a scope")
    browser.click("#tab-table")
    expect(count(browser, "#table tbody tr") == 500, "the table lists the first bindings", count(browser, "#table tbody tr"))
    try_findings(browser)
    try_hostile(browser)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    browser.open(path)
    browser.picture(folder / f"{size}-dark.png")
    try_accessibility(browser)
    for width, height in ((1024, 700), (1900, 1100), (1440, 900)):
        browser.resize(width, height)
        browser.open(path)
        expect_overview(browser, size, f"the overview in a window of {width} pixels")
    expect(not browser.complaints, "the console is silent", browser.complaints[:3])


def try_boxes(browser, path, folder):
    """The words of each box, from top to bottom."""
    print("a package with sources")
    browser.complaints.clear()
    browser.open(path)
    browser.picture(folder / "boxes.png")
    words = browser.run("[...document.querySelectorAll('g.box')].map(box => [...box.querySelectorAll('text')].map(text => text.textContent).join(' | '))")
    wanted = ["any Transport | = HTTPTransport | singleton, external | NetModule.swift:3",
              "any Transport | named \"cached\" | = CachedTransport | transient, async | NetModule.swift:4",
              "any Transport | = Retrying.twice | singleton decorator | NetModule.swift:7",
              "Screen | transient, on MainActor, | with (String, Int) | NetModule.swift:8"]
    expect(words == wanted, "a box says type, implementing type, scope, properties and place", words)
    label = browser.run("document.querySelector('g.box').getAttribute('aria-label')")
    expect(label == "any Transport, HTTPTransport, singleton, external", "a screen reader reads it, too", label)
    expect("= HTTPTransport\nsinglet" in browser.run("document.querySelector('g.box title').textContent"), "so does the tip of the mouse")
    expect(max(filled(browser)) >= 0.75 and min(filled(browser)) >= 0.45, "a small drawing fills the window", filled(browser))
    expect(letters(browser)[0] >= 16, "a small drawing has large letters", letters(browser))
    browser.press("/")
    browser.type("cachedtrans")
    expect(browser.run("drawn.nodes.map(one => one.key).join()") == "b1", "the search finds implementing types")
    browser.press("Enter")
    expect("= CachedTransport" in shown(browser, "#details"), "the details name the implementing type", shown(browser, "#details"))
    browser.click("#bar button")
    expect(browser.run("find.value") == "" and count(browser, "g.box") == 4, "a button shows everything again")
    browser.click("#tab-table")
    expect("Made by" in shown(browser, "#table thead") and "HTTPTransport" in shown(browser, "#table tbody"), "so does the table")
    expect(not browser.complaints, "the console is silent", browser.complaints[:3])


def main():
    if len(sys.argv) < 7:
        sys.exit("usage: Scripts/browser-test.py PAGE20 PAGE200 PAGE2000 PAGE10000 PAGE100000 BOXES [FOLDER]")
    folder = pathlib.Path(sys.argv[7] if len(sys.argv) > 7 else ".build-browser")
    folder.mkdir(exist_ok=True)
    # A browser that hangs fails the test instead of holding up the gate.
    signal.alarm(600)
    browser = Browser()
    try:
        try_boxes(browser, sys.argv[6], folder)
        for size, path in zip(BUDGET, sys.argv[1:6]):
            (use if size <= 2000 else use_large)(browser, size, path, folder)
    finally:
        browser.close()
    if failures:
        sys.exit(f"{len(failures)} of the promises of the page are not kept")
    print(f"the page keeps its promises; pictures of it are in {folder}")


main()
