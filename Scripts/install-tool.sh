#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tool `dovetail` in release, and installs it as PREFIX/bin/dovetail, with dovetail-migration beside it, which does the verbs
# `audit` and `migrate`. They use the libraries of the toolchain that built them.
#
#   Scripts/install-tool.sh [--without-migration] [PREFIX]      ~/.local unless told; without migration, swift-syntax is not built
set -euo pipefail
migration=yes
if [ "${1:-}" = --without-migration ]; then migration= && shift; fi
prefix=${1:-$HOME/.local}
if [ $# -gt 1 ] || [[ "$prefix" == -* ]]; then
  echo "usage: Scripts/install-tool.sh [--without-migration] [PREFIX], which installs PREFIX/bin/dovetail; PREFIX is ~/.local unless told" >&2
  exit 64
fi
mkdir -p "$prefix/bin"
bin=$(cd "$prefix/bin" && pwd)
cd "$(dirname "$0")/.."
swift build --quiet --traits Tool --product dovetail -c release --scratch-path .build-tool
# Without symbols: 2.5 MB instead of 15.
install -s -m 755 .build-tool/release/dovetail "$bin/dovetail"
echo "installed $bin/dovetail"
if [ -n "$migration" ]; then
  swift build --quiet --package-path Migration --product dovetail-migration -c release
  install -s -m 755 Migration/.build/release/dovetail-migration "$bin/dovetail-migration"
  echo "installed $bin/dovetail-migration"
fi
case ":$PATH:" in
  *":$bin:"*) ;;
  *) echo "add it to your path: export PATH=\"$bin:\$PATH\"" ;;
esac
