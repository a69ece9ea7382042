"""Tables of users and items: the models of the same baskets as lines, and what is refused."""

import gzip
import json
import random

import pytest

import checkpointed
from conftest import group_lines, refused, succeed, write_lines

OPTIONS = ["--dimension", "8", "--iterations", "6", "--burn-in", "2", "--quiet"]
COLUMNS = ["--input-format", "csv", "--user-column", "user", "--item-column", "item"]


@pytest.fixture(scope="module")
def baskets():
    return [list(dict.fromkeys(line)) for line in group_lines(lines=400, length=5, seed=11)]


def write_table(path, rows, header=("user", "item"), separator=","):
    text = "".join(separator.join(map(str, row)) + "\n" for row in (header, *rows))
    path.write_text(text, encoding="utf-8")
    return path


def rows_of(baskets):
    return [(f"u{user}", item) for user, basket in enumerate(baskets) for item in basket]


def train(path, *arguments):
    model = path.with_suffix(".bsg")
    succeed("train", *arguments, "-o", model, *OPTIONS)
    return model


def arrays(model):
    """All that a model holds beside its description."""
    content = model.read_bytes()
    return content[8 + int.from_bytes(content[:8], "little"):]


@pytest.mark.parametrize("kind", [["--sets"], []])
def test_tables_give_the_models_of_lines(tmp_path, baskets, kind):
    lines = train(tmp_path / "lines", write_lines(tmp_path / "x.txt", baskets), *kind)
    table = train(tmp_path / "table", write_table(tmp_path / "x.csv", rows_of(baskets)), *COLUMNS, *kind)
    assert arrays(lines) == arrays(table)
    options = json.loads(succeed("info", table, "--json").stdout)["options"]
    assert options["input-format"] == "csv" and options["user-column"] == "user" and options["item-column"] == "item"


def test_rows_of_a_user_need_not_be_together(tmp_path, baskets):
    """Baskets come in the order of their first rows, items in that of the order column."""
    ordered = [(user, item, place) for user, basket in enumerate(baskets) for place, item in enumerate(basket)]
    generator = random.Random(2)
    firsts, others = [row for row in ordered if row[2] == 0], [row for row in ordered if row[2] > 0]
    generator.shuffle(others)
    header = ("user", "item", "time")
    together = train(tmp_path / "a", write_table(tmp_path / "a.csv", ordered, header), *COLUMNS, "--order-column", "time")
    apart = train(tmp_path / "b", write_table(tmp_path / "b.csv", firsts + others, header), *COLUMNS, "--order-column", "3")
    assert arrays(together) == arrays(apart)


def test_layouts_of_the_same_table(tmp_path, baskets):
    rows = rows_of(baskets)
    plain = arrays(train(tmp_path / "plain", write_table(tmp_path / "x.csv", rows), *COLUMNS, "--sets"))
    content = (tmp_path / "x.csv").read_bytes()
    (tmp_path / "x.csv.gz").write_bytes(gzip.compress(content))
    (tmp_path / "windows.csv").write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))
    (tmp_path / "quoted.csv").write_bytes(b'"' + content.strip().replace(b",", b'","').replace(b"\n", b'"\n"') + b'"')
    for name in ("x.csv.gz", "windows.csv", "quoted.csv"):
        assert arrays(train(tmp_path / name, tmp_path / name, *COLUMNS, "--sets")) == plain, name
    tabs = write_table(tmp_path / "x.tsv", rows, separator="\t")
    assert arrays(train(tmp_path / "tabs", tabs, *COLUMNS, "--sets", "--input-format", "tsv")) == plain
    numbers = ["--input-format", "csv", "--user-column", "1", "--item-column", "2"]
    (tmp_path / "bare.csv").write_bytes(content.split(b"\n", 1)[1])
    assert arrays(train(tmp_path / "numbers", tmp_path / "bare.csv", *numbers, "--sets")) == plain


