#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The main job as a user runs it: output and exit codes.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# expect CODE WORDS -- ARGUMENTS: runs the garage, and compares its exit code and a part of its output.
expect() {
  local code="$1" words="$2" found=0
  shift 3
  swift run --quiet garage "$@" > "$folder/output" 2>&1 || found=$?
  if [ "$found" -ne "$code" ] || ! grep -qF -- "$words" "$folder/output"; then
    printf 'garage %s: exit code %s, expected %s and the words "%s" in:\n' "$*" "$found" "$code" "$words"
    cat "$folder/output"
    exit 1
  fi
  echo "garage $*: exit code $found"
}

expect 0 "radio tuned to 102.8" --
expect 0 "radio, silent" -- --profile test
expect 0 "radio tuned to 99.5" -- --set frequency=99.5
printf '# the evening programme\nfrequency = 95.6\n' > "$folder/evening"
expect 0 "radio tuned to 95.6" -- --profile-file "$folder/evening"
expect 0 "exit codes:" -- --help
expect 0 "as it was observed so far:" -- --component
expect 0 "radio, silent" -- --component --profile test
expect 0 "its axle found its parent and its grandparent: true" -- --seeds
expect 0 "critical path: Mains -> Fuses -> Compressor -> Lift -> Hall" -- --start
expect 1 "nothing is bound for 'Hinge'" -- --broken
expect 1 "is \"loud\", which is no Double" -- --set frequency=loud
expect 64 "did you mean --profile?" -- --profle test
expect 64 "leave out --broken" -- --component --broken
expect 64 "there is no profile 'night'" -- --profile night
expect 64 "there is no variable 'frequncy'; did you mean 'frequency'?" -- --set frequncy=99.5
expect 64 "--set needs NAME=VALUE" -- --set frequency
expect 66 "there is no such file" -- --profile-file "$folder/missing"
expect 66 "it is a directory" -- --profile-file "$folder"
printf 'frequency\n' > "$folder/malformed"
expect 66 "malformed:1: expected NAME = VALUE" -- --profile-file "$folder/malformed"
printf '\xff\xfe\n' > "$folder/binary"
expect 66 "it is not UTF-8 text" -- --profile-file "$folder/binary"

expect 0 '"format": "dovetail-graph"' -- --graph -
swift run --quiet garage --check-graph --graph "$folder/garage.json"
cmp "$folder/garage.json" "$folder/output"
expect 1 "Sources/garage/Broken/BrokenNeeds.swift:" -- --check-graph --broken
expect 64 "--graph needs a value" -- --graph
expect 73 "cannot write '$folder': it is a directory" -- --graph "$folder"

swift run --quiet garage --broken > "$folder/broken" 2>&1 || true
ids=$(grep -oE '^(error|warning): \[[a-z-]+\]' "$folder/broken" | sort -u | wc -l)
if [ "$ids" -lt 22 ]; then
  echo "garage --broken names $ids kinds of findings, expected 22"
  exit 1
fi
echo "garage --broken names $ids kinds of findings"
