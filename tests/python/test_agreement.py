"""The package and the command are one library: the same files, the same answers."""

import json

import numpy as np
import pytest
from conftest import SMALL, as_arguments, command, group_sentences, write_sentences

import bsg


def trained_by_command(folder, text, options):
    path = folder / "command.bsg"
    command("train", text, "-o", path, "--quiet", *as_arguments(options))
    return path.read_bytes()


def trained_by_package(folder, texts, options):
    path = folder / "package.bsg"
    bsg.train(texts, **options).save(path)
    return path.read_bytes()


@pytest.mark.parametrize("options", [
    SMALL,
    {**SMALL, "sets": True},
    {**SMALL, "xi": "exact", "exclude_positives": False, "subsample": 0.01, "seed": 9, "threads": 1},
    {**SMALL, "recipe": "paper", "min_count": 3, "vocabulary_size": 20, "decay": 0.6, "window": 2},
])
def test_the_same_bytes_for_files_lists_and_generators(tmp_path, corpus, sentences, options):
    expected = trained_by_command(tmp_path, corpus, options)
    for texts in (corpus, str(corpus), [corpus], sentences, (tuple(s) for s in sentences)):
        assert trained_by_package(tmp_path, texts, options) == expected


def test_several_files(tmp_path, corpus, sentences):
    parts = [write_sentences(tmp_path / "a.txt", sentences[:500]), write_sentences(tmp_path / "b.txt", sentences[500:])]
    assert trained_by_package(tmp_path, parts, SMALL) == trained_by_command(tmp_path, corpus, SMALL)
    assert trained_by_package(tmp_path, (str(part) for part in parts), SMALL) == \
        trained_by_command(tmp_path, corpus, SMALL)


def test_vocabularies(tmp_path, corpus, sentences):
    saved = tmp_path / "vocabulary.txt"
    bsg.train(corpus, save_vocabulary=saved, vocabulary_size=10, **SMALL)
    expected = trained_by_command(tmp_path, corpus, {**SMALL, "vocabulary": saved})
    assert trained_by_package(tmp_path, sentences, {**SMALL, "vocabulary": saved}) == expected
    assert bsg.load(tmp_path / "package.bsg").options["vocabulary"] == "given"


def test_a_model_file_is_the_same_thing(model_file, model):
    loaded = bsg.load(model_file)
    assert loaded.words == model.words
    assert loaded.options == model.options and loaded.iterations == model.iterations
    for name in ("means", "variances", "context_means", "context_variances", "counts"):
        np.testing.assert_array_equal(getattr(loaded, name), getattr(model, name))
    assert loaded.report is None and model.report.tokens == 12000


@pytest.mark.parametrize("options, without", [
    (SMALL, None),
    ({**SMALL, "sets": True}, "window"),
    ({**SMALL, "recipe": "paper"}, "negative_groups"),
])
def test_options_of_a_model_train_it_again(options, without, corpus, tmp_path):
    model = bsg.train(corpus, **options)
    model.save(tmp_path / "model.bsg")
    assert trained_by_package(tmp_path, corpus, model.options) == (tmp_path / "model.bsg").read_bytes()
    assert {"window", "negative_groups"} - set(model.options) == ({without} - {None})


def answers_of_command(model_file, *arguments):
    (query,) = json.loads(command(*arguments[:1], model_file, *arguments[1:], "--json"))["queries"]
    return query["answers"]


