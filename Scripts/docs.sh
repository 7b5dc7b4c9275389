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
