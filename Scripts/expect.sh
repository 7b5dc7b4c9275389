#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the scripts share that run a command and compare its text; they source this file. $folder is theirs, and is removed at the end, after
# their function `clean`. `program` is the command that is run, `golden` the folder of the texts.
folder=$(mktemp -d)
clean() { :; }
trap 'clean; cd /; rm -rf "$folder"' EXIT

fail() {
  printf '%s\n' "$@"
  exit 1
}

# run CODE ARGUMENT…: runs the program, keeps its output and its complaints, and compares its exit code.
run() {
  local code="$1" found=0
  shift
  PATH=${path:-$PATH} "${program[@]}" "$@" > "$folder/output" 2> "$folder/errors" || found=$?
  [ "$found" -eq "$code" ] || fail "$name $*: exit code $found, not $code" "$(head -c 2000 "$folder/output" "$folder/errors")"
}

# shows CODE WORDS ARGUMENT…: looks for words in what the program prints, or complains.
shows() {
  local code="$1" words="$2"
  shift 2
  run "$code" "$@"
  cat "$folder/output" "$folder/errors" > "$folder/both"
  grep -qF -- "$words" "$folder/both" || fail "$name $* does not say \"$words\":" "$(cat "$folder/both")"
  echo "$name $*: exit code $code"
}

# prints CODE GOLDEN ARGUMENT…: compares the whole output with a golden file.
prints() {
  local code="$1" wanted="$golden/$2"
  shift 2
  run "$code" "$@"
  [ ! -s "$folder/errors" ] || fail "$name $* complains: $(cat "$folder/errors")"
  diff "$wanted" "$folder/output" || fail "$name $* prints something else than $wanted"
  echo "$name $*" | sed "s#$PWD/##g"
}

# refuses CODE WORDS ARGUMENT…: compares the whole complaint, without the folder's name.
refuses() {
  local code="$1" words="$2" found
  shift 2
  run "$code" "$@"
  [ ! -s "$folder/output" ] || fail "$name $* prints although it refuses"
  found=$(sed "s#$folder#FOLDER#g" "$folder/errors")
  [ "$found" = "$words" ] || fail "$name $* complains" "$found" "not" "$words"
  echo "refused: $words"
}

# The console blocks of a page: lines that begin with "$ " are commands, the others what they print.
transcript() { awk '/^```console$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$1"; }

# replays PAGE SED: runs the commands of a page, changed by a sed script, in this folder, and compares what they print with what the page shows.
replays() {
  local line
  transcript "$1" > "$folder/shown"
  [ -s "$folder/shown" ] || fail "$1 shows no program"
  while IFS= read -r line; do
    if [[ "$line" != '$ '* ]]; then continue; fi
    if [[ "$line" == *'# a moment later' ]]; then sleep 1; fi
    printf '%s\n' "$line"
    (eval "$(sed "$2" <<< "${line#\$ }")") < /dev/null 2>&1 || true
  done < "$folder/shown" > "$folder/printed"
  diff "$folder/shown" "$folder/printed" || fail "$1 shows something else than its programs print"
}