def test_standard_input_and_several_files(tmp_path, baskets):
    rows = rows_of(baskets)
    whole = train(tmp_path / "whole", write_table(tmp_path / "x.csv", rows), *COLUMNS, "--sets")
    halves = [write_table(tmp_path / "1.csv", rows[:777]), write_table(tmp_path / "2.csv", rows[777:])]
    assert arrays(train(tmp_path / "halves", *halves, *COLUMNS, "--sets")) == arrays(whole)
    succeed("train", "-", "-o", tmp_path / "stdin.bsg", *OPTIONS, *COLUMNS, "--sets",
            stdin=(tmp_path / "x.csv").read_bytes())
    assert arrays(tmp_path / "stdin.bsg") == arrays(whole)


def test_items_may_have_spaces(tmp_path):
    rows = [(user, item) for user in range(60) for item in (("green tea", "oat milk"), ("nails", "hammer, big"))[user % 2]]
    table = write_table(tmp_path / "x.tsv", rows, separator="\t")
    model = train(tmp_path / "m", table, *COLUMNS, "--input-format", "tsv", "--sets")
    answer = json.loads(succeed("neighbors", model, "green tea", "-k", "1", "--json").stdout)
    assert answer["queries"][0]["positive"] == ["green tea"]


def test_a_resumed_training_knows_the_columns_and_refuses_other_rows(tmp_path):
    lines = [line.split() for line in checkpointed.make_text(tmp_path / "x.txt").read_text().splitlines()]
    table = write_table(tmp_path / "x.csv", rows_of(lines))
    options = [*checkpointed.OPTIONS, *COLUMNS]
    expected = checkpointed.uninterrupted(table, tmp_path / "whole.bsg", *options)
    kept, model = tmp_path / "kept", tmp_path / "m.bsg"
    training = checkpointed.start("train", table, "-o", model, *options, "--quiet", "--checkpoint", kept)
    checkpointed.wait_for_state(training, kept, 2)
    training.kill()
    training.communicate()
    content = table.read_bytes()
    table.write_bytes(content + b"u1,w1\n")
    assert "x.csv' differs from what the checkpoint" in refused("train", "--resume", kept, "--quiet")
    assert "option --user-column: " in refused("train", "--resume", kept, "--user-column", "item")
    table.write_bytes(content)
    succeed("train", "--resume", kept, "--quiet")
    assert model.read_bytes() == expected


def test_refusals(tmp_path, baskets):
    table = write_table(tmp_path / "x.csv", [(*row, 1) for row in rows_of(baskets)], ("user", "item", "stars"))
    start = ["train", table, "-o", tmp_path / "m.bsg", "--sets"]
    assert refused(*start).endswith("x.csv' looks like a table (user,item,stars), not like lines of items: use "
                                    "--input-format csv --user-column user --item-column item\n")
    assert "--input-format csv needs --user-column: " in refused(*start, "--input-format", "csv")
    assert "option --user-column has no effect with --input-format lines" in refused(*start, "--user-column", "user")
    message = refused(*start, "--input-format", "csv", "--user-column", "user", "--item-column", "film")
    assert "x.csv' line 1: there is no column 'film', which --item-column asks for; the columns there: user, item, stars" \
        in message
    assert "option --weight-column has no effect without --users" in refused(*start, *COLUMNS, "--weight-column", "stars")
    for content, complaint in ((b"user,item\na\n", "line 2: the row has 1 field, and the first one has 2"),
                               (b'user,item\na,"b\n', "line 2: the quote that begins here is never closed"),
                               (b"user,item\na,\n", "line 2: the item (column 2) is empty"),
                               (b"user,item\n", "has a header and no rows"),
                               (b"", "has no rows")):
        (tmp_path / "bad.csv").write_bytes(content)
        assert complaint in refused("train", tmp_path / "bad.csv", "-o", tmp_path / "m.bsg", *COLUMNS), content
    assert not (tmp_path / "m.bsg").exists()
