#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures everything that is said about speed, and prints a line for every figure:
#
#   ratio WORKLOAD VARIANT VALUE     the median of its time to that of hand-written Swift
#   value NAME NUMBER UNIT
#
# and then tables with what the figures shall reach. Benchmarks/README.md says how it is measured, and what the names mean.
#
#   Scripts/benchmark.sh [--quick] [--only WORDS] [--write] [--compare REVISION]
#
# --quick    fewer samples, smaller graphs, no builds but that of the benchmarks: about 30 seconds after it
# --only     what to measure: workloads, and 'times', 'allocations', 'startup', 'asyncstart', 'compile', 'size', 'cleanbuild'
# --write    writes the tables into Benchmarks/README.md
# --compare  measures the times of the workloads with the library of another revision and with this one, in turn, and prints how many
#            times the other's time this one's is: 'compare WORKLOAD VARIANT VALUE'
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."
mode=full only="" write=no revision=""
wrong() {
  echo "$1; --help lists the options" >&2
  exit 64
}
while [ $# -gt 0 ]; do
  case "$1" in
  --quick) mode=quick ;;
  --only | --compare)
    case "${2:-}" in "" | --*) wrong "$1 needs a value" ;; esac
    if [ "$1" = --only ]; then only="$2"; else revision="$2"; fi
    shift
    ;;
  --write) write=yes ;;
  --help)
    sed -n '3,/^set /p' "$0" | sed '$d; s/^# \{0,1\}//'
    exit
    ;;
  *) wrong "'$1' is no option" ;;
  esac
  shift
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
figures="$scratch/figures"
swift="${SWIFT:-swift}"
parts="allocations startup asyncstart compile size cleanbuild"

# Builds a checkout's benchmarks; prints where the programs are.
build() {
  "$swift" build -c release --package-path "$1/Benchmarks" >&2
  swift build -c release --package-path "$1/Benchmarks" --show-bin-path
}
# Whether a part was asked for by its name, or everything was.
wants() { [ -z "$only" ] || [[ " $only " == *" $1 "* ]]; }
# The workloads that were asked for by their names.
workloads() {
  local word
  for word in $only; do
    [[ " $parts times " == *" $word "* ]] || printf '%s\n' "$word"
  done
}
# Runs the workloads of a build with so many samples, and prints their figures.
times() {
  local filters=() word
  if ! wants times; then
    for word in $(workloads); do filters+=(--filter "$word"); done
  fi
  DOVETAIL_SAMPLES="$2" "$1/times" --quiet true "${filters[@]}" > "$scratch/times" || { tail -3 "$scratch/times" >&2 && return 1; }
  grep -E '^(ratio|value) ' "$scratch/times" && return
  echo "nothing that is measured is called '$only'" >&2
  "$1/operations" >&2
  return 1
}
wants_times() { wants times || [ -n "$(workloads)" ]; }

# The other revision's library is measured with these benchmarks, so that nothing but the library differs. Its checkout is kept for the
# next comparison, which then builds less.
compare() {
  local other=Benchmarks/.build-compare/dovetail commit here there round file
  commit=$(git rev-parse --verify "$revision^{commit}")
  if [ -e "$other/.git" ]; then
    git -C "$other" checkout --quiet --force --detach "$commit"
  else
    git worktree prune
    git worktree add --quiet --force --detach "$other" "$commit"
  fi
  mkdir -p "$other/Benchmarks"
  find "$other/Benchmarks" -mindepth 1 -maxdepth 1 ! -name '.build' -exec rm -rf {} +
  git ls-files --cached --others --exclude-standard Benchmarks | while read -r file; do
    mkdir -p "$other/$(dirname "$file")"
    cp -p "$file" "$other/$file"
  done
  here=$(build .)
  there=$(build "$other")
  for round in 1 2 3 4 5 6 7; do
    printf 'round %s of 7\n' "$round" >&2
    times "$there" 15 | sed 's/^/before /'
    times "$here" 15 | sed 's/^/after /'
  done > "$scratch/rounds"
  Benchmarks/Tools/compare.py "$scratch/rounds"
}

if [ -n "$revision" ]; then
  compare
  exit
fi

bin=$(build .)
# What takes builds of its own is for a whole run, or for who asks for it.
wants_builds() { wants "$1" && { [ "$mode" = full ] || [ -n "$only" ]; }; }
if wants_builds compile; then
  for target in Dovetail DovetailComponents; do "$swift" build --target "$target" --scratch-path Benchmarks/.build-debug >&2; done
  debug=$(swift build --scratch-path Benchmarks/.build-debug --show-bin-path)
fi
samples=101
[ "$mode" = quick ] && samples=31
{
  if wants_times; then times "$bin" "$samples"; fi
  if wants allocations; then "$bin/allocations"; fi
  if wants asyncstart; then "$bin/starts" "$mode"; fi
  if wants startup; then Benchmarks/Tools/startup.py "$bin" Benchmarks/.build-startup "$mode"; fi
  if wants size; then Benchmarks/Tools/compile.py size "$bin" "$mode"; fi
  if wants_builds cleanbuild; then
    for configuration in debug release; do
      rm -rf "Benchmarks/.build-clean-$configuration"
      began=$(date +%s%N)
      "$swift" build -c "$configuration" --target Dovetail --scratch-path "Benchmarks/.build-clean-$configuration" >&2
      awk -v name="cleanbuild.$configuration" -v took=$(($(date +%s%N) - began)) 'BEGIN { printf "value %s %.1f s\n", name, took / 1e9 }'
    done
  fi
  if wants_builds compile; then
    Benchmarks/Tools/compile.py compile "$debug" "$bin" "$mode"
  fi
} | tee "$figures"

readme=()
[ "$write" = yes ] && readme=(Benchmarks/README.md)
printf '\n'
Benchmarks/Tools/table.py "$figures" Benchmarks/targets.txt "${readme[@]}"
