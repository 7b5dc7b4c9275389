#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The bistro under load, wired by Dovetail and wired by hand, in turns of one run. Prints a line a figure:
#
#   ratio requests-per-second WORKLOAD   Dovetail's divided by those by hand; median of all turns. Target: at least 0.95.
#   ratio p99 WORKLOAD                   the same for the latency that 99 of 100 requests stay under. Target: at most 1.10.
#   ratio cpu-per-request WORKLOAD       the same for the processor's time that the server takes; Linux only.
#   spread WORKLOAD                      requests per second of the slowest and of the fastest turn by hand: how much the machine itself varies.
#   value rss-before, rss-after          memory in kB before and after 200,000 requests.
#   value rss-growth                     that in bytes for each request. Target: less than 32, which is less than any object takes.
#   value lost-orders                    acknowledged and not there after a restart. Target: 0.
#
# Every round starts both servers anew, because two processes of the same program differ: in where their memory lies, and in which threads got
# which connections. In a round each of them is under load for a second, in turn, several times, because the machine changes from second to
# second: what is compared is one second with the next. Whose turn it is not is halted. It takes about eight minutes after the build.
#
# Ends with 1 when an order is lost, or, without --quick, when memory grows or the mixed workload misses a target. --quick takes less than a
# minute after the build and is for CI: it runs everything, but too briefly to judge speed.
# Needs wrk and curl: apt-get install wrk curl. It builds the program in release, unless BISTRO names one that is built already.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$scripts")

declare -A rounds=([mixed]=16 [menu]=3 [order]=3 [place]=3)
workloads="mixed menu order place" turns=8 seconds=4 requests=200000 quick=no
case "${1-}" in
  "") ;;
  --quick) quick=yes rounds[mixed]=2 workloads="mixed" turns=1 seconds=1 requests=5000 ;;
  *)
    echo "usage: $0 [--quick]" >&2
    exit 64
    ;;
esac
for tool in wrk curl; do
  command -v "$tool" > /dev/null || { echo "$tool is missing: apt-get install $tool" >&2; exit 69; }
done

folder=$(mktemp -d)
declare -A process=() port=()
end() {
  for variant in "${!process[@]}"; do kill -KILL "${process[$variant]}" 2> /dev/null || true; done
  rm -rf "$folder"
}
trap end EXIT

program=${BISTRO-}
if [ -z "$program" ]; then
  swift build -c release --package-path "$package" --product bistro
  program=$(swift build -c release --package-path "$package" --product bistro --show-bin-path)/bistro
fi

# open VARIANT: starts a bistro with a database of its own, and waits until it says on which port it is.
open() {
  local variant="$1" options=(--profile production --port 0 --log-level error --database "$folder/$1.sqlite")
  [ "$variant" = by-hand ] && options+=(--by-hand)
  # Here already, because the server before this one may have said its port in the same file.
  : > "$folder/$variant.out"
  "$program" "${options[@]}" > "$folder/$variant.out" 2> "$folder/$variant.err" &
  process[$variant]=$!
  # Otherwise the shell would report how it ends.
  disown
  local try
  for try in $(seq 200); do
    port[$variant]=$(sed -nE 's/.*is open at http:\/\/[^:]+:([0-9]+).*/\1/p' "$folder/$variant.out")
    [ -n "${port[$variant]}" ] && return
    sleep 0.05
  done
  echo "the bistro ($variant) did not open: $(cat "$folder/$variant.err")" >&2
  exit 1
}

# close VARIANT SIGNAL: sends a signal, and waits until the bistro has ended.
close() {
  kill "-$2" "${process[$1]}"
  while kill -0 "${process[$1]}" 2> /dev/null; do sleep 0.02; done
  unset "process[$1]"
}

# burst VARIANT WORKLOAD SECONDS: the output of wrk.
burst() {
  local url="http://127.0.0.1:${port[$1]}"
  case "$2" in
    menu) wrk -t1 -c16 -d"$3s" --latency "$url/menu" ;;
    order) wrk -t1 -c16 -d"$3s" --latency "$url/orders/1" ;;
    *) wrk -t1 -c16 -d"$3s" --latency -s "$scripts/$2.lua" "$url/orders" ;;
  esac
}

# Reads "REQUESTS-PER-SECOND P99-IN-MICROSECONDS REQUESTS" off the output of wrk; refuses answers that are errors.
figures() {
  awk '
    function microseconds(text) { return text ~ /us$/ ? text + 0 : text ~ /ms$/ ? text * 1000 : text * 1000000 }
    /99%/ { p99 = microseconds($2) }
    /requests in/ { requests = $1 }
    /Requests\/sec/ { rate = $2 }
    /Non-2xx/ { print "wrk got errors: " $0 > "/dev/stderr"; bad = 1 }
    END { if (bad || !rate) exit 1; print rate, p99, requests }'
}

# column NUMBER: of the lines of a file.
column() { awk -v number="$1" '{ print $number }' "$2"; }
median() { sort -g | awk '{ line[NR] = $1 } END { print NR % 2 ? line[(NR + 1) / 2] : (line[NR / 2] + line[NR / 2 + 1]) / 2 }'; }
rss() { ps -o rss= -p "${process[$1]}" | tr -d ' '; }
# What the processor did for a variant so far, in ticks of the clock; 0 where the system does not say.
ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/${process[$1]}/stat" 2> /dev/null || echo 0; }

