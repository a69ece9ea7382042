"""Arrays are views that keep their model alive; models that are let go leave nothing behind."""

import gc
import subprocess
import sys
import weakref

import numpy as np
import pytest

import bsg

ARRAYS = ("means", "variances", "context_means", "context_variances")


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_views(model, name):
    array, again = getattr(model, name), getattr(model, name)
    assert array.dtype == np.float32 and array.flags.c_contiguous
    assert not array.flags.owndata and array.base is not None
    assert array.ctypes.data == again.ctypes.data
    assert np.shares_memory(array, again)


def test_rows_are_views(model):
    for row, whole in ((model["g1w1"], model.means), (model.variance("g1w1"), model.variances),
                       (model.mean("g1w1", "context"), model.context_means)):
        assert np.shares_memory(row, whole)
        assert row.ctypes.data == whole.ctypes.data + model.index("g1w1") * whole.strides[0]


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_read_only(model, name):
    array = getattr(model, name)
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 1
    with pytest.raises(ValueError):
        array.setflags(write=True)
    with pytest.raises(ValueError, match="read-only"):
        model["g1w1"][0] = 1


def test_a_loaded_model_shows_the_mapped_file(model_file):
    loaded = bsg.load(model_file)
    address = loaded.means.ctypes.data
    with open("/proc/self/maps", encoding="utf-8") as maps:
        spans = [line.split()[0].split("-") for line in maps if line.rstrip().endswith(str(model_file))]
    assert any(int(begin, 16) <= address < int(end, 16) for begin, end in spans)


def test_arrays_outlive_their_model(model_file):
    loaded = bsg.load(model_file)
    row, means, expected = loaded["g1w1"], loaded.means, loaded.means.copy()
    gone = weakref.ref(loaded)
    del loaded
    gc.collect()
    assert gone() is None
    np.testing.assert_array_equal(means, expected)
    del means
    gc.collect()
    assert row in expected


def test_a_model_goes_with_its_arrays(model_file):
    def is_mapped():
        with open("/proc/self/maps", encoding="utf-8") as maps:
            return str(model_file) in maps.read()

    loaded = bsg.load(model_file)
    row = loaded["g1w1"]
    loaded.neighbors("g1w1")
    del loaded
    gc.collect()
    assert is_mapped() and row.sum() != 0
    del row
    gc.collect()
    assert not is_mapped()


CYCLES = """
import gc, os, sys
import bsg

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def cycle():
    model = bsg.load(sys.argv[1])
    model["g1w1"], model.means, model.variances, model.words, model.counts, model.iterations, model.options
    model.neighbors("g1w1", representation="concat")
    model.compare("g1w1", "g1w2", measure="kl")
    try:
        model["unknown"]
    except KeyError:
        pass

for _ in range(100):
    cycle()
gc.collect()
before = resident()
files = len(os.listdir("/proc/self/fd"))
for _ in range(1000):
    cycle()
gc.collect()
print(resident() - before, len(os.listdir("/proc/self/fd")) - files)
"""


def test_a_thousand_models_leave_nothing_behind(tmp_path):
    """One model here is 640 kB: if each left as much as a row behind, a thousand would grow by more than this."""
    words = [f"w{n}" for n in range(500)]
    path = tmp_path / "model.bsg"
    text = [words[n:n + 5] + ["g1w1", "g1w2"] for n in range(0, 500, 5)]
    bsg.train(text, dimension=80, iterations=2, subsample=1).save(path)
    assert path.stat().st_size > 600_000
    done = subprocess.run([sys.executable, "-c", CYCLES, str(path)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    growth, files = map(int, done.stdout.split())
    assert files == 0
    assert growth < 1_500_000


TRAININGS = """
import os, bsg

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def train():
    bsg.train([["a", "b", "c"], ["b", "d"]] * 10, dimension=100, iterations=1, subsample=1, threads=1)

for _ in range(300):
    train()
before = resident()
for _ in range(1000):
    train()
print(resident() - before, len(os.listdir("/proc/self/task")))
"""


def test_a_thousand_trainings_leave_nothing_behind():
    """With one thread, since what allocators keep for several differs from run to run."""
    done = subprocess.run([sys.executable, "-c", TRAININGS], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    growth, threads = map(int, done.stdout.split())
    assert growth < 1_000_000
    assert threads < 50
