// SPDX-License-Identifier: Apache-2.0

extension PagePart {
  /// How the page looks.
  static let style = #"""
    :root { --ground: #fbfcfd; --panel: #ffffff; --ink: #18222c; --faint: #5a6875; --rule: #d5dce3; --box: #ffffff; --line: #8594a3;
      --accent: #0b62c4; --wrong: #b3141c; --warn: #8a5a00; --wrong-ground: #fdeeee; --mark: #fff2b8; color-scheme: light; }
    :root[data-theme="dark"] { --ground: #12181e; --panel: #19212a; --ink: #e6edf3; --faint: #9fb0bf; --rule: #34414d; --box: #1f2a34;
      --line: #6d7f90; --accent: #6cb2ff; --wrong: #ff7b76; --warn: #e8b04a; --wrong-ground: #3a1c1e; --mark: #4d4312; color-scheme: dark; }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body { display: flex; flex-direction: column; background: var(--ground); color: var(--ink);
      font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
    [hidden] { display: none !important; }
    header { display: flex; align-items: center; gap: 1rem; flex-wrap: wrap; padding: .5rem 1rem; background: var(--panel);
      border-bottom: 1px solid var(--rule); }
    h1 { font-size: 1.05rem; margin: 0; }
    #summary { margin: 0; color: var(--faint); flex: 1; }
    button { font: inherit; color: inherit; background: var(--box); border: 1px solid var(--rule); border-radius: 6px; padding: .2rem .6rem;
      cursor: pointer; }
    button:hover { border-color: var(--accent); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    [role="tab"][aria-selected="true"], [aria-pressed="true"] { background: var(--accent); color: var(--ground); border-color: var(--accent); }
    .tabs { display: flex; gap: .3rem; }
    main { flex: 1; display: flex; min-height: 0; }
    aside { width: 19rem; overflow: auto; padding: .8rem 1rem; background: var(--panel); border-right: 1px solid var(--rule); }
    aside label { font-weight: 600; }
    input[type="search"] { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--rule);
      border-radius: 6px; padding: .3rem .5rem; margin: .2rem 0 .6rem; }
    fieldset { border: 1px solid var(--rule); border-radius: 6px; margin: 0 0 .8rem; padding: .4rem .6rem; min-width: 0; }
    fieldset label { font-weight: 400; }
    legend { font-weight: 600; padding: 0 .3rem; }
    #modules .list { max-height: 16rem; overflow: auto; margin-top: .4rem; }
    #modules .list .row { margin: .2rem 0; }
    .row { display: flex; gap: .4rem; align-items: center; }
    .row label { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    .row .count { color: var(--faint); }
    .row button.open { padding: 0 .45rem; }
    ul { list-style: none; margin: 0 0 .6rem; padding: 0; }
    #results { max-height: 14rem; overflow: auto; }
    #results button, #details li button { width: 100%; text-align: left; border: 0; background: none; padding: .15rem .3rem;
      overflow-wrap: anywhere; }
    #results button:hover, #details li button:hover { background: var(--mark); }
    small, .faint { color: var(--faint); }
    #details { border: 1px solid var(--accent); border-radius: 6px; padding: .6rem; margin-bottom: .8rem; }
    #details h2 { font-size: 1rem; margin: 0 0 .2rem; overflow-wrap: anywhere; }
    #details h3 { font-size: .85rem; margin: .6rem 0 .1rem; }
    #details p { margin: .1rem 0; overflow-wrap: anywhere; }
    section[role="tabpanel"] { flex: 1; min-width: 0; position: relative; overflow: auto; }
    #picture { overflow: hidden; }
    #drawing { width: 100%; height: 100%; display: block; cursor: grab; touch-action: none; }
    #bar { position: absolute; left: 0; right: 0; top: 0; padding: .35rem .8rem; background: var(--mark); display: flex; gap: .6rem;
      align-items: center; flex-wrap: wrap; z-index: 1; }
    #part { position: absolute; right: 0; bottom: 2.4rem; white-space: nowrap; background: var(--mark); border-radius: 6px; padding: .2rem .6rem; }
    .zoom { position: absolute; right: .8rem; bottom: .8rem; display: flex; gap: .3rem; }
    .box { cursor: pointer; outline: none; }
    .box rect.frame { fill: var(--box); stroke: var(--line); }
    .box.root rect.frame { stroke-width: 2.5; stroke: var(--ink); }
    .box.module rect.frame { stroke-dasharray: none; stroke-width: 1.5; }
    .box.missing rect.frame { stroke-dasharray: 5 3; }
    .box.wrong rect.frame, .box.missing rect.frame { stroke: var(--wrong); fill: var(--wrong-ground); stroke-width: 2; }
    .box.chosen rect.frame { stroke: var(--accent); stroke-width: 3; }
    .box.path rect.frame { stroke: var(--accent); stroke-width: 2.5; }
    .box:focus-visible rect.frame { stroke: var(--accent); stroke-width: 4; }
    .box text { fill: var(--ink); font-size: 13px; }
    .box text.life, .box text.place { fill: var(--faint); font-size: 11px; }
    .box text.name, .box text.code, .box text.row { font-size: 12px; }
    .box text.row { fill: var(--faint); }
    .box.module text.title { font-weight: 600; }
    .box text.errors, .box text.warnings { font-size: 12px; font-weight: 600; }
    .box text.errors { fill: var(--wrong); }
    .box text.warnings { fill: var(--warn); }
    #modules small { white-space: nowrap; }
    small.errors { color: var(--wrong); }
    small.warnings { color: var(--warn); }
    .box.outside rect.frame { fill: var(--ground); stroke-dasharray: 2 3; }
    .box .rest { fill: var(--faint); font-weight: 400; }
    .box.group rect.frame { stroke-width: 2.5; }
    .box.missing text { fill: var(--wrong); }
    .arrow { fill: none; stroke: var(--line); stroke-width: 1.2; marker-end: url(#head); }
    .arrow.deferred { stroke-dasharray: 6 4; }
    .arrow.observed { stroke-dasharray: 1.5 4; stroke-linecap: round; }
    .arrow.many { stroke-width: 2; }
    .arrow.path { stroke: var(--accent); stroke-width: 3; marker-end: url(#head-path); }
    .arrow.wrong { stroke: var(--wrong); stroke-width: 2.2; marker-end: url(#head-wrong); }
    .far .box text:not(.title), .bare rect.stripe, .bare text { display: none; }
    .box.bare:not(.wrong):not(.missing):not(.path) rect.frame { fill: color-mix(in srgb, var(--hue) 60%, var(--box)); stroke: none; }
    .box.bare.wrong rect.frame, .box.bare.missing rect.frame { fill: var(--wrong); }
    .dense .arrow:not(.wrong):not(.path) { opacity: .4; }
    .parts .arrow:not(.wrong):not(.path) { opacity: .55; }
    .parts.dense .arrow:not(.wrong):not(.path) { opacity: .22; }
    .number { fill: var(--faint); font-size: 11px; text-anchor: middle; paint-order: stroke; stroke: var(--ground); stroke-width: 4px; }
    .dim .box:not(.near) { opacity: .35; }
    .dim .arrow.near { opacity: 1 !important; }
    .dim .arrow:not(.near) { opacity: .12 !important; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .3rem .7rem; border-bottom: 1px solid var(--rule); vertical-align: top; }
    td:nth-child(-n+3) { overflow-wrap: anywhere; min-width: 8rem; }
    th, td:nth-child(4) { white-space: nowrap; }
    th { position: sticky; top: 0; background: var(--panel); }
    th button { border: 0; background: none; font-weight: 600; padding: 0; }
    td button { border: 0; background: none; padding: 0; color: var(--accent); text-align: left; overflow-wrap: anywhere; }
    td.number { text-align: right; }
    #start .lane { position: relative; min-width: 16rem; height: 1.1em; background: var(--panel); }
    #start .bar { position: absolute; top: 0; bottom: 0; background: var(--line); border-radius: 2px; }
    #start .critical .bar { background: var(--accent); }
    #start .failed .bar { background: var(--wrong); }
    #table p, #start > p, #findings { padding: .8rem; }
    .finding { border-left: 4px solid var(--warn); background: var(--panel); margin: 0 0 .8rem; padding: .4rem .8rem; }
    .finding.error { border-color: var(--wrong); }
    .finding h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
    .finding.error h3 .severity { color: var(--wrong); }
    .finding h3 .severity { color: var(--warn); }
    .finding p { margin: .15rem 0; overflow-wrap: anywhere; }
    kbd { border: 1px solid var(--rule); border-radius: 4px; padding: 0 .3em; font-size: .85em; }
    #legend { position: absolute; left: .8rem; right: 11rem; bottom: .8rem; margin: 0; display: flex; flex-wrap: wrap; gap: 0 .7rem; color: var(--faint);
      font-size: 12px; pointer-events: none; }
    #legend span { background: var(--ground); border-radius: 4px; padding: 0 .2rem; }
    #legend i { display: inline-block; vertical-align: middle; width: 1.8rem; border-top: 2px solid var(--line); }
    #legend i.dashed { border-top-style: dashed; }
    #legend i.dotted { border-top-style: dotted; }
    #legend i.wrong { border-color: var(--wrong); }
    #legend i.frame { width: 1.3rem; height: .8rem; border: 2.5px solid var(--ink); border-radius: 4px; }
    #legend i.stripe, .swatch { width: 5px; height: 1rem; border: 0; border-radius: 2px; flex: none; }
    #legend i.stripe { background: linear-gradient(hsl(0 55% 50%), hsl(137.5 55% 50%), hsl(275 55% 50%)); }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: .5rem; top: .5rem; background: var(--panel); padding: .4rem; z-index: 2; }
    #live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
    @media (max-width: 50rem) { main { flex-direction: column; } aside { width: auto; max-height: 40%; } }
    @media (prefers-reduced-motion: no-preference) { .box, .arrow { transition: opacity .15s; } }
    @media print {
      :root, :root[data-theme="dark"] { --ground: #fff; --panel: #fff; --ink: #000; --faint: #444; --box: #fff; --line: #555; --wrong-ground: #fff; }
      html, body { height: auto; }
      aside, .tabs, #theme, .zoom, .skip, #bar { display: none !important; }
      #drawing { height: 90vh; }
      section[role="tabpanel"] { overflow: visible; }
    }
    """#
}
