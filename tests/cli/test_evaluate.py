"""bsg evaluate: its numbers beside those of gensim and SciPy on the same vectors, its forms and its errors."""

import itertools
import json
import random

import pytest
from conftest import GROUPS, WORDS_IN_GROUP, refused, succeed, word
from gensim.models import KeyedVectors
from scipy.stats import spearmanr

WORDS = [word(g, i) for g in range(GROUPS) for i in range(WORDS_IN_GROUP)]


@pytest.fixture(scope="module")
def pairs(folder):
    """Rated pairs with ties among the ratings, an unknown word, and capitals. No pair is there twice: in gensim's
    single precision the two would not always tie."""
    generator = random.Random(5)
    lines = []
    for first, second in generator.sample(list(itertools.combinations(WORDS, 2)), 200):
        lines.append(f"{first.upper()}\t{second}\t{generator.randrange(20) / 2}\n")
    lines.append("unheard\tof\t3\n")
    path = folder / "pairs.txt"
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def vectors(folder, model):
    path = folder / "exported.txt"
    succeed("export", model, "-o", path, "--quiet")
    return path


@pytest.fixture(scope="module")
def keyed_vectors(vectors):
    return KeyedVectors.load_word2vec_format(str(vectors))


def nearly_tied(keyed_vectors, asked):
    a, b, c, _ = asked
    (_, best), (_, second) = keyed_vectors.most_similar(positive=[b, c], negative=[a], topn=2)
    return best - second < 1e-6


@pytest.fixture(scope="module")
def questions(folder, keyed_vectors):
    """Questions in two groups; some of a kind that the planted groups answer, some with an unknown word. None
    has two best answers that single precision, which gensim works in, cannot tell apart."""
    generator = random.Random(6)
    lines = []
    for name in ("planted", "random"):
        lines.append(f": {name}\n")
        asked_of_name = 0
        while asked_of_name < 150:
            if name == "planted":
                a, c = generator.sample(range(GROUPS), 2)
                asked = [word(a, 0), word(a, 1), word(c, 0), word(c, generator.randrange(1, 3))]
            else:
                asked = generator.sample(WORDS, 4)
            if nearly_tied(keyed_vectors, asked):
                continue
            asked_of_name += 1
            lines.append(" ".join(asked).upper() + "\n")
        lines.append("boy girl he she\n")
    path = folder / "questions.txt"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def evaluate(*arguments):
    return json.loads(succeed("evaluate", *arguments, "--json").stdout)


def test_similarity_agrees_with_gensim(model, pairs, keyed_vectors):
    _, spearman, unknown = keyed_vectors.evaluate_word_pairs(str(pairs), restrict_vocab=len(WORDS))
    (result,) = evaluate(model, "--similarity", pairs)["similarity"]
    assert result["score"] == pytest.approx(100 * spearman[0], abs=1e-9)
    assert (result["used"], result["skipped"]) == (200, 1)
    assert unknown == pytest.approx(100 / 201)


@pytest.mark.parametrize("measure", ["cosine", "probability", "kl"])
def test_similarity_agrees_with_scipy_under_every_measure(model, pairs, measure):
    ratings, scores = [], []
    for line in pairs.read_text(encoding="utf-8").splitlines()[:-1]:
        first, second, rating = line.split("\t")
        asked = succeed("similarity", model, first.lower(), second, "--measure", measure, "--json")
        scores.append(json.loads(asked.stdout)["scores"][0]["score"])
        ratings.append(float(rating))
    (result,) = evaluate(model, "--similarity", pairs, "--measure", measure)["similarity"]
    assert result["score"] == pytest.approx(100 * spearmanr(ratings, scores).correlation, abs=1e-9)


def test_analogies_agree_with_gensim(model, questions, keyed_vectors):
    score, sections = keyed_vectors.evaluate_word_analogies(str(questions), restrict_vocab=len(WORDS))
    (result,) = evaluate(model, "--analogy", questions)["analogy"]
    assert 0 < score < 1
    assert result["score"] == pytest.approx(100 * score, abs=1e-9)
    expected = [(s["section"], len(s["correct"]), len(s["correct"]) + len(s["incorrect"])) for s in sections[:2]]
    assert [(g["name"], g["right"], g["used"]) for g in result["groups"]] == expected
    assert (result["used"], result["skipped"]) == (300, 2)


