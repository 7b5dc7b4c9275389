#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Examples/checked-build: builds and runs as it stands; without one of its binds the build fails with an error at the place of the bind
# that needs it; with the bind it builds again.
set -euo pipefail
dovetail=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# A copy, because the test breaks it; the package must be found at the same place beside it.
mkdir "$folder/Examples"
cp -R "$dovetail/Examples/checked-build" "$folder/Examples/"
rm -rf "$folder/Examples/checked-build/.build"
for part in Package.swift Sources Plugins Tests; do ln -s "$dovetail/$part" "$folder/$part"; done
cd "$folder/Examples/checked-build"

fail() {
  printf '%s\n' "$@"
  exit 1
}

output=$(swift run --quiet store 2>&1) || fail "the example does not build:" "$output"
[ "$(tail -1 <<< "$output")" = "for sale: Joinery, Veneers" ] || fail "the example prints" "$output"
echo "builds and runs"

module=Sources/Shop/ShopModule.swift
sed -i.bak '/Bind(Catalogue.init)/d' "$module"
if swift build > log 2>&1; then fail "the build without a bind does not fail:" "$(cat log)"; fi
wanted="$module:8:9: error: nothing is bound for 'Catalogue' [missing-binding]"
grep -qxF "$wanted" log || fail "the log of the build does not have the line" "$wanted" "but:" "$(cat log)"
echo "fails with: $wanted"

mv "$module.bak" "$module"
output=$(swift build 2>&1) || fail "the repaired example does not build:" "$output"
echo "builds again"
