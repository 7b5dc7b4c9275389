#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What coding agents and editors read: llms.txt, the list of the pages, and Skills/dovetail/SKILL.md.

  Scripts/agents.py            writes both from the guides; what stands above the mark in SKILL.md stays
  Scripts/agents.py --check    fails if one of them is not what it would write
"""
import pathlib
import re
import sys

if sys.argv[1:] not in ([], ["--check"]):
    print(__doc__.strip(), file=sys.stdout if "--help" in sys.argv else sys.stderr)
    sys.exit(0 if "--help" in sys.argv else 64)
package = pathlib.Path(__file__).resolve().parent.parent
catalogue = package / "Sources/Dovetail/Documentation.docc"
pages = {path.stem: path for path in sorted(catalogue.rglob("*.md"))}
mark = "<!-- Scripts/agents.py writes what follows, from the guides. -->"


def title(name):
    return re.search(r"^# (.*)$", pages[name].read_text(), re.M).group(1).strip("`")


def plain(text):
    """A text of the catalogue without the links that only DocC follows."""
    text = re.sub(r"<doc:([\w-]+)>", lambda link: title(link.group(1)) if link.group(1)[0].isupper() else f"`{link.group(1)}`", text)
    return re.sub(r"``/?([^`\n]+)``", lambda symbol: "`" + symbol.group(1).split("/")[-1] + "`", text)


def abstract(name):
    """The first paragraph of a page, on one line."""
    return plain(" ".join(pages[name].read_text().split("\n\n")[1].split()))


def topics(name):
    """The sections of a page's topics that list pages: each a title with names."""
    _, _, text = pages[name].read_text().partition("## Topics\n")
    for section in text.split("\n### ")[1:]:
        names = re.findall(r"^- <doc:([\w-]+)>$", section, re.M)
        if names:
            yield section.split("\n")[0], names


def sections(name, *wanted):
    """The parts of a page below its overview, or those with the titles that are named; without what only people read."""
    parts = pages[name].read_text().split("\n### ")[1:]
    chosen = [part.partition("\n## ")[0] for part in parts if not wanted or part.split("\n")[0] in wanted]
    if wanted and len(chosen) != len(wanted):
        sys.exit(f"{pages[name]} has not all of the sections {', '.join(wanted)}")
    return "\n\n".join("### " + plain(part).strip() for part in chosen)


def listed(names):
    return "\n".join(f"- [{title(name)}]({pages[name].relative_to(package)}): {abstract(name)}" for name in names)


def llms():
    groups = list(topics("Dovetail"))
    groups = [group for group in groups if group[0] != "For who changes Dovetail"]
    groups += [("Diagnostics: " + kind.lower(), names) for kind, names in topics("ReadingADiagnostic")]
    products = [name for name, path in pages.items() if path.parent.name == "Products"]
    internals = [name for name, path in pages.items() if path.parent.name == "Internals"]
    text = f"# Dovetail\n\n> Dependency injection for Swift 6. {abstract('Dovetail')}\n\n"
    text += "Skills/dovetail/SKILL.md has the declarations, the diagnostics and the compiler's messages on one page.\n"
    for name, names in groups:
        text += f"\n## {name}\n\n{listed(names)}\n"
    text += "\n## Optional\n\n- [Examples](Examples): whole programs, each with a README\n"
    text += "\n".join(f"- [{name}]({pages[name].relative_to(package)})" for name in products) + "\n"
    return text + listed(internals) + "\n"


def skill():
    path = package / "Skills/dovetail/SKILL.md"
    top, found, _ = path.read_text().partition(mark)
    if not found:
        sys.exit(f"{path.relative_to(package)} has no line '{mark}'")
    text = f"{top}{mark}\n\n## Declarations, modifiers, scopes, dependencies\n\n{sections('CheatSheet')}\n\n"
    text += "## Diagnostics\n\nEach has a page with wrong and right code in Sources/Dovetail/Documentation.docc/Reference/Diagnostics.\n"
    for kind, names in topics("ReadingADiagnostic"):
        text += f"\n### {kind}\n\n| ID | what is wrong |\n|---|---|\n"
        text += "\n".join(f"| `{name}` | {abstract(name)} |" for name in names) + "\n"
    text += "\n" + sections("ReadingADiagnostic", "While the program runs", "Other IDs") + "\n"
    return text + f"\n## The compiler's messages\n\n{sections('WhenItDoesNotCompile')}\n"


stale = []
for file, text in ("llms.txt", llms()), ("Skills/dovetail/SKILL.md", skill()):
    path = package / file
    if path.exists() and path.read_text() == text:
        continue
    stale.append(file)
    if "--check" not in sys.argv:
        path.write_text(text)
if "--check" in sys.argv and stale:
    sys.exit(f"{' and '.join(stale)}: not what the guides say now; run Scripts/agents.py")
