"""Benchmarks: the figures of the command, and of SciPy."""

import json

import pytest
from conftest import command

import bsg


@pytest.fixture(scope="module")
def sets(tmp_path_factory, uneven):
    """Two sets of rated pairs and one of analogies, some of whose words the model does not have."""
    folder = tmp_path_factory.mktemp("sets")
    words = uneven.words
    pairs = [(words[n], words[(7 * n + 3) % len(words)], (n * 5) % 11) for n in range(40)]
    (folder / "one.txt").write_text("".join(f"{a}\t{b}\t{rating}\n" for a, b, rating in pairs) + "cat\tdog\t9\n")
    (folder / "two.csv").write_text("first,second,rating\n" + "".join(f"{a},{b},{-r}\n" for a, b, r in pairs[:9]))
    questions = [f"{words[n]} {words[n + 1]} {words[n + 5]} {words[n + 6]}" for n in range(30)]
    (folder / "questions.txt").write_text(": first\n" + "\n".join(questions[:10]) + "\n: second\n"
                                          + "\n".join(questions[10:]) + "\ncat dog w1 w2\n")
    return folder


@pytest.mark.parametrize("measure, representation, rank", [
    ("cosine", "target", "mean"), ("cosine", "target", "expected"), ("probability", "sum", "mean"), ("kl", "concat", "lower")])
def test_the_figures_of_the_command(uneven, sets, tmp_path, measure, representation, rank):
    uneven.save(tmp_path / "m.bsg")
    similarity, analogy = [sets / "one.txt", sets / "two.csv"], sets / "questions.txt"
    result = uneven.evaluate(similarity=similarity, analogy=analogy, measure=measure, representation=representation,
                             rank=rank)
    if rank == "mean":
        assert result.analogy == uneven.evaluate(analogy=analogy, measure=measure, representation=representation).analogy
    told = json.loads(command("evaluate", tmp_path / "m.bsg", "--similarity", *similarity, "--analogy", analogy,
                              "--measure", measure, "--representation", representation, "--rank", rank, "--json"))
    assert told["rank"] == rank
    for ours, theirs in zip(result.similarity, told["similarity"], strict=True):
        assert (ours.name, ours.used, ours.skipped) == (theirs["name"], theirs["used"], theirs["skipped"])
        assert 100 * ours.correlation == pytest.approx(theirs["score"], abs=1e-9)
    (ours,), (theirs,) = result.analogy, told["analogy"]
    assert (ours.name, ours.right, ours.used, ours.skipped) == \
        tuple(theirs[key] for key in ("name", "right", "used", "skipped"))
    assert 100 * ours.accuracy == pytest.approx(theirs["score"])
    assert [group._asdict() for group in ours.groups] == \
        [{key: group[key] for key in ("name", "right", "used", "skipped", "guessed")} for group in theirs["groups"]]
    for curve, name in ((ours.by_confidence, "order_probability"), (ours.by_cosine, "cosine"), (ours.by_margin, "margin"),
                        (ours.by_count, "count")):
        expected = theirs["coverage"][name]
        if expected is None:
            assert curve is None
            continue
        assert 100 * curve.area == pytest.approx(expected["area"])
        assert {f"{100 * share:.0f}": pytest.approx(100 * accuracy) for share, accuracy in curve.accuracies.items()} \
            == {key: value for key, value in expected.items() if key != "area"}


def test_correlation_against_scipy(uneven, sets):
    stats = pytest.importorskip("scipy.stats")
    rows = [line.split("\t") for line in (sets / "one.txt").read_text().splitlines()[:-1]]
    expected = stats.spearmanr([float(rating) for *_, rating in rows],
                               [uneven.similarity(a, b) for a, b, _ in rows])[0]
    (result,) = uneven.evaluate(similarity=str(sets / "one.txt")).similarity
    assert result.correlation == pytest.approx(expected, abs=1e-9)
    assert (result.name, result.used, result.skipped) == ("one", 40, 1)


def test_right_answers_are_those_of_analogy(uneven, sets):
    lines = [line.split() for line in (sets / "questions.txt").read_text().splitlines() if not line.startswith(":")]
    asked = [words for words in lines if all(word in uneven for word in words)]
    right = sum(uneven.analogy(a, b, c, 1)[0].word == d for a, b, c, d in asked)
    (result,) = uneven.evaluate(analogy=[sets / "questions.txt"]).analogy
    assert (result.right, result.used, result.skipped) == (right, len(asked), 1)
    assert result.accuracy == right / len(asked)


def test_nothing_asked(uneven):
    assert uneven.evaluate() == bsg.Evaluation(similarity=(), analogy=())


def test_sets_that_are_none(uneven, tmp_path, sets):
    with pytest.raises(FileNotFoundError):
        uneven.evaluate(similarity=[tmp_path / "missing"])
    (tmp_path / "wrong.txt").write_text("one two three four\nfive\n")
    with pytest.raises(bsg.InputError, match="wrong.txt' line 2"):
        uneven.evaluate(analogy=tmp_path / "wrong.txt")
    with pytest.raises(ValueError, match="measure must be one of"):
        uneven.evaluate(similarity=sets / "one.txt", measure="dot")
