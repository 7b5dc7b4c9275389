#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how long containers of 100, 1,000 and 10,000 binds take to be built, checked, and asked for the first time, and of up to 100,000 by name.

    startup.py BUILD_FOLDER WORK_FOLDER quick|full

BUILD_FOLDER is where Dovetail was built in release. The program with the classes is compiled into WORK_FOLDER, once for every interface
of Dovetail.
"""

import glob
import hashlib
import os
import statistics
import subprocess
import sys

import dovetail
import usage

TOOLS = os.path.dirname(os.path.abspath(__file__))


def compile_program(build, work, count):
    """Compiles the classes if they, or what they are compiled against, changed; links always. Returns the program."""
    interface = hashlib.sha256()
    for path in [f"{build}/Modules/Dovetail.swiftmodule", f"{TOOLS}/generate.py", f"{TOOLS}/startup/main.swift"]:
        interface.update(open(path, "rb").read())
    folder = f"{work}/startup-{count}-{interface.hexdigest()[:16]}"
    objects = sorted(glob.glob(f"{folder}/*.o"))
    if not objects:
        subprocess.run([sys.executable, f"{TOOLS}/generate.py", "startup", folder, str(count)], check=True)
        sources = sorted(os.path.basename(path) for path in glob.glob(f"{folder}/*.swift"))
        subprocess.run(
            ["swiftc", "-O", "-whole-module-optimization", "-num-threads", "2", "-swift-version", "6", "-module-name", "startup",
             "-I", f"{build}/Modules", "-import-objc-header", f"{TOOLS}/startup/heap.h", "-c",
             f"{TOOLS}/startup/main.swift", *sources], cwd=folder, check=True)
        objects = sorted(glob.glob(f"{folder}/*.o"))
    library = dovetail.objects(build)
    program = f"{work}/startup-{count}"
    subprocess.run(["swiftc", "-o", program, *objects, *library], check=True)
    return program


def run(program, *arguments):
    result = subprocess.run([program, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"error: {program} {' '.join(map(str, arguments))} ended with {result.returncode}")
    return {name: float(number) for name, number in (line.split() for line in result.stdout.splitlines())}


def median_of_runs(program, processes, *arguments):
    runs = [run(program, *arguments) for _ in range(processes)]
    return {name: statistics.median(one[name] for one in runs) for name in runs[0]}


def value(name, number, unit):
    print(f"value {name} {number:.3f} {unit}", flush=True)


def main():
    usage.check(__doc__, [usage.PATH, usage.PATH, "quick|full"])
    build, work, mode = sys.argv[1:4]
    os.makedirs(work, exist_ok=True)
    sizes, processes, samples = ([100, 1_000], 3, 7) if mode == "quick" else ([100, 1_000, 10_000], 7, 7)
    program = compile_program(build, work, sizes[-1])
    measured = {}
    for size in sizes:
        measured[size] = figures = median_of_runs(program, processes, size, samples)
        value(f"startup.{size}", figures["warm"], "ms")
        value(f"startup.{size}.first-in-process", figures["cold"], "ms")
        value(f"startup.{size}.before-request", figures["built"], "ms")
        value(f"startup.bytes.{size}", figures["bytes"], "bytes")
    named = {}
    for size in [1_000] if mode == "quick" else [1_000, 10_000, 100_000]:
        named[size] = median_of_runs(program, processes, "names", size, samples)
        value(f"startup.names.{size}", named[size]["built"], "ms")
        value(f"startup.names.bytes.{size}", named[size]["bytes"], "bytes")
    value("startup.names.time-by-type", named[1_000]["built"] / measured[1_000]["built"], "ratio")
    value("startup.names.bytes-by-type", named[1_000]["bytes"] / measured[1_000]["bytes"], "ratio")
    if mode != "quick":
        value("startup.names.slope", named[100_000]["built"] / named[10_000]["built"], "ratio")
        value("startup.slope", measured[10_000]["warm"] / measured[1_000]["warm"], "ratio")
        value("startup.bytes.slope", 10 * measured[10_000]["bytes"] / measured[1_000]["bytes"], "ratio")
        value("startup.failing", median_of_runs(program, processes, "failing")["failing"], "ms")


if __name__ == "__main__":
    main()
