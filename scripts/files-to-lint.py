#!/usr/bin/env python3
"""Prints the sources that clang-tidy has to look at for a change, one a line.

These are the sources that differ from the state before the change, committed or not, and for each header that
differs some of the sources that include it: the nearest first, at most READERS_OF_A_HEADER. All sources are printed
where the change touches how they are compiled or checked, and where the state before is not known.

The state before the change is, in this order:
  --base REVISION, or the variable BSG_BASE
  on a branch, the commit where it left the main branch (origin's, else the local one)
  on the main branch itself, its last commit that is a day older than HEAD: younger ones no nightly run has seen
"""

import argparse
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

LINTED = ("src", "cli", "python/binding")
HEADERS = (*LINTED, "include")
# Where an include in quotes is looked for, beside the folder of the file that has it.
INCLUDE_FOLDERS = ("src", "include", "python", ".")
READERS_OF_A_HEADER = 10
MAIN_BRANCHES = ("origin/HEAD", "origin/main", "origin/master", "main", "master")
# A change here may change what is found anywhere.
CONCERNS_ALL = re.compile(r"\.clang-tidy|CMakePresets\.json|cmake/.*|((src|cli|python)/)?CMakeLists\.txt"
                          r"|scripts/(check\.sh|files-to-lint\.py)")
QUOTED_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


class Git:
    def __init__(self, root):
        self.command = ["git", "-C", str(root), "-c", f"safe.directory={root}"]

    def __call__(self, *arguments):
        """What git prints, or None where it fails."""
        try:
            run = subprocess.run([*self.command, *arguments], capture_output=True, text=True)
        except FileNotFoundError:
            return None
        return run.stdout.strip() if run.returncode == 0 else None

    def commit(self, revision):
        return self("rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}")

    def names(self, *arguments):
        listing = self(*arguments, "-z")
        return None if listing is None else {name for name in listing.split("\0") if name}


def commit_a_day_before(git):
    date = git("log", "-1", "--format=%ct")
    return git("rev-list", "-1", "--first-parent", f"--before={int(date) - 86400}", "HEAD") or None


def state_before(git, asked):
    """The commit to compare with and what it is, or None and why there is none."""
    head = git.commit("HEAD")
    if head is None:
        return None, "there is no history"
    if asked:
        commit = git.commit(asked)
        return commit, f"{asked}" if commit else f"there is no revision {asked}"
    main = next(filter(git.commit, MAIN_BRANCHES), None)
    if main is None:
        return None, "there is no main branch"
    fork = git("merge-base", main, "HEAD")
    if fork is None:
        return None, f"the history does not reach back to {main}"
    if fork != head:
        return fork, f"where the branch left {main}"
    commit = commit_a_day_before(git)
    return commit, "a day before" if commit else "the history does not reach back a day"


def touched_files(git, base):
    """Names of files that differ from base: committed, changed or new. None where git cannot tell."""
    differing = git.names("diff", "--name-only", "--no-renames", base)
    new = git.names("ls-files", "--others", "--exclude-standard")
    return None if differing is None or new is None else differing | new


def files_below(root, folders, suffixes):
    return sorted(path.relative_to(root) for folder in folders for path in (root / folder).rglob("*")
                  if path.suffix in suffixes and path.is_file())


def included_files(root, file):
    text = (root / file).read_text(encoding="utf-8", errors="replace")
    for name in QUOTED_INCLUDE.findall(text):
        for folder in (file.parent, *INCLUDE_FOLDERS):
            if (root / folder / name).is_file():
                yield Path(folder, name)
                break


def readers(root):
    """For each header, the files that include it."""
    result = defaultdict(list)
    for file in files_below(root, HEADERS, {".h", ".cc"}):
        for header in included_files(root, file):
            result[header].append(file)
    return result


def nearest_sources(header, readers_of):
    """Sources that include a header: its own first, then directly, then through other headers."""
    seen, ring, found = {header}, [header], []
    while ring and len(found) < READERS_OF_A_HEADER:
        ring = [file for near in ring for file in readers_of[near] if file not in seen]
        ring = sorted(set(ring), key=lambda file: (file.stem != header.stem, file))
        seen.update(ring)
        found += [file for file in ring if file.suffix == ".cc"]
    return found[:READERS_OF_A_HEADER]


def all_sources(root):
    return files_below(root, LINTED, {".cc"})


def files_to_lint(root, asked):
    """The sources, and in words why these."""
    everything = all_sources(root)
    git = Git(root)
    base, what = state_before(git, asked)
    touched = touched_files(git, base) if base else None
    if touched is None:
        return everything, f"all, since {what}"
    if of_all := sorted(filter(CONCERNS_ALL.fullmatch, touched)):
        return everything, f"all, since {of_all[0]} changed"
    readers_of = readers(root)
    chosen = {file for file in everything if file.as_posix() in touched}
    for name in touched:
        if name.endswith(".h") and Path(name) in readers_of:
            chosen.update(nearest_sources(Path(name), readers_of))
    return sorted(chosen), f"{len(chosen)} of {len(everything)}, by what changed since {base[:9]}, {what}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", default=os.environ.get("BSG_BASE"), metavar="REVISION",
                        help="the state before the change")
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent,
                        help="top of the tree (default: this one)")
    parser.add_argument("--all", action="store_true", help="all sources, whatever changed")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    files, why = (all_sources(root), "all") if arguments.all else files_to_lint(root, arguments.base)
    print(f"files to lint: {why}", file=sys.stderr)
    for file in files:
        print(file)


if __name__ == "__main__":
    main()
