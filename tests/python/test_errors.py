"""What goes wrong is told by the exception that Python people expect, in one line."""

import json
import os
import pickle
import stat
import warnings

import pytest
from conftest import SMALL

import bsg

PAIR = [["a", "b", "c"]] * 5


@pytest.mark.parametrize("name, suggestion", [
    ("dimensions", "did you mean dimension?"),
    ("mincount", "did you mean min_count?"),
    ("vector_size", "did you mean dimension?"),
    ("epochs", "did you mean iterations?"),
    ("workers", "did you mean threads?"),
    ("burn-in", "did you mean burn_in?"),
    ("qqqqq", "bsg.options() lists them all"),
])
def test_unknown_options(name, suggestion):
    with pytest.raises(TypeError) as raised:
        bsg.train(PAIR, **{name: 3})
    assert str(raised.value) == f"train() has no option {name!r}; {suggestion}"


@pytest.mark.parametrize("name, value, message", [
    ("dimension", 0, "dimension must be a whole number from 1 to 4096, not 0"),
    ("dimension", 10.5, "dimension must be a whole number from 1 to 4096, not 10.5"),
    ("dimension", True, "dimension must be a whole number from 1 to 4096, not True"),
    ("subsample", 2, "subsample must be a number above 0 and at most 1, not 2"),
    ("subsample", float("nan"), "subsample must be a number above 0 and at most 1, not nan"),
    ("decay", float("-inf"), "decay must be a number above 0.5 and at most 1, not -inf"),
    ("sets", "maybe", "sets must be True or False, not 'maybe'"),
    ("exclude_positives", 3, "exclude_positives must be True or False, not 3"),
    ("xi", "excat", "xi must be exact or paper, not 'excat'"),
    ("seed", -1, "seed must be a whole number from 0 to 18446744073709551615, not -1"),
])
def test_values_out_of_range(name, value, message):
    with pytest.raises(ValueError) as raised:
        bsg.train(PAIR, **{name: value})
    assert str(raised.value) == message


def test_values_of_types_that_no_option_has():
    with pytest.raises(TypeError, match="window must be a whole number from 1 to 10000, not of type list"):
        bsg.train(PAIR, window=[4])


def test_every_option_is_checked():
    for option in bsg.options():
        if option.name == "scratch" or option.name.endswith("_column"):  # any text may be the name of one
            continue
        with pytest.raises(ValueError, match=f"^{option.name} must be "):
            bsg.train(PAIR, **{option.name: "nonsense"})


@pytest.mark.parametrize("options, message", [
    ({"sets": True, "window": 5}, "option window has no effect with sets; leave out one of them"),
    ({"sets": True, "window": 4}, "option window has no effect with sets; leave out one of them"),
    ({"window": 4, "sets": True, "method": "skipgram"}, "option window has no effect with sets; leave out one of them"),
    ({"negative_groups": 8, "negative_mode": "sampled"},
     "option negative_groups has no effect with negative_mode='sampled'; leave it out or change negative_mode"),
    ({"negative_groups": 8, "recipe": "paper"},
     "option negative_groups has no effect with negative_mode='sampled'; leave it out or change negative_mode"),
    ({"min_count": 1, "vocabulary": "words"}, "option min_count has no effect with vocabulary; leave out one of them"),
    ({"vocabulary_size": 9, "vocabulary": "words"},
     "option vocabulary_size has no effect with vocabulary; leave out one of them"),
])
def test_options_that_have_no_effect_with_others(options, message):
    with pytest.raises(ValueError) as raised:
        bsg.train(PAIR, **options)
    assert str(raised.value) == message


def test_options_that_are_none_or_meet_no_other_are_not_refused():
    few = {**SMALL, "iterations": 2, "burn_in": 1}
    bsg.train(PAIR, **few, sets=True, window=None, negative_groups=2)
    bsg.train(PAIR, **few, sets=False, window=2, recipe="paper", negative_mode="expected", negative_groups=2)


