#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lists every behaviour of the five seed systems with what proves it; fails when an owed one has no proof.
# Scripts/seed-parity.sh [SYSTEM …]: all systems, or some of Rivet, Injineer, InDependence, BTKInjector, Drip, All (what all imply).
#
# The rows are those of Scripts/seed-rows.txt, which says what its words mean. A test covers a row when its name begins with the row's ID:
# @Test func `RIV-10: a name with the suffix Provider gives a provider`(). `IND-26 and IND-27: …` covers two. It has to be a @Test and to
# expect something; and no test stands in Tests/SeedTests that is about nothing: it has an ID, or is in a file about a document or a guide.
set -euo pipefail
cd "$(dirname "$0")/.."
for system in "$@"; do
  case "$system" in
    Rivet | Injineer | InDependence | BTKInjector | Drip | All) ;;
    *) echo "error: there is no system '$system'; there are Rivet, Injineer, InDependence, BTKInjector, Drip and All" >&2; exit 64 ;;
  esac
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Every test as a line: file, name, whether it is a @Test, whether its body expects something. A body ends with the brace below its "func".
tests() {
  xargs awk '
    function tell() { printf "%s\t%s\t%d\t%d\n", file, name, isTest, expects; name = ""; isTest = 0; expects = 0 }
    FNR == 1 { if (name != "") tell(); isTest = 0 }
    name == "" && /@Test/ { isTest = 1 }
    name == "" && /(^|[ )])func / && (isTest || /func `[A-Z]+-[0-9T]/) {
      file = FILENAME; match($0, /^ */); indent = RLENGTH
      name = $0; sub(/^.*func /, "", name); isSentence = name ~ /^`/
      if (isSentence) { sub(/^`/, "", name); sub(/`.*$/, "", name) } else { sub(/\(.*$/, "", name) }
    }
    name != "" {
      if ($0 ~ /#expect|#require|expectCompiled\(|expectOutput\(/) expects = 1
      if ($0 ~ /^ *}$/ && match($0, /^ */) && RLENGTH == indent) tell()
      else if ($0 ~ /func .*\{.*\}$/ && match($0, /^ */) && RLENGTH == indent) tell()
    }
    END { if (name != "") tell() }'
}
find Tests/SeedTests -name '*.swift' | LC_ALL=C sort | tests > "$folder/tests"

# The guides as one line each, without the marks of code.
for system in Rivet Injineer InDependence BTKInjector Drip; do
  printf '%s\t' "$system"
  tr '\n`' '  ' < "Sources/Dovetail/Documentation.docc/Guides/MovingFrom$system.md" | tr -s ' '
  echo
done > "$folder/guides"
grep -oE '^(refused|explained) [a-z-]+' Scripts/consumer-test.sh | awk '{ print $2 }' > "$folder/refused"

# What other suites prove: the row, the file and the test's name, and whether that is there, a @Test, and expects something.
sed -nE 's/^([A-Z]+-T?[0-9]+) tested ([^ ]+) (.*)$/\1\t\2\t\3/p' Scripts/seed-rows.txt > "$folder/named"
cut -f 2 "$folder/named" | sort -u | while read -r file; do if [ -e "$file" ]; then echo "$file"; fi; done | tests > "$folder/others"
awk -F '\t' -v OFS='\t' '
  FILENAME ~ /others$/ { if ($3 && $4) proofs[$1, $2] = 1; next }
  { print $0, (($2, $3) in proofs) + 0 }' "$folder/others" "$folder/named" > "$folder/elsewhere"

