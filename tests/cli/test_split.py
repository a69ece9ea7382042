"""bsg split: what goes where, in the form of the input, the same each time."""

import csv
import io
import random

import pytest
from conftest import bsg, refused, succeed, write_lines


def baskets(count, seed=1):
    generator = random.Random(seed)
    return [generator.sample([f"i{k}" for k in range(60)], generator.randint(1, 8)) for _ in range(count)]


def read_test(path):
    """Known and held-out items of each line, by a reader of the test's own."""
    result = []
    for line in path.read_text(encoding="utf-8").splitlines():
        known, held_out = line.split("\t")
        result.append((known.split(), held_out.split()))
    return result


@pytest.fixture
def files(tmp_path):
    return tmp_path / "train.txt", tmp_path / "test.txt"


def split(given, files, *options):
    succeed("split", given, *options, "--train", files[0], "--test", files[1], "--quiet")
    return [line.split() for line in files[0].read_text(encoding="utf-8").splitlines()], read_test(files[1])


def test_leave_one_out(tmp_path, files):
    given = baskets(300)
    train, test = split(write_lines(tmp_path / "baskets.txt", given), files)
    of_two = [basket for basket in given if len(basket) > 1]
    assert [(set(known) | set(held_out), len(held_out)) for known, held_out in test] == \
        [(set(basket), 1) for basket in of_two]
    left = iter(test)
    assert train == [basket if len(basket) == 1 else next(left)[0] for basket in given]


def test_by_user(tmp_path, files):
    given = [[f"{item}of{number}" for item in basket] for number, basket in enumerate(baskets(300))]
    train, test = split(write_lines(tmp_path / "baskets.txt", given), files, "--by-user", "0.25")
    of_two = sum(len(basket) > 1 for basket in given)
    assert len(test) == int(0.25 * of_two + 0.5) and len(train) == 300 - len(test)
    together = [set(basket) for basket in train] + [set(known) | set(held_out) for known, held_out in test]
    assert sorted(map(sorted, together)) == sorted(map(sorted, given))
    for known, held_out in test:
        size = len(known) + len(held_out)
        assert len(known) == min(max(round(0.8 * size), 1), size - 1)


def test_the_same_each_time_but_for_the_seed(tmp_path, files):
    given = write_lines(tmp_path / "baskets.txt", baskets(300))
    for way in ([], ["--leave-one-out"], ["--by-user", "0.3"]):
        first = split(given, files, *way)
        assert split(given, files, *way, "--seed", "1") == first
        assert split(given, files, *way, "--seed", "2") != first


def table(rows, separator=","):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerow(["stars", "film", "user", "time"])
    writer.writerows(rows)
    return text.getvalue()


ROWS = [(5, "Alien, the", "ann", 30), (3, "Up", "ann", 10), (4, 'The "Thing"', "bob", 20), (1, "Up", "bob", 50),
        (2, "Alien, the", "cay", 60), (3, "Big Fish", "cay", 40), (4, "back\\slash", "cay", 5)]
TABLE = ["--input-format", "csv", "--user-column", "user", "--item-column", "film", "--order-column", "time",
         "--weight-column", "stars"]


def test_tables_hold_out_the_last_item(tmp_path, files):
    (tmp_path / "films.csv").write_text(table(ROWS))
    succeed("split", tmp_path / "films.csv", *TABLE, "--train", files[0], "--test", files[1])
    assert files[1].read_text() == ('Up\tAlien,\\ the\nThe\\ "Thing"\tUp\n'
                                    "back\\\\slash Big\\ Fish\tAlien,\\ the\n")
    rows = list(csv.DictReader(files[0].open(newline="")))
    assert [(row["user"], row["film"], row["time"], row["stars"]) for row in rows] == [
        ("ann", "Up", "10", "3"), ("bob", 'The "Thing"', "20", "4"), ("cay", "back\\slash", "5", "4"),
        ("cay", "Big Fish", "40", "3")]


