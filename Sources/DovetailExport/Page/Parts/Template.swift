// SPDX-License-Identifier: Apache-2.0

extension PagePart {
  /// The page, with the names of its other parts between percent signs.
  static let template = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
    <title>Dependency graph</title>
    <link rel="icon" href="data:,">
    <style>%STYLE%</style>
    </head>
    <body>
    <a class="skip" href="#find">Skip to search</a>
    <header>
      <h1>Dependency graph</h1>
      <p id="summary"></p>
      <div class="tabs" role="tablist" aria-label="View">
        <button role="tab" id="tab-picture" aria-controls="picture" aria-selected="true">Picture</button>
        <button role="tab" id="tab-table" aria-controls="table" aria-selected="false" tabindex="-1">Table</button>
        <button role="tab" id="tab-findings" aria-controls="findings" aria-selected="false" tabindex="-1">Diagnostics</button>
        <button role="tab" id="tab-start" aria-controls="start" aria-selected="false" tabindex="-1" hidden>Start</button>
      </div>
      <button id="theme" aria-pressed="false">Dark</button>
    </header>
    <main>
      <aside aria-label="Search and filters">
        <label for="find">Search <kbd>/</kbd></label>
        <input id="find" type="search" autocomplete="off" placeholder="type or name" aria-controls="results">
        <ul id="results" aria-label="Search results"></ul>
        <section id="details" aria-label="Details" hidden></section>
        <fieldset id="scopes"><legend>Scopes</legend></fieldset>
        <label for="name">Name contains</label>
        <input id="name" type="search" autocomplete="off">
        <fieldset id="modules"><legend>Modules</legend>
          <div class="row"><button id="expand">Expand all</button><button id="collapse">Collapse all</button></div>
        </fieldset>
        <details><summary>Keys</summary>
          <p><kbd>/</kbd> search, arrow keys move between boxes, <kbd>Enter</kbd> focuses a binding or opens a module or a group,
            <kbd>Esc</kbd> shows everything or leads back, <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd> zoom.</p>
        </details>
      </aside>
      <section id="picture" role="tabpanel" aria-labelledby="tab-picture">
        <div id="bar" hidden></div>
        <svg id="drawing" role="group" aria-label="Picture of the graph. The table holds the same as text."></svg>
        <p id="legend"><span><i class="stripe"></i> module</span><span><i class="frame"></i> root</span>
          <span><i class="line"></i> taken when built</span><span><i class="line dashed"></i> asked for later</span>
          <span><i class="line dotted"></i> seen at run time</span><span><i class="line wrong"></i> part of an error</span></p>
        <div class="zoom"><span id="part" hidden>A part of the drawing: drag it, or show everything with ⤢</span><button id="zoom-in" aria-label="Zoom in">+</button><button id="zoom-out" aria-label="Zoom out">−</button><button
          id="zoom-fit" aria-label="Show everything">⤢</button></div>
      </section>
      <section id="table" role="tabpanel" aria-labelledby="tab-table" hidden></section>
      <section id="findings" role="tabpanel" aria-labelledby="tab-findings" hidden></section>
      <section id="start" role="tabpanel" aria-labelledby="tab-start" hidden></section>
    </main>
    <p id="live" role="status" aria-live="polite"></p>
    <noscript><p>This page draws the graph with a script. Without one, `dovetail render FILE --format tree` shows it as text.</p></noscript>
    <!--
    %LICENCE%
    -->
    <script>%D3%</script>
    <script id="graph" type="application/json">%GRAPH%</script>
    <script>%LAYOUT%</script>
    <script>%MODEL%</script>
    <script>%OVERVIEW%</script>
    <script>%PICTURE%</script>
    <script>%PANEL%</script>
    </body>
    </html>

    """#
}