def test_memory_that_is_not_enough(tmp_path):
    with pytest.raises(bsg.ResourceError, match=r"memory allows 1\.0 MB .*, or a larger memory$") as raised:
        bsg.train(PAIR, memory="1M", **SMALL)
    assert isinstance(raised.value, MemoryError)
    with pytest.raises(ValueError, match="^memory must be auto, or a whole number of bytes above 0"):
        bsg.train(PAIR, memory=0)
    with pytest.raises(TypeError, match="^scratch must be a folder on a disk, not of type int"):
        bsg.train(PAIR, scratch=3)


def test_missing_files(tmp_path):
    missing = tmp_path / "missing.txt"
    for action in (lambda: bsg.train(missing), lambda: bsg.load(missing), lambda: bsg.train([missing, missing]),
                   lambda: bsg.train(PAIR, vocabulary=missing)):
        with pytest.raises(FileNotFoundError) as raised:
            action()
        assert raised.value.filename == str(missing)
        assert "No such file or directory" in str(raised.value)


def test_folders(model, tmp_path):
    for action in (lambda: bsg.train(tmp_path), lambda: bsg.load(tmp_path), lambda: model.save(tmp_path)):
        with pytest.raises(IsADirectoryError):
            action()


def test_saving_where_there_is_no_folder(model, tmp_path):
    with pytest.raises(FileNotFoundError, match="make the folder"):
        model.save(tmp_path / "none" / "model.bsg")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_permissions(model, tmp_path, corpus):
    secret = tmp_path / "secret.txt"
    secret.write_text(corpus.read_text())
    secret.chmod(0)
    with pytest.raises(PermissionError):
        bsg.train(secret)
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with pytest.raises(PermissionError):
            model.save(tmp_path / "model.bsg")
    finally:
        tmp_path.chmod(stat.S_IRWXU)


def test_damaged_models(model_file, tmp_path):
    content = model_file.read_bytes()
    changed = bytearray(content)
    length = int.from_bytes(content[:8], "little")
    changed[8 + length + json.loads(content[8:8 + length])["target.mean"]["data_offsets"][0]] ^= 1
    damaged = {"short": content[:-100], "empty": b"", "foreign": b"hello world, this is no model" * 10,
               "changed": changed}
    for name, wrong in damaged.items():
        path = tmp_path / name
        path.write_bytes(wrong)
        with pytest.raises(bsg.ModelError, match=name) as raised:
            bsg.load(path)
        assert isinstance(raised.value, bsg.Error) and not isinstance(raised.value, OSError)
    bsg.load(tmp_path / "changed", verify=False)


def test_unknown_words(model):
    for ask in (lambda: model["g1w7"], lambda: model.variance("g1w7"), lambda: model.neighbors("g1w7"),
                lambda: model.similarity("g1w1", "g1w7"), lambda: model.analogy("g1w7", "g1w1", "g1w2"),
                lambda: model.count("g1w7"), lambda: model.plot(["g1w1", "g1w7"])):
        with pytest.raises(KeyError) as raised:
            ask()
        assert isinstance(raised.value, bsg.UnknownWordError)
        assert raised.value.word == "g1w7"
        assert "g1w1" in raised.value.suggestions or "g1w0" in raised.value.suggestions
        assert str(raised.value).startswith('unknown word "g1w7"; the closest words are "g')


def test_unknown_words_can_be_pickled(model):
    with pytest.raises(KeyError) as raised:
        model["g1w7"]
    other = pickle.loads(pickle.dumps(raised.value))
    assert (str(other), other.word, other.suggestions) == \
        (str(raised.value), raised.value.word, raised.value.suggestions)


def test_words_are_strings(model):
    for ask in (lambda: model[1.5], lambda: 1.5 in model, lambda: model.neighbors(1.5), lambda: model.count(1.5)):
        with pytest.raises(TypeError, match="a word is a str or an int, not float: write '1.5'"):
            ask()
    with pytest.raises(bsg.UnknownWordError):
        model["\udc80"]
    assert "\udc80" not in model


