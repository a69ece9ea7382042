"""Checkpoints: stopping a training and going on with it."""

import os
import signal
import subprocess
import sys
import warnings

import bsg
import pytest
from stopped import Stop, saved, stop_after

OPTIONS = dict(dimension=6, iterations=8, burn_in=3, subsample=1)


@pytest.mark.parametrize("in_memory", [False, True])
def test_a_stopped_training_goes_on_to_the_same_bytes(in_memory, corpus, tmp_path):
    texts = [line.split() for line in open(corpus)] if in_memory else corpus
    again = texts if in_memory else None
    expected = saved(bsg.train(texts, **OPTIONS), tmp_path / "expected.bsg")
    kept = tmp_path / "kept"
    with pytest.raises(Stop):
        bsg.train(texts, checkpoint=kept, checkpoint_every=2, progress=stop_after(3), **OPTIONS)
    model = bsg.resume(kept, again, threads=1, checkpoint_every=1)
    assert model.report.resumed_after >= 3
    assert saved(model, tmp_path / "m.bsg") == expected
    assert saved(bsg.resume(kept, again), tmp_path / "m.bsg") == expected
    bsg.discard_checkpoint(kept)
    assert os.listdir(kept) == []
    with pytest.raises(bsg.CheckpointError, match="there is no checkpoint"):
        bsg.resume(kept, again)


def test_the_recipe_given_again_keeps_the_exceptions_to_it(corpus, tmp_path):
    expected = saved(bsg.train(corpus, recipe="paper", **OPTIONS), tmp_path / "expected.bsg")
    kept = tmp_path / "kept"
    with pytest.raises(Stop):
        bsg.train(corpus, recipe="paper", checkpoint=kept, progress=stop_after(2), **OPTIONS)
    with pytest.raises(bsg.CheckpointError, match="option recipe: .* was made with paper, and now it is standard"):
        bsg.resume(kept, recipe="standard")
    assert saved(bsg.resume(kept, recipe="paper"), tmp_path / "m.bsg") == expected


def test_options_without_effect_are_refused_but_those_of_the_checkpoint_are_not(corpus, tmp_path):
    kept = tmp_path / "kept"
    with pytest.raises(Stop):
        bsg.train(corpus, sets=True, save_vocabulary=tmp_path / "words", checkpoint=kept, progress=stop_after(2), **OPTIONS)
    with pytest.raises(ValueError, match="option window has no effect with sets"):
        bsg.resume(kept, window=4)
    bsg.resume(kept)
    bsg.discard_checkpoint(kept)
    with pytest.raises(Stop):
        bsg.train(corpus, vocabulary=tmp_path / "words", checkpoint=kept, progress=stop_after(2), **OPTIONS)
    with pytest.raises(ValueError, match="option min_count has no effect with vocabulary"):
        bsg.resume(kept, min_count=1)
    bsg.resume(kept)


@pytest.fixture
def half_a_checkpoint_more(corpus, tmp_path):
    """A folder with the checkpoint of iteration 2 and half of one that says it is of iteration 3."""
    kept = tmp_path / "kept"
    with pytest.raises(Stop):
        bsg.train(corpus, checkpoint=kept, progress=stop_after(2), **OPTIONS)
    (good,) = kept.iterdir()
    done = int(good.stem.removeprefix("iteration-"))
    (kept / f"iteration-{done + 1}.checkpoint").write_bytes(good.read_bytes()[:-1000])
    return kept


def test_a_damaged_checkpoint_is_warned_of(half_a_checkpoint_more, corpus, tmp_path):
    with pytest.warns(bsg.TrainingWarning, match=r"iteration-\d+\.checkpoint' is damaged and left out: ") as warned:
        model = bsg.resume(half_a_checkpoint_more)
    assert [warning.filename for warning in warned] == [__file__]
    assert saved(model, tmp_path / "m.bsg") == saved(bsg.train(corpus, **OPTIONS), tmp_path / "expected.bsg")


def test_a_warning_that_is_an_error_ends_the_training(half_a_checkpoint_more):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(bsg.TrainingWarning, match="is damaged and left out"):
            bsg.resume(half_a_checkpoint_more)


def test_what_would_change_the_result_is_refused(corpus, tmp_path):
    kept = tmp_path / "kept"
    with pytest.raises(Stop):
        bsg.train(corpus, checkpoint=kept, progress=stop_after(2), **OPTIONS)
    with pytest.raises(bsg.CheckpointError, match="option dimension: .* was made with 6, and now it is 7"):
        bsg.resume(kept, dimension=7)
    with pytest.raises(bsg.CheckpointError, match="was made from files, and sentences in memory are given"):
        bsg.resume(kept, [["a", "b"]] * 20)
    with pytest.raises(bsg.CheckpointError, match="holds a checkpoint"):
        bsg.train(corpus, checkpoint=kept, **OPTIONS)
    with pytest.raises(TypeError, match="no option 'dimensions'"):
        bsg.resume(kept, dimensions=7)


@pytest.mark.parametrize("every, error", [(0, ValueError), (1.5, TypeError), (True, TypeError)])
def test_intervals_are_checked(every, error, corpus, tmp_path):
    with pytest.raises(error, match="checkpoint_every"):
        bsg.train(corpus, checkpoint=tmp_path / "kept", checkpoint_every=every, **OPTIONS)


def test_an_interval_without_a_folder(corpus):
    with pytest.raises(ValueError, match="checkpoint_every has no effect without checkpoint"):
        bsg.train(corpus, checkpoint_every=1, **OPTIONS)


def test_control_c_keeps_the_iteration(corpus, tmp_path):
    kept = tmp_path / "kept"
    program = f"import bsg; bsg.train({str(corpus)!r}, checkpoint={str(kept)!r}, dimension=6, iterations=100000, subsample=1)"
    process = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE)
    while not os.path.isdir(kept) or os.listdir(kept) in ([], ["iteration-0.checkpoint"]):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert b"KeyboardInterrupt" in process.communicate(timeout=60)[1]
    (name,) = os.listdir(kept)
    done = int(name.removeprefix("iteration-").removesuffix(".checkpoint"))
    with pytest.raises(Stop):
        bsg.resume(kept, progress=stop_after(done + 2))
