"""Which words are used differently in two texts: values, agreement with the command line, bad input, the chart."""

import json
import random
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest
from conftest import GROUPS, SMALL, WORDS_IN_GROUP, command, write_sentences

import bsg

MOVERS = ["early", "late"]


def sentences_with_movers(homes, seed):
    """Words of one group appear together, but for every second, which is any. Each of two rarer words is in one group."""
    generator = random.Random(seed)
    members = [[f"g{group}w{index}" for index in range(WORDS_IN_GROUP)] for group in range(GROUPS)]
    everything = [name for group in members for name in group]
    for mover, group in zip(MOVERS, homes):
        members[group].append(mover)
    sentences = []
    for _ in range(1500):
        names = generator.choice(members)
        sentence = generator.choices(names, [0.25 if name in MOVERS else 1 for name in names], k=8)
        sentences.append([generator.choice(everything) if name not in MOVERS and generator.random() < 0.5 else name
                          for name in sentence])
    return sentences


@pytest.fixture(scope="module")
def texts():
    return sentences_with_movers((0, 3), seed=11), sentences_with_movers((3, 0), seed=12)


@pytest.fixture(scope="module")
def files(tmp_path_factory, texts):
    folder = tmp_path_factory.mktemp("compared")
    return [write_sentences(folder / name, text) for name, text in zip(("a.txt", "b.txt"), texts)]


@pytest.fixture(scope="module")
def both(files):
    return bsg.train(files, **SMALL)


@pytest.fixture(scope="module")
def comparison(both, texts):
    return both.compare_texts(*texts)


def as_dictionary(change):
    """Of what can be compared by ==."""
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in change._asdict().items()}


def test_words_that_change_their_group(comparison, texts):
    assert len(comparison) == len(comparison.words) == GROUPS * WORDS_IN_GROUP + len(MOVERS)
    assert sorted(change.word for change in comparison.words[:2]) == MOVERS
    found = comparison.changed()
    assert found == tuple(change for change in comparison.words if change.false_discovery_rate <= 0.05)
    assert found == comparison.words[:len(found)] and set(MOVERS) <= {change.word for change in found}
    # What surrounds the others stays nearly the same, but for the two groups that the movers leave and join.
    far = [change.word for change in found if change.word not in MOVERS and change.word[:2] not in ("g0", "g3")]
    assert len(far) <= 1  # of 24
    assert comparison.changed(rate=1) == comparison.words
    least = comparison.words[0].false_discovery_rate
    assert comparison.words[0] in comparison.changed(rate=least) and comparison.changed(rate=least / 2) == ()
    assert list(comparison) == list(comparison.words)
    assert "early" in comparison and "absent" not in comparison
    assert comparison["early"] is next(change for change in comparison if change.word == "early")
    assert comparison["early"].count_b == sum(sentence.count("early") for sentence in texts[1])
    assert (comparison.threshold, comparison.min_count) == (0.1, 50)


def test_densities(comparison, both):
    change = comparison["early"]
    for array in change[-4:]:
        assert array.shape == (both.dimension,) and array.dtype == np.float32 and not array.flags.writeable
    assert (change.variance_a > 0).all() and (change.variance_b > 0).all()

    def cosine(a, b):
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    assert cosine(change.mean_a, both["g0w1"]) > cosine(change.mean_b, both["g0w1"]) + 0.3
    assert cosine(change.mean_b, both["g3w1"]) > cosine(change.mean_a, both["g3w1"]) + 0.3
    apart = float(((change.mean_a - change.mean_b) ** 2).sum())
    plain = apart / 2 / float(np.linalg.norm(change.mean_a) * np.linalg.norm(change.mean_b))
    assert 0.5 * plain < change.distance < 1.2 * plain  # what chance adds is taken out


def test_neighbors_in_each_text(comparison, both):
    in_a, in_b = comparison.neighbors("early", k=6)
    assert comparison.neighbors("early", k=6).b == in_b
    assert {answer.word[:2] for answer in in_a if answer.word != "late"} == {"g0"}
    assert {answer.word[:2] for answer in in_b if answer.word != "late"} == {"g3"}
    assert len(in_a) == len(in_b) == 6 and isinstance(in_a[0], bsg.Neighbor)
    scores = [answer.score for answer in in_a]
    assert scores == sorted(scores, reverse=True)
    assert "early" not in [answer.word for answer in in_a + in_b]
    assert len(comparison.neighbors("early", k=1000).a) == len(both) - 1
    assert comparison.neighbors("early", measure="kl").a[0].confidence is None


def test_agreement_with_the_command_line(tmp_path, both, files, comparison):
    model = tmp_path / "m.bsg"
    both.save(model)
    printed = json.loads(command("compare", model, *files, "--min-count", "260", "--threshold", "0.2", "--json"))
    compared = both.compare_texts(files[0], [files[1]], min_count=260, threshold=0.2)
    assert 0 < len(compared) == printed["compared"] < len(comparison)
    for change, row in zip(compared, printed["words"]):
        near = compared.neighbors(change.word, k=4)
        row["neighbors_a"], row["neighbors_b"] = (
            row["neighbors_a"] == [answer.word for answer in near.a], row["neighbors_b"] == [answer.word for answer in near.b])
        assert row == {**dict(list(change._asdict().items())[:8]), "neighbors_a": True, "neighbors_b": True}


def test_files_and_lists_of_words_are_the_same(both, files, comparison):
    again = both.compare_texts(files[0], [files[1]])
    assert [as_dictionary(change) for change in again] == [as_dictionary(change) for change in comparison]


