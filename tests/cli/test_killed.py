"""A training that is killed at any moment and resumed gives the model of one that never was, to the byte."""

import os
import random
import time

import pytest
from checkpointed import OPTIONS, make_text, start, states, tight_memory, uninterrupted

KILLS = 16  # for each way to train: 80 in all
UNFINISHED = "next.checkpoint.tmp"

WAYS = {
    "sampled": ["--negative-mode", "sampled"],
    "expected": ["--negative-mode", "expected"],
    "sampled in files": ["--negative-mode", "sampled", "--memory"],
    "expected in files": ["--negative-mode", "expected", "--memory"],
    "skipgram": ["--method", "skipgram", "--threads", "1"],
}


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    return make_text(tmp_path_factory.mktemp("killed") / "text.txt")


def options_of(way, text, folder):
    options = [option for option in OPTIONS if option not in ("--burn-in", "3")] if way == "skipgram" else OPTIONS
    options = [*options, *WAYS[way]]
    if options[-1] == "--memory":
        options.append(str(tight_memory(text, folder / "refused.bsg", *options[:-1])))
    return options


class Killer:
    """Ends processes at moments that differ from run to run of the test, but not of the suite."""

    def __init__(self, seed, longest):
        self._random = random.Random(seed)
        self._longest = longest

    def wait(self, process, folder):
        """At a random moment, or the next time that a checkpoint is being written after it."""
        self._sleep(process, self._random.uniform(0, self._longest))
        if self._random.random() < 0.5:
            while process.poll() is None and not os.path.exists(folder / UNFINISHED):
                pass
            self._sleep(process, self._random.uniform(0, 0.003))

    @staticmethod
    def _sleep(process, seconds):
        end = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < end:
            time.sleep(0.0002)


@pytest.mark.parametrize("way", WAYS)
def test_kills_change_no_byte(way, text, tmp_path):
    options = options_of(way, text, tmp_path)
    begun = time.monotonic()
    expected = uninterrupted(text, tmp_path / "expected.bsg", *options)
    killer = Killer(way, time.monotonic() - begun)
    model, kept = tmp_path / "m.bsg", tmp_path / "kept"
    kills = finished = 0
    after_kills = set()
    while kills < KILLS or not finished:
        begin = [text, "-o", model, *options, "--checkpoint", kept]
        held = states(kept)
        process = start("train", *(["--resume", kept] if held else begin), "--quiet")
        if kills < KILLS:
            killer.wait(process, kept)
            process.kill()
        errors = process.communicate(timeout=300)[1]
        if process.returncode == 0:
            assert model.read_bytes() == expected
            assert os.listdir(kept) == []
            model.unlink()
            finished += 1
            continue
        assert process.returncode == -9, errors
        kills += 1
        if model.exists():  # killed between the model and the end
            assert model.read_bytes() == expected
            continue
        if held:
            assert states(kept) and states(kept)[-1] >= held[-1]
        after_kills.update(states(kept))
    assert len(after_kills) >= 3, "kills have hit too few moments"
