"""Counting words within a memory budget: what does not fit goes to disk, and changes nothing."""

import shutil
import subprocess
import time

import pytest
from conftest import BSG, refused, succeed

WORDS = 1_500_000
MEBI = 1 << 20
TINY = ["--dimension", "2", "--iterations", "1", "--burn-in", "1", "--subsample", "1"]
CUT = ["--vocabulary-size", "500"]


@pytest.fixture(scope="module")
def many_words(tmp_path_factory):
    """Each of very many words once, between words that are frequent."""
    path = tmp_path_factory.mktemp("counting") / "many.txt"
    with path.open("w", encoding="ascii") as text:
        for start in range(0, WORDS, 10):
            rare = " ".join(f"{word * 2654435761 % 2**32:x}" for word in range(start, start + 10))
            text.write(f"{rare} w{start % 700} w{start // 10 % 900}\n")
    return path


def peak_of_anonymous_memory(*arguments):
    """Runs bsg and looks at the memory that is its own, as often as there is time to."""
    run = subprocess.Popen([BSG, *map(str, arguments)], stderr=subprocess.PIPE)
    peak = 0
    while run.poll() is None:
        with open(f"/proc/{run.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("RssAnon:"):
                    peak = max(peak, int(line.split()[1]) * 1024)
        time.sleep(0.002)
    assert run.returncode == 0, run.stderr.read().decode()
    return peak


def test_memory_keeps_within_the_budget(many_words, tmp_path):
    common = ["train", many_words, *TINY, *CUT, "--quiet", "--threads", 2, "--scratch", tmp_path]
    free = peak_of_anonymous_memory(*common, "-o", tmp_path / "free.bsg", "--memory", "100G")
    bound = peak_of_anonymous_memory(*common, "-o", tmp_path / "bound.bsg", "--memory", "80M")
    assert (tmp_path / "free.bsg").read_bytes() == (tmp_path / "bound.bsg").read_bytes()
    assert bound <= 80 * MEBI
    assert free > 120 * MEBI, "the text must need more than the budget, or this shows nothing"


def test_budget_changes_neither_vocabulary_nor_report(many_words, tmp_path):
    outcomes = []
    for memory, threads in (("100G", 2), ("80M", 1), ("80M", 3)):
        words = tmp_path / f"{memory}-{threads}.tsv"
        run = succeed("train", many_words, "-o", tmp_path / "m.bsg", *TINY, *CUT, "--memory", memory, "--threads",
                      threads, "--save-vocabulary", words)
        [distinct] = [line for line in run.stderr.decode().splitlines() if "distinct words" in line]
        outcomes.append((distinct, words.read_bytes()))
    assert outcomes[0] == outcomes[1] == outcomes[2]
    assert f"500 of {WORDS + 900:,} distinct words" in outcomes[0][0]


def test_listed_words_get_the_same_counts(many_words, tmp_path):
    (tmp_path / "list.txt").write_text("w70\nnowhere\nw1\nw0\n0\nw899\n")
    saved = []
    for memory in ("100G", "80M"):
        words = tmp_path / f"{memory}.tsv"
        succeed("train", many_words, "-o", tmp_path / "m.bsg", *TINY, "--memory", memory, "--quiet", "--vocabulary",
                tmp_path / "list.txt", "--save-vocabulary", words)
        saved.append(words.read_text())
    assert saved[0] == saved[1]
    assert saved[0].splitlines()[-1] == "nowhere\t0"


def test_more_words_than_the_memory_holds_are_refused(many_words, tmp_path):
    message = refused("train", many_words, "-o", tmp_path / "m.bsg", *TINY, "--memory", "80M", "--vocabulary-size",
                      "2000000000", "--quiet")
    assert f"{WORDS + 900} of {WORDS + 900} distinct words" in message
    assert "MB of --memory" in message and "--min-count" in message
    assert not (tmp_path / "m.bsg").exists()


def test_scratch_folder_that_cannot_be_used(many_words, tmp_path):
    message = refused("train", many_words, "-o", tmp_path / "m.bsg", *TINY, "--memory", "80M", "--quiet", "--scratch",
                      tmp_path / "missing")
    assert str(tmp_path / "missing") in message and "--scratch" in message


def private_mounts():
    """The command that gives a program mounts of its own; None where that is not allowed."""
    for command in (["unshare", "--mount"], ["unshare", "--map-root-user", "--mount"]):
        trial = [*command, "mount", "-t", "tmpfs", "-o", "size=1m", "none", "/mnt"]
        if shutil.which("unshare") and subprocess.run(trial, stderr=subprocess.DEVNULL).returncode == 0:
            return command
    return None


def test_full_scratch_folder(many_words, tmp_path):
    mounts = private_mounts()
    if mounts is None:
        pytest.skip("a small file system cannot be mounted here")
    small = tmp_path / "small"
    small.mkdir()
    train = [BSG, "train", many_words, "-o", tmp_path / "m.bsg", *TINY, "--memory", "80M", "--quiet", "--scratch", small]
    run = subprocess.run([*mounts, "sh", "-c", 'mount -t tmpfs -o size=4m none "$0" && exec "$@"', small, *train],
                         stderr=subprocess.PIPE)
    message = run.stderr.decode()
    assert run.returncode == 2, message
    assert f"in '{small}': No space left on device" in message and "--scratch" in message