def assert_same_answers(ours, theirs):
    assert [neighbor.word for neighbor in ours] == [answer["word"] for answer in theirs]
    for neighbor, answer in zip(ours, theirs):
        assert neighbor.count == answer["count"]
        if answer["beats_next"] is None:
            assert neighbor.confidence is None
        else:
            assert neighbor.confidence == pytest.approx(answer["beats_next"], abs=1e-12)
        for name in ("score", "deviation", "lower", "cosine", "cosine_mean", "cosine_deviation", "product_mean", "product_variance"):
            assert getattr(neighbor, name) == pytest.approx(answer[name], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("measure", [measure.name for measure in bsg.measures()])
@pytest.mark.parametrize("representation", ["target", "context", "sum", "concat", "target-context"])
def test_the_same_neighbors(model, model_file, measure, representation):
    how = {"measure": measure, "representation": representation}
    flags = ["--measure", measure, "--representation", representation]
    assert_same_answers(model.neighbors("g2w3", 12, **how),
                        answers_of_command(model_file, "neighbors", "g2w3", "-k", 12, *flags))
    assert_same_answers(model.analogy("g1w1", "g1w2", "g3w1", 5, raw=True, **how),
                        answers_of_command(model_file, "analogy", "g1w1", "g1w2", "g3w1", "-k", 5, "--raw", *flags))
    assert_same_answers(
        model.neighbors(positive=["g1w1", "g3w3"], negative="g0w0", **how),
        answers_of_command(model_file, "neighbors", "--positive", "g1w1", "g3w3", "--negative", "g0w0", *flags))
    (score,) = json.loads(command("similarity", model_file, "g2w3", "g2w4", *flags, "--json"))["scores"]
    compared = model.compare("g2w3", "g2w4", **how)
    assert compared.value == model.similarity("g2w3", "g2w4", **how) == pytest.approx(score["score"], rel=1e-12)
    for name in ("deviation", "lower", "cosine", "cosine_mean", "cosine_deviation", "product_mean", "product_variance"):
        assert getattr(compared, name) == pytest.approx(score[name], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("rank", ["mean", "lower", "expected"])
def test_the_same_order(model, model_file, rank):
    assert_same_answers(model.neighbors("g2w3", 12, rank=rank, min_count=300),
                        answers_of_command(model_file, "neighbors", "g2w3", "-k", 12, "--rank", rank, "--min-count", 300))
    assert_same_answers(model.analogy("g1w1", "g1w2", "g3w1", 5, rank=rank),
                        answers_of_command(model_file, "analogy", "g1w1", "g1w2", "g3w1", "-k", 5, "--rank", rank))


@pytest.mark.parametrize("name", ["word2vec-text", "word2vec-binary"])
def test_the_same_exports(model, model_file, tmp_path, name):
    command("export", model_file, "-o", tmp_path / "command", "--format", name, "--what", "variance")
    written = model.export(tmp_path / "package", name, what="variance")
    assert written == [str(tmp_path / "package")]
    assert (tmp_path / "package").read_bytes() == (tmp_path / "command").read_bytes()


def test_planted_groups_are_found(model):
    for word in model:
        assert all(neighbor.word[:2] == word[:2] for neighbor in model.neighbors(word, 4))


def test_words_with_white_space_and_items_of_any_kind(tmp_path):
    """Items are kept as strings, and give the numbers that plain words in their places give."""
    baskets = group_sentences(lines=300, length=4, seed=2)
    words = sorted({word for basket in baskets for word in basket})
    items = {word: item for word, item in zip(words, [("green tea", 1), 17, 2.5, "line\nbreak", "tab\tand space", " "])}
    strings = {word: str(items.get(word, word)) for word in words}
    model = bsg.train([[items.get(word, word) for word in basket] for basket in baskets], sets=True, **SMALL)
    plain = bsg.train(baskets, sets=True, **SMALL)
    assert set(model.words) == set(strings.values())
    assert {strings[word]: plain.count(word) for word in words} == {word: model.count(word) for word in model}
    model.save(tmp_path / "items.bsg")
    assert bsg.load(tmp_path / "items.bsg").words == model.words
    assert "line\nbreak" in model and "('green tea', 1)" in model and "17" in model


def test_members_of_python_sets_come_in_one_order(tmp_path):
    baskets = group_sentences(lines=200, length=5, seed=4)
    options = {**SMALL, "sets": True, "subsample": 0.05}
    assert trained_by_package(tmp_path, [set(basket) for basket in baskets], options) == \
        trained_by_package(tmp_path, [sorted(set(basket)) for basket in baskets], options)


def test_lone_surrogates_become_replacement_characters():
    model = bsg.train([["a", "b\udc80"]] * 10, **SMALL)
    assert model.report.invalid_utf8_sequences > 0
    assert sorted(model.words)[0] == "a" and "\ufffd" in sorted(model.words)[1]
