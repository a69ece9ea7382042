"""The bar: on a terminal and in a notebook, with tqdm or without."""

import io
import os
import pty
import subprocess
import sys
import types

import pytest
from conftest import SMALL
from terminal import needs_terminal, read_terminal

import bsg
from bsg import progress as bars


def run_on_terminal(corpus, prelude="", progress=""):
    """What a training of some thousand iterations writes to a terminal."""
    code = (f"import sys; sys.argv = [''] + sys.argv[1:]; {prelude}\nimport bsg\n"
            f"bsg.train(sys.argv[1], dimension=32, iterations=1000, subsample=1{progress})")
    master, slave = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", code, str(corpus)], stdout=slave, stderr=slave)
    os.close(slave)
    output = read_terminal(master)
    os.close(master)
    assert process.wait(timeout=120) == 0, output.decode()
    return output.decode()


@needs_terminal
def test_tqdm_on_a_terminal(corpus):
    pytest.importorskip("tqdm")
    output = run_on_terminal(corpus)
    assert "training:" in output and "/1000" in output and "change" in output
    assert output.rstrip(" \r\n\x1b[A").split("\r")[-1].strip() == "" or output.endswith("\r")


@needs_terminal
def test_a_plain_bar_without_tqdm(corpus):
    output = run_on_terminal(corpus, prelude="sys.modules['tqdm'] = None")
    assert "iteration " in output and "/1000 [" in output and "#" in output and "change" in output
    assert output.endswith("\r") and "\n" not in output


@needs_terminal
def test_no_bar_if_not_wanted(corpus):
    assert run_on_terminal(corpus, progress=", progress=False") == ""
    assert run_on_terminal(corpus, progress=", progress=None") == ""


def test_no_bar_without_a_terminal(corpus, capfd):
    bsg.train(corpus, **SMALL)
    assert capfd.readouterr() == ("", "")


def test_a_bar_anywhere_if_wanted(corpus, capfd):
    bsg.train(corpus, progress=True, **SMALL)
    assert "8" in capfd.readouterr().err


def test_a_bar_in_a_notebook(monkeypatch):
    assert type(bars.reporter("auto")) is bars.Reporter
    session = types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: session))
    assert type(bars.reporter("auto")) is not bars.Reporter
    assert type(bars.reporter(False)) is bars.Reporter


def test_the_plain_bar_reads_bytes_and_iterations():
    stream = io.StringIO()
    record = bsg.Iteration(1, 1.0, 10, 10, 10, 1.0, 1.0, 0.5)
    with bars.PlainBar(stream) as bar:
        for progress in (bsg.Progress("counting", 50, 100, 0, 4, None), bsg.Progress("contexts", 0, 0, 1, 4, record)):
            bar._drawn = 0.0
            bar.update(progress)
    drawn = stream.getvalue().split("\r")
    assert drawn[1].startswith("counting words [###############---------------]  50%")
    assert drawn[2].startswith("iteration 1/4 [#######-----------------------]  change 0.5")
    assert drawn[-1] == ""


def test_the_loss_of_skipgram_is_shown():
    stream = io.StringIO()
    record = bsg.Iteration(1, 0.025, 10, 10, 10, 0.0, 0.0, 0.0, mean_loss=1.25)
    with bars.PlainBar(stream) as bar:
        bar.update(bsg.Progress("passes", 0, 0, 1, 4, record))
    assert "loss 1.25" in stream.getvalue() and "change" not in stream.getvalue()


@pytest.mark.parametrize("wrong", ["always", 3, [print]])
def test_what_progress_cannot_be(corpus, wrong):
    with pytest.raises(TypeError, match="progress must be a callable"):
        bsg.train(corpus, progress=wrong)
