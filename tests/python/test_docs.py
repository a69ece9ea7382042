"""The lines of Python in README.md and docs/python.md, run as they stand there, beside the files that they name."""

import gzip
import pathlib
import random
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOPICS = [
    "paris london city river bridge street france england",
    "man king woman queen crown throne palace court",
    "bread butter milk cheese eggs flour sugar salt",
]


@pytest.fixture
def folder(tmp_path):
    generator = random.Random(1)
    lines = [" ".join(generator.choices(generator.choice(TOPICS).split(), k=8)) + "\n" for _ in range(2000)]
    text = "".join(lines)
    for name in ("corpus.txt", "held-out.txt", "1990s.txt", "2010s.txt"):
        (tmp_path / name).write_text(text)
    rows = [f"{customer},{item}\n" for customer, line in enumerate(lines) for item in line.split()]
    (tmp_path / "purchases.csv").write_text("customer,product\n" + "".join(rows))
    (tmp_path / "part1.txt.gz").write_bytes(gzip.compress(text.encode()))
    zstd = shutil.which("zstd")
    if zstd is None:
        pytest.skip("zstd is not installed")
    subprocess.run([zstd, "-q", "-o", tmp_path / "part2.txt.zst", tmp_path / "corpus.txt"], check=True)
    (tmp_path / "wordsim353.txt").write_text("paris\tlondon\t9\nparis\tbread\t1\nking\tqueen\t8\n")
    (tmp_path / "questions-words.txt").write_text(": family\nman king woman queen\n")
    return tmp_path


def blocks(name):
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["docs/python.md", "README.md"])
def test_the_page_works_from_top_to_bottom(folder, name):
    pytest.importorskip("gensim")
    pytest.importorskip("matplotlib")
    lines = [block for block in blocks(name) if "import bsg" in block or name != "README.md"]
    assert sum(block.count("\n") for block in lines) >= 8
    (folder / "page.py").write_text("\n".join(lines))
    done = subprocess.run([sys.executable, "-B", "page.py"], cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def test_the_install_lines_are_those_that_are_tested():
    tested = (ROOT / "tests/python/installed_package_test.sh").read_text()
    for name in ("README.md", "docs/python.md"):
        page = (ROOT / name).read_text()
        assert "python3 -m venv --system-site-packages environment" in page
        assert "environment/bin/pip install --no-index --no-build-isolation ." in page
    assert '-m venv --system-site-packages "$work/environment"' in tested
    assert "pip\" install --no-index --no-build-isolation \"$work/checkout\"" in tested
