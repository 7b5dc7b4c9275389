#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Weighs what a user of the core reads, builds and links, and fails when something is more than Benchmarks/weights.txt allows.
#
#   Scripts/weight.sh [--write]
#
# --write  writes what was found into the budgets
#
# lines TARGET  lines of its Swift sources, comments and empty lines included
# code TARGET   bytes of code and read-only data in its objects, release
# program core  bytes by which a stripped program with 20 binds is larger than the same wired by hand, release
# build release processor time of a clean build of that program and the core, in hundredths of what 1,000 plain classes take
# build debug   the same in debug
#
# Processor time is compared within one run, so a slow machine does not matter; but runs differ, so that half as much again is not yet an error. Of
# lines and bytes two percent are not.
set -euo pipefail
cd "$(dirname "$0")/.."
dovetail=$PWD
budgets=Benchmarks/weights.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
core=(DovetailGraph DovetailChecks DovetailRuntime Dovetail)

# seconds COMMAND…: the processor time of a command and its children, in milliseconds.
seconds() {
  local TIMEFORMAT='%U %S' times
  times=$({ time "$@" > "$folder/output" 2>&1; } 2>&1) || { cat "$folder/output" >&2; return 1; }
  awk '{ print int(($1 + $2) * 1000) }' <<< "$times"
}

ln -s "$dovetail" "$folder/dovetail"
mkdir -p "$folder/program/Sources/bound" "$folder/program/Sources/wired" "$folder/yardstick/Sources/yardstick"
cat > "$folder/program/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "program", platforms: [.macOS(.v15)], dependencies: [.package(path: "../dovetail")],
  targets: [
    .executableTarget(name: "bound", dependencies: [.product(name: "Dovetail", package: "dovetail")]),
    .executableTarget(name: "wired"),
  ],
  swiftLanguageModes: [.v6])
SWIFT
python3 - "$folder" <<'PYTHON'
import sys
folder = sys.argv[1]
def part(number):
    need = f"part: Part{number - 1}" if number else ""
    return f"final class Part{number}: Sendable {{\n  init({need}) {{}}\n}}\n"
parts = "".join(part(number) for number in range(20))
binds = "".join(f"    Bind(Part{number}.init).in(.singleton)\n" for number in range(20))
made = "Part0()"
for number in range(1, 20):
    made = f"Part{number}(part: {made})"
with open(f"{folder}/program/Sources/bound/main.swift", "w") as file:
    file.write(f"import Dovetail\n\n{parts}\nstruct Parts: Module {{\n  var bindings: Bindings {{\n{binds}  }}\n}}\n\n"
               "print(try Container(Parts()).resolve(Part19.self))\n")
with open(f"{folder}/program/Sources/wired/main.swift", "w") as file:
    file.write(f"{parts}\nprint({made})\n")
for name in range(20):
    with open(f"{folder}/yardstick/Sources/yardstick/Plain{name}.swift", "w") as file:
        for number in range(50):
            file.write(f"public final class Plain{name}x{number}: Sendable {{\n  public let name: String\n  public let count: Int\n"
                       "  public init(name: String, count: Int) {\n    self.name = name\n    self.count = count\n  }\n"
                       "  public func text() -> String { \"\\(name) \\(count)\" }\n}\n\n")
with open(f"{folder}/yardstick/Package.swift", "w") as file:
    file.write("// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(\n  name: \"yardstick\", platforms: [.macOS(.v15)],\n"
               "  targets: [.target(name: \"yardstick\")], swiftLanguageModes: [.v6])\n")
PYTHON

found="$folder/found"
for target in Sources/*/; do
  target=$(basename "$target")
  case "$target" in Dovetail*) echo "lines $target $(find "Sources/$target" -name '*.swift' -exec cat {} + | wc -l)" ;; esac
done > "$found"
for build in release debug; do
  plain=$(seconds swift build -c "$build" --package-path "$folder/yardstick")
  whole=$(seconds swift build -c "$build" --package-path "$folder/program" --product bound)
  echo "build $build $((whole * 100 / plain))"
done > "$folder/times"
seconds swift build -c release --package-path "$folder/program" --product wired > /dev/null
bin=$(swift build -c release --package-path "$folder/program" --show-bin-path)
for target in "${core[@]}"; do
  echo "code $target $(size "$bin/$target.build"/*.o | awk 'NR > 1 { bytes += $1 } END { print bytes }')"
done >> "$found"
for program in bound wired; do strip -o "$folder/$program" "$bin/$program"; done
echo "program core $(($(stat -c %s "$folder/bound") - $(stat -c %s "$folder/wired")))" >> "$found"
cat "$folder/times" >> "$found"

if [ "${1:-}" = --write ]; then
  { sed -n '/^#/p' "$budgets" 2> /dev/null || true; cat "$found"; } > "$folder/written"
  mv "$folder/written" "$budgets"
fi
awk '
  NR == FNR { if ($1 !~ /^#/) budget[$1, $2] = $3; next }
  {
    slack = $1 == "build" ? 1.5 : 1.02
    allowed = budget[$1, $2]
    verdict = ($1, $2) in budget ? ($3 > allowed * slack ? "MORE than the budget of " allowed : "ok") : "has no budget"
    if (verdict != "ok") failed = 1
    printf "%-8s %-26s %9d  %s\n", $1, $2, $3, verdict
  }
  END {
    if (failed) {
      print "something is heavier than before. Where it has to be so, say why and write the new budget: Scripts/weight.sh --write"
      exit 1
    }
  }' "$budgets" "$found"
