#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation of all products with the toolchain's docc alone; a warning is a failure. The result is in
# .build-docs/Dovetail.doccarchive.
#
#   Scripts/docs.sh [--serve [PORT]]      --serve shows it in a browser, at http://127.0.0.1:PORT; 8080 unless told
set -euo pipefail
cd "$(dirname "$0")/.."
graphs=.build-docs/graphs archive=.build-docs/Dovetail.doccarchive page=/documentation/dovetail/ port=
case "${1:-}" in
  "") ;;
  --serve) port=${2:-8080} ;;
  *) echo "usage: Scripts/docs.sh [--serve [PORT]]" >&2; exit 64 ;;
esac
# What was written before stays: a module that has not changed is not compiled again, and writes nothing.
mkdir -p "$graphs"
# All traits, because the adapters are empty without theirs; pins are of this run only.
folder=$(mktemp -d)
if [ -e Package.resolved ]; then mv Package.resolved "$folder/"; fi
trap 'rm -f Package.resolved; if [ -e "$folder/Package.resolved" ]; then mv "$folder/Package.resolved" .; fi; rm -rf "$folder"' EXIT
emit=(-emit-symbol-graph -emit-symbol-graph-dir "$PWD/$graphs" -symbol-graph-minimum-access-level public)
options=(--enable-all-traits --scratch-path .build-docs)
for flag in "${emit[@]}"; do options+=(-Xswiftc "$flag"); done
# The targets that no other one of these depends on.
for target in DovetailInspection DovetailXCTest DovetailSwiftUI DovetailComponentModules DovetailNames DovetailConfiguration DovetailLogging DovetailTracing \
  DovetailServiceLifecycle DovetailHummingbird; do
  swift build --quiet --target "$target" "${options[@]}"
done
# DovetailSwiftUI has no views where there is no SwiftUI, so its pages are those of a build against the stand-in.
compile() { swiftc -swift-version 6 -parse-as-library -I "$folder" -I .build-docs/debug/Modules -emit-module -emit-module-path "$folder/$1.swiftmodule" "${@:2}"; }
if [ "$(uname)" != Darwin ]; then
  compile SwiftUI -module-name SwiftUI Tests/StandIns/SwiftUI/{SwiftUI,Display}.swift
  compile DovetailSwiftUI -module-name DovetailSwiftUI "${emit[@]}" Sources/DovetailSwiftUI/*.swift
fi
for product in $(sed -nE 's/.*\.library\(name: "([^"]*)".*/\1/p' Package.swift); do
  [ -e "$graphs/$product.symbols.json" ] || { echo "the product $product has no pages; add its target to $0"; exit 1; }
  [ -e "Sources/Dovetail/Documentation.docc/Reference/Products/$product.md" ] || [ "$product" = Dovetail ] || { echo "the product $product has no page in Reference/Products"; exit 1; }
done
# Only our own modules: extensions of other modules' types would be listed as theirs.
find "$graphs" -type f ! -name 'Dovetail*.symbols.json' -delete
find "$graphs" -type f -name '*@*' ! -name '*@Dovetail*' -delete
# What a module re-exports is listed as its own as well; its page belongs to the module that declares it.
pages=.build-docs/pages
rm -rf "$pages" && mkdir "$pages"
python3 - "$graphs" "$pages" <<'PYTHON'
import json, pathlib, sys
source, pages = map(pathlib.Path, sys.argv[1:])
graphs = {path.name: json.loads(path.read_text()) for path in sorted(source.glob("*.symbols.json"))}
usr = lambda symbol: symbol["identifier"]["precise"]
names = {graph["module"]["name"] for graph in graphs.values()}
for name, graph in graphs.items():
    module, _, extended = name.removesuffix(".symbols.json").partition("@")
    if not extended:
        begins = lambda modules: tuple(f"s:{len(module)}{module}" for module in modules)
        foreign = {usr(symbol) for symbol in graph["symbols"] if usr(symbol).startswith(begins(names - {module})) and not usr(symbol).startswith(begins({module}))}
        graph["symbols"] = [symbol for symbol in graph["symbols"] if usr(symbol) not in foreign]
        graph["relationships"] = [link for link in graph["relationships"] if link["source"] not in foreign]
    (pages / name).write_text(json.dumps(graph))
PYTHON
# The toolchain's docc is beside its swift, which need not be where the search path finds swift.
docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v swift)")")/docc")
output=$("$docc" convert Sources/Dovetail/Documentation.docc \
  --fallback-display-name Dovetail --fallback-bundle-identifier dovetail.Dovetail \
  --additional-symbol-graph-dir "$pages" --output-path "$archive" \
  --warnings-as-errors 2>&1) || { echo "$output"; exit 1; }
if grep -q 'warning:' <<< "$output"; then
  echo "$output"
  exit 1
fi
echo "built $archive without a warning"

serve=(python3 -u -m http.server --bind 127.0.0.1 --directory "$archive")
if [ -n "$port" ]; then
  echo "open http://127.0.0.1:$port$page and end with Control-C"
  "${serve[@]}" "$port"
  exit
fi
# Port 0 is any that is free.
"${serve[@]}" 0 > "$folder/served" 2>&1 &
server=$!
for _ in $(seq 100); do
  address=$(sed -nE 's/.*\((http:[^)]*)\/\).*/\1/p' "$folder/served")
  if [ -n "$address" ]; then break; fi
  sleep 0.1
done
answer=$(python3 -c '
import sys, urllib.request
for path in sys.argv[2:]: print(len(urllib.request.urlopen(sys.argv[1] + path).read()))' "$address" "$page" "/data${page%/}.json" 2>&1) || failed=1
kill "$server"
[ -z "${failed:-}" ] || { echo "$address$page does not answer:" "$answer"; exit 1; }
echo "serves $page"
