#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what binds, and the members of components, add to the time of compilers, to their memory, and to the size of programs.

    compile.py compile DEBUG_BUILD RELEASE_BUILD quick|full
    compile.py size RELEASE_BUILD quick|full

A figure is the difference between a program with binds and the same classes without. The time is the processor time of all processes of
the compiler, so that neither the number of cores nor what else they do counts; it is the least of several runs.
"""

import glob
import os
import subprocess
import sys
import tempfile

import dovetail
import usage

TOOLS = os.path.dirname(os.path.abspath(__file__))
FLAGS = {
    "debug": ["-Onone", "-enable-batch-mode", "-j2", "-g", "-DDEBUG", "-enable-testing"],
    "release": ["-O", "-whole-module-optimization", "-g"],
}


def generate(folder, *arguments):
    subprocess.run([sys.executable, f"{TOOLS}/generate.py", arguments[0], folder, *map(str, arguments[1:])], check=True)


def compile_once(folder, mode, build):
    """Returns the seconds of processor time and the peak memory in MB of one compiler run. The objects are left in the folder."""
    command = ["swiftc", *FLAGS[mode], "-swift-version", "6", "-module-name", "parts", "-parse-as-library", "-I", f"{build}/Modules", "-c"]
    command += sorted(os.path.basename(path) for path in glob.glob(f"{folder}/*.swift"))
    process = subprocess.Popen(command, cwd=folder)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"error: the compiler failed in {folder}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def compile_cost(mode, build, runs, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        generate(folder, *arguments)
        measured = [compile_once(folder, mode, build) for _ in range(runs)]
        return min(seconds for seconds, _ in measured), max(memory for _, memory in measured)


def value(name, number, unit):
    print(f"value {name} {number:.3f} {unit}", flush=True)


def compile_times(builds, quick):
    runs = 1 if quick else 3
    sizes = [(500, 50, "500")] if quick else [(100, 50, "100"), (1_000, 50, "1000"), (2_000, 50, "2000"), (500, 500, "one-module-500")]
    for mode in ("debug", "release"):
        added = {}
        for count, module_size, name in sizes:
            plain, _ = compile_cost(mode, builds[mode], runs, "classes", count, "plain", module_size)
            bound, memory = compile_cost(mode, builds[mode], runs, "classes", count, "bound", module_size)
            one_by_one, _ = compile_cost(mode, builds[mode], runs, "classes", count, "added", module_size)
            added[name] = (bound - plain) * 1000 / count
            value(f"compile.{mode}.{name}", added[name], "ms")
            value(f"compile.{mode}.{name}.added", (one_by_one - plain) * 1000 / count, "ms")
            value(f"compile.{mode}.{name}.classes", plain * 1000 / count, "ms")
            value(f"compile.{mode}.{name}.memory", memory, "MB")
        if not quick:
            value(f"compile.{mode}.slope", 2 * added["2000"] / added["1000"], "ratio")


def member_times(builds, quick):
    """What a shared value adds to the classes: as a member of a component, and by hand as an object that makes its value once."""
    runs = 1 if quick else 3
    sizes = [250] if quick else [250, 1_000]
    for mode in ("debug", "release"):
        for count in sizes:
            added = {}
            plain, _ = compile_cost(mode, builds[mode], runs, "members", count, "plain")
            for kind in ("component", "byhand"):
                whole, _ = compile_cost(mode, builds[mode], runs, "members", count, kind)
                added[kind] = (whole - plain) * 1000 / count
                value(f"compile.{mode}.members.{count}.{kind}", added[kind], "ms")
            value(f"compile.{mode}.members.{count}", added["component"] / added["byhand"], "ratio")


def sections(paths):
    """Returns the bytes of machine code in object files, and of everything that a stripped program would hold of them."""
    code = total = 0
    for path in paths:
        output = subprocess.run(["size", "-A", "-d", path], check=True, stdout=subprocess.PIPE, text=True).stdout
        for words in map(str.split, output.splitlines()):
            if len(words) == 3 and words[0].startswith("."):
                code += int(words[1]) if words[0].startswith(".text") else 0
                total += 0 if words[0].startswith((".debug", ".comment", ".note", ".bss")) else int(words[1])
    return code, total


def size_of_binds(build, needs, count):
    measured = {}
    for kind in ("plain", "bound"):
        with tempfile.TemporaryDirectory() as folder:
            generate(folder, "needs", count, kind, needs)
            compile_once(folder, "release", build)
            measured[kind] = sections(glob.glob(f"{folder}/*.o"))
    return [(bound - plain) / count for plain, bound in zip(measured["plain"], measured["bound"])]


def sizes(build, quick):
    code = {}
    for needs in (0, 2) if quick else (0, 1, 2, 4, 8):
        code[needs], total = size_of_binds(build, needs, 100)
        value(f"size.bind.{needs}-needs", code[needs], "bytes")
        value(f"size.bind.{needs}-needs.with-data", total, "bytes")
    if not quick:
        # At most 2 when every need adds the same.
        value("size.bind.growth", code[8] / code[4], "ratio")
    objects = dovetail.objects(build)
    value("size.library.code", sections(objects)[0] / 1024, "KB")
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/libDovetail.so"
        subprocess.run(["swiftc", "-emit-library", "-o", library, *objects], check=True)
        subprocess.run(["strip", library], check=True)
        value("size.library.stripped", os.path.getsize(library) / 1024, "KB")


def main():
    usage.check(__doc__, ["compile", usage.PATH, usage.PATH, "quick|full"], ["size", usage.PATH, "quick|full"])
    quick = sys.argv[-1] == "quick"
    if sys.argv[1] == "compile":
        builds = {"debug": sys.argv[2], "release": sys.argv[3]}
        compile_times(builds, quick)
        member_times(builds, quick)
    else:
        sizes(sys.argv[2], quick)


if __name__ == "__main__":
    main()
