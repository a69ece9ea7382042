"""bsg train --keep-posterior and bsg update: more text for a model."""

import gzip
import json
import os
import re

import pytest
from checkpointed import last_line, start, states, wait_for_state
from conftest import SMALL, SPELLED, bsg, group_lines, refused, succeed, write_lines

# Words of two groups, with a new one beside each.
MORE = ["g0w0 g0w1 newcomer g0w2 g0w3", "g0w4 newcomer g0w5 g0w1", "g1w0 stranger g1w1 g1w2", "g1w3 stranger g1w4"] * 30
PAPER = ["--recipe", "paper", *SMALL]


def trained(folder, corpus, *options):
    folder.mkdir(exist_ok=True)
    succeed("train", corpus, "-o", folder / "old.bsg", "--keep-posterior", folder / "old.posterior", "--quiet", *options)
    return folder


@pytest.fixture(scope="module")
def old(corpus, tmp_path_factory):
    return trained(tmp_path_factory.mktemp("old"), corpus, *SPELLED)


@pytest.fixture(scope="module")
def more(tmp_path_factory):
    path = tmp_path_factory.mktemp("more") / "more.txt"
    path.write_text("\n".join(MORE) + "\n")
    return path


def update(old, more, output, *options):
    return succeed("update", old / "old.bsg", more, "-o", output, "--posterior", old / "old.posterior", *options)


def neighbours(model, word, count=3):
    found = json.loads(succeed("neighbors", model, word, "-k", str(count), "--rank", "mean", "--json").stdout)
    return {answer["word"] for answer in found["queries"][0]["answers"]}


def export(model, words, folder, what):
    (folder / "words").write_text("".join(word + "\n" for word in words))
    return succeed("export", model, "-o", "-", "--words", folder / "words", "--what", what, "--quiet").stdout


def test_new_words_join_their_groups(old, more, tmp_path):
    report = update(old, more, tmp_path / "new.bsg").stderr.decode()
    assert "38 words: 13 updated, 2 of them new" in report
    assert re.search(r"^  update of +\S+/old\.bsg, by the posterior \S+/old\.posterior; axes kept$", report, re.MULTILINE)
    assert neighbours(tmp_path / "new.bsg", "newcomer") <= {f"g0w{k}" for k in range(6)}
    assert neighbours(tmp_path / "new.bsg", "stranger") <= {f"g1w{k}" for k in range(6)}


def test_words_without_new_text_stay_to_the_byte(old, more, tmp_path):
    update(old, more, tmp_path / "new.bsg", "--quiet")
    untouched = [f"g{group}w{k}" for group in range(2, 6) for k in range(6)]
    for what in ("mean", "variance"):
        assert export(tmp_path / "new.bsg", untouched, tmp_path, what) == export(old / "old.bsg", untouched, tmp_path, what)
        assert export(tmp_path / "new.bsg", ["g0w0"], tmp_path, what) != export(old / "old.bsg", ["g0w0"], tmp_path, what)
    update(old, more, tmp_path / "turned.bsg", "--quiet", "--new-axes")
    assert export(tmp_path / "turned.bsg", untouched, tmp_path, "mean") != export(old / "old.bsg", untouched, tmp_path, "mean")


@pytest.mark.parametrize("options", [SMALL, SPELLED, PAPER, [*SMALL, "--sets"]], ids=["whole", "spelled", "paper", "sets"])
def test_any_threads_and_memory_give_the_same_bytes(options, corpus, more, tmp_path):
    options = [*options]
    options[options.index("--dimension") + 1] = "60"  # so that precisions are worth a scratch file
    old = trained(tmp_path / "old", corpus, *options)
    for name, how in {"1": ["--threads", "1"], "2": ["--threads", "2"], "4": ["--threads", "4"], "tight": None}.items():
        how = how or ["--threads", "2", "--memory", tight(old, more, tmp_path / "x", "--threads", "2")]
        run = update(old, more, tmp_path / name, "--keep-posterior", tmp_path / f"{name}.posterior", *how)
        assert (b"scratch files" in run.stderr) == (name == "tight")
        assert (tmp_path / name).read_bytes() == (tmp_path / "1").read_bytes()
        assert (tmp_path / f"{name}.posterior").read_bytes() == (tmp_path / "1.posterior").read_bytes()


