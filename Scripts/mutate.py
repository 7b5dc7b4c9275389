#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the core with all changes of Scripts/mutations.txt in it, and tests each; see Scripts/mutations.sh."""

import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import threading
import time

DATA = pathlib.Path("Scripts/mutations.txt")
SCRATCH = pathlib.Path(".build-mutations")
TREE = SCRATCH / "tree"
# Which test has noticed each change last: it is asked first.
NOTICED = SCRATCH / "noticed.json"
VARIABLE = "DOVETAIL_MUTATION"
SUITES = r"^(Declare|Plan|Resolve|Fuzz|Dovetail(Graph|Checks|Runtime|Components|Lifecycle|Profiles|Relatives|Testing))Tests\."
# Suites that take long come later, for what is still alive then, and those that keep every thread busy last.
SLOW = "FaultTests|AsyncInstanceTests|AsyncBindTests|AsyncLoopTests|ScopeCloseTests|FuzzTests|ScaleTests|DeepChainTests"
CROWDS = "StressTests|LeakTests"
ROUNDS = [
    ["--filter", SUITES, "--skip", f"{SLOW}|{CROWDS}"],
    ["--filter", f"{SUITES}.*({SLOW})", "--skip", CROWDS],
    ["--filter", f"{SUITES}.*({CROWDS})"],
]
# How many times longer than the unchanged core, and how many seconds at least, the tests may take before that counts as noticed.
PATIENCE, SHORTEST = 4, 60
# How much memory, in bytes, the tests of a change may ask for: one that takes ever more must not take the machine's.
MEMORY = 8 << 30

SWITCH = """// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Which change of meaning is in force: one or none. Exists in the builds of Scripts/mutations.sh only.
@usableFromInline
enum Mutation {
  private static let chosen: Int = getenv("%s").flatMap { Int(String(cString: $0)) } ?? 0

  @usableFromInline
  static func `is`(_ number: Int) -> Bool { chosen == number }
}
""" % VARIABLE


class Mutation:
    """One change: where it is, what it does, the old and the new text, and why it may survive."""

    def __init__(self, block):
        head = re.fullmatch(r"(\d+)( threads)? (\S+): (.+)", block[0])
        if not head:
            sys.exit(f"{DATA}: this is no head of a mutation: {block[0]}")
        self.number, self.path, self.text = int(head[1]), pathlib.Path("Sources") / head[3], head[4]
        self.needs_sanitizer = head[2] is not None
        self.old, self.new = self.lines(block, "-"), self.lines(block, "+")
        self.reason = self.lines(block, "=").replace("\n", " ")
        if f"Mutation.is({self.number})" not in self.new:
            sys.exit(f"{DATA}: the new text of mutation {self.number} does not ask Mutation.is({self.number})")

    @staticmethod
    def lines(block, mark):
        return "\n".join(line[2:] for line in block[1:] if line[:1] == mark)


def read_mutations():
    blocks, block = [], []
    for line in DATA.read_text().splitlines() + [""]:
        if line.startswith("#"):
            continue
        if line.strip():
            block.append(line)
        elif block:
            blocks.append(block)
            block = []
    mutations = [Mutation(block) for block in blocks]
    numbers = [mutation.number for mutation in mutations]
    if len(set(numbers)) != len(numbers):
        sys.exit(f"{DATA}: a number is used twice")
    return mutations


def mutated_sources(mutations):
    """The changed files, by path. Ends the script when a place is not found, or found twice."""
    sources, problems = {}, []
    for mutation in mutations:
        source = sources.get(mutation.path) or (mutation.path.read_text() if mutation.path.exists() else "")
        if source.count(mutation.old) != 1:
            times = "not there" if mutation.old not in source else "there more than once"
            problems.append(f"mutation {mutation.number}, {mutation.text}: its old text is {times} in {mutation.path}")
        sources[mutation.path] = source.replace(mutation.old, mutation.new, 1)
    if problems:
        sys.exit("\n".join(problems))
    for target in {mutation.path.parts[1] for mutation in mutations}:
        sources[pathlib.Path("Sources") / target / "Mutation.swift"] = SWITCH
    return sources


