#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Examples/bistro: its tests, and the server as its README runs it: the requests of the README get the answers of the README, and the script that
# puts it under load runs, briefly.
# It needs curl, wrk and, on Linux, the headers of SQLite (libsqlite3-dev).
set -euo pipefail
cd "$(dirname "$0")/../Examples/bistro"
folder=$(mktemp -d)
server=""
end() {
  if [ -n "$server" ]; then kill -KILL "$server" 2> /dev/null || true; fi
  rm -rf "$folder"
}
trap end EXIT

fail() {
  printf '%s\n' "$@"
  exit 1
}

swift build --build-tests
swift test --skip-build

program=$(swift build --show-bin-path)/bistro
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

  # Each block that begins with "$ curl" is run as it stands, but for the port; what follows in it is what has to come.
  awk -v folder="$folder" '
    /^```/ { if (inside) close(file); inside = 0; next }
    /^\$ curl / { count++; file = folder "/request." count; print substr($0, 3) > file; inside = 1; next }
    inside { print > (file ".wanted") }' "$readme"
  requests=0
  for request in $(ls "$folder"/request.* | grep -v wanted | sort -t. -k2 -n); do
    requests=$((requests + 1))
    # An order is cooked in the background; the README says so, and looks at it later.
    if grep -q '# a moment later' "$request"; then sleep 1; fi
    sed "s/localhost:8080/127.0.0.1:$port/" "$request" > "$request.sh"
    bash "$request.sh" | tr -d '\r' > "$request.found" || fail "$(cat "$request") fails"
    [ -s "$request.found" ] && [ "$(tail -c1 "$request.found")" != "" ] && echo >> "$request.found"
    diff "$request.wanted" "$request.found" || fail "the README promises something else for:" "$(cat "$request")"
  done
  [ "$requests" -ge 5 ] || fail "the README has only $requests requests"

  kill -TERM "$server"
  wait "$server" || fail "the bistro did not close well:" "$(cat "$folder/err")"
  server=""
  [ "$(tail -1 "$folder/out")" = "the bistro is closed" ] || fail "the bistro says:" "$(cat "$folder/out")"
  echo "bistro $wiring: $requests requests of the README, and closed on SIGTERM"
done

echo "the load script, with a debug build, whose speed says nothing:"
BISTRO="$program" Scripts/load.sh --quick
