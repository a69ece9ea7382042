"""bsg evaluate --baskets: its figures beside those of NumPy and scikit-learn, from the files alone."""

import json
import random

import numpy as np
import pytest
from conftest import refused, succeed, write_lines
from sklearn.metrics import label_ranking_average_precision_score, ndcg_score, top_k_accuracy_score

TRAINED = ["--sets", "--dimension", "6", "--iterations", "5", "--quiet"]
METHODS = ["bsg", "popularity", "item-knn", "ease"]


def grouped_baskets(count, seed):
    """Items of one group go together; some are far more frequent than others."""
    generator = random.Random(seed)
    baskets = []
    for _ in range(count):
        group = generator.randrange(4)
        items = {f"g{group}i{min(int(generator.expovariate(0.2)), 14)}" for _ in range(generator.randint(2, 9))}
        baskets.append(sorted(items | {f"g{generator.randrange(4)}i0"}))
    return baskets


class Judged:
    """A split, a model of its training part, and what the program says of both."""

    def __init__(self, folder, *way):
        given = write_lines(folder / "given.txt", grouped_baskets(500, 3))
        self.train, self.test, self.model = folder / "train.txt", folder / "test.txt", folder / "m.bsg"
        succeed("split", given, *way, "--train", self.train, "--test", self.test)
        succeed("train", self.train, "-o", self.model, *TRAINED)
        self.result = self.evaluate("--train", self.train, "--ease-penalty", "30")
        exported = succeed("export", self.model, "-o", "-", "--quiet").stdout.decode().splitlines()[1:]
        self.items = {line.split(" ")[0]: place for place, line in enumerate(exported)}
        lines = [line.split("\t") for line in self.test.read_text().splitlines()]
        self.known = self.matrix([known.split() for known, _ in lines])
        self.held_out = self.matrix([held_out.split() for _, held_out in lines])
        self.x = self.matrix([line.split() for line in self.train.read_text().splitlines()])

    def evaluate(self, *arguments):
        return json.loads(succeed("evaluate", self.model, "--baskets", self.test, *arguments, "--json").stdout)["baskets"]

    def matrix(self, baskets):
        rows = np.zeros((len(baskets), len(self.items)))
        for row, basket in zip(rows, baskets):
            row[[self.items[item] for item in basket if item in self.items]] = 1
        return rows

    def method(self, name):
        return next(method for method in self.result["methods"] if method["method"] == name)

    def ranking(self, scores):
        """Known items come last."""
        return np.where(self.known > 0, scores.min() - 1, scores)


@pytest.fixture(scope="module", params=[["--leave-one-out"], ["--by-user", "0.3"]], ids=["leave-one-out", "by-user"])
def judged(request, tmp_path_factory):
    return Judged(tmp_path_factory.mktemp("judged"), *request.param)


def scores_of(judged, name):
    counts = judged.x.sum(0)
    gram = judged.x.T @ judged.x
    if name == "popularity":
        return np.tile(counts, (len(judged.known), 1))
    if name == "item-knn":
        lengths = np.sqrt(np.maximum(counts, 1))
        return judged.known @ (gram / lengths[:, None] / lengths[None, :])
    inverse = np.linalg.inv(gram + 30 * np.eye(len(gram)))
    b = -inverse / np.diag(inverse)[None, :]
    np.fill_diagonal(b, 0)
    return judged.known @ b


def is_known_to_all(judged):
    """Users all of whose held-out items the model has: others have an ideal of their own."""
    lines = [line.split("\t")[1].split() for line in judged.test.read_text().splitlines()]
    return np.array([all(item in judged.items for item in held_out) for held_out in lines])


@pytest.mark.parametrize("name", METHODS[1:])
@pytest.mark.parametrize("k", [10, 20, 100])
def test_ndcg_agrees_with_scikit_learn(judged, name, k):
    assert is_known_to_all(judged).all()
    # Rounding away what sums in another order leave.
    ranking = judged.ranking(np.round(scores_of(judged, name), 9))
    expected = ndcg_score(judged.held_out, ranking, k=k)
    assert judged.method(name)["first"][str(k)]["ndcg"]["mean"] == pytest.approx(100 * expected, abs=1e-6)


