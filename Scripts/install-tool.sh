#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tool `dovetail` in release, and installs it as PREFIX/bin/dovetail. It uses the libraries of the toolchain that built it.
#
#   Scripts/install-tool.sh [PREFIX]      ~/.local unless told
set -euo pipefail
prefix=${1:-$HOME/.local}
if [ $# -gt 1 ] || [[ "$prefix" == -* ]]; then
  echo "usage: Scripts/install-tool.sh [PREFIX], which installs PREFIX/bin/dovetail; PREFIX is ~/.local unless told" >&2
  exit 64
fi
mkdir -p "$prefix/bin"
bin=$(cd "$prefix/bin" && pwd)
cd "$(dirname "$0")/.."
swift build --quiet --traits Tool --product dovetail -c release --scratch-path .build-tool
# Without symbols: 2.5 MB instead of 15.
install -s -m 755 .build-tool/release/dovetail "$bin/dovetail"
echo "installed $bin/dovetail"
case ":$PATH:" in
  *":$bin:"*) ;;
  *) echo "add it to your path: export PATH=\"$bin:\$PATH\"" ;;
esac