def test_questions_with_wrong_choices(model):
    with pytest.raises(ValueError, match="measure must be one of 'cosine', 'probability', 'kl', not 'dot'"):
        model.neighbors("g1w1", measure="dot")
    with pytest.raises(ValueError, match="representation must be one of 'target'"):
        model.similarity("g1w1", "g1w2", representation="both")
    with pytest.raises(ValueError, match="side must be one of 'target', 'context'"):
        model.mean("g1w1", "left")
    with pytest.raises(ValueError, match="representation must be one of 'target', 'context', 'sum', 'concat'"):
        model.to_keyed_vectors("target-context")
    with pytest.raises(ValueError, match="format must be one of"):
        model.export("/dev/null", "excel")


@pytest.mark.parametrize("k, error", [(0, ValueError), (-3, ValueError), (2.5, TypeError), ("3", TypeError)])
def test_wrong_numbers_of_answers(model, k, error):
    with pytest.raises(error, match="k must be"):
        model.neighbors("g1w1", k)


def test_questions_without_sense(model):
    with pytest.raises(TypeError, match="either a word"):
        model.neighbors("g1w1", positive=["g1w2"])
    with pytest.raises(ValueError):
        model.neighbors()
    with pytest.raises(ValueError):
        model.neighbors(positive=["g1w1"], negative=["g1w1"])


@pytest.mark.parametrize("texts, error, message", [
    ("the cat sat on the mat", FileNotFoundError, "a str is the path of a text"),
    ("one line\nanother line\n" * 1000, FileNotFoundError, "line.split()"),
    (["the cat sat on the mat"], FileNotFoundError, "a str is the path of a text"),
    ([], ValueError, "nothing to train on"),
    (iter([]), ValueError, "nothing to train on"),
    ([[], []], ValueError, "no sentence with a word"),
    (17, TypeError, "cannot train on int"),
    ([17], TypeError, "sentence 1 is of type int"),
    ([["a", "b"], "a b"], TypeError, "sentence 2 is a str, not a list of words"),
    ([["a"], [b"a"]], TypeError, "sentence 2: words must be str, not bytes"),
    ([[["a"]]], TypeError, "sentence 1: words must be str or hashable items, not list"),
    ([["a", "a"]], ValueError, "fewer than two words are left"),
    ([["a"], ["b"]] * 9, ValueError, "no pair of words"),
])
def test_texts_that_are_none(texts, error, message):
    with pytest.raises(error) as raised:
        bsg.train(texts, subsample=1)
    assert message in str(raised.value) and "\n" not in str(raised.value)
    assert "--" not in str(raised.value)


def test_a_path_with_spaces(tmp_path, corpus):
    path = tmp_path / "my corpus.txt"
    path.write_text(corpus.read_text())
    assert len(bsg.train(str(path), **SMALL)) == 36


def test_file_objects(corpus):
    with open(corpus, encoding="utf-8") as file:
        with pytest.raises(TypeError, match="give its path"):
            bsg.train(file)
        assert len(bsg.train((line.split() for line in file), **SMALL)) == 36


def test_paths_and_sentences_do_not_mix(corpus):
    with pytest.raises(TypeError, match="text 2 is of type list"):
        bsg.train([corpus, ["a", "b"]])


def test_sentences_are_not_tokenised_again(corpus):
    with pytest.raises(ValueError, match="option tokenizer"):
        bsg.train(PAIR, tokenizer="words", subsample=1)
    assert len(bsg.train(corpus, tokenizer="words", **SMALL)) == 36


def test_what_an_iterable_raises_comes_through():
    def broken():
        yield ["a", "b"]
        raise RuntimeError("the source broke")

    with pytest.raises(RuntimeError, match="the source broke"):
        bsg.train(broken())


