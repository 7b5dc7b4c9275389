#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Examples/: each is built and tested, and each command in a console block of its README prints what stands there.
# Then Examples/checked-build: without one of its binds its build fails with an error at the place of the bind that needs it.
# Names of examples as arguments choose some of them.
set -euo pipefail
dovetail=$(cd "$(dirname "$0")/.." && pwd)
. "$dovetail/Scripts/expect.sh"
# One folder for the builds of all, so that Dovetail is compiled once.
scratch=$dovetail/.build-examples

test_example() {
  local name="$1"
  cd "$dovetail/Examples/$name"
  swift build --build-tests --scratch-path "$scratch" > "$folder/log" 2>&1 || fail "$name does not build:" "$(cat "$folder/log")"
  if grep -E "/Examples/.*: warning: " "$folder/log"; then fail "$name builds with warnings"; fi
  swift test --skip-build --scratch-path "$scratch" > "$folder/log" 2>&1 || fail "the tests of $name fail:" "$(cat "$folder/log")"
  products=$(swift build --show-bin-path --scratch-path "$scratch")
  mkdir "$folder/$name"
  cd "$folder/$name"
  # `swift run NAME` is the program that was just built.
  replays "$dovetail/Examples/$name/README.md" "s#swift run \([a-z-]*\)#'$products/\1'#g"
  echo "$name: builds, passes its tests, and prints what its README shows"
}

test_checked_build() {
  # A copy, because the test breaks it; the package must be found at the same place beside it.
  mkdir "$folder/Examples"
  cp -R "$dovetail/Examples/checked-build" "$folder/Examples/"
  rm -rf "$folder/Examples/checked-build/.build"
  for part in Package.swift Sources Plugins Tests; do ln -s "$dovetail/$part" "$folder/$part"; done
  cd "$folder/Examples/checked-build"

  output=$(swift run --quiet store 2>&1) || fail "the example does not build:" "$output"
  [ "$(tail -1 <<< "$output")" = "for sale: Joinery, Veneers" ] || fail "the example prints" "$output"
  echo "checked-build: builds and runs"

  module=Sources/Shop/ShopModule.swift
  sed -i.bak '/Bind(Catalogue.init)/d' "$module"
  if swift build > log 2>&1; then fail "the build without a bind does not fail:" "$(cat log)"; fi
  wanted="$module:8:9: error: nothing is bound for 'Catalogue' [missing-binding]"
  grep -qxF "$wanted" log || fail "the log of the build does not have the line" "$wanted" "but:" "$(cat log)"
  echo "checked-build: fails with: $wanted"

  mv "$module.bak" "$module"
  output=$(swift build 2>&1) || fail "the repaired example does not build:" "$output"
  echo "checked-build: builds again"
}

if [ $# -eq 0 ]; then
  # An example whose README shows no such program has a test of its own.
  for readme in "$dovetail"/Examples/*/README.md; do
    if transcript "$readme" | grep '^\$ swift run ' > /dev/null; then set -- "$@" "$(basename "$(dirname "$readme")")"; fi
  done
  set -- "$@" checked-build
fi
for name in "$@"; do
  if [ "$name" = checked-build ]; then test_checked_build; else test_example "$name"; fi
done
