"""bsg.train(method="gibbs") and the draws that it keeps."""

import numpy as np
import pytest
from conftest import as_arguments, command
from stopped import Stop, saved, stop_after

import bsg

CHAIN = {"method": "gibbs", "dimension": 4, "iterations": 3, "warm_up": 2, "sweeps": 6, "thinning": 2, "subsample": 1}


@pytest.fixture(scope="module")
def kept(tmp_path_factory, corpus):
    """The model of a chain, and the path of its draws."""
    path = tmp_path_factory.mktemp("gibbs") / "draws"
    return bsg.train(corpus, save_draws=path, **CHAIN), path


def test_the_same_bytes_as_the_command(kept, corpus, tmp_path):
    model, path = kept
    command("train", corpus, "-o", tmp_path / "command.bsg", "--save-draws", tmp_path / "draws", *as_arguments(CHAIN))
    assert saved(model, tmp_path / "package.bsg") == (tmp_path / "command.bsg").read_bytes()
    assert path.read_bytes() == (tmp_path / "draws").read_bytes()


def test_draws_are_those_of_the_model(corpus, tmp_path):
    model = bsg.train(corpus, save_draws=tmp_path / "draws", **{**CHAIN, "thinning": 1})
    draws = bsg.load_draws(tmp_path / "draws")
    assert draws.u.shape == draws.v.shape == (6, len(model), 4)
    np.testing.assert_allclose(draws.u.mean(0), model.means, atol=1e-5)
    np.testing.assert_allclose(draws.v.var(0, ddof=1), model.context_variances, rtol=1e-3, atol=1e-5)


def test_draws_are_mapped_and_cannot_be_written(kept):
    draws = bsg.load_draws(kept[1])
    assert draws.u.shape == (3, len(kept[0]), 4)
    with pytest.raises(ValueError):
        draws.u[0, 0, 0] = 1


def test_a_stopped_chain_goes_on_to_the_same_bytes(kept, corpus, tmp_path):
    with pytest.raises(Stop):
        bsg.train(corpus, save_draws=tmp_path / "draws", checkpoint=tmp_path / "kept", progress=stop_after(8), **CHAIN)
    model = bsg.resume(tmp_path / "kept")
    assert saved(model, tmp_path / "resumed.bsg") == saved(kept[0], tmp_path / "whole.bsg")
    assert (tmp_path / "draws").read_bytes() == kept[1].read_bytes()


@pytest.mark.parametrize("content", [b"", b"no draws at all", (2**40).to_bytes(8, "little"), b"\2\0\0\0\0\0\0\0{}"])
def test_other_files_are_no_draws(content, tmp_path):
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(bsg.ModelError, match="it is no file of draws, or it is damaged"):
        bsg.load_draws(tmp_path / "other")


def test_a_model_is_no_file_of_draws_and_a_missing_file_is_missing(kept, tmp_path):
    kept[0].save(tmp_path / "model.bsg")
    with pytest.raises(bsg.ModelError):
        bsg.load_draws(tmp_path / "model.bsg")
    with pytest.raises(FileNotFoundError):
        bsg.load_draws(tmp_path / "none")


def test_a_file_cut_short_is_refused(kept, tmp_path):
    (tmp_path / "short").write_bytes(kept[1].read_bytes()[:-8])
    with pytest.raises(bsg.ModelError):
        bsg.load_draws(tmp_path / "short")
