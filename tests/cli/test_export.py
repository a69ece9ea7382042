"""bsg export: the files' form, and that their numbers are the model's."""

import json
import os
import struct
import subprocess

import pytest
from conftest import BSG, succeed

REPRESENTATIONS = ("target", "context", "sum", "concat")


def read_word2vec_text(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    size, dimension = map(int, lines[0].split())
    rows = {line.split(" ")[0]: [float(x) for x in line.split(" ")[1:] if x] for line in lines[1:]}
    assert len(rows) == size and all(len(row) == dimension for row in rows.values())
    return rows


def read_word2vec_binary(path):
    data = path.read_bytes()
    header, _, rest = data.partition(b"\n")
    size, dimension = map(int, header.split())
    rows = {}
    for _ in range(size):
        name, _, rest = rest.lstrip(b"\n").partition(b" ")
        rows[name.decode()] = list(struct.unpack(f"<{dimension}f", rest[: 4 * dimension]))
        rest = rest[4 * dimension :]
    assert rest.strip() == b""
    return rows


def export(model, path, *options):
    return succeed("export", model, "-o", path, *options)


def test_says_what_it_wrote(model, tmp_path):
    run = export(model, tmp_path / "v.txt")
    assert run.stdout == b"" and run.stderr.decode() == f"wrote {tmp_path / 'v.txt'}\n"
    assert export(model, tmp_path / "v.txt", "--quiet").stderr == b""


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("what", ["mean", "variance"])
def test_text_and_binary_agree(what, representation, model, tmp_path):
    options = ["--what", what, "--representation", representation]
    export(model, tmp_path / "v.txt", *options, "--format", "word2vec-text")
    export(model, tmp_path / "v.bin", *options, "--format", "word2vec-binary")
    text, binary = read_word2vec_text(tmp_path / "v.txt"), read_word2vec_binary(tmp_path / "v.bin")
    assert list(text) == list(binary) and len(text) == 36
    assert len(text["g0w0"]) == (16 if representation == "concat" else 8)
    for name, row in text.items():
        assert row == pytest.approx(binary[name], rel=1e-6, abs=1e-12)
    assert what == "mean" or all(x > 0 for row in text.values() for x in row)


def test_numbers_are_the_models(model, tmp_path):
    export(model, tmp_path / "m.txt")
    export(model, tmp_path / "v.txt", "--what", "variance")
    means, variances = read_word2vec_text(tmp_path / "m.txt"), read_word2vec_text(tmp_path / "v.txt")
    words = json.loads(succeed("info", model, *means, "--json").stdout)["words"]
    assert [entry["word"] for entry in words] == list(means)
    for entry in words:
        mean, variance = means[entry["word"]], variances[entry["word"]]
        assert entry["target"]["mean_length"] == pytest.approx(sum(x * x for x in mean) ** 0.5, rel=1e-5)
        assert entry["target"]["total_variance"] == pytest.approx(sum(variance), rel=1e-5)
        deviation = sum(x**0.5 for x in variance) / len(variance)
        assert entry["target"]["mean_deviation"] == pytest.approx(deviation, rel=1e-5)


def test_tensorboard_writes_vectors_and_words(model, tmp_path):
    run = export(model, tmp_path / "v.tsv", "--format", "tensorboard")
    written = [line.removeprefix("wrote ") for line in run.stderr.decode().splitlines()]
    assert len(written) == 2 and len(list(tmp_path.iterdir())) == 2
    rows = (tmp_path / "v.tsv").read_text().splitlines()
    assert len(rows) == 36 and all(len(row.split("\t")) == 8 for row in rows)
    with open(written[1], encoding="utf-8") as words:
        assert "g0w0" in words.read()


def test_gensim_reads_both(model, tmp_path):
    gensim = pytest.importorskip("gensim.models", reason="python3-gensim is not installed")
    export(model, tmp_path / "v.txt")
    export(model, tmp_path / "v.bin", "--format", "word2vec-binary")
    (query,) = json.loads(succeed("neighbors", model, "g0w0", "-k", 5, "--rank", "mean", "--json").stdout)["queries"]
    for name, binary in (("v.txt", False), ("v.bin", True)):
        vectors = gensim.KeyedVectors.load_word2vec_format(str(tmp_path / name), binary=binary)
        found = vectors.most_similar("g0w0", topn=5)
        assert [w for w, _ in found] == [answer["word"] for answer in query["answers"]]
        assert [s for _, s in found] == pytest.approx([a["cosine"] for a in query["answers"]], abs=1e-5)


@pytest.mark.parametrize("output", ["-", "/dev/stdout"])
def test_to_standard_output(output, model, tmp_path):
    export(model, tmp_path / "v.txt")
    run = export(model, output)
    assert run.stdout == (tmp_path / "v.txt").read_bytes() and run.stderr == b""
    with open(tmp_path / "redirected.txt", "wb") as file:
        file.write(b"before\n")
        file.flush()
        assert subprocess.run([BSG, "export", model, "-o", output], stdout=file).returncode == 0
    assert (tmp_path / "redirected.txt").read_bytes() == b"before\n" + run.stdout


def test_a_reader_that_leaves_is_no_error(model):
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as pipe:
        run = subprocess.run([BSG, "export", model, "-o", "-"], stdout=pipe, stderr=subprocess.PIPE, timeout=60)
    assert (run.returncode, run.stderr) == (0, b"")
