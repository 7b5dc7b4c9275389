#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Scripts that are called with wrong arguments, or are asked how to call them: they say what is right, and build, measure and write nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/expect.sh

# explains SCRIPT: its text is printed for --help, and is the complaint about arguments that it does not know.
explains() {
  program=("$1")
  name=$1
  run 0 --help
  [ ! -s "$folder/errors" ] || fail "$1 --help complains: $(cat "$folder/errors")"
  mv "$folder/output" "$folder/usage"
  python3 -c '
import ast, sys
print(ast.get_docstring(ast.parse(open(sys.argv[1]).read()), clean=False).strip())' "$1" | diff - "$folder/usage" || fail "$1 --help prints something else than its text"
  run 64 --nothing
  [ ! -s "$folder/output" ] || fail "$1 prints although it refuses"
  diff "$folder/usage" "$folder/errors" || fail "$1 complains in other words than its text"
  echo "$1 says how it is called"
}
before=$(git status --porcelain)
for script in Scripts/{agents,sample-graph}.py Benchmarks/Tools/{compare,compile,generate,startup,table}.py; do explains "$script"; done
[ "$before" = "$(git status --porcelain)" ] || fail "a script that only says how it is called has changed files" "$(git status --porcelain)"

program=(Scripts/benchmark.sh)
name=Scripts/benchmark.sh
shows 0 "Scripts/benchmark.sh [--quick] [--only WORDS] [--write] [--compare REVISION]" --help
refuses 64 "--only needs a value; --help lists the options" --only
refuses 64 "--only needs a value; --help lists the options" --only --quick
refuses 64 "--compare needs a value; --help lists the options" --quick --compare
refuses 64 "'now' is no option; --help lists the options" now

program=(Scripts/mutations.sh)
name=Scripts/mutations.sh
numbers="Scripts/mutations.txt has the numbers $(sed -nE 's/^([0-9]+) .*/\1/p' Scripts/mutations.txt | sort -n | sed -n '1p;$p' | paste -sd, | sed 's/,/ to /')"
refuses 64 "'99999' is no mutation: $numbers" 99999
refuses 64 "'5-2' is no mutation: $numbers" 7 5-2
refuses 64 "'--help' is no mutation: give numbers as 7 or 12-20, --threads, --check, or nothing for all of them" --help
refuses 64 "none of these mutations needs the thread sanitizer: leave --threads out" --threads 1
refuses 64 "none of these mutations can be noticed without --threads" "$(sed -nE 's/^([0-9]+) threads .*/\1/p' Scripts/mutations.txt | head -1)"
