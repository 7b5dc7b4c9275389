#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A package that depends on the product Dovetail alone: it resolves nothing else, links no Foundation, runs, and the compiler refuses
# what it has to refuse.
set -euo pipefail
dovetail=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The package must be found under its own name, whatever the checkout is called.
ln -s "$dovetail" "$folder/dovetail"
mkdir -p "$folder/consumer/Sources/consumer"
cd "$folder/consumer"

cat > Package.swift <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "consumer", platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../dovetail")],
  targets: [
    .executableTarget(
      name: "consumer", dependencies: [.product(name: "Dovetail", package: "dovetail")],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")])
  ],
  swiftLanguageModes: [.v6])
SWIFT
# The program of the README, as it stands there.
awk '/^```swift$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$dovetail/README.md" > Sources/consumer/main.swift

swift package resolve --quiet
swift package show-dependencies --format json > dependencies.json
found=$(grep -c '"identity"' dependencies.json)
if [ "$found" -ne 2 ]; then
  echo "the consumer resolves more than Dovetail:"
  cat dependencies.json
  exit 1
fi
if [ -e Package.resolved ] && grep -q '"identity"' Package.resolved; then
  echo "the consumer has pins:"
  cat Package.resolved
  exit 1
fi
swift build -c release --quiet
output=$(.build/release/consumer)
if [ "$output" != "102.8" ]; then
  echo "the consumer printed '$output', not '102.8'"
  exit 1
fi
if command -v ldd >/dev/null && ldd .build/release/consumer | grep -i foundation; then
  echo "the consumer links Foundation"
  exit 1
fi
echo "resolves, builds, runs and links nothing but Dovetail"

# Misuse that must not compile: a name, the telling words of the message, and the code.
modules=$(dirname "$(find -L .build/release/ -name 'Dovetail.swiftmodule' | head -1)")
refused() {
  local name="$1" words="$2" code="$3" message
  printf 'import Dovetail\n%s\n' "$code" > "$name.swift"
  if message=$(swiftc -swift-version 6 -typecheck -I "$modules" "$name.swift" 2>&1); then
    echo "the compiler accepts $name"
    exit 1
  fi
  if ! grep -qF "$words" <<< "$message"; then
    printf 'the compiler refuses %s without saying "%s":\n%s\n' "$name" "$words" "$message"
    exit 1
  fi
  echo "refused: $name"
}
refused shared-mutable-state "does not conform to the 'Sendable' protocol" '
final class Diary { var pages = 0 }
let bind = Bind(Diary.init).in(.singleton)'
refused wrong-input "cannot convert value of type 'String' to expected argument type 'Int'" '
enum Order: ScopeKind { typealias Input = Inputs<Int> }
func open(_ container: Container) throws { try container.withScope(Order.self, "seven") { _ in } }'
refused wrong-protocol "cannot convert value of type" '
protocol Engine {}
struct Wheel {}
let bind = Bind((any Engine).self, Wheel.init)'
refused wrong-arguments "cannot convert value of type 'Int' to expected argument type 'String'" '
struct Report {}
func make(_ factory: Factory<Report, String>) -> Report { factory(7) }'
refused lost-isolation "Dashboard" '
@MainActor final class Dashboard { init() {} }
let bind = Bind(Dashboard.init)'
