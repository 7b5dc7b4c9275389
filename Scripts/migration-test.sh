#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The verbs for programs that use other containers: the tests of their package; what migrate wrote for the sample programs compiles, and its
# graph has no finding but those of the audit; and both verbs as a user runs them, through the tool.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/expect.sh
if [ -e Package.resolved ] && grep -q swift-syntax Package.resolved; then fail "the root package resolves swift-syntax"; fi
swift test --package-path Migration

swift build --quiet --package-path Migration/Samples
for style in Swinject Factory; do
  sample=Migration/Samples/Sources/${style}Sample golden=$PWD/Migration/Tests/Golden/$style
  program=(Migration/Samples/.build/debug/${style}Sample) name="${style}Sample"
  run 1 --check-graph
  # The ids and the messages: places and helps are of another file. A protocol is written with `any` now.
  says() { sed -nE 's/^[^ ]*: (error|warning): (.*)$/\2/p' "$1" | sed "s/'any /'/g" | sort; }
  says "$golden/audit.compiler.txt" > "$folder/audited"
  says "$folder/errors" > "$folder/moved"
  [ -s "$folder/moved" ] || fail "the graph of $style's sample has no findings"
  comm -13 "$folder/audited" "$folder/moved" > "$folder/new"
  [ ! -s "$folder/new" ] || fail "the graph that was written for $style has findings that the audit has not:" "$(cat "$folder/new")"
  echo "what was written for $style compiles, and has $(wc -l < "$folder/moved") of the audit's findings"
done

# The tool as it is installed, and beside it the program of the tests: swift-syntax takes minutes to be built in release.
Scripts/install-tool.sh --without-migration "$folder/prefix" > /dev/null
cp Migration/.build/debug/dovetail-migration "$folder/prefix/bin/"
program=("$folder/prefix/bin/dovetail") name=dovetail
cp -R Migration/Samples/Sources/SwinjectSample/App "$folder/App"
cd "$folder"
shows 1 "[dependency-cycle]" audit App
shows 1 '"version": "2.1.0"' audit App --format sarif
run 0 migrate --from swinject App --output New
[ -e New/MovedModules.swift ] || fail "migrate writes nothing"
refuses 73 "dovetail: cannot write 'New': it exists; remove it, or choose another folder with --output" migrate --from swinject App -o New
refuses 66 "dovetail: cannot read 'none': there is no such file or directory" audit none
shows 0 "USAGE: dovetail-migration audit" audit --help
run 64 audit --format pdf
run 64 migrate App
echo "runs as dovetail audit and dovetail migrate"

# A folder of many files takes time by its size, not by its square.
mkdir -p large
for number in $(seq 400); do sed "s/Parcel/Parcel$number/g" App/Parcels.swift > "large/Parcels$number.swift"; done
cp App/ParcelAssembly.swift large/
began=$(date +%s%N)
"$folder/prefix/bin/dovetail" audit large > "$folder/output" || [ $? -eq 1 ] || fail "400 files cannot be read"
took=$(( ($(date +%s%N) - began) / 1000000 ))
grep -q "^read 401 files" "$folder/output" || fail "the audit says" "$(tail -2 "$folder/output")"
[ "$took" -le 60000 ] || fail "400 files take $took ms"
echo "reads 400 files in $took ms, without optimisation"
