#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a graph file of a made-up program with as many bindings as wanted, the same every time: Scripts/sample-graph.py 200 > graph.json
With a second number, so many of them are in the first module.

It has a module for every twenty bindings: features, which need the domain, which needs the foundation. Three things
are wrong with it, a loop, a captive dependency and something missing, and one name tries to get out of its quotes.
"""
import json
import random
import re
import sys

arguments = sys.argv[1:]
if "--help" in arguments or len(arguments) not in (1, 2) or not all(re.fullmatch("[0-9]+", one) for one in arguments):
    print(__doc__.strip(), file=sys.stdout if "--help" in arguments else sys.stderr)
    sys.exit(0 if "--help" in arguments else 64)
size, first_module = map(int, (arguments + ["0"])[:2])
dice = random.Random(size)
topics = ["Account", "Basket", "Catalogue", "Delivery", "Engine", "Feed", "Garage", "History", "Invoice", "Journal", "Key", "Ledger"]
tiers = {
    "Feature": ["Screen", "Presenter", "Formatter", "Router"],
    "Domain": ["Service", "Repository", "Policy", "Mapper"],
    "Foundation": ["Client", "Cache", "Logger", "Clock"],
}
modules = max(1, size // 20)


def tier(module):
    return "Feature" if module < modules * 0.6 else "Domain" if module < modules * 0.85 else "Foundation"


def home(index):
    return min(index // 20, modules - 1)


def name(index):
    kinds = tiers[tier(home(index))]
    return f"{topics[index * 7 % len(topics)]}{kinds[index % len(kinds)]}{index}"


def need(index):
    return {"type": "Sample." + name(index)}


# A module includes two or three of the later ones, and each is included by another one.
includes = [set() for _ in range(modules)]
for module in range(modules):
    later = [other for other in range(module + 1, modules) if tier(other) != tier(module)] or list(range(module + 1, modules))
    includes[module].update(dice.sample(later, min(len(later), dice.randrange(2, 4))))
for module in range(1, modules):
    if tier(module) != "Feature" and not any(module in included for included in includes):
        includes[dice.randrange(module)].add(module)

bindings = [{"type": "Sample." + name(index), "role": "factory", "scope": dice.choice(["transient", "transient", "singleton"]),
             "module": home(index), "location": {"file": f"Sample/Module{home(index)}.swift", "line": index % 20 + 10, "column": 5},
             "needs": []} for index in range(size)]
last = [size - 1, size - 2, size - 3]
for index in range(size):
    first = home(index) * 20
    if index > first and (size < 10 or index not in last):
        for requester in {dice.randrange(first, index), dice.randrange(max(first, index - 4), index)}:
            if requester not in last:
                bindings[requester]["needs"].append(need(index))
for module in range(modules):
    for other in sorted(includes[module]):
        for _ in range(dice.randrange(1, 3)):
            requester, target = module * 20 + dice.randrange(20), other * 20 + (0 if dice.random() < 0.5 else dice.randrange(8))
            if requester not in last and target not in last and need(target) not in bindings[requester]["needs"]:
                bindings[requester]["needs"].append(need(target))
for module in range(1, modules):
    if tier(module) != "Feature":
        requester = next(other for other in range(module) if module in includes[other] or other == module - 1) * 20
        if need(module * 20) not in bindings[requester]["needs"]:
            bindings[requester]["needs"].append(need(module * 20))
for binding in bindings:
    if binding["needs"] and dice.random() < 0.12:
        inner = binding["needs"][-1]["type"]
        binding["needs"][-1] = {"type": f"Dovetail.Provider<{inner}>", "from": [{"form": "provider", "type": inner}]}
if size >= 10:
    for requester, target in ((size - 1, size - 2), (size - 2, size - 1), (size - 5, size - 1), (size - 4, size - 3)):
        bindings[requester]["needs"].append(need(target))
    bindings[size - 3]["scope"] = {"scoped": "Sample.Request"}
    bindings[size - 4]["scope"] = "singleton"
    for binding in bindings[:size - 4]:
        # Only one needs the captor, so that there is one captive.
        binding["needs"] = [one for one in binding["needs"] if one != need(size - 4)]
    bindings[size - 6]["needs"].append(need(size - 4))
    bindings[size // 2]["needs"].append({"type": "Sample.Missing"})
    bindings[3] = {**bindings[3], "name": "<script>window.hacked = true</script>\"]-->"}
    for binding in bindings:
        binding["needs"] = [{**one, "name": bindings[3]["name"]} if one == need(3) else one for one in binding["needs"]]
for binding in bindings[:first_module]:
    binding["module"] = 0
types = {}
for binding in bindings:
    for text in [binding["type"]] + [one["type"] for one in binding["needs"]]:
        types[text] = text.replace("Dovetail.", "").replace("Sample.", "")
types["Sample.Request"] = "Request"
for index in range(modules):
    types[f"Sample.{tier(index)}{index}"] = f"{tier(index)}{index}"
started = [{"key": name(index), "location": bindings[index]["location"], "began": index * 1000000, "duration": 2500000,
            "outcome": "failed" if index == 9 else "started", **({"waitedFor": index - 3} if index > 2 else {})} for index in range(min(size, 10))]
# Written as one text, which is several times faster than in pieces.
sys.stdout.write(json.dumps({
    "format": "dovetail-graph", "version": 1, "types": types,
    "modules": [{"name": f"Sample.{tier(index)}{index}", "includes": sorted(includes[index])} for index in range(modules)],
    "scopeKinds": [{"type": "Sample.Request"}],
    "bindings": bindings,
    "roots": [need(module * 20) for module in range(modules) if tier(module) == "Feature"],
    "timeline": started,
    "findings": [],
}))
