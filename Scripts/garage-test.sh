#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The main job as a user runs it: output and exit codes.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/expect.sh
name=garage
program=(swift run --quiet garage)

shows 0 "radio tuned to 102.8"
shows 0 "radio, silent" --profile test
shows 0 "radio tuned to 99.5" --set frequency=99.5
printf '# the evening programme\nfrequency = 95.6\n' > "$folder/evening"
shows 0 "radio tuned to 95.6" --profile-file "$folder/evening"
shows 0 "exit codes:" --help
shows 0 "as it was observed so far:" --component
shows 0 "radio, silent" --component --profile test
shows 0 "its axle found its parent and its grandparent: true" --seeds
shows 0 "the list found the window main" --seeds
shows 0 "critical path: Mains -> Fuses -> Compressor -> Lift -> Hall" --start
shows 1 "nothing is bound for 'Hinge'" --broken
shows 1 "is \"loud\", which is no Double" --set frequency=loud
shows 64 "did you mean --profile?" --profle test
shows 64 "leave out --broken" --component --broken
shows 64 "there is no profile 'night'" --profile night
shows 64 "there is no variable 'frequncy'; did you mean 'frequency'?" --set frequncy=99.5
shows 64 "--set needs NAME=VALUE" --set frequency
shows 66 "there is no such file" --profile-file "$folder/missing"
shows 66 "it is a directory" --profile-file "$folder"
printf 'frequency\n' > "$folder/malformed"
shows 66 "malformed:1: expected NAME = VALUE" --profile-file "$folder/malformed"
printf '\xff\xfe\n' > "$folder/binary"
shows 66 "it is not UTF-8 text" --profile-file "$folder/binary"

shows 0 '"format": "dovetail-graph"' --graph -
swift run --quiet garage --check-graph --graph "$folder/garage.json"
cmp "$folder/garage.json" "$folder/output"
shows 1 "Sources/garage/Broken/BrokenNeeds.swift:" --check-graph --broken
shows 64 "--graph needs a value" --graph
shows 73 "cannot write '$folder': it is a directory" --graph "$folder"

run 1 --broken
ids=$(cat "$folder/output" "$folder/errors" | grep -oE '^(error|warning): \[[a-z-]+\]' | sort -u | wc -l)
# All that the checks find but a chain that is too deep: that is looked for in graphs without a circle, and the broken garage has one.
[ "$ids" -ge 23 ] || fail "garage --broken names $ids kinds of findings, expected 23"
echo "garage --broken names $ids kinds of findings"