def copy_tree(sources):
    """Brings the copy up to date. What did not change is not touched, so that it is not built again."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True, capture_output=True).stdout
    wanted = {pathlib.Path(os.fsdecode(name)) for name in listed.split(b"\0") if name}
    wanted = {path for path in wanted if path.is_file()} | set(sources)
    for path in wanted:
        content = sources[path].encode() if path in sources else path.read_bytes()
        copy = TREE / path
        if not copy.is_file() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
    for copy in [path for path in TREE.rglob("*") if path.is_file()]:
        if copy.relative_to(TREE) not in wanted:
            copy.unlink()


def build(sanitizer):
    scratch = SCRATCH / ("threads" if sanitizer else "build")
    command = ["swift", "build", "--build-tests", "--package-path", str(TREE), "--scratch-path", str(scratch)]
    if sanitizer:
        command.append("--sanitize=thread")
    print(" ".join(command), flush=True)
    if subprocess.run(command).returncode != 0:
        sys.exit("the changed core does not build")
    return next(scratch.glob("*/debug/*PackageTests.xctest"))


def bound_memory():
    """Bounds what the process may ask for."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, number, arguments, limit, may_be_none=False):
    """Runs tests until the first one fails. Returns why they did not pass, or nothing."""
    # The shadow memory of the thread sanitizer is larger than any bound, and no system but Linux obeys one.
    bound = bound_memory if sys.platform == "linux" and "threads" not in program.parts else None
    environment = dict(os.environ, **{VARIABLE: str(number), "SWIFT_BACKTRACE": "enable=no"})
    process = subprocess.Popen(
        [str(program), "--testing-library", "swift-testing"] + arguments, env=environment, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=bound)
    is_late = threading.Event()

    def end():
        is_late.set()
        process.kill()

    timer = threading.Timer(limit, end)
    timer.start()
    reason, count = None, 0
    try:
        for line in process.stdout:
            test = re.search(r'Test (.+) recorded an issue', line)
            if test or "WARNING: ThreadSanitizer" in line:
                reason = test[1] if test else "the thread sanitizer"
                break
            if "Test run with" in line:
                count = int(re.search(r"with (\d+) test", line)[1])
        if reason:
            process.kill()
        process.wait()
    finally:
        timer.cancel()
    if is_late.is_set():
        return f"no end after {limit:.0f} s"
    if reason is None and process.returncode != 0:
        return f"a crash ({process.returncode})"
    if reason is None and count == 0 and not may_be_none:
        sys.exit("no test ran")
    return reason


def verdict(program, mutation, limits):
    """Who noticed the change, or nothing. The limits are for the rounds, in seconds."""
    known = json.loads(NOTICED.read_text()) if NOTICED.exists() else {}
    rounds = list(zip(ROUNDS, limits))
    # Threads that crowd show what memory order is for.
    if mutation.needs_sanitizer:
        rounds.reverse()
    # What the tests of the graph and its checks notice, they notice in a second.
    if {"DovetailGraph", "DovetailChecks"} & set(mutation.path.parts):
        rounds.insert(0, (["--filter", r"^Dovetail(Graph|Checks)Tests\."], limits[0]))
    name = known.get(str(mutation.number))
    if name and (noticed := run(program, mutation.number, ["--filter", re.sub(r"\W", ".", name)], limits[0], True)):
        return noticed
    for arguments, limit in rounds:
        if noticed := run(program, mutation.number, arguments, limit):
            if quoted := re.fullmatch(r'"(.+)"', noticed):
                NOTICED.write_text(json.dumps(known | {str(mutation.number): quoted[1]}, indent=1))
            return noticed
    return None


def measured_limits(program):
    """How long each round of tests may take; ends the script when the unchanged core does not pass."""
    limits = []
    for arguments in ROUNDS:
        began = time.monotonic()
        if noticed := run(program, 0, arguments, 1800):
            sys.exit(f"the unchanged core does not pass: {noticed}")
        took = time.monotonic() - began
        print(f"the unchanged core: {took:.0f} s", flush=True)
        limits.append(max(SHORTEST, PATIENCE * took))
    return limits


def refuse(reason):
    print(reason, file=sys.stderr)
    sys.exit(64)


def chosen(arguments, mutations, sanitizer):
    """The mutations that arguments name and that the sanitizer tells of, or the others; ends the program when an argument names none."""
    known = {mutation.number for mutation in mutations}
    numbers = set() if arguments else known
    for argument in arguments:
        if not re.fullmatch(r"\d+(-\d+)?", argument):
            refuse(f"'{argument}' is no mutation: give numbers as 7 or 12-20, --threads, --check, or nothing for all of them")
        first, _, last = argument.partition("-")
        named = {number for number in known if int(first) <= number <= int(last or first)}
        if not named:
            refuse(f"'{argument}' is no mutation: {DATA} has the numbers {min(known)} to {max(known)}")
        numbers |= named
    wanted = [mutation for mutation in mutations if mutation.number in numbers and mutation.needs_sanitizer == sanitizer]
    if not wanted:
        refuse("none of these mutations " + (
            "needs the thread sanitizer: leave --threads out" if sanitizer else "can be noticed without --threads"))
    return wanted


def main():
    arguments = sys.argv[1:]
    sanitizer = "--threads" in arguments
    mutations = read_mutations()
    if arguments == ["--check"]:
        mutated_sources(mutations)
        print(f"{len(mutations)} mutations have their places")
        return
    wanted = chosen([one for one in arguments if one != "--threads"], mutations, sanitizer)
    copy_tree(mutated_sources(mutations))
    program = build(sanitizer)
    limits = measured_limits(program)
    killed, excused, survivors = 0, [], []
    for mutation in wanted:
        began = time.monotonic()
        noticed = verdict(program, mutation, limits)
        word = "killed by " + noticed if noticed else "SURVIVED"
        print(f"{mutation.number:3} {mutation.text}: {word}, {time.monotonic() - began:.0f} s", flush=True)
        if noticed:
            killed += 1
            if mutation.reason:
                print(f"    although {DATA} says: {mutation.reason}", flush=True)
        else:
            (excused if mutation.reason else survivors).append(mutation)
            if mutation.reason:
                print(f"    no change of behaviour: {mutation.reason}", flush=True)
    print(f"{len(wanted)} mutations: {killed} killed, {len(excused)} change nothing, {len(survivors)} survived")
    sys.exit(1 if survivors else 0)


main()
