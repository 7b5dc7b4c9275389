#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Apps choose how code without annotation is isolated. The README's program, the pages of an app's first day, those for who comes from one of the five
# systems, and the example of an app compile without a warning and pass with every choice: isolated to no actor or to the main actor, each with and without the upcoming
# features of Xcode's "approachable concurrency". The README's program does so in language mode 5 with complete checking as well.
# A program whose main actor does not run on the main thread gets what belongs there, and a typed error elsewhere.
set -euo pipefail
dovetail=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The package must be found under its own name, whatever the checkout is called.
ln -s "$dovetail" "$folder/dovetail"
matrix=$folder/matrix
mkdir -p "$matrix"/Sources "$matrix"/Tests/GuideTests
cd "$matrix"
# Where the tests of the pages look for the pages.
mkdir Sources/Dovetail
ln -s "$dovetail/Sources/Dovetail/Documentation.docc" Sources/Dovetail/
ln -s "$dovetail/Tests/GuideTests/Snippets" Tests/GuideTests/
ln -s "$dovetail/README.md" .

pages=(GettingStarted Components Testing)
suites='GettingStarted.self, Components.self, TestingGuide.self'
# The pages about the five systems, with what they are about and what their tests use.
systems=(Support/{Findings,GuidePage+Seeds} Rivet/RivetCars Injineer/ProductsApp InDependence/GarageDomain)
while read -r file; do systems+=("${file%.swift}"); done < <(cd "$dovetail/Tests/SeedTests" && find ./*/*Snippets.swift | LC_ALL=C sort)
mkdir Tests/TestSupport
cp "$dovetail"/Tests/TestSupport/{Counting,GuidePage}.swift Tests/TestSupport/
# The lock of the helpers is of the package alone.
sed -i.bak 's/Lock\([<(]\)/Mutex\1/' Tests/TestSupport/Counting.swift && rm Tests/TestSupport/Counting.swift.bak

choices=(Nobody NobodyApproachable Main MainApproachable)

program() { awk '/^```swift$/ { inside = 1; text = ""; next } /^```$/ { if (text ~ /^import Dovetail\n/) { printf "%s", text; exit } inside = 0 } inside { text = text $0 "\n" }' "$dovetail/README.md"; }

for choice in "${choices[@]}"; do
  mkdir -p "Sources/Program$choice" "Tests/Pages$choice" "Tests/Systems$choice"
  program > "Sources/Program$choice/main.swift"
  cp -R "$dovetail/Examples/app-architecture/Sources/LibraryApp" "Sources/Library$choice"
  cp -R "$dovetail/Examples/app-architecture/Tests/LibraryTests" "Tests/Library${choice}Tests"
  sed -i.bak "s/import LibraryApp/import Library$choice/" "Tests/Library${choice}Tests"/*.swift
  cp "$dovetail"/Tests/GuideTests/{Guide,Page}.swift "Tests/Pages$choice/"
  for page in "${pages[@]}"; do cp "$dovetail/Tests/GuideTests/Snippets/${page}Snippets.swift" "Tests/Pages$choice/"; done
  # XCTest on Linux declares test cases isolated to nobody, so that a subclass cannot be isolated to an actor.
  sed -i.bak '/^final class .*: XCTestCase/,/^}/d' "Tests/Pages$choice/TestingSnippets.swift"
  for file in "${systems[@]}"; do
    mkdir -p "Tests/Systems$choice/$(dirname "$file")"
    cp "$dovetail/Tests/SeedTests/$file.swift" "Tests/Systems$choice/$file.swift"
  done
  cat > "Tests/Pages$choice/PageTests.swift" << SWIFT
internal import Testing

@Suite struct PageTests {
  @Test func \`say what is printed\`() async throws {
    let guides: [any Guide.Type] = [$suites]
    for guide in guides {
      let page = try Page(guide.page)
      let (printed, messages) = (try await guide.printed(), try await guide.messages())
      #expect(printed == page.printed)
      #expect(messages == page.messages)
    }
  }
}
SWIFT
done
find . -name '*.bak' -delete
mkdir Sources/ProgramFive Sources/OwnMainExecutor
program > Sources/ProgramFive/main.swift
cp "$dovetail/Tests/Programs/OwnMainExecutor.swift" Sources/OwnMainExecutor/

cat > Package.swift << 'SWIFT'
// swift-tools-version: 6.2
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "dovetail") }

let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
let approachable: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
]
let choices: [(name: String, settings: [SwiftSetting])] = [
  ("Nobody", []),
  ("NobodyApproachable", approachable),
  ("Main", [.defaultIsolation(MainActor.self)]),
  ("MainApproachable", approachable + [.defaultIsolation(MainActor.self)]),
]

let package = Package(
  name: "matrix", platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../dovetail")],
  targets: choices.flatMap { choice -> [Target] in
    let settings = strict + choice.settings
    let library = Target.Dependency(stringLiteral: "Library\(choice.name)")
    return [
      .executableTarget(name: "Program\(choice.name)", dependencies: [product("Dovetail")], swiftSettings: settings),
      .target(
        name: "Library\(choice.name)", dependencies: [product("Dovetail"), product("DovetailComponents")], swiftSettings: settings),
      .testTarget(
        name: "Library\(choice.name)Tests", dependencies: [library, product("Dovetail"), product("DovetailComponents")], swiftSettings: settings),
      .testTarget(
        name: "Pages\(choice.name)",
        dependencies: [
          "Dovetail", "DovetailComponents", "DovetailInjected", "DovetailInspection", "DovetailProfiles", "DovetailTesting",
          "DovetailXCTest",
        ].map(product), swiftSettings: settings),
      .testTarget(
        name: "Systems\(choice.name)",
        dependencies: ["TestSupport"] + [
          "Dovetail", "DovetailComponents", "DovetailInjected", "DovetailNames", "DovetailProfiles", "DovetailRelatives",
        ].map(product), swiftSettings: settings + [.enableUpcomingFeature("InternalImportsByDefault")]),
    ]
  } + [
    .target(name: "TestSupport", dependencies: [product("Dovetail")], path: "Tests/TestSupport", swiftSettings: strict),
    .executableTarget(
      name: "ProgramFive", dependencies: [product("Dovetail")],
      // Language mode 5 does not see by itself that a function without captures is Sendable.
      swiftSettings: [
        .swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency"), .enableUpcomingFeature("InferSendableFromCaptures"),
      ]),
    .executableTarget(
      name: "OwnMainExecutor", dependencies: [product("Dovetail")],
      // Without this the compiler leaves out a program's own executors.
      swiftSettings: strict + [.unsafeFlags(["-Xfrontend", "-disable-availability-checking"])]),
  ],
  swiftLanguageModes: [.v6])
SWIFT

swift build --build-tests > log 2>&1 || { grep -E 'error' log || tail -40 log; exit 1; }
if grep -E "$matrix/.*: warning: " log; then
  echo "a choice of isolation gives warnings"
  exit 1
fi
# The known issues of the pages are many lines, so the failures come by themselves.
swift test --skip-build > log 2>&1 || { grep -A 40 '^✘.* recorded an issue' log || true; tail -20 log; exit 1; }
grep 'Test run' log
built=$(swift build --show-bin-path)
for choice in "${choices[@]}" Five; do
  output=$("$built/Program$choice")
  if [ "$output" != 700 ]; then
    echo "the README's program printed '$output' as $choice, not '700'"
    exit 1
  fi
  echo "Program$choice: compiles, and prints what the README says"
done
cat > expected << 'TEXT'
isolated code: true
code of no actor, on the actor: made OwnMainExecutor.Model
a task elsewhere: isolation-mismatch
a thread without tasks: isolation-mismatch
awaited: OwnMainExecutor.Model
TEXT
timeout 60 "$built/OwnMainExecutor" > printed || { cat printed; echo "the program with its own main executor failed"; exit 1; }
diff expected printed
echo "OwnMainExecutor: what belongs to the main actor stays there"
