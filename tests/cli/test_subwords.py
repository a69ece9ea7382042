"""Words outside the vocabulary, from their spelling; items without baskets, from their tags."""

import json
import random
import signal

import pytest
from checkpointed import last_line, start, states, uninterrupted, wait_for_state
from conftest import SPELLED as SMALL, refused, succeed, write_lines

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
    assert lines[0] == "bakonx, by lower bound"
    assert lines[1].startswith('"bakonx" is not in the vocabulary: guessed from its spelling. Close words: "bakon')
    assert '"bakon\\x1bx" is not' in succeed("neighbors", spelling, "bakon\x1bx").stdout.decode()
    assert "is not in the vocabulary" in succeed("similarity", spelling, UNSEEN, "bakon").stdout.decode()
    assert "is not in the vocabulary" in succeed("analogy", spelling, "bakon", "bakons", UNSEEN).stdout.decode()


def test_similarity_takes_unseen_words_on_both_sides(spelling):
    near, far = (ask("similarity", spelling, UNSEEN, other)["scores"][0] for other in ("ruginiest", "bakonest"))
    assert near["cosine"] > far["cosine"]
    assert near["deviation"] > 0 and near["cosine_deviation"] > 0
    assert ask("similarity", spelling, UNSEEN, "ruginiest")["guessed"] == [UNSEEN, "ruginiest"]


def test_known_only_refuses(spelling):
    assert 'unknown word "ruginiing"' in refused("neighbors", spelling, UNSEEN, "--known-only")
    assert "unknown word" in refused("similarity", spelling, UNSEEN, "bakon", "--known-only")


def test_models_of_whole_words_refuse(whole):
    assert 'unknown word "ruginiing"' in refused("neighbors", whole, UNSEEN)


def test_nothing_is_guessed_from_letters_that_no_word_has(spelling):
    assert "unknown word" in refused("neighbors", spelling, "qqq")


def test_a_guess_is_of_targets_alone(spelling):
    for representation in ("context", "sum", "concat"):
        message = refused("neighbors", spelling, UNSEEN, "--representation", representation)
        assert message.endswith("; a spelling tells of targets only: use --representation target\n"), message
    assert "a spelling tells" not in refused("neighbors", spelling, "qqq", "--representation", "sum")
    around = ["--representation", "target-context"]
    assert ask("neighbors", spelling, UNSEEN, *around)["queries"][0]["guessed"] == [UNSEEN]
    assert ask("similarity", spelling, UNSEEN, "bakon", *around)["guessed"] == [UNSEEN]
    assert "use --representation target" in refused("similarity", spelling, "bakon", UNSEEN, *around)
    assert "use --representation target" in refused("similarity", spelling, UNSEEN, UNSEEN, *around)


def test_info_of_an_unseen_word_is_its_guess(spelling, whole):
    guess, known = ask("info", spelling, UNSEEN, "bakon")["words"]
    assert (guess["known_by"], guess["count"], guess["rank"], guess["context"]) == ("spelling", 0, None, None)
    assert guess["target"]["total_variance"] > known["target"]["total_variance"]
    assert known["known_by"] == "text" and known["rank"] >= 1 and known["context"]
    rows = [line.split() for line in succeed("info", spelling, UNSEEN, "bakon").stdout.decode().splitlines()]
    assert ["known", "by", "spelling", "(a", "guess)", "text"] in rows
    assert ["rank", "by", "count", "-", str(known["rank"])] in rows
    assert 'unknown word "ruginiing"' in refused("info", whole, UNSEEN)


def test_info_tells_of_features(spelling, whole):
    features = ask("info", spelling)["features"]
    assert features["ngrams"] > 50 and features["tags"] == 0
    assert f"features       n-grams: {features['ngrams']}\n" in succeed("info", spelling).stdout.decode()
    assert ask("info", whole)["features"] == {"ngrams": 0, "tags": 0}
    assert "\n  features" not in succeed("info", whole).stdout.decode()


def test_evaluate_judges_unseen_words_on_request(spelling, tmp_path):
    pairs = tmp_path / "pairs.txt"
    pairs.write_text("ruginiing ruginis 9\nbakon timur 1\nbakon bakons 8\nselopa bakonest 2\n")
    known = ask("evaluate", spelling, "--similarity", pairs)["similarity"][0]
    all_pairs = ask("evaluate", spelling, "--similarity", pairs, "--oov")["similarity"][0]
    assert (known["used"], known["skipped"]) == (2, 2)
    assert (all_pairs["used"], all_pairs["skipped"]) == (4, 0)
    assert (known["guessed"], all_pairs["guessed"]) == (0, 2)
    assert all_pairs["score"] > 50
    assert ["pairs", f"{all_pairs['score']:.1f}", "4", "0", "2"] in [
        line.split() for line in succeed("evaluate", spelling, "--similarity", pairs, "--oov").stdout.decode().splitlines()]


