#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests the tests: makes one small change of meaning after the other in the core, and runs the core's tests against each. A change that no
# test notices has survived. Run by hand; the first time it takes an hour or two, later a part of that: the test that noticed a change last time
# is asked first. No change gets more time or memory than the limits in Scripts/mutate.py.
#
#   Scripts/mutations.sh                all of them
#   Scripts/mutations.sh 7 12-20        some of them
#   Scripts/mutations.sh --threads      those of which only the thread sanitizer can know
#   Scripts/mutations.sh --check        looks for the places of all, and builds nothing
#
# Scripts/mutations.txt lists the changes. All are in one build, of a copy in .build-mutations, and an environment variable that exists in that
# build alone chooses one of them. A change whose place is not found any more ends the script before anything is built.
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 Scripts/mutate.py "$@"
