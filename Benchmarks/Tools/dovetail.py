# SPDX-License-Identifier: Apache-2.0
"""Where the package manager leaves what it builds."""


def objects(build):
    """Returns the object files of Dovetail that a program of the build links; others that lie beside them may be old."""
    linked = open(f"{build}/operations.product/Objects.LinkFileList").read().split("\n")
    paths = [path.strip("'") for path in linked]
    return [path for path in paths if "/Dovetail.build/" in path or "/DovetailGraph.build/" in path]