def tight(old, more, output, *options):
    """The least --memory, in bytes, that an update with a kept posterior is not refused with."""
    message = bsg("update", old / "old.bsg", more, "-o", output, "--posterior", old / "old.posterior", "--keep-posterior",
                  f"{output}.posterior", "--quiet", "--memory", "1M", *options).stderr.decode()
    return int(float(message.split("training needs ")[1].split(" MB")[0]) * 1e6) + 100_000


def test_updates_follow_each_other(old, more, tmp_path):
    update(old, more, tmp_path / "old.bsg", "--keep-posterior", tmp_path / "old.posterior", "--quiet", "--iterations", "3")
    update(tmp_path, more, tmp_path / "third.bsg", "--quiet")
    info = json.loads(succeed("info", tmp_path / "third.bsg", "newcomer", "--json").stdout)
    assert info["options"]["iterations"] == "3"  # those of the last update, not a part of them
    assert info["words"][0]["count"] == 120
    assert neighbours(tmp_path / "third.bsg", "newcomer") <= {f"g0w{k}" for k in range(6)}


def test_any_form_of_text_will_do(old, more, tmp_path):
    update(old, more, tmp_path / "new.bsg", "--quiet")
    (tmp_path / "more.txt.gz").write_bytes(gzip.compress(more.read_bytes()))
    update(old, tmp_path / "more.txt.gz", tmp_path / "zipped.bsg", "--quiet")
    succeed("update", old / "old.bsg", "-", "--posterior", old / "old.posterior", "-o", tmp_path / "piped.bsg", "--quiet",
            stdin=more.read_bytes())
    assert (tmp_path / "zipped.bsg").read_bytes() == (tmp_path / "new.bsg").read_bytes()
    assert (tmp_path / "piped.bsg").read_bytes() == (tmp_path / "new.bsg").read_bytes()


def test_an_item_known_by_its_tags_alone_is_learned(tmp_path):
    (tmp_path / "tags.tsv").write_text("tea\tdrink\ncoffee\tdrink\nnails\ttool\nsaw\ttool\ncocoa\tdrink\n")
    write_lines(tmp_path / "baskets.txt", [["tea", "milk"], ["coffee", "milk"], ["nails", "saw"]] * 40)
    succeed("train", tmp_path / "baskets.txt", "--sets", "--features", tmp_path / "tags.tsv", "--dimension", "4", "-o",
            tmp_path / "old.bsg", "--keep-posterior", tmp_path / "old.posterior", "--quiet")
    write_lines(tmp_path / "more.txt", [["cocoa", "milk", "tea"]] * 20)
    run = update(tmp_path, tmp_path / "more.txt", tmp_path / "new.bsg")
    assert "6 items: 3 updated, 0 of them new" in run.stderr.decode()
    known = json.loads(succeed("info", tmp_path / "new.bsg", "cocoa", "--json").stdout)["words"][0]
    assert known["count"] == 20


def test_what_is_lost_without_the_posterior_is_said_once(old, more, tmp_path):
    run = succeed("update", old / "old.bsg", more, "-o", tmp_path / "new.bsg")
    assert run.stderr.decode().count("how the dimensions of a word vary together was lost") == 1
    assert "warning" not in run.stderr.decode()
    assert "old.bsg, by its variances; axes kept" in run.stderr.decode()
    changed = succeed("update", old / "old.bsg", more, "-o", tmp_path / "new.bsg", "--forget", "0.25", "--new-axes")
    assert "old.bsg, by its variances; 25 % of it forgotten; new axes" in changed.stderr.decode()
    assert b"was lost" not in update(old, more, tmp_path / "full.bsg").stderr