def test_evaluate_skips_what_a_representation_cannot_guess(spelling, tmp_path):
    pairs, questions = tmp_path / "pairs.txt", tmp_path / "questions.txt"
    pairs.write_text("ruginiing ruginis 9\nruginis ruginiing 9\nbakon timur 1\nbakon bakons 8\n")
    questions.write_text(f"bakon bakons {UNSEEN} ruginis\nbakon bakons timur timurs\n")
    for representation, guessed in (("target", 2), ("sum", 0), ("concat", 0), ("context", 0), ("target-context", 1)):
        result = ask("evaluate", spelling, "--similarity", pairs, "--analogy", questions, "--oov", "--representation",
                     representation)
        assert result["oov"] is True
        (rated,), (asked,) = result["similarity"], result["analogy"]
        assert (rated["used"], rated["skipped"], rated["guessed"]) == (2 + guessed, 2 - guessed, guessed)
        answered = min(guessed, 1)
        assert (asked["used"], asked["skipped"], asked["guessed"]) == (1 + answered, 1 - answered, answered)
        assert asked["groups"][0]["guessed"] == answered


def test_evaluate_refuses_to_guess_without_spelling(whole, tmp_path):
    pairs = tmp_path / "pairs.txt"
    pairs.write_text("bakon timur 1\nbakon bakons 8\n")
    assert ask("evaluate", whole, "--similarity", pairs)["oov"] is False
    assert "knows no spelling to guess words from: leave out --oov" in refused(
        "evaluate", whole, "--similarity", pairs, "--oov")


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


def test_export_tells_what_it_guessed(spelling, tmp_path):
    words, vectors = tmp_path / "words.txt", tmp_path / "v.txt"
    words.write_text(f"bakons\n{UNSEEN}\nbakonx\n{UNSEEN}\n")
    run = succeed("export", spelling, "-o", vectors, "--words", words)
    assert run.stderr.decode().splitlines()[1:] == [
        'words outside the vocabulary, guessed from their spelling: 2 ("ruginiing", "bakonx")']
    assert succeed("export", spelling, "-o", vectors, "--words", words, "--quiet").stderr == b""
    assert 'unknown word "ruginiing"' in refused("export", spelling, "-o", vectors, "--words", words, "--known-only")
    assert "use --representation target" in refused(
        "export", spelling, "-o", vectors, "--words", words, "--representation", "sum")


def test_export_spares_its_words(spelling, tmp_path):
    words = tmp_path / "v.metadata.tsv"
    words.write_text("bakons\n")
    message = refused("export", spelling, "--format", "tensorboard", "--words", words, "-o", tmp_path / "v.tsv")
    assert "is also the words to export" in message and words.read_text() == "bakons\n"
    words.write_text("\n")
    assert "v.metadata.tsv' has no words" in refused("export", spelling, "--words", words, "-o", tmp_path / "v.txt")


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
    new, = ask("info", path, "new-red")["words"]
    assert (new["known_by"], new["count"], new["rank"]) == ("tags", 0, None) and new["context"]
    rows = [line.split() for line in succeed("info", path, "new-red", "r1").stdout.decode().splitlines()]
    assert ["known", "by", "tags", "alone", "text"] in rows
    assert "tags: 3" in succeed("info", path).stdout.decode()


def test_features_are_resumed_from(shop):
    options = ["--sets", *SMALL, "--iterations", "200", "--features", shop / "tags.tsv", "--quiet"]
    expected = uninterrupted(shop / "baskets.txt", shop / "whole.bsg", *options[:-1])
    process = start("train", shop / "baskets.txt", "-o", shop / "kept.bsg", *options, "--checkpoint", shop / "kept")
    wait_for_state(process, shop / "kept", 1)
    process.send_signal(signal.SIGINT)
    assert last_line(process)[1] == 130
    assert 1 <= states(shop / "kept")[-1] < 200 and not (shop / "kept.bsg").exists()
    succeed("train", "--resume", shop / "kept", "--quiet")
    assert (shop / "kept.bsg").read_bytes() == expected
    assert ask("info", shop / "kept.bsg", "new-red")["words"][0]["known_by"] == "tags"


def test_unusable_features_are_refused(shop, tmp_path):
    arguments = ["train", shop / "baskets.txt", "--sets", "-o", tmp_path / "m.bsg", *SMALL, "--features"]
    assert "cannot open" in refused(*arguments, tmp_path / "missing.tsv")
    (tmp_path / "bad.tsv").write_text("r1\tx\nr1\ty\n")
    assert "bad.tsv' line 2" in refused(*arguments, tmp_path / "bad.tsv")
    (tmp_path / "plain.tsv").write_text("r1 x\n")
    assert "plain.tsv' line 1: there is no tab: write the word, a tab, and its tags" in refused(
        *arguments, tmp_path / "plain.tsv")
    (tmp_path / "bare.tsv").write_text("r1\t\n")
    assert "has no tags" in refused(*arguments, tmp_path / "bare.tsv")


def test_standard_input_is_one_file(shop, tmp_path):
    output = ["-o", tmp_path / "m.bsg"]
    assert "standard input (-) cannot be both a TEXT and the file of --features" in refused(
        "train", "-", "--features", "-", *output, stdin=b"")
    assert "both the file of --vocabulary and the file of --features" in refused(
        "train", shop / "baskets.txt", "--vocabulary", "-", "--features", "-", *output, stdin=b"")
    assert "both a TEXT and the file of --vocabulary" in refused("train", "-", "--vocabulary", "-", *output, stdin=b"")