def test_what_is_written_is_read_with_the_same_options(tmp_path, files):
    (tmp_path / "films.csv").write_text(table(ROWS))
    succeed("split", tmp_path / "films.csv", *TABLE, "--train", files[0], "--test", files[1])
    again = tmp_path / "again.csv"
    run = succeed("split", files[0], *TABLE, "--train", again, "--test", tmp_path / "again.txt")
    assert b"3 baskets, 3 items" in run.stderr and b"1 user, 1 item held out" in run.stderr


def test_columns_by_number_keep_their_places(tmp_path, files):
    lines = table(ROWS, "\t").splitlines()[1:]
    (tmp_path / "films.tsv").write_text("\n".join(lines).replace('"The ""Thing"""', "Thing") + "\n")
    numbers = ["--input-format", "tsv", "--user-column", "3", "--item-column", "2", "--order-column", "4"]
    succeed("split", tmp_path / "films.tsv", *numbers, "--train", files[0], "--test", files[1])
    assert files[0].read_text().splitlines() == ["\tUp\tann\t10", "\tThing\tbob\t20", "\tback\\slash\tcay\t5",
                                                 "\tBig Fish\tcay\t40"]


def test_by_time(tmp_path, files):
    (tmp_path / "films.csv").write_text(table(ROWS))
    run = succeed("split", tmp_path / "films.csv", *TABLE, "--by-time", "0.4", "--train", files[0], "--test", files[1])
    assert files[1].read_text() == 'The\\ "Thing"\tUp\nback\\\\slash\tBig\\ Fish Alien,\\ the\n'
    assert b"train.txt: 3 baskets, 4 items\n" in run.stderr and b"test.txt: 2 users, 3 items held out\n" in run.stderr
    assert b"2 of the held-out items are not in the training file: no model can find them\n" not in run.stderr
    assert b"1 of the held-out items is not in the training file: no model can find it\n" in run.stderr


def test_standard_input_and_output(tmp_path):
    run = succeed("split", "-", "--train", "-", "--test", tmp_path / "test.txt", stdin=b"a b\na\n")
    assert sorted(run.stdout.split()) == [b"a", run.stdout.split()[0]] or run.stdout in (b"a\na\n", b"b\na\n")
    assert b"1 user, 1 item held out" in run.stderr


def test_says_what_is_wrong(tmp_path, files):
    given = write_lines(tmp_path / "baskets.txt", baskets(20))
    outputs = ["--train", files[0], "--test", files[1]]
    assert "--train is required" in refused("split", given, "--test", files[1])
    assert "--test is required" in refused("split", given, "--train", files[0])
    assert "excludes" in refused("split", given, *outputs, "--by-user", "0.5", "--by-time", "0.5")
    for share in ("0", "1", "-2"):
        assert "option --by-user: the share must be between 0 and 1" in refused("split", given, *outputs, "--by-user", share)
    assert "--order-column" in refused("split", given, *outputs, "--by-time", "0.1")
    assert "is also a file to split" in refused("split", given, "--train", given, "--test", files[1])
    assert "is also the training file" in refused("split", given, "--train", files[0], "--test", files[0])
    assert "No such file" in refused("split", tmp_path / "none", *outputs)
    single = write_lines(tmp_path / "single.txt", [["a"], ["b"]])
    assert "no basket has two different items" in refused("split", single, *outputs)
    assert "--user-column" in refused("split", given, *outputs, "--user-column", "user")
    assert not files[0].exists() and not files[1].exists()


def test_an_output_that_cannot_be_written_leaves_no_trace(tmp_path, files):
    given = write_lines(tmp_path / "baskets.txt", baskets(20))
    missing = tmp_path / "missing" / "test.txt"
    assert bsg("split", given, "--train", files[0], "--test", missing).returncode == 2
    assert not files[0].exists()