def test_killed_and_resumed_it_gives_the_same_bytes(old, more, tmp_path):
    options = ["--iterations", "40", "--burn-in", "5"]
    update(old, more, tmp_path / "new.bsg", "--keep-posterior", tmp_path / "new.posterior", "--quiet", *options)
    process = start("update", old / "old.bsg", more, "-o", tmp_path / "killed.bsg", "--posterior", old / "old.posterior",
                    "--keep-posterior", tmp_path / "killed.posterior", "--checkpoint", tmp_path / "kept", *options)
    wait_for_state(process, tmp_path / "kept", 6)
    process.kill()
    process.wait()
    assert not (tmp_path / "killed.bsg").exists() and not (tmp_path / "killed.posterior").exists()
    succeed("update", "--resume", tmp_path / "kept", "--threads", "1", "--quiet")
    assert (tmp_path / "killed.bsg").read_bytes() == (tmp_path / "new.bsg").read_bytes()
    assert (tmp_path / "killed.posterior").read_bytes() == (tmp_path / "new.posterior").read_bytes()
    assert states(tmp_path / "kept") == []


def test_interrupted_it_says_how_to_resume(old, more, tmp_path):
    process = start("update", old / "old.bsg", more, "-o", tmp_path / "new.bsg", "--checkpoint", tmp_path / "kept",
                    "--iterations", "3000")
    wait_for_state(process, tmp_path / "kept", 2)
    process.terminate()
    message, code = last_line(process)
    assert code == 130
    assert f"bsg update --resume {tmp_path / 'kept'}" in message


def test_a_model_that_has_moved_is_given_again(old, more, tmp_path):
    moved = tmp_path / "moved.bsg"
    moved.write_bytes((old / "old.bsg").read_bytes())
    process = start("update", moved, more, "-o", tmp_path / "new.bsg", "--posterior", old / "old.posterior",
                    "--checkpoint", tmp_path / "kept", "--iterations", "40")
    wait_for_state(process, tmp_path / "kept", 2)
    process.kill()
    process.wait()
    os.remove(moved)
    assert "has to be given again" in refused("update", "--resume", tmp_path / "kept")
    assert "update of another model" in refused("update", unrelated_model(tmp_path), "--resume", tmp_path / "kept")
    succeed("update", old / "old.bsg", "--resume", tmp_path / "kept", "--quiet")
    update(old, more, tmp_path / "expected.bsg", "--iterations", "40", "--quiet")
    assert (tmp_path / "new.bsg").read_bytes() == (tmp_path / "expected.bsg").read_bytes()


def unrelated_model(folder):
    """A model that has nothing to do with the others."""
    write_lines(folder / "other.txt", group_lines(200, 6, 9))
    succeed("train", folder / "other.txt", "-o", folder / "other.bsg", "--quiet", *SPELLED)
    return folder / "other.bsg"