def test_popularity_by_an_independent_count(judged):
    """Every rank of the tied items is as likely as the others: here by drawing their order often."""
    generator = np.random.default_rng(1)
    counts = judged.ranking(scores_of(judged, "popularity"))
    hits, recalls, reciprocals = [], [], []
    for _ in range(300):
        order = np.argsort(-(counts + 0.5 * generator.random(counts.shape)), axis=1)[:, :10]
        found = np.take_along_axis(judged.held_out, order, 1)
        hits.append(found.any(1).mean())
        recalls.append((found.sum(1) / judged.held_out.sum(1)).mean())
        reciprocals.append(np.where(found.any(1), 1 / (1 + found.argmax(1)), 0).mean())
    first = judged.method("popularity")["first"]["10"]
    assert first["hit_rate"]["mean"] == pytest.approx(100 * np.mean(hits), abs=0.3)
    assert first["recall"]["mean"] == pytest.approx(100 * np.mean(recalls), abs=0.3)
    assert first["mrr"]["mean"] == pytest.approx(100 * np.mean(reciprocals), abs=0.3)


def test_hit_rate_and_mrr_agree_with_scikit_learn(tmp_path):
    judged = Judged(tmp_path, "--leave-one-out")
    ranking = judged.ranking(scores_of(judged, "ease"))
    wanted, first = judged.held_out.argmax(1), judged.method("ease")["first"]
    for k in (10, 20):
        expected = top_k_accuracy_score(wanted, ranking, k=k, labels=range(len(judged.items)))
        assert first[str(k)]["hit_rate"]["mean"] == pytest.approx(100 * expected)
        assert first[str(k)]["recall"] == first[str(k)]["hit_rate"]
    # No list is longer than 100 items.
    expected = label_ranking_average_precision_score(judged.held_out, ranking)
    assert len(judged.items) <= 100
    assert first["100"]["mrr"]["mean"] == pytest.approx(100 * expected)


def test_errors_are_those_of_a_mean(judged):
    first = judged.method("ease")["first"]["10"]["hit_rate"]
    share, users = first["mean"] / 100, len(judged.known)
    assert first["error"] == pytest.approx(196 * np.sqrt(share * (1 - share) / (users - 1)), rel=1e-3)


def test_coverage(judged):
    order = np.argsort(-judged.ranking(scores_of(judged, "ease")), axis=1)
    for k in (10, 20):
        expected = len(np.unique(order[:, :k])) / len(judged.items)
        assert judged.method("ease")["first"][str(k)]["coverage"] == pytest.approx(100 * expected)


def test_thirds_hold_the_held_out_items(judged):
    for method in judged.result["methods"]:
        thirds = method["thirds"]
        assert list(thirds) == ["popular", "middle", "rare"]
        assert sum(third["items"] for third in thirds.values()) == judged.result["held_out_items"]
    thirds = judged.method("popularity")["thirds"]
    assert thirds["popular"]["hit_rate"]["mean"] > thirds["middle"]["hit_rate"]["mean"] >= thirds["rare"]["hit_rate"]["mean"]


def test_json_keys(judged):
    result = judged.result
    assert list(result) == ["file", "train", "rank", "users", "items", "known_items", "held_out_items", "unknown_known",
                            "unknown_held_out", "ease_penalty", "ease_penalty_chosen", "left_out", "methods"]
    assert [method["method"] for method in result["methods"]] == METHODS
    assert (result["rank"], result["ease_penalty"], result["ease_penalty_chosen"]) == ("mean", 30, False)
    assert result["users"] == len(judged.known) and result["items"] == len(judged.items)
    assert list(result["methods"][0]["first"]) == ["10", "20", "100"]


