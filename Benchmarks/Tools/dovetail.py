# SPDX-License-Identifier: Apache-2.0
"""Where the package manager leaves what it builds."""

CORE = ("DovetailGraph", "DovetailChecks", "DovetailRuntime", "Dovetail")


def objects(build):
    """Returns the object files of the core that a program of the build links; others that lie beside them may be old."""
    linked = open(f"{build}/operations.product/Objects.LinkFileList").read().split("\n")
    paths = [path.strip("'") for path in linked]
    return [path for path in paths if any(f"/{module}.build/" in path for module in CORE)]
