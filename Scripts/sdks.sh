#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the core with every Swift SDK of this machine: for musl (the static Linux SDK), Android and WebAssembly. Says which it built and which
# of these are not there. Scripts/sdks.sh [SDK …]: the named ones only, which have to be there.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The list of a machine without SDKs is a sentence.
installed=$(swift sdk list 2> /dev/null | grep -v ' ' || true)
wanted=("$@")
for sdk in "${wanted[@]}"; do
  if ! grep -qx -- "$sdk" <<< "$installed"; then
    echo "error: there is no SDK '$sdk' here; 'swift sdk list' prints those that are" >&2
    exit 64
  fi
done
if [ $# = 0 ]; then mapfile -t wanted < <(printf '%s' "$installed"); fi

built=""
for sdk in "${wanted[@]}"; do
  # The Swift that runs on a microcontroller has no existential types.
  case "$sdk" in *embedded*) echo "$sdk: skipped, because the core uses what embedded Swift leaves out"; continue ;; esac
  for product in Dovetail DovetailComponents; do
    swift build --swift-sdk "$sdk" --product "$product" --scratch-path "$folder/$sdk" > "$folder/log" 2>&1 || { tail -40 "$folder/log"; exit 1; }
  done
  echo "$sdk: Dovetail and DovetailComponents build"
  built+=" $sdk"
done
for kind in static-linux:musl android:Android wasm:WebAssembly; do
  if ! grep -qi -- "${kind%%:*}" <<< "$built"; then echo "${kind##*:}: skipped, because no SDK for it is here"; fi
done
