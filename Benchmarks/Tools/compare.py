#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints how many times the time before the time after is, of every variant: the median of the pairs, and their range.

    compare.py ROUNDS

ROUNDS holds what Scripts/benchmark.sh measured in turn: figures that begin with 'before' or 'after'.
"""

import statistics
import sys

import usage


def main():
    usage.check(__doc__, [usage.PATH])
    times = {}
    for line in open(sys.argv[1]):
        words = line.split()
        if words[1] == "value" and words[-1] == "ns":
            times.setdefault(words[2], {"before": [], "after": []})[words[0]].append(float(words[3]))
    for name, both in times.items():
        pairs = [after / before for before, after in zip(both["before"], both["after"]) if before > 0]
        workload, variant = name.rsplit(".", 1)
        print(
            f"compare {workload} {variant} {statistics.median(pairs):.3f}   ({min(pairs):.2f} to {max(pairs):.2f} in {len(pairs)} pairs, "
            f"{statistics.median(both['before']):.1f} -> {statistics.median(both['after']):.1f} ns)")


if __name__ == "__main__":
    main()
