"""Model.update: more text for a model."""

import numpy as np
import pytest
from conftest import SMALL, command
from stopped import Stop, saved, stop_after

import bsg

MORE = [line.split() for line in ["g0w0 g0w1 newcomer g0w2 g0w3", "g0w4 newcomer g0w5 g0w1", "g1w0 g1w1 g1w2"] * 30]


@pytest.fixture(scope="module")
def old(tmp_path_factory, corpus):
    """The folder of a model and its posterior."""
    folder = tmp_path_factory.mktemp("old")
    bsg.train(corpus, keep_posterior=folder / "posterior", **SMALL).save(folder / "model.bsg")
    return folder


@pytest.fixture(scope="module")
def more(tmp_path_factory):
    path = tmp_path_factory.mktemp("more") / "more.txt"
    path.write_text("".join(" ".join(line) + "\n" for line in MORE))
    return path


@pytest.mark.parametrize("options", [{}, {"iterations": 4, "burn_in": 1, "forget": 0.25, "min_count": 1}, {"new_axes": True}])
def test_the_same_bytes_as_the_command(options, old, more, tmp_path):
    arguments = [f"--{name.replace('_', '-')}" if value is True else f"--{name.replace('_', '-')}={value}"
                 for name, value in options.items()]
    command("update", old / "model.bsg", more, "--posterior", old / "posterior", "-o", tmp_path / "command.bsg",
            "--keep-posterior", tmp_path / "command.posterior", "--quiet", *arguments)
    for texts in (more, MORE):
        model = bsg.load(old / "model.bsg").update(texts, posterior=old / "posterior",
                                                   keep_posterior=tmp_path / "package.posterior", **options)
        assert saved(model, tmp_path / "package.bsg") == (tmp_path / "command.bsg").read_bytes()
        assert (tmp_path / "package.posterior").read_bytes() == (tmp_path / "command.posterior").read_bytes()


def test_the_old_model_stays_and_the_new_one_reports(old):
    model = bsg.load(old / "model.bsg")
    before = model.means.copy()
    updated = model.update(MORE, posterior=old / "posterior")
    np.testing.assert_array_equal(model.means, before)
    assert "newcomer" in updated and "newcomer" not in model
    assert (updated.report.new_words, updated.report.updated_words) == (1, 10)
    assert model.count("g0w0") + 30 == updated.count("g0w0")
    assert updated.neighbors("newcomer", k=1)[0].word.startswith("g0")
    np.testing.assert_array_equal(updated["g3w0"], model["g3w0"])
    assert (updated.options["forget"], updated.options["new_axes"]) == (0, False)


def test_an_update_of_an_update(old, tmp_path):
    second = bsg.load(old / "model.bsg").update(MORE, posterior=old / "posterior", keep_posterior=tmp_path / "second")
    third = second.update(MORE, posterior=tmp_path / "second")
    assert third.count("newcomer") == 2 * second.count("newcomer")
    assert third.options["iterations"] == second.options["iterations"]
    with pytest.raises(bsg.ModelError, match="belongs to another model"):
        third.update(MORE, posterior=tmp_path / "second")


def test_without_a_posterior_the_report_says_what_is_lost(old):
    advice = {one.kind: one for one in bsg.load(old / "model.bsg").update(MORE).report.advice}
    assert not advice["variances_alone"].warning
    assert "train with keep_posterior and update with posterior" in advice["variances_alone"].sentence
    advice = bsg.load(old / "model.bsg").update(MORE, posterior=old / "posterior").report.advice
    assert "variances_alone" not in [one.kind for one in advice]


@pytest.mark.parametrize("in_memory", [False, True])
def test_a_stopped_update_is_resumed_to_the_same_bytes(in_memory, old, more, tmp_path):
    model = bsg.load(old / "model.bsg")
    if in_memory:
        model = bsg.train([["g0w0", "g0w1", "g0w2"]] * 20, keep_posterior=tmp_path / "memory.posterior", **SMALL)
    options = dict(posterior=tmp_path / "memory.posterior" if in_memory else old / "posterior", iterations=6)
    expected = saved(model.update(more, keep_posterior=tmp_path / "expected", **options), tmp_path / "expected.bsg")
    with pytest.raises(Stop):
        model.update(more, keep_posterior=tmp_path / "kept.posterior", checkpoint=tmp_path / "kept", progress=stop_after(3),
                     **options)
    if in_memory:
        with pytest.raises(bsg.CheckpointError, match=r"has to be given again .*bsg\.resume\('.*kept', base=model\)"):
            bsg.resume(tmp_path / "kept")
    resumed = bsg.resume(tmp_path / "kept", base=model if in_memory else None)
    assert resumed.report.resumed_after >= 3
    assert saved(resumed, tmp_path / "m.bsg") == expected
    assert (tmp_path / "kept.posterior").read_bytes() == (tmp_path / "expected").read_bytes()


def test_another_model_does_not_resume_an_update(old, more, model, tmp_path):
    with pytest.raises(Stop):
        bsg.load(old / "model.bsg").update(more, posterior=old / "posterior", checkpoint=tmp_path / "kept", iterations=6,
                                           progress=stop_after(2))
    other = bsg.train([["g0w0", "g0w1", "g0w2"]] * 20, **SMALL)
    with pytest.raises(bsg.CheckpointError, match=r"update of another model \('.*model\.bsg'\); give that one, or none"):
        bsg.resume(tmp_path / "kept", base=other)
    with pytest.raises(bsg.CheckpointError, match="option forget: .* was made with 0, and now it is 0.5"):
        bsg.resume(tmp_path / "kept", forget=0.5)
    assert bsg.resume(tmp_path / "kept", forget=0).report.new_words > 0


@pytest.mark.parametrize("role, option", [("posterior", "keep_posterior"), ("model.bsg", "keep_posterior"),
                                          ("posterior", "save_vocabulary")])
def test_an_update_replaces_nothing_that_it_reads(role, option, old, more):
    before = (old / role).read_bytes()
    with pytest.raises(ValueError, match=f"option {option}: .* is also the (model|posterior) to update"):
        bsg.load(old / "model.bsg").update(more, posterior=old / "posterior", **{option: old / role})
    assert (old / role).read_bytes() == before


@pytest.mark.parametrize("options, error, message", [
    ({"dimension": 4}, TypeError, "cannot change dimension, which the model has decided"),
    ({"epochs": 4}, TypeError, r"update\(\) has no option 'epochs'; did you mean iterations\?"),
    ({"forget": 2}, ValueError, "forget must be a number from 0 to 1, not 2"),
    ({"checkpoint_every": 2}, ValueError, "checkpoint_every has no effect"),
    ({"posterior": "missing"}, FileNotFoundError, "missing"),
])
def test_what_cannot_be_is_refused(options, error, message, old, more):
    with pytest.raises(error, match=message):
        bsg.load(old / "model.bsg").update(more, **options)


def test_texts_and_models_that_nothing_connects(old, more, tmp_path):
    with pytest.raises(bsg.InputError, match="no word that the model has learned"):
        bsg.load(old / "model.bsg").update([["wholly", "other"]] * 9)
    (tmp_path / "vectors.txt").write_text("2 2\na 1 2\nb 2 1\n")
    with pytest.raises(bsg.ModelError, match="points instead of densities"):
        bsg.load_vectors(tmp_path / "vectors.txt").update(more)
    with pytest.raises(TypeError, match="forget is an option of Model.update"):
        bsg.train(more, forget=0.5)