# Arguments after MODEL, and what the one line says. {old} is the folder of the model, {here} one of the test's own.
REFUSALS = {
    "dimension": ("{more} -o {out} --dimension 9", "option --dimension: the model has decided this"),
    "sets": ("{more} -o {out} --sets", "option --sets: the model has decided this"),
    "vocabulary": ("{more} -o {out} --vocabulary words", "option --vocabulary: the model has decided this"),
    "features": ("{more} -o {out} --features tags", "option --features: the model has decided this"),
    "forget": ("{more} -o {out} --forget 1.5", "option --forget: '1.5' is not a number from 0 to 1"),
    "gauge": ("{more} -o {out} --gauge 0.2", "option --gauge has no effect without --new-axes; give both"),
    "axes": ("{more} -o {out} --new-axes --keep-axes", "--new-axes excludes --keep-axes"),
    "no text": ("-o {out}", "TEXT is required"),
    "no output": ("{more}", "--output is required"),
    "foreign text": ("{here}/foreign.txt -o {out}", "the texts have no word that the model has learned"),
    "foreign text with a checkpoint": ("{here}/foreign.txt -o {out} --checkpoint {out}.kept",
                                       "the texts have no word that the model has learned"),
    "damaged posterior with a checkpoint": ("{more} -o {out} --posterior {here}/damaged --checkpoint {out}.kept",
                                            "does not match"),
    "empty text": ("{here}/empty.txt -o {out}", "the texts are empty"),
    "posterior as text": ("{old}/old.posterior {more} -o {out}", "old.posterior' is a model or a posterior (a safetensors file)"),
    "model as text": ("{more} {old}/old.bsg -o {out}", "old.bsg' is a model or a posterior (a safetensors file)"),
    "missing text": ("{here}/missing.txt -o {out}", "cannot open"),
    "missing posterior": ("{more} -o {out} --posterior {here}/missing", "cannot open"),
    "model as posterior": ("{more} -o {out} --posterior {old}/old.bsg", "not a bsg posterior"),
    "text as posterior": ("{more} -o {out} --posterior {more}", "not a bsg posterior"),
    "damaged posterior": ("{more} -o {out} --posterior {here}/damaged", "does not match"),
    "another's posterior": ("{more} -o {out} --posterior {here}/other.posterior", "belongs to another model"),
    "onto the model": ("{more} -o {old}/old.bsg", "is also the model to update"),
    "onto the posterior": ("{more} -o {old}/old.posterior --posterior {old}/old.posterior", "is also the posterior to update"),
    "kept onto the posterior": ("{more} -o {out} --posterior {old}/old.posterior --keep-posterior {old}/old.posterior",
                                "is also the posterior to update"),
    "kept onto the output": ("{more} -o {out} --keep-posterior {out}", "is also where the model goes"),
    "both to standard output": ("{more} -o - --keep-posterior -", "standard output is also where the model goes"),
    "vocabulary onto the posterior": ("{more} -o {out} --posterior {old}/old.posterior --save-vocabulary {old}/old.posterior",
                                      "is also the posterior to update"),
    "kept nowhere": ("{more} -o {out} --keep-posterior {here}/no/where", "make the folder"),
}


@pytest.fixture(scope="module")
def unusual(old, corpus, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unusual")
    (folder / "foreign.txt").write_text("wholly other words\nother words wholly\n")
    (folder / "empty.txt").write_text("")
    damaged = bytearray((old / "old.posterior").read_bytes())
    damaged[-100] ^= 1
    (folder / "damaged").write_bytes(damaged)
    succeed("train", corpus, "-o", folder / "other.bsg", "--keep-posterior", folder / "other.posterior", "--quiet", *SMALL)
    return folder


@pytest.mark.parametrize("case", REFUSALS)
def test_bad_input_is_refused_in_one_line_and_nothing_is_written(case, old, more, unusual, tmp_path):
    arguments, expected = REFUSALS[case]
    before = {path: path.read_bytes() for path in old.iterdir()}
    given = arguments.format(old=old, more=more, here=unusual, out=tmp_path / "out.bsg").split()
    assert expected in refused("update", old / "old.bsg", *given)
    assert list(tmp_path.iterdir()) == []
    assert {path: path.read_bytes() for path in old.iterdir()} == before


def test_models_that_cannot_be_updated_say_why(more, corpus, tmp_path):
    succeed("train", corpus, "-o", tmp_path / "points.bsg", "--quiet", "--method", "skipgram", "--dimension", "4",
            "--iterations", "1", "--subsample", "1")
    assert "points instead of densities" in refused("update", tmp_path / "points.bsg", more, "-o", tmp_path / "new.bsg")
    assert "option --keep-posterior belongs to --method bsg" in refused(
        "train", corpus, "-o", tmp_path / "x.bsg", "--method", "skipgram", "--keep-posterior", tmp_path / "p")
    (tmp_path / "vectors.txt").write_text("2 2\na 1 2\nb 2 1\n")
    refused("update", tmp_path / "vectors.txt", more, "-o", tmp_path / "new.bsg")
    assert not (tmp_path / "new.bsg").exists() and not (tmp_path / "p").exists()
