#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The page of a graph in a real browser, with 20, 200 and 2,000 bindings. Pictures of the screen are left in .build-browser for people.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --quiet --traits Tool --product dovetail -c release --scratch-path .build-tool
mkdir -p .build-browser
for size in 20 200 2000; do
  Scripts/sample-graph.py "$size" | .build-tool/release/dovetail render - --format html -o ".build-browser/$size.html"
done
Scripts/browser-test.py .build-browser/20.html .build-browser/200.html .build-browser/2000.html .build-browser