def test_raw_is_reported_beside_it(model, questions, keyed_vectors):
    plain, raw = evaluate(model, "--analogy", questions, "--raw")["analogy"]
    assert (plain["raw"], raw["raw"]) == (False, True)
    right = 0
    for line in questions.read_text(encoding="utf-8").lower().splitlines():
        a, b, c, d = line.split() if not line.startswith(":") else [None] * 4
        if a in keyed_vectors.key_to_index:
            query = keyed_vectors[b] - keyed_vectors[a] + keyed_vectors[c]
            answers = [w for w, _ in keyed_vectors.similar_by_vector(query, topn=4) if w not in (a, b, c)]
            right += answers[0] == d
    assert raw["right"] == right


@pytest.mark.parametrize("format", ["word2vec-text", "word2vec-binary"])
def test_vectors_of_other_programs_are_judged_by_the_same_ruler(model, pairs, questions, tmp_path, format):
    path = tmp_path / "vectors"
    succeed("export", model, "-o", path, "--format", format, "--quiet")
    arguments = ("--similarity", pairs, "--analogy", questions)
    ours, theirs = evaluate(model, *arguments), evaluate(path, *arguments)
    assert theirs["similarity"] == ours["similarity"]
    assert theirs["analogy"][0]["groups"] == ours["analogy"][0]["groups"]
    assert theirs["analogy"][0]["coverage"]["order_probability"] is None
    assert theirs["analogy"][0]["coverage"]["cosine"] == ours["analogy"][0]["coverage"]["cosine"]


def test_coverage_ends_in_the_accuracy(model, questions):
    (result,) = evaluate(model, "--analogy", questions)["analogy"]
    for curve in result["coverage"].values():
        assert list(curve) == ["25", "50", "75", "100", "area"]
        assert curve["100"] == pytest.approx(result["score"])


def test_tables_say_what_json_says(model, pairs, questions):
    text = succeed("evaluate", model, "--similarity", pairs, "--analogy", questions).stdout.decode()
    result = evaluate(model, "--similarity", pairs, "--analogy", questions)
    rows = [line.split() for line in text.splitlines()]
    assert ["pairs", f"{result['similarity'][0]['score']:.1f}", "200", "1"] in rows
    analogy = result["analogy"][0]
    assert ["total", f"{analogy['score']:.1f}", str(analogy["right"]), "300", "2"] in rows
    for name, key in (("order probability", "order_probability"), ("cosine", "cosine"), ("margin", "margin"),
                      ("count of the rarest word", "count")):
        curve = [f"{value:.1f}" for value in analogy["coverage"][key].values()]
        assert ["by", *name.split(), *curve] in rows


def test_other_commands_take_vectors_too(vectors):
    answer = json.loads(succeed("neighbors", vectors, WORDS[0], "-k", "3", "--json").stdout)
    assert all(a["word"][:2] == WORDS[0][:2] for a in answer["queries"][0]["answers"])
    assert "has no context vectors" in refused("neighbors", vectors, WORDS[0], "--representation", "sum")
    assert "has no variances" in refused("neighbors", vectors, WORDS[0], "--measure", "kl")


def test_says_what_is_wrong(model, pairs, questions, tmp_path):
    damaged = tmp_path / "damaged.txt"
    damaged.write_text("a b 1\na b\n", encoding="utf-8")
    assert "damaged.txt' line 2: " in refused("evaluate", model, "--similarity", pairs, damaged)
    assert "line 1: there are not four words" in refused("evaluate", model, "--analogy", damaged)
    assert "--similarity, --analogy or --text" in refused("evaluate", model)
    assert "No such file" in refused("evaluate", model, "--analogy", tmp_path / "none")
    assert "No such file" in refused("evaluate", tmp_path / "none", "--analogy", questions)
    assert "--raw" in refused("evaluate", model, "--analogy", questions, "--raw", "--measure", "kl")
    assert "has no variances" in refused("evaluate", write_vectors(tmp_path), "--similarity", pairs, "--measure", "kl")
    assert "neither a bsg model nor vectors" in refused("evaluate", questions, "--similarity", pairs)


def write_vectors(folder):
    path = folder / "points.txt"
    path.write_text("2 2\na 1 2\nb 2 1\n", encoding="utf-8")
    return path


def test_without_known_words_there_is_no_score(questions, pairs, tmp_path):
    result = evaluate(write_vectors(tmp_path), "--similarity", pairs, "--analogy", questions)
    assert result["similarity"][0]["score"] is None
    assert result["analogy"][0]["score"] is None
    text = succeed("evaluate", write_vectors(tmp_path), "--similarity", pairs).stdout.decode()
    assert text.splitlines()[1].split() == ["pairs", "-", "0", "201"]
