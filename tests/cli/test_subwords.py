"""Words outside the vocabulary, from their spelling; items without baskets, from their tags."""

import json
import random

import pytest
from conftest import SMALL, refused, succeed, write_lines

STEMS = ("bakon", "timur", "selopa", "rugini")
ENDINGS = ("", "s", "ed", "ing", "er", "ers", "able", "ment")
UNSEEN = "ruginiing"


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """Families of words with a stem in common, each in lines of its own; the last one has no "ing"."""
    generator = random.Random(3)
    lines = []
    for _ in range(2000):
        stem = generator.choice(STEMS)
        endings = [ending for ending in ENDINGS if stem + ending != UNSEEN]
        lines.append([stem + generator.choice(endings) for _ in range(8)])
    return write_lines(tmp_path_factory.mktemp("subwords") / "text.txt", lines)


@pytest.fixture(scope="module")
def spelling(text):
    path = text.with_name("spelling.bsg")
    succeed("train", text, "-o", path, *SMALL, "--quiet")
    return path


@pytest.fixture(scope="module")
def whole(text):
    path = text.with_name("whole.bsg")
    succeed("train", text, "-o", path, *SMALL, "--subwords", "no", "--quiet")
    return path


def ask(*arguments):
    return json.loads(succeed(*arguments, "--json").stdout)


def test_neighbors_of_an_unseen_word_are_its_family(spelling):
    answers = ask("neighbors", spelling, UNSEEN, "-k", "5")["queries"][0]
    assert answers["guessed"] == [UNSEEN]
    assert all(answer["word"].startswith("rugini") for answer in answers["answers"])
    assert ask("neighbors", spelling, "ruginis")["queries"][0]["guessed"] == []


def test_a_guess_is_marked_with_what_may_have_been_meant(spelling):
    lines = succeed("neighbors", spelling, "bakonx").stdout.decode().splitlines()
    assert lines[0] == "bakonx"
    assert lines[1].startswith("'bakonx' is not in the vocabulary: guessed from its spelling. Close words: bakon")
    assert "is not in the vocabulary" in succeed("similarity", spelling, UNSEEN, "bakon").stdout.decode()
    assert "is not in the vocabulary" in succeed("analogy", spelling, "bakon", "bakons", UNSEEN).stdout.decode()


def test_similarity_takes_unseen_words_on_both_sides(spelling):
    near, far = (ask("similarity", spelling, UNSEEN, other)["scores"][0] for other in ("ruginiest", "bakonest"))
    assert near["cosine"] > far["cosine"]
    assert near["cosine_deviation"] > 0
    assert ask("similarity", spelling, UNSEEN, "ruginiest")["guessed"] == [UNSEEN, "ruginiest"]


def test_known_only_refuses(spelling):
    assert 'unknown word "ruginiing"' in refused("neighbors", spelling, UNSEEN, "--known-only")
    assert "unknown word" in refused("similarity", spelling, UNSEEN, "bakon", "--known-only")


def test_models_of_whole_words_refuse(whole):
    assert 'unknown word "ruginiing"' in refused("neighbors", whole, UNSEEN)


def test_nothing_is_guessed_from_letters_that_no_word_has(spelling):
    assert "unknown word" in refused("neighbors", spelling, "qqq")


def test_evaluate_judges_unseen_words_on_request(spelling, tmp_path):
    pairs = tmp_path / "pairs.txt"
    pairs.write_text("ruginiing ruginis 9\nbakon timur 1\nbakon bakons 8\nselopa bakonest 2\n")
    known = ask("evaluate", spelling, "--similarity", pairs)["similarity"][0]
    all_pairs = ask("evaluate", spelling, "--similarity", pairs, "--oov")["similarity"][0]
    assert (known["used"], known["skipped"]) == (2, 2)
    assert (all_pairs["used"], all_pairs["skipped"]) == (4, 0)
    assert all_pairs["score"] > 50


def test_export_writes_chosen_words(spelling, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text(f"bakons\n{UNSEEN}\n")
    lines = succeed("export", spelling, "-o", "-", "--words", words).stdout.decode().splitlines()
    assert lines[0] == "2 8"
    assert [line.split()[0] for line in lines[1:]] == ["bakons", UNSEEN]
    variances = succeed("export", spelling, "-o", "-", "--words", words, "--what", "variance").stdout.decode()
    known, guessed = ([float(x) for x in line.split()[1:]] for line in variances.splitlines()[1:])
    assert sum(guessed) > sum(known)
    words.write_text("bakons\nqqq\n")
    assert 'unknown word "qqq"' in refused("export", spelling, "-o", tmp_path / "v.txt", "--words", words)
    assert not (tmp_path / "v.txt").exists()


def test_subwords_belong_to_densities(text, tmp_path):
    assert "--subwords belongs to --method bsg" in refused(
        "train", text, "-o", tmp_path / "m.bsg", "--method", "skipgram", "--subwords", "3-6")


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """Baskets of red things and of blue things, and tags of more than was ever sold."""
    folder = tmp_path_factory.mktemp("shop")
    generator = random.Random(5)
    kinds = {"red": [f"r{k}" for k in range(10)], "blue": [f"b{k}" for k in range(10)]}
    write_lines(folder / "baskets.txt", [generator.sample(kinds[generator.choice(["red", "blue"])], 4)
                                         for _ in range(1500)])
    (folder / "tags.tsv").write_text("".join(f"{item}\t{kind} thing\n" for kind, items in kinds.items()
                                             for item in [*items, f"new-{kind}"]))
    return folder


def test_a_cold_item_is_recommended_by_its_tags(shop):
    path = shop / "m.bsg"
    succeed("train", shop / "baskets.txt", "--sets", "-o", path, *SMALL, "--features", shop / "tags.tsv", "--quiet")
    answers = ask("neighbors", path, "new-red", "-k", "10")["queries"][0]
    assert answers["guessed"] == []
    assert all(answer["word"].startswith("r") for answer in answers["answers"])
    best = ask("neighbors", path, "r1", "-k", "10")["queries"][0]["answers"]
    cold = [answer for answer in best if answer["word"] == "new-red"]
    assert cold and cold[0]["count"] == 0


def test_features_are_resumed_from(shop):
    options = ["--sets", *SMALL, "--features", shop / "tags.tsv", "--quiet"]
    succeed("train", shop / "baskets.txt", "-o", shop / "whole.bsg", *options)
    succeed("train", shop / "baskets.txt", "-o", shop / "kept.bsg", *options, "--checkpoint", shop / "kept")
    assert (shop / "kept.bsg").read_bytes() == (shop / "whole.bsg").read_bytes()


def test_unusable_features_are_refused(shop, tmp_path):
    arguments = ["train", shop / "baskets.txt", "--sets", "-o", tmp_path / "m.bsg", *SMALL, "--features"]
    assert "cannot open" in refused(*arguments, tmp_path / "missing.tsv")
    (tmp_path / "bad.tsv").write_text("r1\tx\nr1\ty\n")
    assert "bad.tsv' line 2" in refused(*arguments, tmp_path / "bad.tsv")
    (tmp_path / "plain.tsv").write_text("r1 x\n")
    assert "has no tags" in refused(*arguments, tmp_path / "plain.tsv")
