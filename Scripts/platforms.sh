#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every platform that the manifest names, where only one of them runs: what an app builds is compiled to modules for Apple's systems, for musl
# and for Android, with all that the package's settings ask for and without a warning. Apple's and Android's C libraries are stand-ins with the
# few declarations that the sources touch (Tests/StandIns); musl's is the real one, whose headers Debian has (musl-dev, or MUSL=DIRECTORY).
# A watch has words of 32 bits: no literal of the type Int or UInt is too large for them.
# This shows that the sources compile; how they behave there only the systems themselves show. Scripts/sdks.sh builds with the SDKs of a machine.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

platforms=("$@")
if [ $# = 0 ]; then platforms=(Darwin Android Musl); fi
for platform in "${platforms[@]}"; do
  case "$platform" in
    Darwin | Android | Musl) ;;
    *) echo "error: there is no platform '$platform'; there are Darwin, Android and Musl" >&2; exit 64 ;;
  esac
done

# The products without Foundation, SwiftUI and the libraries for tests.
products=(Dovetail DovetailComponents DovetailComponentModules DovetailInjected DovetailLifecycle DovetailNames DovetailProfiles DovetailRelatives)

# What the manifest says of the targets of these products, a line each in the order in which they build: name, folder, options of the compiler.
swift package --scratch-path "$folder/scratch" dump-package > "$folder/manifest.json"
python3 - "$folder/manifest.json" "${products[@]}" > "$folder/targets" << 'PYTHON'
import json, sys
manifest = json.load(open(sys.argv[1]))
targets = {target["name"]: target for target in manifest["targets"]}
products = {product["name"]: product for product in manifest["products"]}
done = []

def add(name):
    if name in done or name not in targets: return
    for dependency in targets[name]["dependencies"]: add(next(iter(dependency.values()))[0])
    done.append(name)

for product in sys.argv[2:]:
    for name in products[product]["targets"]: add(name)
options = {"enableUpcomingFeature": "-enable-upcoming-feature", "enableExperimentalFeature": "-enable-experimental-feature"}
for name in done:
    flags = []
    for setting in targets[name]["settings"]:
        (kind, value), = setting["kind"].items()
        if kind in options: flags += [options[kind], value["_0"]]
        elif kind == "strictMemorySafety": flags.append("-strict-memory-safety")
        else: sys.exit(f"Scripts/platforms.sh does not know the setting {kind}")
    print(name, targets[name].get("path") or f"Sources/{name}", " ".join(flags), sep="\t")
PYTHON

# The stand-ins answer canImport, and nobody here could answer os.
mapfile -t folders < <(cut -f 2 "$folder/targets")
if grep -rnE '#(else)?if .*\bos\(' --include='*.swift' "${folders[@]}"; then
  echo "error: these lines ask for a system; let them ask for its C library with canImport, which Scripts/platforms.sh can answer" >&2
  exit 1
fi

# The sources as another platform reads them: without the C library of this one. Then all targets in their order, with further options.
prepare() {
  mkdir -p "$folder/$platform/modules"
  cut -f 2 "$folder/targets" | while read -r path; do
    find "$path" -name '*.swift' | while read -r file; do
      mkdir -p "$folder/$platform/$(dirname "$file")"
      sed 's/canImport(Glibc)/false/g' "$file" > "$folder/$platform/$file"
    done
  done
}
compile() {
  swiftc -swift-version 6 -parse-as-library -package-name dovetail -module-cache-path "$folder/cache" -I "$folder/$platform/modules" "$@"
}
# The stand-in for a C library.
stand_in() {
  local name=$1
  shift
  compile "$@" -wmo -module-name "$name" -emit-module -emit-module-path "$folder/$platform/modules/$name.swiftmodule" \
    Tests/StandIns/POSIX.swift "Tests/StandIns/$name/$name.swift"
}
# The directory of musl's headers, which take the place of this system's.
musl() {
  local directory
  for directory in "${MUSL:-}" /usr/include/*-linux-musl /usr/local/musl/include; do
    if [ -e "$directory/pthread.h" ]; then echo "$directory"; return; fi
  done
  echo "error: there are no headers of musl: install the package 'musl-dev', or name their directory in MUSL" >&2
  return 1
}
# Calls a function for every target, with its name, its options and its files.
each() {
  local name path flags
  while IFS=$'\t' read -r name path flags; do
    mapfile -t files < <(cd "$folder/$platform" && find "$path" -name '*.swift' | LC_ALL=C sort)
    # shellcheck disable=SC2086
    (cd "$folder/$platform" && "$@" -module-name "$name" $flags "${files[@]}")
  done < "$folder/targets"
}
emit() { compile -wmo "$@" -emit-module -emit-module-path "modules/$name.swiftmodule"; }
# The compiler says which type each literal has.
literals() {
  compile "$@" -dump-ast 2>&1 | python3 -c '
import re, sys
found = set()
for line in sys.stdin:
    match = re.search(r"integer_literal_expr type=\"(U?Int)\" location=(\S+) .*value=\"(\w+)\"", line)
    if match and int(match[3], 0) >= (2**32 if match[1] == "UInt" else 2**31): found.add(match.groups())
for type, location, value in sorted(found): print(f"{location}: error: {value} does not fit {type} where words have 32 bits")
sys.exit(bool(found))'
}
# Files of other targets that ask for a C library, each by itself: a whole target may need what only this system has.
alone() {
  local file
  grep -rlE '#(else)?if .*canImport\((Darwin|Musl|Android)\)' --include='*.swift' Sources Tests/TestSupport | LC_ALL=C sort | while read -r file; do
    if [ -e "$folder/$platform/$file" ]; then continue; fi
    sed 's/canImport(Glibc)/false/g' "$file" > "$folder/$platform/$(basename "$file")"
    compile "$@" -typecheck "$folder/$platform/$(basename "$file")"
  done
}

check() {
  prepare
  case "$platform" in
    Darwin | Android)
      stand_in "$platform" -warnings-as-errors
      each emit -warnings-as-errors
      alone -warnings-as-errors
      ;;
    Musl)
      headers=$(musl)
      {
        echo 'module Musl [system] {'
        for header in dlfcn pthread sched semaphore stdlib unistd; do echo "  header \"$headers/$header.h\""; done
        echo '  export *'
        echo '}'
      } > "$folder/Musl/modules/module.modulemap"
      each emit -warnings-as-errors -Xcc -isystem -Xcc "$headers" -Xcc -Wno-everything
      alone -warnings-as-errors -Xcc -isystem -Xcc "$headers" -Xcc -Wno-everything
      ;;
  esac
  if [ "$platform" = Darwin ]; then each literals; fi
  echo "$platform: $(wc -l < "$folder/targets") modules compile"
}

# All at once: a platform compiles one module after the other.
checks=()
for platform in "${platforms[@]}"; do
  check > "$folder/$platform.log" 2>&1 &
  checks+=($!)
done
failed=0
for index in "${!platforms[@]}"; do
  wait "${checks[$index]}" || failed=1
  cat "$folder/${platforms[$index]}.log"
done
exit $failed
