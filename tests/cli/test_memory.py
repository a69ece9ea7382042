"""--memory and --scratch: what a training says it needs, what it takes, and what it refuses."""

import os
import random
import re
import subprocess
import time

import pytest

from conftest import BSG, SMALL, refused, succeed, write_lines

WORDS = 16000
# Precisions of 117 MB a side; the second iteration keeps them, the third blends with them.
LARGE = ["--dimension", "60", "--iterations", "3", "--burn-in", "1", "--subsample", "1", "--window", "2",
         "--negative-mode", "expected", "--threads", "2", "--subwords", "no"]
UNITS = {"kB": 1e3, "MB": 1e6, "GB": 1e9}


@pytest.fixture(scope="module")
def many_words(tmp_path_factory):
    """A text with each of many words a few times."""
    generator = random.Random(3)
    words = [f"w{number}" for number in range(WORDS)] * 4
    generator.shuffle(words)
    lines = [words[start:start + 10] for start in range(0, len(words), 10)]
    return write_lines(tmp_path_factory.mktemp("memory") / "text.txt", lines)


def watched(*arguments):
    """A finished run: what it wrote to standard error, and its peak of anonymous memory in bytes."""
    process = subprocess.Popen([BSG, *map(str, arguments)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    peak = 0
    while process.poll() is None:
        try:
            with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
                found = re.search(r"RssAnon:\s+(\d+) kB", status.read())
            peak = max(peak, int(found.group(1)) * 1024 if found else 0)
        except OSError:
            break
        time.sleep(0.003)
    messages = process.communicate(timeout=300)[1].decode()
    assert process.returncode == 0, messages
    return messages, peak


def planned(messages):
    """(memory, budget, disk) in bytes, of the one line that says so."""
    lines = [line for line in messages.splitlines() if line.startswith("memory: ")]
    assert len(lines) == 1, messages
    found = re.match(r"memory: at most ([\d.]+) (\w+) of ([\d.]+) (\w+)(?:, and ([\d.]+) (\w+) of scratch files in '(.*)'"
                     r" \(.*\))?$", lines[0])
    assert found, lines[0]
    amounts = [float(found.group(k)) * UNITS[found.group(k + 1)] if found.group(k) else 0 for k in (1, 3, 5)]
    return (*amounts, found.group(7))


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs /proc")
def test_a_budget_is_kept_and_changes_no_byte(many_words, tmp_path):
    free, limited = tmp_path / "free.bsg", tmp_path / "limited.bsg"
    messages, peak = watched("train", many_words, "-o", free, *LARGE)
    memory, _, disk, _ = planned(messages)
    assert disk == 0
    assert 0.7 * memory < peak < memory, (memory, peak)

    budget = 128 << 20
    assert peak > budget
    messages, peak = watched("train", many_words, "-o", limited, *LARGE, "--memory", "128M")
    memory, stated, disk, folder = planned(messages)
    assert stated == pytest.approx(budget, rel=0.01)
    assert disk == pytest.approx(2 * 4 * WORDS * 60 * 61 / 2, rel=0.01)
    assert folder == str(tmp_path)
    assert peak < memory <= budget, (memory, peak)
    assert free.read_bytes() == limited.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["free.bsg", "limited.bsg"]


def test_the_scratch_folder_can_be_chosen(many_words, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    run = succeed("train", many_words, "-o", tmp_path / "m.bsg", *LARGE, "--memory", "100M", "--scratch", scratch)
    assert planned(run.stderr.decode())[3] == str(scratch)
    assert list(scratch.iterdir()) == []


def test_a_model_on_standard_output_needs_no_folder(many_words, model):
    run = succeed("train", many_words, "-o", "-", *LARGE, "--memory", "100M", environment={"TMPDIR": str(model.parent)})
    assert planned(run.stderr.decode())[3] == str(model.parent)
    assert len(run.stdout) > 4 * 4 * WORDS * 60


def test_what_cannot_fit_is_refused_before_the_work(corpus, tmp_path):
    message = refused("train", corpus, "-o", tmp_path / "m.bsg", *SMALL, "--memory", "1M", "--quiet")
    assert re.search(r"training needs \d+\.\d MB of memory .* --memory allows 1\.0 MB \(the largest parts: program ", message)
    assert "--dimension" in message and "larger --memory" in message
    assert list(tmp_path.iterdir()) == []


def test_a_scratch_folder_must_be_there(many_words, tmp_path):
    message = refused("train", many_words, "-o", tmp_path / "m.bsg", *LARGE, "--memory", "100M", "--scratch",
                      tmp_path / "none", "--quiet")
    assert f"'{tmp_path}/none': No such file or directory" in message
