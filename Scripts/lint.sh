#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formatting, and the rules of the house that a formatter does not know. Prints every offence, then fails if there was one.
set -uo pipefail
cd "$(dirname "$0")/.."
offences=0
report() {
  local title="$1" found="$2"
  [ -z "$found" ] && return
  offences=1
  printf '%s:\n%s\n' "$title" "$found" | sed '2,$s/^/  /'
}

swift format lint --strict --recursive Package.swift Sources Tests Plugins Examples Benchmarks Migration/{Package.swift,Sources,Tests} || offences=1
sources=$(find Sources Tests Plugins Examples Migration/Sources Migration/Tests -name '*.swift' -not -path '*/.build*' -not -name Package.swift | sort)
report "files without the licence line" "$(for f in $sources; do head -1 "$f" | grep -q '^// SPDX-License-Identifier: Apache-2.0$' || echo "$f"; done)"
report "source files over 300 lines" "$(find Sources Plugins Examples Migration/Sources -name '*.swift' -not -path '*/.build*' -not -path '*/Page/Parts/*' -exec wc -l {} + | awk '$1 > 300 && $2 != "total" { print $2 ": " $1 }')"
report "README not under 150 lines" "$(wc -l README.md | awk '$1 >= 150 { print $2 ": " $1 }')"
# The one trap of the framework, and its twin for views, is the one that its callers choose by calling what cannot throw. Besides, a process without a free key
# for thread-local memory ends.
report "traps and forced casts" "$(grep -nE '\b(try!|as!)|\b(fatalError|preconditionFailure)\(' -r Sources Migration/Sources --include='*.swift' | grep -vE '^Sources/Dovetail(Runtime/Errors/Trap|SwiftUI/Trap|Runtime/Threads/Platform).swift:' | grep -vE '^[^:]*:[0-9]+: *//|^Migration/.*\\\"')"
report "unchecked claims without a proof" "$(
  for f in $(find Sources -name '*.swift'); do
    awk -v file="$f" '
      { line[NR] = $0 }
      /@unchecked Sendable|nonisolated\(unsafe\)|unsafeBitCast|unsafeDowncast/ && !/^ *\/\// {
        proof = 0
        for (i = NR; i >= NR - 5 && i > 0; i--) if (line[i] ~ /SAFETY:/) proof = 1
        if (!proof) print file ":" NR ": " $0
      }' "$f"
  done)"
# What an app or a server builds says what is unsafe, and where that is; the compiler's warnings are errors in the gate.
core=(Dovetail DovetailChecks DovetailRuntime DovetailGraph DovetailComponents)
report "targets of the core without strict memory safety" "$(grep -q '^let safe = settings + \[.strictMemorySafety()\]$' Package.swift || echo "the settings 'safe'"; for target in "${core[@]}"; do tr -d '\n' < Package.swift | grep -qE "name: \"$target\",( *dependencies: \[[^]]*\],)?[^.]*swiftSettings: safe" || echo "$target"; done)"
report "unsafe code outside of the files for it" "$(cd Sources && grep -nE '\bunsafe |@unchecked|nonisolated\(unsafe\)' -r "${core[@]}" --include='*.swift' | grep -vE '^DovetailRuntime/(Cells|Threads)/|^DovetailRuntime/Observing/ObserverList.swift|^Dovetail/Declare/Bind/IsolatedFunction.swift|^[^:]*:[0-9]+: *//')"
report "options for the compiler, and attributes that Swift does not promise" "$(grep -nE 'unsafeFlags|@_(optimize|transparent|silgen_name|specialize|semantics|effects|alwaysEmitIntoClient)|@exclusivity\(unchecked\)' -r Package.swift Sources --include='*.swift' | grep -vE '^[^:]*:[0-9]+: *//')"
# The clock that tests move has to call its function `sleep`.
report "tests that sleep" "$(grep -nE '\b(usleep|sleep|nanosleep)\(|Task\.sleep' -r Tests --include='*.swift' --exclude-dir=StandIns | grep -v 'func sleep(until')"
# What is declared, planned and resolved in `Dovetail` follows one after the other, but its types name each other: a bind holds the recipe that a request runs.
report "folders that use each other in a circle" "$(for target in Sources/*; do [ "$target" = Sources/Dovetail ] || Scripts/floors "$target"; done | grep -A 12 CIRCLE)"
report "scripts without the licence line" "$(for f in .ci/run Scripts/*.sh; do sed -n 2p "$f" | grep -q '^# SPDX-License-Identifier: Apache-2.0$' || echo "$f"; done)"
report "scripts that are not executable" "$(find .ci/run Scripts -type f ! -name '*.txt' ! -perm -u+x)"
report "paths of one machine" "$(git ls-files -z | grep -zv '^Scripts/lint.sh$' | xargs -0 grep -nIE '(^|[^A-Za-z0-9_.])/(home|root|Users|work|opt|tmp)/[A-Za-z]' -- 2>/dev/null)"
report "where the repository is, and its version" "$(Scripts/repository.sh)"
report "what agents read" "$(Scripts/agents.py --check 2>&1)"
report "products with a page that .spi.yml lists differently" "$(diff <(cd Sources/Dovetail/Documentation.docc/Reference/Products && ls | sed 's/\.md$//;$aDovetail' | sort) <(sed -nE 's/^ *- (Dovetail[A-Za-z]*)$/\1/p' .spi.yml | sort))"
[ "$offences" -eq 0 ] && echo "$(wc -w <<< "$sources") source files keep the rules of the house"
exit $offences
