#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The page of a graph in a real browser, with 20 to 100,000 bindings; of 10,000, half are in one module. Pictures of the screen are left in
# .build-browser for people.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --quiet --traits Tool --product dovetail -c release --scratch-path .build-tool
mkdir -p .build-browser
for size in 20 200 2000 "10000 5000" 100000; do
  # shellcheck disable=SC2086 # Two numbers are two arguments.
  Scripts/sample-graph.py $size | .build-tool/release/dovetail render - --format html -o ".build-browser/${size% *}.html"
done

# A package of one file, whose source tells the boxes of one protocol apart.
package=.build-browser/package
mkdir -p "$package/Sources/App"
cat > "$package/Sources/App/NetModule.swift" <<'END'
struct NetModule: Module {
  var binds: some Binds {
    Bind((any Transport).self, HTTPTransport.init).in(.singleton).external
    Bind((any Transport).self) { (store: Store) in
      try await CachedTransport(store: store)
    }.named("cached")
    Decorate((any Transport).self) { (inner: any Transport) in Retrying.twice(inner) }
    Bind(Screen.init).arguments(String.self, Int.self)
  }
}
END
cat > "$package/graph.json" <<'END'
{"format": "dovetail-graph", "version": 1, "types": {"App.NetModule": "NetModule", "Swift.String": "String", "Swift.Int": "Int"},
 "modules": [{"name": "App.NetModule"}], "findings": [], "bindings": [
  {"type": "any Transport", "role": "factory", "scope": "singleton", "module": 0, "live": true,
   "location": {"file": "App/NetModule.swift", "line": 3, "column": 9}},
  {"type": "any Transport", "name": "cached", "role": "factory", "scope": "transient", "module": 0, "async": true,
   "location": {"file": "App/NetModule.swift", "line": 4, "column": 9}},
  {"type": "any Transport", "role": "decorator", "scope": "transient", "module": 0,
   "location": {"file": "App/NetModule.swift", "line": 7, "column": 13}, "needs": [{"type": "any Transport", "source": "inner"}]},
  {"type": "Screen", "role": "factory", "scope": "transient", "module": 0, "isolation": "MainActor", "arguments": ["Swift.String", "Swift.Int"],
   "location": {"file": "App/NetModule.swift", "line": 8, "column": 9},
   "needs": [{"type": "Swift.String", "argument": 0}, {"type": "Swift.Int", "argument": 1}, {"type": "any Transport"}]}]}
END
tool=$PWD/.build-tool/release/dovetail
(cd "$package" && "$tool" render graph.json --format html) > .build-browser/boxes.html

Scripts/browser-test.py .build-browser/{20,200,2000,10000,100000,boxes}.html .build-browser
