#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks that every page, manifest, workflow, source and golden text agrees with Scripts/repository.txt, the one line that says where this repository
# is, and with the newest version of CHANGELOG.md. With an argument it writes both everywhere: Scripts/repository.sh [URL].
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
  [[ "$1" =~ ^https://[^\ ]+/dovetail$ ]] || { echo "usage: Scripts/repository.sh [URL], where URL is https://… and ends in /dovetail"; exit 64; }
  printf '%s\n' "$1" > Scripts/repository.txt
fi
git ls-files -z --cached --others --exclude-standard -- '*.md' '*.yml' '*.swift' '*.txt' '*.sarif' ':!CHANGELOG.md' | python3 -c '
import pathlib, re, sys

repository = pathlib.Path("Scripts/repository.txt").read_text().strip()
version = re.search(r"^## (\d+\.\d+\.\d+)", pathlib.Path("CHANGELOG.md").read_text(), re.MULTILINE)[1]
writes = len(sys.argv) > 1
address = re.compile(r"(?:https?://|git@|ssh://)[^\s\"\x27<>()]*?/dovetail(?=\.git\b|[/\"\x27<>()\s]|$)|<where this repository is>(?:/dovetail)?", re.MULTILINE)
install = re.compile(r"(/dovetail\.git\", )[a-z]+: \S*?\"(?=[,)])")
offences = []
for name in filter(None, sys.stdin.read().split("\0")):
    path = pathlib.Path(name)
    text = path.read_text()
    wanted = install.sub(lambda found: found[1] + f"from: \"{version}\"", address.sub(repository, text))
    if wanted == text: continue
    if writes: path.write_text(wanted)
    for number, (old, new) in enumerate(zip(text.splitlines(), wanted.splitlines()), 1):
        if old != new: offences.append(f"{name}:{number}: {old.strip()}")
if writes: print(f"{len(offences)} lines changed")
elif offences:
    print(f"these lines disagree with {repository} or {version}; Scripts/repository.sh {repository} writes them:", *offences, sep="\n")
    sys.exit(1)
' "$@"
