"""The README's command lines, run as they stand there, in a folder with the files that they name."""

import gzip
import os
import pathlib
import random
import re
import shutil
import subprocess

import pytest

BSG = os.environ["BSG"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
TOPICS = [
    "paris london city river bridge street france england",
    "man king woman queen crown throne palace court",
    "bread butter milk cheese eggs flour sugar salt",
]


def sentences(count):
    generator = random.Random(1)
    return ["  ".join(generator.choices(generator.choice(TOPICS).split(), k=8)) for _ in range(count)]


def readme_lines():
    """Lines of the README's indented blocks that call the program, without their remarks."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^    (?!.*--help)((?:zcat dump\.gz \| )?bsg [^#\n]*)", text, re.MULTILINE)
    return [line.strip() for line in lines]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("readme")
    text = "\n".join(sentences(600)) + "\n"
    for name in ("corpus.txt", "held-out.txt", "baskets.txt", "1990s.txt", "2010s.txt"):
        (place / name).write_text(text)
    for name in ("wordsim353.txt", "men.txt", "simlex999.txt"):
        (place / name).write_text("paris\tlondon\t9\nParis\tbread\t1\nking\tqueen\t8\n")
    rows = [f"{user},{word}" for user in range(4700, 4730) for word in sentences(600)[user - 4700].split()]
    (place / "log.csv").write_text("user,item\n" + "\n".join(rows) + "\n")
    (place / "carts.txt").write_text("paris london\nbread\n")
    (place / "questions-words.txt").write_text(": family\nman king woman queen\n")
    (place / "new-lines.txt").write_text("paris newtown london\n")
    (place / "vectors.vec").write_text("2 3\nparis 1 2 3\nlondon 2 3 4\n")
    for name in ("part1.txt.gz", "dump.gz"):
        (place / name).write_bytes(gzip.compress(text.encode()))
    zstd = shutil.which("zstd")
    if zstd is None:
        pytest.skip("zstd is not installed")
    subprocess.run([zstd, "-q", "-o", place / "part2.txt.zst", place / "corpus.txt"], check=True)
    return place


def test_the_readme_has_commands_of_every_kind():
    commands = {line.split("bsg ", 1)[1].split()[0] for line in readme_lines()}
    assert commands >= {"train", "recommend", "split", "neighbors", "similarity", "analogy", "info", "infer", "export"}


def test_the_readme_works_from_top_to_bottom(folder):
    path = os.pathsep.join([str(pathlib.Path(BSG).parent), os.environ["PATH"]])
    for line in readme_lines():
        if "bsg train" in line:
            line += " --iterations 12 --dimension 8" + ("" if "--users" in line else " --subsample 1e-2")
        done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True,
                              env=os.environ | {"PATH": path}, timeout=120)
        assert done.returncode == 0, f"{line}: {done.stderr}"