awk -F '\t' -v wanted="$*" '
  function fail(text) { print "error: " text > "/dev/stderr"; failed = 1 }
  function note(id, text) { covered[id] = 1; lines[id] = lines[id] sprintf("  %-7s %s\n", id, text) }
  BEGIN {
    count = split("RIV Rivet INJ Injineer IND InDependence BTK BTKInjector DRP Drip M All", words, " ")
    for (i = 1; i < count; i += 2) { name[words[i]] = words[i + 1]; order[++systems] = words[i] }
    all = wanted == ""
    count = split(wanted, words, " ")
    for (i = 1; i <= count; i++) chosen[words[i]] = 1
  }
  FILENAME ~ /guides$/ { guide[$1] = tolower($2); next }
  FILENAME ~ /refused$/ { refusals[$1] = 1; next }
  FILENAME ~ /tests$/ {
    number++
    if (!$3) fail("\"" $2 "\" in " $1 " is no @Test")
    if (!$4) fail("the test \"" $2 "\" in " $1 " expects nothing")
    if ($2 !~ /^[A-Z]+-T?[0-9]+( and [A-Z]+-T?[0-9]+)*: /) {
      if ($1 !~ /(DocumentTests|Snippets)\.swift$/) fail("the test \"" $2 "\" in " $1 " names no row, and is about no document")
      next
    }
    count = split(substr($2, 1, index($2, ":") - 1), ids, " and ")
    sentence = substr($2, index($2, ":") + 2)
    tests[substr($2, 1, index($2, "-") - 1)]++
    for (i = 1; i <= count; i++) { titles[ids[i], sentence] = 1; named[ids[i]] = $2; note(ids[i], sentence) }
    next
  }
  FILENAME ~ /elsewhere$/ {
    if (!$4) fail($1 " is to be tested by \"" $3 "\" in " $2 ", which is no test there that expects something")
    note($1, $3 " (" $2 ")")
    if (index($3, $1 ": ") == 1) titles[$1, substr($3, length($1) + 3)] = 1
    next
  }
  /^#/ || /^ *$/ { next }
  {
    split($0, words, " ")
    id = words[1]; word = words[2]; rest = substr($0, length(id) + length(word) + 3)
    if (word == "says") { says[id, ++sayings[id]] = rest; next }
    if (word == "tested") next
    if (word == "refused") {
      if (!(rest in refusals)) fail(id " is to be refused as \"" rest "\" by Scripts/consumer-test.sh, which has no such case")
      note(id, "the compiler refuses " rest)
      next
    }
    if (word != "owed" && word != "optional" && word != "not-owed") { fail("Scripts/seed-rows.txt: what is \"" word "\"?"); next }
    status[id] = word; why[id] = rest
    system_ = substr(id, 1, index(id, "-") - 1); rows[system_] = rows[system_] " " id
  }
  END {
    for (id in named) if (!(id in status)) fail("the test \"" named[id] "\" names a row that Scripts/seed-rows.txt does not have")
    for (s = 1; s <= systems; s++) {
      system_ = order[s]
      count = split(rows[system_], ids, " ")
      for (i = 1; i <= count; i++) for (k = 1; k <= sayings[ids[i]]; k++) {
        saying = says[ids[i], k]
        if (!((ids[i], saying) in titles)) fail("no test is called \"" ids[i] ": " saying "\", as Scripts/seed-rows.txt says")
        if (!index(guide[name[system_]], tolower(saying))) fail("the guide MovingFrom" name[system_] " does not say: " saying)
        otherwise[ids[i]] = 1
      }
      if (!all && !(name[system_] in chosen)) continue
      print name[system_]
      owed = done = optional = extra = decided = 0; missing = ""
      for (i = 1; i <= count; i++) {
        id = ids[i]
        if (status[id] == "owed") { owed++; if (id in covered) done++; else missing = missing " " id }
        if (status[id] == "optional") { optional++; if (id in covered) extra++ }
        if (id in otherwise) decided++
        if (id in covered) printf "%s", lines[id]
        else printf "  %-7s %s%s\n", id, status[id] == "owed" ? "NO TEST" : status[id], why[id] == "" ? "" : ": " why[id]
        for (k = 1; k <= sayings[id]; k++) printf "  %-7s DECIDED OTHERWISE, and so says the guide: %s\n", id, says[id, k]
      }
      line = sprintf("%s: %d of %d owed rows covered, %d of %d optional ones, by %d tests; %d rows decided otherwise", name[system_], done, owed, extra, optional, tests[system_], decided)
      summary = summary line "\n"
      if (missing != "") fail(name[system_] " has no test for" missing)
    }
    printf "\n%s", summary
    if (failed) { print "not whole yet: see the errors"; exit 1 }
  }' "$folder/guides" "$folder/refused" "$folder/tests" "$folder/elsewhere" Scripts/seed-rows.txt