def test_repr(comparison):
    number = len(comparison.changed())
    assert repr(comparison) == f"<bsg.TextComparison: 38 words, {number} changed at a false-discovery rate of 5 %>"
    assert repr(comparison["early"]).startswith("<bsg.WordChange: 'early', distance 0.")


@pytest.mark.parametrize("arguments, error, message", [
    ({"threshold": 3}, ValueError, "threshold must be a number from 0 to 2, not 3"),
    ({"threshold": float("nan")}, ValueError, "threshold must be a number from 0 to 2, not nan"),
    ({"threshold": "0.1"}, TypeError, "threshold must be a number, not '0.1'"),
    ({"min_count": 0}, ValueError, "min_count must be a whole number from 1 up, not 0"),
    ({"min_count": 1 << 64}, ValueError, "min_count must be a whole number from 1 up"),
    ({"min_count": 2.5}, TypeError, "min_count must be a whole number, not 2.5"),
    ({"min_count": 10**6}, bsg.InputError, "no word of the model occurs at least 1000000 times in each text; give more text, "
                                           "or a smaller min_count"),
    ({"b": [["strange", "words"]]}, bsg.InputError, "text B: the text has no word that the model has learned"),
    ({"a": []}, ValueError, "nothing to compare"),
    ({"a": 3}, TypeError, "cannot compare int: give a path, paths or lists of words"),
    ({"a": "absent.txt"}, FileNotFoundError, "absent.txt"),
    ({"a": "-", "b": "-"}, bsg.InputError, "standard input cannot be both texts"),
])
def test_bad_input(both, texts, arguments, error, message):
    with pytest.raises(error, match=message):
        both.compare_texts(**{"a": texts[0], "b": texts[1], **arguments})


def test_models_of_points(texts):
    points = bsg.train(texts[0], method="skipgram", dimension=8, subsample=1)
    with pytest.raises(bsg.ModelError, match="points instead of densities"):
        points.compare_texts(*texts)


def test_words_that_were_not_compared(comparison):
    with pytest.raises(KeyError) as raised:
        comparison["absent"]
    assert isinstance(raised.value, bsg.UnknownWordError) and raised.value.word == "absent"
    assert str(raised.value).startswith('"absent" was not compared: ')
    with pytest.raises(bsg.UnknownWordError):
        comparison.neighbors("absent")
    with pytest.raises(ValueError, match="k must be at least 1"):
        comparison.neighbors("early", k=0)
    with pytest.raises(ValueError, match="rate must be a number from 0 to 1"):
        comparison.changed(rate=5)


def test_other_threads_go_on(both, texts):
    """A thread counts as long as the comparison takes, and is not held up by it."""
    over = threading.Event()
    counted = []

    def count():
        number = 0
        while not over.wait(0.001):
            number += 1
        counted.append(number)

    counter = threading.Thread(target=count)
    counter.start()
    results = []
    threads = [threading.Thread(target=lambda: results.append(both.compare_texts(*texts))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    over.set()
    counter.join()
    assert counted[0] > 0
    assert len({str([as_dictionary(change) for change in result]) for result in results}) == 1


INTERRUPTED = """
    import sys, bsg
    model = bsg.load(sys.argv[1])
    try:
        print("ready", flush=True)
        while True:
            model.compare_texts(sys.argv[2], sys.argv[3], min_count=1)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    print(len(model.compare_texts(sys.argv[2], sys.argv[3])))
"""


def test_interrupting(tmp_path, both, files):
    both.save(tmp_path / "m.bsg")
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(INTERRUPTED), tmp_path / "m.bsg", *files],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=300)
    assert output == "interrupted\n38\n", errors


@pytest.fixture
def pyplot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def test_the_chart(pyplot, comparison):
    ax = comparison.plot(10)
    words = [label.get_text() for label in ax.get_yticklabels()]
    assert sorted(words) == sorted(change.word for change in comparison.words[:10])
    distances = [comparison[word].distance for word in words]
    assert distances == sorted(distances)
    bars = [collection for collection in ax.collections if hasattr(collection, "get_segments")]
    ends = {round(segment[0, 1]): segment[:, 0] for collection in bars for segment in collection.get_segments()}
    for row, word in enumerate(words):
        change = comparison[word]
        np.testing.assert_allclose(ends[row], [change.distance - change.deviation, change.distance + change.deviation])
    assert comparison.threshold in [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == "--"]
    ax.figure.canvas.draw()
    (right,) = ax.child_axes
    near = comparison.neighbors(words[-1], k=2)
    assert right.get_yticklabels()[-1].get_text() == (
        f"{near.a[0].word}, {near.a[1].word} → {near.b[0].word}, {near.b[1].word}")


def test_charts_of_other_forms(pyplot, comparison):
    _, given = pyplot.subplots()
    ax = comparison.plot(["g1w1", "early", "early"], ax=given, neighbors=0, rate=0.01, color="black")
    assert ax is given and not ax.child_axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["g1w1", "early"]
    assert len(comparison.plot(1000, neighbors=1).get_yticklabels()) == 38
    comparison.plot(1).figure.canvas.draw()


@pytest.mark.parametrize("words, error", [(0, ValueError), ([], ValueError), ("early", ValueError), (None, TypeError),
                                          (2.5, TypeError), (["absent"], KeyError)])
def test_charts_of_nothing(pyplot, comparison, words, error):
    with pytest.raises(error):
        comparison.plot(words)


def test_without_matplotlib(comparison, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match="plot.. needs matplotlib"):
        comparison.plot()
