#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the figures of a run as Markdown tables, beside what they shall reach.

    table.py FIGURES TARGETS [README]

FIGURES holds the lines that Scripts/benchmark.sh prints; of a figure that is there twice the last one counts. With README, the tables are
also written between its two marks.
"""

import sys

import usage

MARKS = ("<!-- figures: written by Scripts/benchmark.sh --write -->", "<!-- /figures -->")
VARIANTS = ["closures", "container", "component", "cells"]


def read_figures(path):
    """Returns the ratios by workload and variant, and the values, each a number and a unit, by name."""
    ratios, values = {}, {}
    for line in open(path):
        words = line.split()
        if len(words) == 4 and words[0] == "ratio":
            ratios.setdefault(words[1], {})[words[2]] = float(words[3])
        elif len(words) == 4 and words[0] == "value":
            values[words[1]] = (float(words[2]), words[3])
    return ratios, values


def read_targets(path):
    """Returns for every figure, as its line begins, the comparisons that it must pass."""
    targets = {}
    for line in open(path):
        words = line.split("#")[0].split()
        if not words:
            continue
        length = 3 if words[0] == "ratio" else 2
        targets.setdefault(tuple(words[:length]), []).append((words[length], float(words[length + 1])))
    return targets


def holds(number, comparisons):
    return all(number <= limit if sign == "<=" else number >= limit for sign, limit in comparisons)


def shown(number):
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.2f}".rstrip("0").rstrip(".")


def cell(number, comparisons):
    if number is None:
        return "–"
    if not comparisons:
        return shown(number)
    limits = ", ".join(("≤ " if sign == "<=" else "≥ ") + shown(limit) for sign, limit in comparisons)
    return f"{shown(number)} ({limits}) {'✓' if holds(number, comparisons) else '✗'}"


def ratio_table(ratios, values, targets):
    lines = ["| workload | by hand | " + " | ".join(VARIANTS) + " | spread |", "|---|---|" + "---|" * len(VARIANTS) + "---|"]
    for workload, row in ratios.items():
        hand = values.get(f"{workload}.hand")
        cells = [cell(row.get(variant), targets.get(("ratio", workload, variant))) for variant in VARIANTS]
        time = f"{shown(hand[0])} {hand[1]}" if hand else "–"
        lines.append(f"| {workload} | {time} | " + " | ".join(cells) + f" | {widest_spread(workload, row, values)} |")
    return lines


def widest_spread(workload, row, values):
    """Returns the largest distance between the quartiles of a ratio, in percent of the ratio."""
    spreads = [values[f"{workload}.{one}.spread"][0] / ratio for one, ratio in row.items() if f"{workload}.{one}.spread" in values]
    return f"{100 * max(spreads):.0f} %" if spreads else "–"


def allocation_table(values, targets):
    order = [name.split(".")[1] for name in values if name.startswith("allocations.")]
    if not order:
        return []
    variants = ["hand"] + VARIANTS
    lines = ["", "| allocations | " + " | ".join(variants) + " |", "|---|" + "---|" * len(variants)]
    for workload in dict.fromkeys(order):
        names = [f"allocations.{workload}.{variant}" for variant in variants]
        cells = [cell(values.get(name, (None,))[0], targets.get(("value", name))) for name in names]
        lines.append(f"| {workload} | " + " | ".join(cells) + " |")
    return lines


def value_table(ratios, values, targets):
    rows = []
    for name, (number, unit) in values.items():
        if name.split(".")[0] in ratios or name.startswith("allocations."):
            continue
        comparisons = targets.get(("value", name))
        limits = ", ".join(("≤ " if sign == "<=" else "≥ ") + shown(limit) for sign, limit in comparisons or [])
        verdict = "" if not comparisons else "✓" if holds(number, comparisons) else "✗"
        rows.append(f"| {name} | {shown(number)} {unit} | {limits} | {verdict} |")
    return ["", "| figure | reached | target | |", "|---|---|---|---|"] + rows if rows else []


def verdicts(ratios, values, targets):
    """Returns how many targets were measured and reached, and the words of those that were not reached."""
    measured, missed = 0, []
    for figure, comparisons in targets.items():
        if figure[0] == "ratio":
            number = ratios.get(figure[1], {}).get(figure[2])
        else:
            number = values.get(figure[1], (None,))[0]
        if number is None:
            continue
        measured += 1
        if not holds(number, comparisons):
            missed.append(" ".join(figure[1:]) + " " + cell(number, comparisons))
    return measured, missed


def main():
    usage.check(__doc__, [usage.PATH, usage.PATH], [usage.PATH, usage.PATH, usage.PATH])
    ratios, values = read_figures(sys.argv[1])
    targets = read_targets(sys.argv[2])
    lines = (ratio_table(ratios, values, targets) if ratios else []) + allocation_table(values, targets)
    lines += value_table(ratios, values, targets)
    print("\n".join(lines))
    measured, missed = verdicts(ratios, values, targets)
    print(f"\n{measured - len(missed)} of {measured} targets reached" + ("; not:" if missed else ""))
    for words in missed:
        print("  " + words)
    if len(sys.argv) > 3:
        text = open(sys.argv[3]).read()
        before, rest = text.split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        open(sys.argv[3], "w").write(before + MARKS[0] + "\n\n" + "\n".join(lines).strip() + "\n\n" + MARKS[1] + after)


if __name__ == "__main__":
    main()
