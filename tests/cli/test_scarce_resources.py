"""Disk and memory that are not there: one clear line, exit code 2, and the model from before untouched."""

import os
import random
import re
import shutil
import subprocess

import pytest
from conftest import BSG, SMALL, refused, succeed, write_lines

PREVIOUS = b"the model from before"


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """Words enough that a model of them takes megabytes."""
    generator = random.Random(5)
    words = [f"w{number}" for number in range(4000)]
    lines = [generator.choices(words, k=10) for _ in range(4000)]
    return write_lines(tmp_path_factory.mktemp("scarce") / "wide.txt", lines)


def one_line(run, code=2):
    message = run.stderr.decode()
    assert run.returncode == code, (run.returncode, message)
    assert message.startswith("bsg: ") and message.count("\n") == 1, message
    return message


def private_mounts(trial):
    """How to run a command with mounts of its own; skips the test where `trial`, run that way, fails."""
    for unshare in (["unshare", "--mount"], ["unshare", "--map-root-user", "--mount"]):
        run = [*unshare, "sh", "-c", trial]
        if shutil.which("unshare") and subprocess.run(run, stderr=subprocess.DEVNULL).returncode == 0:
            return unshare
    pytest.skip("a file system cannot be mounted here")


def on_small_disk(size, place, *command):
    """A finished run with a file system of `size` mounted at `place`; its standard output is followed by what is there then."""
    script = 'mount -t tmpfs -o "size=$0" none "$1" && printf %s "$2" >"$1/m.bsg" && place=$1 && shift 2 && ' \
             '"$@"; code=$?; cat "$place/m.bsg"; echo; ls -A "$place"; exit $code'
    unshare = private_mounts("mount -t tmpfs -o size=1m none /mnt")
    return subprocess.run([*unshare, "sh", "-c", script, size, place, PREVIOUS.decode(), *map(str, command)],
                          capture_output=True)


def test_model_on_a_full_disk(wide, tmp_path):
    place = tmp_path / "small"
    place.mkdir()
    run = on_small_disk("200k", place, BSG, "train", wide, "-o", place / "m.bsg", *SMALL, "--quiet")
    message = one_line(run)
    assert "No space left on device" in message and "m.bsg" in message
    assert run.stdout == PREVIOUS + b"\nm.bsg\n"


def test_export_on_a_full_disk(wide, tmp_path):
    place = tmp_path / "small"
    place.mkdir()
    succeed("train", wide, "-o", tmp_path / "m.bsg", *SMALL, "--quiet")
    run = on_small_disk("100k", place, BSG, "export", tmp_path / "m.bsg", "-o", place / "m.bsg")
    assert "No space left on device" in one_line(run)
    assert run.stdout == PREVIOUS + b"\nm.bsg\n"


def test_vocabulary_on_a_full_disk(wide, tmp_path):
    refused("train", wide, "-o", tmp_path / "m.bsg", *SMALL, "--quiet", "--save-vocabulary", "/dev/full")
    assert list(tmp_path.iterdir()) == []


def test_folder_on_a_read_only_file_system(corpus, tmp_path):
    """Found before the text is read; permissions would not bind the superuser, this does."""
    place = tmp_path / "fixed"
    place.mkdir()
    (place / "m.bsg").write_bytes(PREVIOUS)
    mount = 'mount -t tmpfs none "$0" && printf %s previous >"$0/m.bsg" && mount -o remount,ro "$0" && "$@"; ' \
            'code=$?; cat "$0/m.bsg"; exit $code'
    unshare = private_mounts("mount -t tmpfs none /mnt && mount -o remount,ro /mnt")
    train = [BSG, "train", str(corpus), "-o", f"{place}/m.bsg", *SMALL, "--quiet"]
    run = subprocess.run([*unshare, "sh", "-c", mount, place, *train], capture_output=True)
    assert "Read-only file system" in one_line(run)
    assert run.stdout == b"previous"


