"""The examples run from top to bottom, say what is to be seen in them, and draw."""

import pathlib
import subprocess
import sys

import pytest

pyplot = pytest.importorskip("matplotlib.pyplot")

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python"


def run(name, folder):
    done = subprocess.run([sys.executable, "-B", EXAMPLES / name], cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def colors_of(path):
    picture = pyplot.imread(path)
    assert picture.shape[0] > 400 and picture.shape[1] > 600
    return len({tuple(pixel) for row in (picture[::3, ::3, :3] * 255).astype(int).tolist() for pixel in row})


def test_every_example_is_run():
    assert {path.name for path in EXAMPLES.glob("*.py")} == {"words.py", "baskets.py"}


def test_words(tmp_path):
    output = run("words.py", tmp_path)
    after_float = output.split("\nfloat\n")[1].split("\n\n")[0]
    assert "complex" in after_float and "±" in after_float and "beats the next with" in after_float
    assert colors_of(tmp_path / "words.png") > 20
    assert colors_of(tmp_path / "certainty.png") > 3


def test_baskets(tmp_path):
    output = run("baskets.py", tmp_path)
    line = next(line for line in output.splitlines() if line.startswith("socket     goes with"))
    assert "ssl" in line
    assert colors_of(tmp_path / "baskets.png") > 20
