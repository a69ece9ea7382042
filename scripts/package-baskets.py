#!/usr/bin/env python3
"""Baskets from Debian's package index: a line for each package, with the packages that it comes with.

A basket is what a package needs or recommends. Packages of one basket are used together; packages
that appear in like baskets are used alike. The same index always gives the same bytes.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

# What a package is installed with by default; Suggests and Enhances are mere wishes.
RELATIONS = ("Pre-Depends", "Depends", "Recommends")
FIELD = re.compile(rf"^(Package|Source|{'|'.join(RELATIONS)}): (.*)$", re.MULTILINE)
# In front of an architecture (:any), a version (>= 1.2) or another alternative (| other).
NAME = re.compile(r"[a-z0-9][a-z0-9.+-]+")


class IndexUnavailable(Exception):
    """There is no package index on this machine; the message says what to do."""


def read_index():
    try:
        result = subprocess.run(["apt-cache", "dumpavail"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise IndexUnavailable(f"apt-cache dumpavail failed ({error}): this needs Debian's apt") from error
    if not result.stdout.strip():
        raise IndexUnavailable("apt knows no packages: run `apt-get update` as root, then try again")
    return result.stdout


def packages(index):
    """Fields of each package by name; of several versions the one listed first."""
    found = {}
    for stanza in index.split("\n\n"):
        fields = dict(FIELD.findall(stanza))
        if "Package" in fields:
            found.setdefault(fields["Package"], fields)
    return found


def companions(fields):
    """Names in a package's relations, in order, each once. Of alternatives (a | b) the first: it is
    the one that apt installs."""
    names = {}
    for relation in RELATIONS:
        for clause in fields.get(relation, "").split(","):
            if match := NAME.search(clause):
                names[match[0]] = None
    return list(names)


def baskets(index):
    """Baskets of two packages or more. Names that no package bears (virtual ones such as an ABI) are
    left out, and a source whose many packages all need the same counts once."""
    known = packages(index)
    seen = set()
    for name, fields in known.items():
        basket = [companion for companion in companions(fields) if companion in known]
        source = fields.get("Source", name).split()[0]
        key = (source, frozenset(basket))
        if len(basket) > 1 and key not in seen:
            seen.add(key)
            yield basket


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, required=True, help="file to write")
    parser.add_argument("--index", type=Path, metavar="FILE",
                        help="read FILE instead of the output of `apt-cache dumpavail`")
    arguments = parser.parse_args()
    try:
        index = arguments.index.read_text() if arguments.index else read_index()
        lines = [" ".join(basket) + "\n" for basket in baskets(index)]
        arguments.output.write_text("".join(lines))
    except (IndexUnavailable, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    print(f"{len(lines)} baskets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
