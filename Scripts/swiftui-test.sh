#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# DovetailSwiftUI where there is no SwiftUI: compiled, with all that the package's settings ask for and without a warning, against a
# stand-in that has the few declarations it touches; then a small app on both is compiled, run, and compared with its own comments.
# This shows that it compiles and asks whom it should; how SwiftUI itself behaves it cannot show.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
stand_in=Tests/StandIns/SwiftUI
swift build --quiet --target DovetailSwiftUI ${SCRATCH:+--scratch-path "$SCRATCH"}
built=$(swift build --show-bin-path ${SCRATCH:+--scratch-path "$SCRATCH"})

compile() {
  swiftc -swift-version 6 -warnings-as-errors -module-cache-path "$folder/cache" -I "$folder" -I "$built/Modules" "$@"
}
# SwiftPM names the package after its folder.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)
strict=(-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility)

compile -emit-module -emit-object -wmo -parse-as-library -module-name SwiftUI -o "$folder/SwiftUI.o" \
  -emit-module-path "$folder/SwiftUI.swiftmodule" "$stand_in"/{SwiftUI,Display}.swift
compile "${strict[@]}" -emit-module -emit-object -wmo -parse-as-library -module-name DovetailSwiftUI -package-name "$package" \
  -o "$folder/DovetailSwiftUI.o" -emit-module-path "$folder/DovetailSwiftUI.swiftmodule" Sources/DovetailSwiftUI/*.swift
echo "DovetailSwiftUI compiles against the stand-in"

compile "${strict[@]}" -parse-as-library -module-name Sample -o "$folder/sample" "$stand_in"/{Sample,Hosts}.swift "$folder"/*.o \
  "$built"/{DovetailInjected,DovetailComponents,Dovetail,DovetailRuntime,DovetailChecks,DovetailGraph}.build/*.o
# The entry points of apps in place of the sample's main, and the scene delegates of an app with UIKit.
sed 's/^@main enum Sample/enum Sample/' "$stand_in/Sample.swift" > "$folder/Sample.swift"
for entry in Entry Windows; do
  compile "${strict[@]}" -parse-as-library -module-name "$entry" -typecheck "$folder/Sample.swift" "$stand_in"/{Hosts,$entry}.swift
done
compile -emit-module -parse-as-library -module-name UIKit -emit-module-path "$folder/UIKit.swiftmodule" Tests/StandIns/UIKit/UIKit.swift
compile "${strict[@]}" -parse-as-library -module-name Scene -typecheck Tests/StandIns/UIKit/{Scene,SceneScopes}.swift
echo "the entry points of the guide Apps compile"

# A comment behind code is a line of output, and so is one after code on a line of its own; what begins a paragraph is a remark.
wanted=$(awk '/static func main/ { inside = 1 }
  !inside { next }
  /^ *$/ { paragraph = 1; next }
  /^    \/\/ / { if (!paragraph) print substr($0, 8); next }
  match($0, /  \/\/ .*/) { print substr($0, RSTART + 5) }
  { paragraph = 0 }' "$stand_in/Sample.swift" | sed 's/ | /\n/')
diff <(printf '%s\n' "$wanted") <("$folder/sample") || { echo "the sample prints something else than its comments say"; exit 1; }
echo "the sample shows what its comments say"
