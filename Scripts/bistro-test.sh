#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Examples/bistro: its tests, and the server as its README runs it: the requests of the README get the answers of the README, and the script that
# puts it under load runs, briefly.
# It needs curl, wrk and, on Linux, the headers of SQLite (libsqlite3-dev).
set -euo pipefail
cd "$(dirname "$0")/../Examples/bistro"
. ../../Scripts/expect.sh
server=""
clean() { if [ -n "$server" ]; then kill -KILL "$server" 2> /dev/null || true; fi; }
# Lines of HTTP end with a carriage return, and bodies without a line break.
ask() { curl "$@" | tr -d '\r' | awk 1; }

# What the adapters need is built once for both.
scratch=../../.build-traits
swift build --build-tests --scratch-path $scratch
swift test --skip-build --scratch-path $scratch

program=$(swift build --show-bin-path --scratch-path $scratch)/bistro
readme=$PWD/README.md
for wiring in "" --by-hand; do
  rm -rf "$folder"/*
  # shellcheck disable=SC2086 # an empty wiring is no argument
  (cd "$folder" && exec "$program" --port 0 --log-level error $wiring) > "$folder/out" 2> "$folder/err" &
  server=$!
  port=""
  for _ in $(seq 200); do
    port=$(sed -nE 's/.*is open at http:\/\/[^:]+:([0-9]+).*/\1/p' "$folder/out")
    [ -n "$port" ] && break
    sleep 0.05
  done
  [ -n "$port" ] || fail "the bistro did not open:" "$(cat "$folder/out" "$folder/err")"

  replays "$readme" "s#^curl #ask #; s#localhost:8080#127.0.0.1:$port#"
  requests=$(grep -c '^\$ curl ' "$folder/shown")
  [ "$requests" -ge 5 ] || fail "the README has only $requests requests"

  kill -TERM "$server"
  wait "$server" || fail "the bistro did not close well:" "$(cat "$folder/err")"
  server=""
  [ "$(tail -1 "$folder/out")" = "the bistro is closed" ] || fail "the bistro says:" "$(cat "$folder/out")"
  echo "bistro $wiring: $requests requests of the README, and closed on SIGTERM"
done

echo "the load script, with a debug build, whose speed says nothing:"
BISTRO="$program" Scripts/load.sh --quick