def test_folder_that_vanishes_during_training(corpus, tmp_path):
    place = tmp_path / "gone"
    place.mkdir()
    output = place / "m.bsg"
    output.write_bytes(PREVIOUS)
    arguments = ["train", corpus, "-o", output, "--dimension", 60, "--iterations", 100000, "--tolerance", 1e-300]
    process = subprocess.Popen([BSG, *map(str, arguments)], stderr=subprocess.PIPE)
    try:
        while b"iteration" not in process.stderr.readline():
            assert process.poll() is None
        kept = tmp_path / "moved"
        place.rename(kept)
        process.terminate()
        process.communicate(timeout=60)
    finally:
        process.kill()
    assert (kept / "m.bsg").read_bytes() == PREVIOUS
    assert [path.name for path in kept.iterdir()] == ["m.bsg"]


def test_folder_that_vanishes_before_the_model_is_written(wide, tmp_path):
    place = tmp_path / "gone"
    place.mkdir()
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    process = subprocess.Popen([BSG, "train", fifo, "-o", place / "m.bsg", *SMALL, "--quiet"], stderr=subprocess.PIPE)
    with open(fifo, "wb") as text:  # the output was checked before the text is read
        text.write(wide.read_bytes())
        place.rmdir()
    message = process.communicate(timeout=300)[1].decode()
    assert process.returncode == 2 and message.count("\n") == 1, message
    assert "No such file or directory" in message and str(place) in message


def limited(kilobytes, *arguments):
    """A finished run that may map so much and no more."""
    return subprocess.run(["sh", "-c", f'ulimit -v {kilobytes} && exec "$@"', "sh", BSG, *map(str, arguments)],
                          capture_output=True, timeout=300)


LARGE = ["--dimension", 200, "--iterations", 3, "--burn-in", 1, "--subsample", 1, "--quiet", "--threads", 2]


def test_memory_that_cannot_be_had_is_refused_with_the_estimate(wide, tmp_path):
    """Precisions of 2 x 4000 words take 640 MB."""
    output = tmp_path / "m.bsg"
    output.write_bytes(PREVIOUS)
    message = one_line(limited(300_000, "train", wide, "-o", output, *LARGE, "--memory", "4G"))
    assert "training needs about" in message and "ulimit -v" in message
    assert "precisions of targets 321" in message
    assert "bad_alloc" not in message
    assert output.read_bytes() == PREVIOUS and list(tmp_path.iterdir()) == [output]


def test_more_words_than_fit_are_not_inferred(wide, tmp_path):
    """300,000 words of 500 dimensions."""
    model, output = tmp_path / "m.bsg", tmp_path / "larger.bsg"
    succeed("train", wide, "-o", model, "--dimension", 500, "--iterations", 1, "--vocabulary-size", 50, "--subsample", 1, "--quiet")
    known = wide.read_text().split()
    text = write_lines(tmp_path / "text.txt", [[f"new{number}", known[number % len(known)]] for number in range(300_000)])
    message = one_line(limited(2_000_000, "infer", model, text, "-o", output))
    assert re.search(r"inferring 30\d,\d{3} words needs about 3\.\d+ GB of memory, and this machine has [\d.]+ GB; give a larger --min-count, or "
                     "name the words", message), message
    assert not output.exists()
    succeed("infer", model, text, "-o", output, "--words", "new1", "--quiet")


def test_any_limit_ends_in_a_model_or_in_one_line(wide, tmp_path):
    """Wherever memory runs out, it is an error and not a crash."""
    ends = []
    for kilobytes in (20_000, 40_000, 60_000, 80_000, 100_000, 150_000, 200_000, 1_000_000):
        run = limited(kilobytes, "train", wide, "-o", tmp_path / "m.bsg", *LARGE, "--dimension", 20)
        if run.returncode == 127:  # not even the program's libraries fit
            continue
        ends.append(run.returncode)
        if run.returncode != 0:
            assert "bad_alloc" not in one_line(run)
            assert not (tmp_path / "m.bsg").exists()
    assert ends[0] == 2 and ends[-1] == 0, ends
