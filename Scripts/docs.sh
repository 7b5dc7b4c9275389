#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation of all products with the toolchain's docc alone; a warning is a failure. The result is in
# .build-docs/Dovetail.doccarchive.
#
#   Scripts/docs.sh [--serve [PORT]]      --serve shows it in a browser, at http://127.0.0.1:PORT; 8080 unless told
set -euo pipefail
cd "$(dirname "$0")/.."
graphs=.build-docs/graphs archive=.build-docs/Dovetail.doccarchive page=/documentation/dovetail/ port= scratch=.build-traits
case "${1:-}" in
  "") ;;
  --serve) port=${2:-8080} ;;
  *) echo "usage: Scripts/docs.sh [--serve [PORT]]" >&2; exit 64 ;;
esac
rm -rf .build-docs && mkdir -p "$graphs"
# All traits, because the adapters are empty without theirs; pins are of this run only.
folder=$(mktemp -d)
if [ -e Package.resolved ]; then mv Package.resolved "$folder/"; fi
trap 'rm -f Package.resolved; if [ -e "$folder/Package.resolved" ]; then mv "$folder/Package.resolved" .; fi; rm -rf "$folder"' EXIT
# The targets that no other one of these depends on; what the adapters need is built once, for their tests as well.
for target in DovetailInspection DovetailXCTest DovetailSwiftUI DovetailComponentModules DovetailNames DovetailConfiguration DovetailLogging DovetailTracing \
  DovetailServiceLifecycle DovetailHummingbird; do
  swift build --quiet --target "$target" --enable-all-traits --scratch-path $scratch
done
# The toolchain's other programs are beside its swift, which need not be where the search path finds swift.
program() { command -v "$1" || echo "$(dirname "$(readlink -f "$(command -v swift)")")/$1"; }
# Where the modules of C are that the adapters' dependencies import.
options=()
while read -r map; do options+=(-Xcc "-fmodule-map-file=$map"); done < <(
  find $scratch/checkouts/*/Sources $scratch/debug/*.build -maxdepth 3 -name module.modulemap -not -path '*.build/include/*')
if [ "$(uname)" = Darwin ]; then options+=(-sdk "$(xcrun --show-sdk-path)"); fi
triple=$(swift -print-target-info | sed -nE 's/.*"triple": "([^"]*)".*/\1/p' | head -1)
# pages MODULE FOLDER…: what is public in a module, found in these folders.
pages() {
  local module="$1" place folders=()
  shift
  for place in "$@"; do folders+=(-I "$place"); done
  "$(program swift-symbolgraph-extract)" -module-name "$module" "${folders[@]}" -target "$triple" -minimum-access-level public -output-dir "$graphs" "${options[@]}"
}
modules=$scratch/debug/Modules
for module in "$modules"/Dovetail*.swiftmodule; do
  module=$(basename "$module" .swiftmodule)
  case $module in *Tests|DovetailTool|DovetailCLI) ;; *) pages "$module" "$modules" ;; esac
done
# DovetailSwiftUI has no views where there is no SwiftUI, so its pages are those of a build against the stand-in.
# SwiftPM names the package after its folder.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)
compile() { swiftc -swift-version 6 -parse-as-library -package-name "$package" -I "$folder" -I "$modules" -emit-module -emit-module-path "$folder/$1.swiftmodule" -module-name "$1" "${@:2}"; }
if [ "$(uname)" != Darwin ]; then
  compile SwiftUI Tests/StandIns/SwiftUI/{SwiftUI,Display}.swift
  compile DovetailSwiftUI Sources/DovetailSwiftUI/*.swift
  pages DovetailSwiftUI "$folder" "$modules"
fi
for product in $(sed -nE 's/.*\.library\(name: "([^"]*)".*/\1/p' Package.swift); do
  [ -e "$graphs/$product.symbols.json" ] || { echo "the product $product has no pages; add its target to $0"; exit 1; }
  [ -e "Sources/Dovetail/Documentation.docc/Reference/Products/$product.md" ] || [ "$product" = Dovetail ] || { echo "the product $product has no page in Reference/Products"; exit 1; }
done
# Extensions of other modules' types would be listed as theirs.
find "$graphs" -type f -name '*@*' ! -name '*@Dovetail*' -delete
output=$("$(program docc)" convert Sources/Dovetail/Documentation.docc \
  --fallback-display-name Dovetail --fallback-bundle-identifier dovetail.Dovetail \
  --additional-symbol-graph-dir "$graphs" --output-path "$archive" \
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
