#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens pages of graphs in a headless Chromium and uses them as a person would; fails when something is not as promised.

usage: Scripts/browser-test.py PAGE20 PAGE200 PAGE2000 [FOLDER]: pages of the graphs of Scripts/sample-graph.py with so many bindings,
and where pictures of the screen are kept. Speaks the DevTools protocol through a pipe, so that nothing but Python is needed.
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
BUDGET = {20: 1000, 200: 1000, 2000: 4000}


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
        """Sends a command and returns its result; what the page complains of meanwhile is kept."""
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


def try_search(browser, size):
    browser.press("/")
    expect(browser.run("document.activeElement.id") == "find", "the key / leads to the search")
    word = browser.run(f"boxOf.get({size // 2}).title")
    browser.type(word)
    expect(shown(browser, "#results button").startswith(word), "the search finds what is looked for", shown(browser, "#results"))
    browser.press("Enter")
    expect(shown(browser, "#details h2") == word, "Enter focuses the first result", shown(browser, "#details"))
    expect(count(browser, "g.box.chosen") == 1, "the focused box stands out")
    near = browser.run("drawn.nodes.length")
    expect(1 < near < size or size == 20, "only what is near stays", near)
    expect(browser.run("""pathTo(state.focus).every(arrow => drawn.lines.some(line =>
        line.isOnPath && line.source === "b" + arrow.from && line.target === "b" + arrow.to))"""), "the way from a root stands out")
    expect(not overlaps(browser), "no box lies on another one in focus", overlaps(browser))
    rows = browser.run("needs.get(state.focus).length + askers.get(state.focus).length")
    expect(count(browser, "#details ul:not(.way) button") == rows, "the details list what it needs and what needs it")
    expect(browser.run("decodeURIComponent(location.hash.slice(1))") == word, "the address keeps the focus")
    expect(word in browser.run("document.getElementById('live').textContent"), "a screen reader is told")


def try_leaving(browser):
    before = browser.run("drawn.nodes.length")
    browser.press("Escape")
    expect(browser.run("state.focus") is None and browser.run("drawn.nodes.length") >= before, "Escape shows everything again")
    expect(browser.run("document.getElementById('details').hidden"), "the details go with the focus")


def try_addresses(browser, size, path):
    """What stands behind the # is the key of a box; what is none changes nothing."""
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
    closed = browser.run("drawn.nodes.length")
    modules = browser.run("graph.modules.length")
    expect(modules <= closed <= modules + 1, "modules can be collapsed", closed)
    browser.click("#modules button.open")
    expect(browser.run("drawn.nodes.length") == closed - 1 + browser.run("membersOf[0].length"), "a module can be opened")
    browser.click("#expand")
    expect(browser.run("drawn.nodes.length") == size + 1, "all modules can be opened", browser.run("drawn.nodes.length"))
    expect(not overlaps(browser), "no box lies on another one when all is open", overlaps(browser))
    expect(count(browser, "path.arrow.wrong") >= 4, "loops and captives are red", count(browser, "path.arrow.wrong"))
    expect(count(browser, "g.box.missing") == 1, "what is missing is shown")
    red = browser.run("getComputedStyle(document.querySelector('path.arrow.wrong')).stroke")
    expect(red in ("rgb(179, 20, 28)", "rgb(255, 123, 118)"), "wrong is red", red)


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
    browser.click("#tab-table")
    expect(count(browser, "#table tbody tr") == min(500, size + 1), "the table lists the bindings", count(browser, "#table tbody tr"))
    browser.click("#table th:nth-child(6) button")
    browser.click("#table th:nth-child(6) button")
    numbers = browser.run("[...document.querySelectorAll('#table tbody tr td:nth-child(6)')].map(cell => Number(cell.textContent))")
    expect(numbers == sorted(numbers, reverse=True), "the table sorts", numbers[:8])
    expect(browser.run("document.querySelector('#table th:nth-child(6)').ariaSort") == "descending", "a screen reader is told the order")
    expect(browser.run("document.activeElement.closest('th')?.cellIndex") == 5, "sorting keeps the keyboard where it is")
    word = shown(browser, "#table tbody button")
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
    expect(count(browser, "#details .finding.error") > 0, "the details say what is wrong")
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
    try_search(browser, size)
    browser.picture(folder / f"{size}-focus.png")
    try_leaving(browser)
    try_addresses(browser, size, path)
    try_filters(browser, size)
    try_modules(browser, size)
    browser.picture(folder / f"{size}-open.png")
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


def main():
    pages = dict(zip(BUDGET, sys.argv[1:4]))
    if len(pages) < len(BUDGET):
        sys.exit("usage: Scripts/browser-test.py PAGE20 PAGE200 PAGE2000 [FOLDER]")
    folder = pathlib.Path(sys.argv[4] if len(sys.argv) > 4 else ".build-browser")
    folder.mkdir(exist_ok=True)
    # A browser that hangs fails the test instead of holding up whoever waits for it.
    signal.alarm(300)
    browser = Browser()
    try:
        for size, path in pages.items():
            use(browser, size, path, folder)
    finally:
        browser.close()
    if failures:
        sys.exit(f"{len(failures)} of the promises of the page are not kept")
    print(f"the page keeps its promises; pictures of it are in {folder}")


main()
