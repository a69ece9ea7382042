"""A package index becomes baskets of the packages that come together."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "package-baskets.py"

INDEX = """Package: editor
Version: 1.0
Depends: libc6 (>= 2.34), libgtk:any (>= 3), viewer | printer, editor-abi-7
Pre-Depends: dpkg (>= 1.15.6~)
Recommends: printer, libc6
Suggests: wish
Description: an editor
 Depends: not-a-field

Package: libc6

Package: libgtk
Depends: libc6

Package: viewer
Source: tools (2.1)
Depends: libc6, libgtk

Package: printer
Source: tools
Depends: libgtk, libc6

Package: dpkg
Depends: libc6, libgtk

Package: wish

Package: editor
Version: 0.9
Depends: wish, libc6
"""


def run(tmp_path, *arguments, **keywords):
    command = [sys.executable, SCRIPT, "-o", tmp_path / "baskets.txt", *arguments]
    return subprocess.run(command, capture_output=True, text=True, **keywords)


def fake_apt_cache(tmp_path, body):
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "apt-cache").write_text(f"#!/bin/sh\n{body}\n")
    (folder / "apt-cache").chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


def test_baskets(tmp_path):
    (tmp_path / "index").write_text(INDEX)
    result = run(tmp_path, "--index", tmp_path / "index")
    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "baskets.txt").read_text().splitlines() == [
        "dpkg libc6 libgtk viewer printer",  # one alternative, no version, no virtual package
        "libc6 libgtk",  # viewer and printer: the same needs, the same source
        "libc6 libgtk",  # dpkg: another source
    ]


def test_reads_what_apt_cache_prints(tmp_path):
    (tmp_path / "index").write_text(INDEX)
    environment = fake_apt_cache(tmp_path, f"[ \"$1\" = dumpavail ] && cat '{tmp_path}/index'")
    assert run(tmp_path, env=environment).returncode == 0
    assert len((tmp_path / "baskets.txt").read_text().splitlines()) == 3


def test_empty_index_says_what_to_do(tmp_path):
    result = run(tmp_path, env=fake_apt_cache(tmp_path, "true"))
    assert result.returncode == 2
    assert "apt-get update" in result.stderr
    assert not (tmp_path / "baskets.txt").exists()
