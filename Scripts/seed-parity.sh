#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lists every behaviour of the five seed systems with the tests that cover it; fails when an owed one has none.
# Scripts/seed-parity.sh [SYSTEM …]: all systems, or some of Rivet, Injineer, InDependence, BTKInjector, Drip.
#
# The rows are those of Scripts/seed-rows.txt: ID, then "owed", "optional" or "not-owed", then why. A test covers a row when its name
# begins with the row's ID: @Test func `RIV-10: a name with the suffix Provider gives a provider`(). `IND-26 and IND-27: …` covers two.
set -euo pipefail
cd "$(dirname "$0")/.."
for system in "$@"; do
  case "$system" in
    Rivet | Injineer | InDependence | BTKInjector | Drip) ;;
    *) echo "error: there is no system '$system'; there are Rivet, Injineer, InDependence, BTKInjector and Drip" >&2; exit 64 ;;
  esac
done
id='[A-Z]{3}-T?[0-9]+'
grep -rhoE "func \`$id( and $id)*: [^\`]*\`" Tests/SeedTests --include='*.swift' | sed -E 's/^func `(.*)`$/\1/' | LC_ALL=C sort |
  awk -v wanted="$*" '
    function fail(text) { print "error: " text > "/dev/stderr"; failed = 1 }
    BEGIN {
      count = split("RIV Rivet INJ Injineer IND InDependence BTK BTKInjector DRP Drip", words, " ")
      for (i = 1; i < count; i += 2) { name[words[i]] = words[i + 1]; order[++systems] = words[i] }
      all = wanted == ""
      count = split(wanted, words, " ")
      for (i = 1; i <= count; i++) chosen[words[i]] = 1
    }
    FNR == NR && FILENAME != "-" {
      if ($0 ~ /^#/ || NF == 0) next
      id = $1; status[id] = $2; $1 = $2 = ""; sub(/^ +/, ""); why[id] = $0
      rows[substr(id, 1, 3)] = rows[substr(id, 1, 3)] " " id
      next
    }
    {
      count = split(substr($0, 1, index($0, ":") - 1), ids, " and ")
      sentence = substr($0, index($0, ":") + 2)
      number[substr($0, 1, 3)]++
      for (i = 1; i <= count; i++) {
        id = ids[i]; covered[id] = 1
        if (!(id in status)) fail("the test \"" $0 "\" names a row that Scripts/seed-rows.txt does not have")
        tests[id] = tests[id] sprintf("  %-7s %s\n", id, sentence)
      }
    }
    END {
      for (s = 1; s <= systems; s++) {
        system_ = order[s]
        if (!all && !(name[system_] in chosen)) continue
        print name[system_]
        count = split(rows[system_], ids, " ")
        owed = done = optional = extra = 0; missing = ""
        for (i = 1; i <= count; i++) {
          id = ids[i]
          if (status[id] == "owed") { owed++; if (id in covered) done++; else missing = missing " " id }
          if (status[id] == "optional") { optional++; if (id in covered) extra++ }
          if (id in covered) printf "%s", tests[id]
          else printf "  %-7s %s%s\n", id, status[id] == "owed" ? "NO TEST" : status[id], why[id] == "" ? "" : ": " why[id]
        }
        line = sprintf("%s: %d of %d owed rows covered, %d of %d optional ones, by %d tests", name[system_], done, owed, extra, optional, number[system_])
        summary = summary line "\n"
        if (missing != "") { fail(name[system_] " has no test for" missing) }
      }
      printf "\n%s", summary
      if (failed) { print "not whole yet: see the errors"; exit 1 }
    }' Scripts/seed-rows.txt -
