#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the Swift sources of programs with many classes, for what is measured about large graphs.

    generate.py classes FOLDER COUNT bound|added|plain MODULE_SIZE    COUNT classes of 0 to 3 needs, and modules of so many binds
    generate.py needs FOLDER COUNT bound|plain NEEDS    COUNT classes of exactly NEEDS needs, and modules of 50 binds
    generate.py members FOLDER COUNT component|byhand|plain    COUNT classes of 0 to 3 needs, and one class with a shared value of each
    generate.py startup FOLDER COUNT    the graph that a start is measured with, COUNT binds in modules of 50

'added' adds the binds one by one, without a builder; 'plain' has the classes and the files of the modules, but no binds in them.
"""

import os
import sys

import usage

FILE_SIZE = 50
HEADER = "import Dovetail\n\n"


def swift_class(name, needs):
    """A class that stores what it needs. Public, or else the compiler would remove what nobody in its module uses."""
    if not needs:
        return f"public final class {name}: Sendable {{ public init() {{}} }}\n"
    stored = "".join(f"  let {label}: {type}\n" for label, type in needs)
    parameters = ", ".join(f"{label}: {type}" for label, type in needs)
    assigned = "".join(f"    self.{label} = {label}\n" for label, _ in needs)
    return f"public final class {name}: Sendable {{\n{stored}  public init({parameters}) {{\n{assigned}  }}\n}}\n"


def swift_module(name, binds):
    lines = "".join(f"    {bind}\n" for bind in binds)
    return f"public struct {name}: Module {{\n  public var bindings: Bindings {{\n{lines}  }}\n}}\n"


def labelled(types):
    return [(f"need{place}", type) for place, type in enumerate(types)]


def write(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def write_parts(folder, needs_of, count, binds_of=None):
    """Files of 50 classes; each is followed by its binds, which `binds_of` makes of the numbers of its classes."""
    for first in range(0, count, FILE_SIZE):
        numbers = range(first, min(first + FILE_SIZE, count))
        text = "".join(swift_class(f"Part{i}", labelled([f"Part{j}" for j in needs_of(i)])) for i in numbers)
        if binds_of:
            text += "\n" + binds_of(first, numbers)
        write(folder, f"Parts{first}.swift", (HEADER if binds_of else "") + text)


def bind(i):
    return f"Bind(Part{i}.init)" + (".in(.singleton)" if i % 3 == 0 else "")


def write_modules(folder, numbers, module_size, bind, kind):
    for first in range(0, len(numbers), module_size):
        binds = [bind(i) for i in numbers[first : first + module_size]] if kind != "plain" else []
        if kind == "added":
            binds = ["var list = Bindings()"] + [f"list.add({bind})" for bind in binds] + ["return list"]
        write(folder, f"Module{first}.swift", HEADER + swift_module(f"Module{first}", binds))


def real_needs(i):
    """As many needs as real classes have: 0, 1, 2 or 3, of those before."""
    return [j for j in (i - 1, i - 7, i - 20)[: i % 4] if j >= 0]


def classes(folder, count, kind, module_size):
    write_parts(folder, real_needs, count)
    write_modules(folder, range(count), module_size, bind, kind)


def classes_of_needs(folder, count, kind, needs):
    numbers = range(needs + 1, count + needs + 1)
    write_parts(folder, lambda i: range(i - needs, i) if i in numbers else [], count + needs + 1)
    write_modules(folder, numbers, FILE_SIZE, lambda i: f"Bind(Part{i}.init)", kind)


ONCE = """import Synchronization

public final class Once<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func get(_ make: () -> Value) -> Value {
    if let made = value.withLock({ $0 }) { return made }
    let new = make()
    return value.withLock { value in
      let first = value ?? new
      value = first
      return first
    }
  }
}
"""


def members(folder, count, kind):
    write_parts(folder, real_needs, count)
    if kind == "plain":
        return
    if kind == "component":
        lines = "import DovetailComponents\n\npublic final class Parts: Component {\n  public let instances = Instances()\n"
    else:
        lines = ONCE + "\npublic final class Parts: Sendable {\n"
    for i in range(count):
        made = f"Part{i}(" + ", ".join(f"need{place}: part{j}" for place, j in enumerate(real_needs(i))) + ")"
        if kind == "component":
            lines += f"  public var part{i}: Part{i} {{ single {{ {made} }} }}\n"
        else:
            lines += f"  private let once{i} = Once<Part{i}>()\n  public var part{i}: Part{i} {{ once{i}.get {{ {made} }} }}\n"
    write(folder, "All.swift", lines + "}\n")


# Parts that are built inside each other: fewer than a container allows.
CHAIN = 48


def startup(folder, count):
    """Every eighth part is needed by nobody; the others are chains, each of which ends at the hub, with diamonds, and a third of them needs the hub."""
    is_reachable = lambda i: i % 8 != 7
    def previous(i):
        while not is_reachable(i - 1):
            i -= 1
        return i - 1
    def needs(i):
        if i % CHAIN == 0:
            return [0] if i > 0 else []
        chain = previous(i)
        diamond = [previous(chain)] if i % 4 == 2 and chain % CHAIN != 0 else []
        hub = [0] if i % 3 == 0 and chain != 0 and diamond != [0] else []
        return [chain] + diamond + hub
    def binds(first, numbers):
        lines = [f"Bind(Part{i}.init)" + (".in(.singleton)" if is_reachable(i) else "") for i in numbers]
        return swift_module(f"Module{first}", lines)
    write_parts(folder, needs, count, binds)
    modules = "".join(f"  Module{first}(),\n" for first in range(0, count, FILE_SIZE))
    def root(size):
        ends = [previous(min(first + CHAIN, size)) for first in range(0, size, CHAIN)]
        lines = [f"    _ = try $0.resolve(Part{end}.self)\n" for end in ends[:-1]]
        return f"  {size}: {{\n{''.join(lines)}    return try $0.resolve(Part{ends[-1]}.self)\n  }},\n"
    roots = "".join(root(size) for size in (100, 1_000, 10_000) if size <= count)
    wrong = "".join(f"struct Missing{i} {{}}\nstruct Wrong{i} {{ let missing: Missing{i} }}\n" for i in range(100))
    write(
        folder, "All.swift",
        HEADER + f"let modules: [any Module] = [\n{modules}]\n\n"
        + f"let roots: [Int: @Sendable (Container) throws -> AnyObject] = [\n{roots}]\n\n"
        + wrong + "\n" + swift_module("Broken", [f"Bind(Wrong{i}.init)" for i in range(100)]))


def main():
    folder, number = usage.PATH, "[0-9]+"
    usage.check(
        __doc__, ["classes", folder, number, "bound|added|plain", number], ["needs", folder, number, "bound|plain", number],
        ["members", folder, number, "component|byhand|plain"], ["startup", folder, number])
    what, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if what == "classes":
        classes(folder, count, sys.argv[4], int(sys.argv[5]))
    elif what == "members":
        members(folder, count, sys.argv[4])
    elif what == "needs":
        classes_of_needs(folder, count, sys.argv[4], int(sys.argv[5]))
    else:
        startup(folder, count)


if __name__ == "__main__":
    main()
