# SPDX-License-Identifier: Apache-2.0
"""How the programs beside this file are called."""

import re
import sys

# The pattern of a file or a folder, which is no option.
PATH = "(?!--).+"


def check(text, *forms):
    """Goes on when the arguments have one of some forms, each a pattern for every argument; else prints how the program is called, and ends it."""
    arguments = sys.argv[1:]
    if "--help" in arguments:
        print(text.strip())
        sys.exit(0)
    if not any(len(form) == len(arguments) and all(map(re.fullmatch, form, arguments)) for form in forms):
        print(text.strip(), file=sys.stderr)
        sys.exit(64)