def test_tables_say_what_json_says(judged):
    text = succeed("evaluate", judged.model, "--baskets", judged.test, "--train", judged.train, "--ease-penalty",
                   "30").stdout.decode()
    rows = [line.split() for line in text.splitlines()]
    for k in ("10", "20", "100"):
        first = judged.method("ease")["first"][k]
        cells = [f"{first[key][part]:.1f}" for key in ("hit_rate", "recall", "ndcg", "mrr") for part in ("mean", "error")]
        assert ["EASE", *cells, f"{first['coverage']:.1f}"] in rows
    assert ["EASE:", "lambda", "30"] in rows
    assert all(len(line) <= 100 for line in text.splitlines())


def test_a_penalty_is_chosen(judged):
    result = judged.evaluate("--train", judged.train)
    assert result["ease_penalty_chosen"] and result["ease_penalty"] in (20, 50, 100, 200, 500, 1000)


def test_without_training_baskets_the_model_counts(judged):
    result = judged.evaluate()
    assert [method["method"] for method in result["methods"]] == METHODS[:2]
    assert [method["method"] for method in result["left_out"]] == METHODS[2:]
    assert result["methods"][1]["first"] == judged.method("popularity")["first"]
    text = succeed("evaluate", judged.model, "--baskets", judged.test).stdout.decode()
    assert "give them with --train" in text


def test_the_order_of_lines_items_decides_nothing(judged, tmp_path):
    def shuffled(path):
        lines = []
        for line in path.read_text().splitlines():
            parts = [part.split() for part in line.split("\t")]
            for part in parts:
                random.Random(4).shuffle(part)
            lines.append("\t".join(" ".join(part) for part in parts) + "\n")
        (tmp_path / path.name).write_text("".join(lines))
        return tmp_path / path.name

    again = json.loads(succeed("evaluate", judged.model, "--baskets", shuffled(judged.test), "--train",
                               shuffled(judged.train), "--ease-penalty", "30", "--json").stdout)["baskets"]
    assert again["methods"] == judged.result["methods"]


def test_ranks_of_the_model(judged):
    lower = judged.evaluate("--basket-rank", "lower")
    assert lower["rank"] == "lower"
    assert lower["methods"][0]["first"] != judged.method("bsg")["first"]
    assert lower["methods"][1]["first"] == judged.method("popularity")["first"]


def test_unknown_items_are_counted(judged, tmp_path):
    (tmp_path / "test.txt").write_text("g0i0 new\tg0i1 newer\n\tnewest\n")
    arguments = ("evaluate", judged.model, "--baskets", tmp_path / "test.txt")
    result = json.loads(succeed(*arguments, "--json").stdout)["baskets"]
    assert [result[key] for key in ("users", "known_items", "unknown_known", "held_out_items", "unknown_held_out")] == \
        [2, 2, 1, 3, 2]
    text = succeed(*arguments).stdout.decode()
    assert "1 of the known items is not in the model and tells nothing" in text
    assert "2 of the held-out items are not in the model and count as not found" in text


def test_says_what_is_wrong(judged, model, tmp_path):
    def refused_test(content):
        (tmp_path / "bad.txt").write_bytes(content)
        return refused("evaluate", judged.model, "--baskets", tmp_path / "bad.txt")

    assert "bad.txt' line 2: there is no tab" in refused_test(b"a\tb\na b\n")
    assert "bad.txt' line 1: the held-out item 'b' is also among the known ones" in refused_test(b"a b\tb\n")
    assert "bad.txt' line 1: there is no held-out item" in refused_test(b"a b\t\n")
    assert "has no test baskets" in refused_test(b"\n")
    for option, value in (("--train", judged.train), ("--ease-penalty", "3"), ("--basket-rank", "lower")):
        assert f"option {option} has no effect without --baskets" in \
            refused("evaluate", model, "--text", judged.train, option, value)
    assert "--basket-rank" in refused("evaluate", judged.model, "--baskets", judged.test, "--basket-rank", "thompson")
    assert "option --ease-penalty must be a number above 0" in \
        refused("evaluate", judged.model, "--baskets", judged.test, "--ease-penalty", "0")
    (tmp_path / "vectors.txt").write_text("2 2\na 1 2\nb 2 1\n")
    assert "bsg: " in refused("evaluate", tmp_path / "vectors.txt", "--baskets", judged.test)