def test_warnings():
    with pytest.warns(bsg.TrainingWarning, match="too few to learn from; subsample=1 keeps all of a small text"):
        bsg.train([[f"w{i}", f"w{i + 1}"] for i in range(100)], subsample=1e-3, dimension=2, iterations=2)
    with pytest.warns(bsg.TrainingWarning, match="hardly differ from it.* or choose a prior_precision below 10000"):
        bsg.train(PAIR * 5, subsample=1, dimension=2, iterations=4, prior_precision=1e4)
    with pytest.warns(bsg.TrainingWarning, match="or leave out learn_prior"):
        bsg.train(PAIR * 5, subsample=1, dimension=2, iterations=40, learn_prior=True, prior_precision=1e4)
    baskets = [[f"i{n}" for n in range(60)]] + [["i1", "i2"]] * 40
    with pytest.warns(bsg.TrainingWarning, match="the largest 1 % of the baskets make .* has 60 items"):
        bsg.train(baskets, sets=True, dimension=2, iterations=2, basket_weight="pairs")


def test_advice_is_a_value():
    with pytest.warns(bsg.TrainingWarning) as warned:
        model = bsg.train(PAIR * 5, subsample=1, dimension=2, iterations=4, prior_precision=1e4)
    (advice,) = model.report.advice
    assert (advice.kind, advice.warning) == ("prior_alone", True) and advice.measured < advice.limit
    assert advice.suggestions == (bsg.Suggestion("more_data", None, None),
                                  bsg.Suggestion("lower_option", "prior_precision", "10000"))
    assert [str(warning.message) for warning in warned] == [advice.sentence]


def test_notes_are_no_warnings(corpus):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = bsg.train(corpus, method="skipgram", dimension=4, iterations=2, subsample=1, threads=2)
    (advice,) = model.report.advice
    assert (advice.kind, advice.warning) == ("differing_runs", False)
    assert "method='skipgram' will differ a little; threads=1 gives" in advice.sentence


def stopped(corpus, folder):
    class Stop(Exception):
        pass

    def stop(progress):
        if progress.finished:
            raise Stop

    with pytest.raises(Stop):
        bsg.train(corpus, checkpoint=folder, progress=stop, **SMALL)
    return folder


@pytest.mark.parametrize("fail, named", [
    (lambda corpus, folder: bsg.train([["a", "a"]]), "min_count=1 with vocabulary_size=30000 leaves 1"),
    (lambda corpus, folder: bsg.train([["a"], ["b"]], subsample=0.5), "or a larger subsample"),
    (lambda corpus, folder: bsg.train(PAIR, memory="1M"), "choose a smaller dimension or vocabulary_size, or a larger memory"),
    (lambda corpus, folder: bsg.train([[str(i), str(i + 1)] for i in range(5000)], memory="100M", negative_groups=4096),
     "choose a smaller dimension or vocabulary_size, fewer negative_groups, or a larger memory"),
    (lambda corpus, folder: bsg.train(PAIR, tokenizer="words"), "option tokenizer: "),
    (lambda corpus, folder: bsg.train(PAIR, method="skipgram", burn_in=2), "option burn_in belongs to method='bsg'"),
    (lambda corpus, folder: bsg.train([["a", "b"], ["alone"]] * 9, prior_precision=1e-300, context_prior_precision=1e-300,
                                      subsample=1, dimension=4), "a larger prior_precision and context_prior_precision"),
    (lambda corpus, folder: bsg.resume(folder / "none"), "to begin: bsg.train(texts, checkpoint='{folder}/none')"),
    (lambda corpus, folder: bsg.train(corpus, checkpoint=stopped(corpus, folder)), "resume from it: bsg.resume('{folder}');"),
    (lambda corpus, folder: bsg.train(PAIR, checkpoint=stopped(corpus, folder)), "resume from it: bsg.resume('{folder}', texts);"),
    (lambda corpus, folder: bsg.resume(stopped(corpus, folder), burn_in=1), "option burn_in: the checkpoint"),
])
def test_messages_name_options_as_python_writes_them(fail, named, corpus, tmp_path):
    with pytest.raises(Exception) as raised:
        fail(corpus, tmp_path)
    message = str(raised.value)
    assert named.format(folder=tmp_path) in message
    assert "--" not in message and "bsg train" not in message
