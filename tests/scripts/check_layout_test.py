"""The layout checker accepts a sound tree and names each file that is not."""

import subprocess
import sys
from pathlib import Path

import pytest

CHECKER = Path(__file__).resolve().parents[2] / "scripts" / "check-layout.py"
SOUND_TREE = {
    "CMakeLists.txt": "project(bsg VERSION 7.8.9 LANGUAGES CXX)\n",
    "CHANGELOG.md": "## 7.8.9\n",
    ".gitignore": "/build/\n",
    "README.md": "Needs 7.8.90 or 17.8.9, not v7.8.9.1 of another thing.\n",
    "src/corpus/text.cc": "int x;\n" * 400,
    "src/options/option_table.cc": 'f("The chain starts from the solution of --iterations.");\n',
    "src/options/data_rows.cc": 'f("With --sets the default is 1.");\n',
    "src/options/inference_rows.cc": 'f("Used with --negative-mode expected.");\n',
    "src/wording/names.cc": 'f("bsg train --resume");\n',
    "src/corpus/count.cc": 'for (; k > 0; --k) f("a--b");  // zstd --long\n',
    "tests/model/kept.bsg": '{"bsg.version":"7.8.9"}\n',
    "build/common/large.bin": "0" * (1 << 21),
}


def check(tree, files):
    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    return subprocess.run([sys.executable, CHECKER, tree], capture_output=True, text=True)


def test_sound_tree_passes(tmp_path):
    result = check(tmp_path, SOUND_TREE)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.parametrize("file, text, reason", [
    ("src/corpus/util.h", "", "name it after its subject"),
    ("src/common/text.h", "", "name it after its subject"),
    ("tests/helpers.py", "", "name it after its subject"),
    ("docs/misc.md", "", "name it after its subject"),
    ("src/corpus/long.cc", "int x;\n" * 401, "401 lines"),
    ("scripts/long.sh", "true\n" * 401, "401 lines"),
    ("docs/large.txt", "0" * ((1 << 20) + 1), "1048577 bytes"),
    ("README.md", "This is version 7.8.9.\n", "belongs only in"),
    ("src/model/version.cc", 'return "7.8.9";\n', "belongs only in"),
    ("src/training/learn.cc", 'throw Error("try fewer --negatives");\n', "use wording::option()"),
    ("src/training/row.h", 'throw Error(fmt::format("--{}" "--memory allows"));\n', "use wording::option()"),
], ids=lambda value: value[:24].strip())
def test_violation_is_named(tmp_path, file, text, reason):
    result = check(tmp_path, {**SOUND_TREE, file: text})
    assert result.returncode == 1
    (line,) = result.stdout.splitlines()
    assert line.startswith(f"{file}:")
    assert reason in line
