#!/usr/bin/env python3
"""Checks what may include what.

  src/FOLDER                its own folder, folders above it in FOLDERS, public headers
  include/bsg               the standard library and public headers
  cli, python, explorer     public headers and their own files
  everywhere                <mpi.h> only in src/mpi, Highway only where the kernels are

Prints the offending lines and exits with 1 if there are any.
"""

import argparse
import re
import sys
from pathlib import Path

# A folder of src may include the folders before it.
FOLDERS = ("wording", "files", "tensors", "options", "kernels", "random", "reading", "tokenizing", "counting", "tables", "corpus", "features",
           "sampling", "inference", "skipgram", "model", "posterior", "gibbs", "planning", "folding", "comparing", "query", "recommending", "evaluation", "checkpoint", "training",
           "mpi")
FRONTS = ("cli", "python", "explorer")
# Headers that only some folders may include, by how they begin.
CONFINED = {"mpi.h": ("src/mpi/",), "hwy/": ("src/kernels/", "tests/kernels/", "bench/")}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
STANDARD_HEADER = re.compile(r"[a-z_]+")
SUFFIXES = {".h", ".cc"}
NOT_SOURCES = {"build", ".git", ".cache", "__pycache__"}


def source_files(root):
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if path.suffix in SUFFIXES and path.is_file() and not NOT_SOURCES & set(relative.parts):
            yield relative


def includes(path):
    """(line number, whether in quotes, header) of every include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if match := INCLUDE.match(line):
            yield number, match[1] == '"', match[2]


def is_ours(header):
    """Whether a header is named as one of src's: FOLDER/FILE. (<random> is not.)"""
    return "/" in header and header.split("/")[0] in FOLDERS


def fault_in_src(folder, header, quoted):
    if folder not in FOLDERS:
        return f"folder src/{folder} has no place in the order of folders: {' '.join(FOLDERS)}"
    if is_ours(header):
        target = header.split("/")[0]
        if FOLDERS.index(target) > FOLDERS.index(folder):
            return f"src/{folder} may not include {target}, which stands below it"
    elif quoted and not header.startswith(("bsg/", "hwy/")):
        return 'headers of ours are written "folder/file.h" or "bsg/file.h"'
    return None


def fault_in_public_header(header, quoted):
    if quoted and header.startswith("bsg/"):
        return None
    if not quoted and STANDARD_HEADER.fullmatch(header):
        return None
    return "a public header may include only <standard> headers and \"bsg/…\""


def fault_in_front(root, file, header, quoted):
    front = root / file.parts[0]
    if is_ours(header):
        return f"{file.parts[0]} may include only public headers of ours, \"bsg/…\""
    if quoted and not header.startswith("bsg/"):
        candidates = (root / file.parent / header, front / header, root / header)
        if not any(path.is_file() and path.resolve().is_relative_to(front.resolve()) for path in candidates):
            return f"not a public header, nor a file of {file.parts[0]}"
    return None


def fault(root, file, header, quoted):
    """What is wrong with one include, or None."""
    if ".." in header.split("/"):
        return "an include may not climb with .."
    for beginning, places in CONFINED.items():
        if header.startswith(beginning) and not file.as_posix().startswith(places):
            return f"<{header}> may be included only in {', '.join(places)}"
    top = file.parts[0]
    if top == "src":
        folder = file.parts[1] if len(file.parts) > 2 else "."
        return fault_in_src(folder, header, quoted)
    if top == "include":
        return fault_in_public_header(header, quoted)
    if top in FRONTS:
        return fault_in_front(root, file, header, quoted)
    return None


def faults(root):
    for file in source_files(root):
        for number, quoted, header in includes(root / file):
            if message := fault(root, file, header, quoted):
                yield f"{file}:{number}: {header}: {message}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent,
                        help="top of the tree to check (default: this one)")
    found = list(faults(parser.parse_args().root))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
