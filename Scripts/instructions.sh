#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Counts the instructions of one operation on the hot paths, and fails when one takes more than Benchmarks/budgets.txt allows.
#
#   Scripts/instructions.sh [--write]
#   Scripts/instructions.sh [--profile] WORKLOAD VARIANT
#
# --write    writes what was counted into the budgets
# --profile  prints where the instructions are, in instructions for each operation; without it, only their number
#
# An operation is done 2,000 times in one run and 4,000 times in another; the difference is what 2,000 take, whatever the program does
# besides. The count is the same in every run, on a busy machine too, as long as compiler, standard library and code are; only tables
# that are asked by type depend a little on where the types lie in memory.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."
budgets=Benchmarks/budgets.txt
# What another processor's memory functions may take more, in percent.
margin=5
# What another place of the types in memory may take more, in instructions: tables by type look at a few more entries then.
probes=12
rounds=2000

if ! command -v valgrind > /dev/null; then
  echo "this script counts with valgrind, which is not installed: apt-get install valgrind"
  exit 1
fi
# Finished programs stay where they are: this build is shared with Scripts/benchmark.sh.
"${SWIFT:-swift}" build -c release --package-path Benchmarks --product operations
operations=$(swift build -c release --package-path Benchmarks --show-bin-path)/operations

collected() {
  local output
  # Hashes, and with them the order of dictionaries, would be different in every process.
  output=$(SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$operations" "$@" 2>&1) || {
    printf 'operations %s failed:\n%s\n' "$*" "$(tail -n 12 <<< "$output")" >&2
    return 1
  }
  sed -nE 's/.*Collected : ([0-9]+).*/\1/p' <<< "$output"
}
# Both runs at once: what else the machine does is not counted.
count() {
  local once twice file
  file=$(mktemp)
  collected "$1" "$2" "$rounds" > "$file" &
  twice=$(collected "$1" "$2" $((2 * rounds)))
  wait $!
  once=$(cat "$file")
  rm "$file"
  echo $(((twice - once) / rounds))
}

# The functions that take most. Only what the operations do is looked at, not how everything was made ready.
profile() {
  local file
  file=$(mktemp)
  SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file="$file" --toggle-collect='*7VariantV3run*' \
    "$operations" "$1" "$2" "$rounds" 2> /dev/null
  callgrind_annotate --auto=no "$file" | grep -E '^ *[0-9,]+ \(' | sed -E 's/ *\([ 0-9.]+%\) +[^ :]*:?/ /; s/ \[.*//' | head -40 |
    awk -v rounds="$rounds" '{ gsub(",", "", $1); printf "%8.1f ", $1 / rounds; $1 = ""; print }' | swift demangle --simplified
  rm "$file"
}

write=no
[ "${1:-}" = --write ] && { write=yes; shift; }
if [ "${1:-}" = --profile ] && [ $# -eq 3 ]; then
  profile "$2" "$3"
  exit
fi
if [ $# -eq 2 ]; then
  count "$1" "$2"
  exit
fi

exceeded=0
written=""
while read -r workload variant budget; do
  case "$workload" in
  '#'* | '')
    written+="$workload${variant:+ $variant}${budget:+ $budget}"$'\n'
    continue
    ;;
  esac
  counted=$(count "$workload" "$variant")
  allowed=$((budget + budget * margin / 100 + probes))
  verdict=ok
  if [ "$write" = yes ]; then
    verdict="written; it was $budget"
  elif [ "$counted" -gt "$allowed" ]; then
    verdict="MORE than the budget of $budget, $margin % and $probes allow"
    exceeded=1
  elif [ $((counted + counted * margin / 100 + probes)) -lt "$budget" ]; then
    verdict="ok; less than the budget of $budget: lower it with --write"
  fi
  printf '%-14s %-10s %6d instructions  %s\n' "$workload" "$variant" "$counted" "$verdict"
  written+="$workload $variant $counted"$'\n'
done < "$budgets"
if [ "$write" = yes ]; then
  printf '%s' "$written" > "$budgets"
elif [ "$exceeded" -ne 0 ]; then
  echo "a hot path takes more instructions than before. Where it has to be so, say why and write the new budget: $0 --write"
  exit 1
fi