# begin VARIANT: starts a server with an empty database, lets it warm up on orders, and halts it.
begin() {
  rm -f "$folder/$1.sqlite"*
  open "$1"
  burst "$1" place 1 | figures > /dev/null
  kill -STOP "${process[$1]}"
}

# measure VARIANT WORKLOAD: lets the server go on for a second, and prints "REQUESTS-PER-SECOND P99 TICKS-PER-REQUEST".
measure() {
  local began rate p99 requests
  began=$(ticks "$1")
  kill -CONT "${process[$1]}"
  # By way of a file: when wrk gets errors, the script ends here.
  burst "$1" "$2" 1 | figures > "$folder/figures"
  kill -STOP "${process[$1]}"
  read -r rate p99 requests < "$folder/figures"
  awk -v rate="$rate" -v p99="$p99" -v ticks=$(($(ticks "$1") - began)) -v requests="$requests" \
    'BEGIN { print rate, p99, ticks / requests }'
}

# compare WORKLOAD ROUND: for every turn a line "RATE-RATIO P99-RATIO CPU-RATIO RATE-BY-HAND", and to the user what was seen.
compare() {
  local turn order variant
  for variant in dovetail by-hand; do begin "$variant"; done
  for turn in $(seq "$turns"); do
    order="dovetail by-hand"
    [ $((($2 + turn) % 2)) -eq 0 ] && order="by-hand dovetail"
    for variant in $order; do measure "$variant" "$1" > "$folder/$variant.figures"; done
    paste -d ' ' "$folder/dovetail.figures" "$folder/by-hand.figures" | awk -v name="$1 $2.$turn" '{
      printf "turn %s: dovetail %.0f requests/s, p99 %.0f us; by hand %.0f requests/s, p99 %.0f us\n", name, $1, $2, $4, $5 > "/dev/stderr"
      print $1 / $4, $2 / $5, $6 ? $3 / $6 : 0, $4
    }'
  done
  for variant in dovetail by-hand; do close "$variant" KILL; done
}

missed=0
for workload in $workloads; do
  for round in $(seq "${rounds[$workload]}"); do compare "$workload" "$round"; done > "$folder/turns"
  rate=$(column 1 "$folder/turns" | median) p99=$(column 2 "$folder/turns" | median) cpu=$(column 3 "$folder/turns" | median)
  printf 'ratio requests-per-second %s %.3f\n' "$workload" "$rate"
  printf 'ratio p99 %s %.3f\n' "$workload" "$p99"
  [ "$cpu" = 0 ] || printf 'ratio cpu-per-request %s %.3f\n' "$workload" "$cpu"
  column 4 "$folder/turns" | sort -g |
    awk -v name="$workload" 'NR == 1 { least = $1 } END { printf "spread %s %.0f %.0f\n", name, least, $1 }'
  if [ "$workload" = mixed ]; then
    awk -v rate="$rate" -v p99="$p99" 'BEGIN { exit !(rate < 0.95 || p99 > 1.10) }' && missed=1
  fi
done

for variant in dovetail by-hand; do
  open "$variant"
  burst "$variant" mixed 1 | figures > /dev/null
  before=$(rss "$variant") sent=0
  while [ "$sent" -lt "$requests" ]; do
    burst "$variant" mixed "$seconds" | figures > "$folder/figures"
    sent=$((sent + $(column 3 "$folder/figures")))
  done
  after=$(rss "$variant")
  growth=$(awk -v grown=$((after - before)) -v sent="$sent" 'BEGIN { printf "%.1f", grown * 1024 / sent }')
  echo "value rss-before $variant $before kB"
  echo "value rss-after $variant $after kB after $sent requests"
  echo "value rss-growth $variant $growth bytes-per-request"
  # An object that every request leaves behind takes 32 bytes at the least.
  if [ "$quick" = no ] && awk -v growth="$growth" 'BEGIN { exit !(growth >= 32) }'; then
    echo "$variant keeps memory for every request" >&2
    exit 1
  fi
done

# lost VARIANT SIGNAL: ends the bistro while orders come in, opens it again and counts acknowledged orders that are not there.
lost() {
  local variant="$1" signal="$2" last=0 page
  : > "$folder/acknowledged"
  ACKNOWLEDGED="$folder/acknowledged" burst "$variant" place 2 > "$folder/wrk.out" 2>&1 &
  local load=$!
  sleep 1
  close "$variant" "$signal"
  wait "$load" || true
  open "$variant"
  : > "$folder/there"
  last=$(($(sort -n "$folder/acknowledged" | head -1) - 1))
  while page=$(curl -sS "http://127.0.0.1:${port[$variant]}/orders?limit=1000&after=$last" | grep -oE '"id":[0-9]+' | cut -d: -f2); do
    echo "$page" >> "$folder/there"
    last=$(tail -1 <<< "$page")
  done
  local acknowledged missing
  acknowledged=$(wc -l < "$folder/acknowledged")
  missing=$(comm -23 <(sort "$folder/acknowledged") <(sort "$folder/there") | wc -l)
  echo "value lost-orders $variant SIG$signal $missing of $acknowledged acknowledged"
  [ "$acknowledged" -gt 0 ] && [ "$missing" -eq 0 ]
}

for variant in dovetail by-hand; do
  for signal in TERM KILL; do
    lost "$variant" "$signal" || { echo "orders were lost, or none was taken" >&2; exit 1; }
  done
done

if [ "$quick" = no ] && [ "$missed" -eq 1 ]; then
  echo "the mixed workload misses a target" >&2
  exit 1
fi
