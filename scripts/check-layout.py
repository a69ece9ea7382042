#!/usr/bin/env python3
"""Checks names, lengths and sizes of the project's files, that the version is written down once, and that messages of
the library name options through src/wording, so that every front writes them its own way.

Prints the offending files and exits with 1 if there are any.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

LONGEST_SOURCE = 400  # lines
SOURCE_SUFFIXES = {".h", ".cc", ".py", ".sh"}
LARGEST_FILE = 1 << 20  # bytes
# Names that say nothing about what is inside.
EMPTY_NAMES = {"util", "utils", "common", "helper", "helpers", "misc"}
VERSION_KEEPERS = {"CMakeLists.txt", "CHANGELOG.md"}
# Where options are written as the command line has them: the rows of the table that it is made from, and the names of all
# fronts.
OPTION_KEEPERS = ("src/options/data_rows.cc", "src/options/inference_rows.cc", "src/options/option_table.cc", "src/wording/")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
OPTION = re.compile(r"(?<![\w-])--[a-z]")
PROJECT_VERSION = re.compile(r"project\s*\(\s*\w+\s+VERSION\s+([\d.]+)")


def project_files(root):
    """Files under version control and new ones that are not ignored."""
    command = ["git", "-c", f"safe.directory={root}", "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
    listing = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    files = sorted(Path(name) for name in listing.split("\0") if name)
    return [file for file in files if (root / file).is_file()]


def name_faults(file):
    for part in file.parts:
        if part.split(".")[0].lower() in EMPTY_NAMES:
            yield f"{file}: name it after its subject, not '{part}'"


def length_faults(root, file):
    if file.suffix in SOURCE_SUFFIXES:
        lines = len((root / file).read_bytes().splitlines())
        if lines > LONGEST_SOURCE:
            yield f"{file}: {lines} lines, more than {LONGEST_SOURCE}: split it by subject"


def size_faults(root, file):
    size = (root / file).stat().st_size
    if size > LARGEST_FILE:
        yield f"{file}: {size} bytes, more than {LARGEST_FILE}: data sets do not belong here"


def version_faults(root, file, version):
    if file.as_posix() in VERSION_KEEPERS or file.suffix == ".bsg":  # a kept model names its maker
        return
    text = (root / file).read_bytes().decode("utf-8", errors="replace")
    alone = re.compile(rf"(?<![\w.]){re.escape(version)}(?![\w]|\.\d)")
    keepers = " and ".join(sorted(VERSION_KEEPERS))
    for number, line in enumerate(text.splitlines(), start=1):
        if alone.search(line):
            yield f"{file}:{number}: the version {version} belongs only in {keepers}"


def option_faults(root, file):
    if file.parts[0] != "src" or file.suffix not in (".h", ".cc") or file.as_posix().startswith(OPTION_KEEPERS):
        return
    for number, line in enumerate((root / file).read_text(encoding="utf-8").splitlines(), start=1):
        if any(OPTION.search(text) for text in STRING.findall(line)):
            yield f"{file}:{number}: a message names an option as one front writes it: use wording::option()"


def project_version(root):
    match = PROJECT_VERSION.search((root / "CMakeLists.txt").read_text(encoding="utf-8"))
    if not match:
        sys.exit("CMakeLists.txt: project(… VERSION …) not found")
    return match[1]


def faults(root):
    version = project_version(root)
    for file in project_files(root):
        yield from name_faults(file)
        yield from length_faults(root, file)
        yield from size_faults(root, file)
        yield from version_faults(root, file, version)
        yield from option_faults(root, file)


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
