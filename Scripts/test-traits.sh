#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The traits of the package: without any nothing is fetched and everything builds; then the tests of all adapters with all traits, and of
# each adapter with its trait alone. One line a trait. The traits are those of the manifest: trait X is that of the target DovetailX.
#
#   Scripts/test-traits.sh [TRAIT…]       none or some of the traits alone; by default all
#   Scripts/test-traits.sh --declared     builds nothing: what each adapter and its tests import has to be declared for its trait. For the gate, which
#                                         tests all adapters with all traits in another stage
#
# All is built first, and what it fetched is kept by --force-resolved-versions, so that no other package is built twice.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=.build-traits
folder=$(mktemp -d)
# Pins are of this run only; others may have theirs.
if [ -e Package.resolved ]; then mv Package.resolved "$folder/"; fi
trap 'rm -f Package.resolved; if [ -e "$folder/Package.resolved" ]; then mv "$folder/Package.resolved" .; fi; rm -rf "$folder"' EXIT

fail() {
  printf '%s\n' "$@"
  exit 1
}

# quietly NAME COMMAND…: runs a command; its output matters only when it fails.
quietly() {
  local name="$1"
  shift
  "$@" > "$folder/output" 2>&1 || fail "$name: $* fails:" "$(cat "$folder/output")"
}

# tests NAME PATTERN OPTION…: runs the tests that a pattern names, and prints how many there were.
tests() {
  local name="$1" pattern="$2" began=$SECONDS count
  shift 2
  quietly "$name" swift test --scratch-path "$scratch" "$@" --filter "$pattern"
  count=$(sed -nE 's/.*Test run with ([0-9]+) tests?.* passed.*/\1/p' "$folder/output" | tail -1)
  [ "${count:-0}" -gt 0 ] || fail "$name: no test ran:" "$(tail -5 "$folder/output")"
  echo "$name: $count tests pass, $((SECONDS - began)) s"
}

# builds NAME OPTION…: builds what users build.
builds() {
  local name="$1" began=$SECONDS
  shift
  quietly "$name" swift build --scratch-path "$scratch" --force-resolved-versions "$@"
  echo "$name: builds, $((SECONDS - began)) s"
}

traits=$(swift package dump-package | python3 -c 'import json, sys
print(*sorted(trait["name"] for trait in json.load(sys.stdin)["traits"] if trait["name"] != "default"))')
adapters=""
for trait in $traits; do
  if [ -d "Tests/Dovetail${trait}Tests" ]; then adapters+="$trait "; fi
done

# In a folder of its own, so that what is fetched can be counted.
quietly none swift package --scratch-path "$folder/none" resolve
fetched=$(find "$folder/none/checkouts" "$folder/none/repositories" -mindepth 1 -maxdepth 1 2> /dev/null || true)
[ -z "$fetched" ] || fail "without a trait these are fetched:" "$fetched"
[ ! -e Package.resolved ] || fail "without a trait there are pins:" "$(cat Package.resolved)"
echo "none: nothing is fetched"

if [ "${1:-}" = --declared ]; then
  swift package dump-package > "$folder/manifest.json"
  python3 - "$folder/manifest.json" $adapters << 'PYTHON'
import json, pathlib, re, sys
targets = {target["name"]: target for target in json.load(open(sys.argv[1]))["targets"]}
system = {"Foundation", "FoundationEssentials", "Synchronization", "Testing"}

def declared(name, trait):
    found = {name}
    for need in targets[name]["dependencies"]:
        if "byName" in need: found |= declared(need["byName"][0], trait)
        elif trait in need["product"][3]["traits"]: found.add(need["product"][0])
    return found

for trait in sys.argv[2:]:
    for name, folder in ((f"Dovetail{trait}", "Sources"), (f"Dovetail{trait}Tests", "Tests")):
        imports = set()
        for file in pathlib.Path(folder, name).rglob("*.swift"):
            imports |= set(re.findall(r"^ *(?:[@a-z]+ )*import (\w+)", file.read_text(), re.MULTILINE))
        undeclared = imports - declared(name, trait) - system
        if undeclared: sys.exit(f"{name} imports what the manifest does not declare for the trait {trait}: {', '.join(sorted(undeclared))}")
    print(f"{trait}: declares what it imports")
PYTHON
  exit
fi
tests all "^Dovetail($(tr ' ' '|' <<< "${adapters% }"))Tests\." --enable-all-traits
builds none
for trait in ${@:-$traits}; do
  if grep -qw "$trait" <<< "$adapters"; then
    tests "$trait" "^Dovetail${trait}Tests\." --traits "$trait" --force-resolved-versions
  else
    builds "$trait" --traits "$trait"
  fi
done
