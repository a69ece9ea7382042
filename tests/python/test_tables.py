"""Tables of users and items as input, and items that are whole numbers."""

import csv
import random

import numpy as np
import pytest

import bsg

from conftest import command

OPTIONS = {"dimension": 4, "iterations": 5, "burn_in": 2}
COLUMNS = {"input_format": "csv", "user_column": "user", "item_column": "item"}


def numbered_baskets():
    """Items 0 to 9 go together, and 50 to 59."""
    generator = random.Random(4)
    return [[base + generator.randrange(10) for _ in range(5)] for base in (0, 50) for _ in range(200)]


@pytest.fixture(scope="module")
def baskets():
    return [list(dict.fromkeys(basket)) for basket in numbered_baskets()]


@pytest.fixture(scope="module")
def table(tmp_path_factory, baskets):
    path = tmp_path_factory.mktemp("tables") / "x.csv"
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["user", "item"])
        writer.writerows((f"user {number}", item) for number, basket in enumerate(baskets) for item in basket)
    return path


def saved(model, folder):
    model.save(folder / "m.bsg")
    return (folder / "m.bsg").read_bytes()


def test_tables_are_what_lists_of_items_are(table, baskets):
    from_table = bsg.train(table, sets=True, progress=False, **COLUMNS, **OPTIONS)
    from_lists = bsg.train(baskets, sets=True, progress=False, **OPTIONS)
    assert from_table.words == from_lists.words
    assert (from_table.means == from_lists.means).all() and (from_table.variances == from_lists.variances).all()


def test_the_command_line_makes_the_same_model(tmp_path, table):
    model = bsg.train(table, sets=True, progress=False, **COLUMNS, **OPTIONS)
    command("train", table, "-o", tmp_path / "cli.bsg", "--sets", "--input-format", "csv", "--user-column", "user",
            "--item-column", "item", "--dimension", 4, "--iterations", 5, "--burn-in", 2, "--quiet")
    assert saved(model, tmp_path) == (tmp_path / "cli.bsg").read_bytes()
    again = bsg.train(table, progress=False, **model.options)
    assert saved(again, tmp_path) == (tmp_path / "cli.bsg").read_bytes()


def test_columns_may_be_numbers(table):
    numbers = bsg.train(table, sets=True, progress=False, input_format="csv", user_column=1, item_column="item", **OPTIONS)
    names = bsg.train(table, sets=True, progress=False, **COLUMNS, **OPTIONS)
    assert (numbers.means == names.means).all()


def test_refusals(table, baskets):
    with pytest.raises(bsg.InputError, match="looks like a table .user,item.*use input_format='csv', user_column='user', "
                                             "item_column='item'"):
        bsg.train(table, sets=True)
    with pytest.raises(ValueError, match="input_format='csv' needs item_column"):
        bsg.train(table, input_format="csv", user_column="user")
    with pytest.raises(ValueError, match="option user_column has no effect with input_format='lines'"):
        bsg.train(table, user_column="user")
    with pytest.raises(ValueError, match="option weight_column has no effect without users"):
        bsg.train(table, sets=True, weight_column="item", **COLUMNS)
    with pytest.raises(ValueError, match="option input_format: sentences in memory are no files"):
        bsg.train(baskets, sets=True, **COLUMNS)


def test_whole_numbers_are_items(baskets):
    model = bsg.train(baskets, sets=True, progress=False, **OPTIONS)
    assert 50 in model and np.int64(50) in model and "50" in model and 17 not in model
    assert model.neighbors(50) == model.neighbors("50")
    assert model.neighbors(np.int32(50), k=2) == model.neighbors(positive=50, k=2) == model.neighbors(positive=[50], k=2)
    assert model.neighbors(positive=[50, 51], negative=1) == model.neighbors(positive=["50", "51"], negative=["1"])
    assert model.similarity(50, 56) == model.similarity("50", "56")
    assert model.compare(50, 56) == model.compare("50", "56")
    assert model.analogy(1, 2, 50) == model.analogy("1", "2", "50")
    assert model.neighbors_of([50, 1])[1] == model.neighbors("1")
    assert model.index(50) == model.index("50") and model.count(50) == model.count("50")
    assert (model[50] == model["50"]).all() and (model[[50, 1]] == model[["50", "1"]]).all()
    assert (model.infer_query([50, 51]).mean == model.infer_query(["50", "51"]).mean).all()
    assert (model.infer_query(np.array([50, 51])).mean == model.infer_query(["50", "51"]).mean).all()
    assert model.infer(99, [[99, 50, 51]]).word == "99"
    with pytest.raises(bsg.UnknownWordError):
        model.neighbors(1234)
    with pytest.raises(TypeError, match="bag 0 .counted from 0. is of type int, not a list of words"):
        model.infer_queries([50, 51])
    for wrong in (True, 1.5, None, b"50"):
        with pytest.raises(TypeError):
            model.similarity(50, wrong)


def test_items_with_spaces_are_items(tmp_path):
    lines = ["user\titem", *(f"u{user}\t{item}" for user in range(60)
                             for item in (("green tea", "oat milk") if user % 2 else ("nails", "claw hammer")))]
    path = tmp_path / "x.tsv"
    path.write_text("\n".join(lines))
    model = bsg.train(path, sets=True, progress=False, input_format="tsv", user_column="user", item_column="item", **OPTIONS)
    assert sorted(model.words) == ["claw hammer", "green tea", "nails", "oat milk"]
    assert model.neighbors("green tea", k=1, representation="target-context")[0].word in ("oat milk", "green tea")
