#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation with the toolchain's docc alone; a warning is a failure. The result is in .build-docs/Dovetail.doccarchive.
set -euo pipefail
cd "$(dirname "$0")/.."
graphs=.build-docs/graphs
# What was written before stays: a module that has not changed is not compiled again, and writes nothing.
mkdir -p "$graphs"
for target in DovetailInspection DovetailTesting DovetailComponents DovetailInjected DovetailLifecycle DovetailNames DovetailProfiles DovetailRelatives; do
  swift build --quiet --target "$target" --scratch-path .build-docs \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$PWD/$graphs" \
    -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public
done
# Only our own modules: extensions of other modules' types would be listed as theirs.
find "$graphs" -type f ! -name 'Dovetail*.symbols.json' -delete
find "$graphs" -type f -name '*@*' ! -name '*@Dovetail*' -delete
# What a module re-exports is listed as its own as well; its page belongs to the module that declares it.
python3 - "$graphs" <<'PYTHON'
import json, pathlib, sys
graphs = {path: json.loads(path.read_text()) for path in pathlib.Path(sys.argv[1]).glob("*.symbols.json") if "@" not in path.name}
usr = lambda symbol: symbol["identifier"]["precise"]
names = {graph["module"]["name"] for graph in graphs.values()}
for path, graph in graphs.items():
    others = tuple(f"s:{len(name)}{name}" for name in names - {graph["module"]["name"]})
    own = tuple([f"s:{len(graph['module']['name'])}{graph['module']['name']}"])
    foreign = {usr(symbol) for symbol in graph["symbols"] if usr(symbol).startswith(others) and not usr(symbol).startswith(own)}
    if foreign:
        graph["symbols"] = [symbol for symbol in graph["symbols"] if usr(symbol) not in foreign]
        graph["relationships"] = [link for link in graph["relationships"] if link["source"] not in foreign]
        path.write_text(json.dumps(graph))
PYTHON
# The toolchain's docc is beside its swift, which need not be where the search path finds swift.
docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v swift)")")/docc")
output=$("$docc" convert Sources/Dovetail/Documentation.docc \
  --fallback-display-name Dovetail --fallback-bundle-identifier dovetail.Dovetail \
  --additional-symbol-graph-dir "$graphs" --output-path .build-docs/Dovetail.doccarchive \
  --warnings-as-errors 2>&1) || { echo "$output"; exit 1; }
if grep -q 'warning:' <<< "$output"; then
  echo "$output"
  exit 1
fi
echo "built .build-docs/Dovetail.doccarchive without a warning"
