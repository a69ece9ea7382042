"""Reads a .bsg file by the description of the safetensors format and of the project's model file
(docs/model-format.md), without the project's code, and checks it:

    read_model.py FILE [--sample]
    read_model.py --train PROGRAM

--sample also compares the content with the model of tests/model/sample_model.cc. --train trains small models and
compares guesses made from their files with those of the program.
"""

import collections
import ctypes
import json
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import numpy as np

DTYPES = {"F32": np.dtype("<f4"), "I64": np.dtype("<i8"), "U32": np.dtype("<u4"), "U8": np.dtype("u1")}
MATRICES = ["target.mean", "target.variance", "context.mean", "context.variance"]
AXES = ["target.axes", "context.axes"]
ORDER = ["vocabulary.offsets", "vocabulary.counts", "users.offsets", "users.starts", "target.mean", "target.variance", "target.axes",
         "context.mean", "context.variance", "context.axes", "features.offsets", "features.weight",
         "features.variance", "users.items", "users.weights", "features.bytes", "users.bytes", "vocabulary.bytes"]
FIELDS = ["iteration", "step", "tokens", "positive_pairs", "negative_pairs"]
FIELDS_OF_DENSITIES = FIELDS + ["target_change", "context_change", "relative_change"]
FIELDS_OF_PRIORS = ["target_prior_precision", "context_prior_precision"]


def xxh3(data):
    library = ctypes.CDLL("libxxhash.so.0")
    library.XXH3_64bits.restype = ctypes.c_uint64
    library.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    return "%016x" % library.XXH3_64bits(data, len(data))


def distinct(pairs):
    assert len({key for key, _ in pairs}) == len(pairs), "a key twice"
    return dict(pairs)


def read(path):
    with open(path, "rb") as file:
        content = file.read()
    (length,) = struct.unpack("<Q", content[:8])
    assert (8 + length) % 64 == 0, "data does not start on a multiple of 64"
    head, data = content[:8 + length], content[8 + length:]
    header = json.loads(head[8:], object_pairs_hook=distinct)
    metadata = header.pop("__metadata__")
    assert all(isinstance(value, str) for value in metadata.values())
    assert list(header) == [name for name in ORDER if name in header]
    tensors, end = {}, 0
    for name, entry in header.items():
        assert set(entry) == {"dtype", "shape", "data_offsets"}
        begin, after = entry["data_offsets"]
        assert begin == end, "a hole or an overlap"
        end = after
        array = np.frombuffer(data[begin:after], DTYPES[entry["dtype"]])
        tensors[name] = array.reshape(entry["shape"])
        assert metadata["checksum." + name] == xxh3(data[begin:after]), name
    assert end == len(data), "bytes behind the last tensor"
    own = metadata["checksum.header"].encode()
    assert head.count(own) == 1
    assert xxh3(head.replace(own, b" " * 16)) == own.decode(), "checksum of the header"
    return metadata, tensors


def check(metadata, tensors):
    axes = [name in tensors for name in AXES]
    features = "features.weight" in tensors
    assert metadata["bsg.format"] == ("4" if "users.offsets" in tensors else "3" if features else "2" if any(axes) else "1")
    assert metadata["bsg.version"] and metadata["bsg.simd"]
    rows, columns = tensors["target.mean"].shape
    assert rows > 0 and columns > 0
    assert ("target.variance" in tensors) == ("context.variance" in tensors)
    for name in MATRICES:
        if name in tensors:
            assert tensors[name].dtype == np.float32
            assert tensors[name].shape == (rows, columns)
            assert np.isfinite(tensors[name]).all()
            assert not name.endswith("variance") or (tensors[name] > 0).all()
    if any(axes):
        assert all(axes) and all(name in tensors for name in MATRICES)
    for name in AXES:
        if name in tensors:
            assert tensors[name].dtype == np.float32
            assert tensors[name].shape == (columns, columns)
            assert np.isfinite(tensors[name]).all()
    offsets, counts = tensors["vocabulary.offsets"], tensors["vocabulary.counts"]
    assert offsets.dtype == np.int64 and offsets.shape == (rows + 1,)
    assert offsets[0] == 0 and (np.diff(offsets) > 0).all()
    assert offsets[-1] == tensors["vocabulary.bytes"].size
    assert counts.dtype == np.int64 and counts.shape == (rows,)
    assert (counts >= 0).all() and (np.diff(counts) <= 0).all()
    text = tensors["vocabulary.bytes"].tobytes()
    words = [text[a:b].decode("utf-8") for a, b in zip(offsets[:-1], offsets[1:])]
    assert len(set(words)) == rows
    iterations = json.loads(metadata["iterations"], object_pairs_hook=distinct)
    of_densities = [FIELDS_OF_DENSITIES, FIELDS_OF_DENSITIES + FIELDS_OF_PRIORS]
    kinds = [*of_densities, *([*fields, "bound"] for fields in of_densities), FIELDS + ["mean_loss"]]
    assert all(list(record) in kinds for record in iterations)
    if "calibration" in metadata:
        check_calibration(json.loads(metadata["calibration"], object_pairs_hook=distinct))
    if features:
        check_features(metadata, tensors, columns)
    if "users.offsets" in tensors:
        check_users(tensors, rows)
    return words, iterations


def check_calibration(points):
    assert points and all(list(point) == ["count", "target", "context"] for point in points)
    assert all(math.isfinite(number) and number > 0 for point in points for number in point.values())
    counts = [point["count"] for point in points]
    assert all(a < b for a, b in zip(counts, counts[1:]))


def check_features(metadata, tensors, columns):
    names = feature_names(tensors)
    assert names == sorted(set(names)) and all(name[:1] in (b"s", b"t") for name in names)
    weight, variance = tensors["features.weight"], tensors["features.variance"]
    assert weight.dtype == np.float32 and weight.shape == (len(names), columns)
    assert variance.dtype == np.float32 and variance.shape == (len(names),)
    assert np.isfinite(weight).all() and np.isfinite(variance).all() and (variance > 0).all()
    assert float(metadata["features.variance"]) > 0 and float(metadata["features.unknown_variance"]) > 0
    spelled = any(name[:1] == b"s" for name in names)
    if metadata["features.lengths"] == "no":
        assert not spelled
    else:
        shortest, longest = map(int, metadata["features.lengths"].split("-"))
        assert 1 <= shortest <= longest


def check_users(tensors, words):
    names = user_names(tensors)
    assert names and all(names) and len(set(names)) == len(names)
    starts = tensors["users.starts"]
    items = tensors.get("users.items", np.array([], "<u4"))
    assert starts.dtype == np.int64 and starts.shape == (len(names) + 1,)
    assert starts[0] == 0 and (np.diff(starts) >= 0).all() and starts[-1] == items.size
    assert items.dtype == np.uint32 and (items < words).all()
    for begin, end in zip(starts[:-1], starts[1:]):
        assert (np.diff(items[begin:end].astype(np.int64)) > 0).all()
    if "users.weights" in tensors:
        weights = tensors["users.weights"]
        assert weights.dtype == np.float32 and weights.shape == items.shape
        assert np.isfinite(weights).all() and (weights > 0).all()


def user_names(tensors):
    offsets, text = tensors["users.offsets"], tensors["users.bytes"].tobytes()
    assert offsets.dtype == np.int64 and offsets[0] == 0 and offsets[-1] == len(text)
    return [text[a:b].decode("utf-8") for a, b in zip(offsets[:-1], offsets[1:])]


def feature_names(tensors):
    offsets, text = tensors["features.offsets"], tensors["features.bytes"].tobytes()
    assert offsets.dtype == np.int64 and offsets[0] == 0 and offsets[-1] == len(text)
    return [text[a:b] for a, b in zip(offsets[:-1], offsets[1:])]


def ngram_values(word, shortest, longest):
    """a_g of every n-gram of a word, of unit length together."""
    marked = "<" + word + ">"
    values = collections.defaultdict(float)
    for begin in range(len(marked)):
        for length in range(shortest, longest + 1):
            if begin + length > len(marked):
                break
            ngram = marked[begin:begin + length]
            if length == 1 and begin in (0, len(marked) - 1):
                continue  # a mark alone
            weight = math.sqrt(length - shortest + 1)
            values[ngram] += 2 * weight if begin == 0 else weight
    norm = math.sqrt(math.fsum(value * value for value in values.values()))
    return {ngram: value / norm for ngram, value in values.items()}


def guess(metadata, tensors, word):
    """Mean and variance of a word by its spelling; None if none of its n-grams is known."""
    if metadata["features.lengths"] == "no":
        return None
    place = {name: g for g, name in enumerate(feature_names(tensors))}
    weight = tensors["features.weight"].astype(float)
    of_weight = tensors["features.variance"].astype(float)
    mean = np.zeros(weight.shape[1])
    variance = float(metadata["features.variance"])
    known = False
    for ngram, value in ngram_values(word, *map(int, metadata["features.lengths"].split("-"))).items():
        g = place.get(b"s" + ngram.encode("utf-8"))
        if g is None:
            variance += value**2 * float(metadata["features.unknown_variance"])
            continue
        known = True
        mean += value * weight[g]
        variance += value**2 * of_weight[g]
    axes = tensors["target.axes"].astype(float) if "target.axes" in tensors else np.eye(mean.size)
    return (mean, variance * (axes**2).sum(axis=1)) if known else None


def check_sample(metadata, tensors, words, iterations):
    assert words == ["the", "paris", "parish", "München", "日本", "😀"]
    assert tensors["vocabulary.counts"].tolist() == [1000, 50, 20, 20, 3, 0]
    x = np.arange(18, dtype=np.float32).reshape(6, 3)
    f = np.float32
    assert (tensors["target.mean"] == (x - f(8.5)) / f(3)).all()
    assert (tensors["target.variance"] == f(1) / (f(1) + x)).all()
    assert (tensors["context.mean"] == (f(7.25) - x) / f(7)).all()
    assert (tensors["context.variance"] == f(2) / (f(3) + x)).all()
    if "target.axes" in tensors:
        y = x.ravel()[:9].reshape(3, 3)
        assert (tensors["target.axes"] == (y - f(3.5)) / f(5)).all()
        assert (tensors["context.axes"] == f(4) / (y - f(9.5))).all()
    options = {key[7:]: text for key, text in metadata.items() if key.startswith("option.")}
    assert options == {"dimension": "3", "subsample": "1e-05", "note": 'a "quoted" – \\ text'}
    assert [list(record.values()) for record in iterations] == [
        [1, 1, 900, 4000, 4000, 12.5, 1 / 3, 0.1],
        [2, 0.61557220667245816, 901, 3999, 3998, 1e-300, 5e20, 0.25]]


def check_sample_features(metadata, tensors):
    assert tensors["features.bytes"].tobytes() == b"s<pasarisxyztcity"
    assert tensors["features.offsets"].tolist() == [0, 4, 8, 12, 17]
    assert metadata["features.lengths"] == "3-3"
    mean, variance = guess(metadata, tensors, "paris")
    # Of <pa par ari ris is> the model has <pa and ari. All have the length 3, so each has c = 1, but <pa has 2.
    assert np.allclose(mean, (2 * np.array([0, 1, 2]) + np.array([3, 4, 5])) / np.sqrt(8))
    stretch = (tensors["target.axes"].astype(float) ** 2).sum(axis=1)
    assert np.allclose(variance, (0.5 + (4 / 2 + 1 / 4 + 3 * 2) / 8) * stretch)
    assert guess(metadata, tensors, "the") is None


def check_sample_users(tensors):
    assert user_names(tensors) == ["ann", "bö b", "17"]
    assert tensors["users.starts"].tolist() == [0, 2, 2, 5]
    assert tensors["users.items"].tolist() == [1, 4, 0, 2, 5]
    assert tensors["users.weights"].tolist() == [1, 2.5, 0.5, 1, 3]


STEMS = ["bakon", "timur", "selopa", "rugini", "mürlő", "日本語"]
ENDINGS = ["", "s", "ed", "ing", "er", "able", "ment"]
# Families of words of the text, n-grams that occur more than once, other scripts, one character, marks within a word.
UNSEEN = ["ruginiments", "unbakonable", "ingingingings", "mürlőings", "日本語ers", "日本人", "b", "<bakons>", "timur😀s"]
UNGUESSED = ["qqq", "ŋŋŋŋ"]


def write_text(path):
    generator = random.Random(7)
    with open(path, "w", encoding="utf-8") as file:
        for _ in range(600):
            stem = generator.choice(STEMS)
            print(*(stem + generator.choice(ENDINGS) for _ in range(8)), file=file)
    return path


def exported(program, model, words, what):
    """Rows of the words, as the program gives them."""
    done = subprocess.run([program, "export", model, "-o", "-", "--words", "-", "--what", what],
                          input="".join(word + "\n" for word in words).encode(), capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    lines = done.stdout.decode("utf-8").splitlines()[1:]
    assert [line.split(" ")[0] for line in lines] == words
    return np.array([line.split(" ")[1:] for line in lines], float)


def check_guesses(program, path, options):
    """Trains on whole families of words, and compares guesses of words that the text does not have."""
    text, model = write_text(path / "text.txt"), path / "model.bsg"
    subprocess.run([program, "train", text, "-o", model, "--dimension", "8", "--iterations", "8", "--burn-in", "3",
                    "--subsample", "1", "--quiet", *options], check=True)
    metadata, tensors = read(model)
    vocabulary, iterations = check(metadata, tensors)
    assert all(list(record) == FIELDS_OF_DENSITIES + FIELDS_OF_PRIORS + ["bound"] for record in iterations)
    guesses = {word: guess(metadata, tensors, word) for word in UNSEEN + UNGUESSED}
    words = [word for word in UNSEEN if guesses[word] is not None]
    assert not set(words) & set(vocabulary) and len(words) >= 6
    means, variances = (exported(program, model, words, what) for what in ("mean", "variance"))
    for word, mean, variance in zip(words, means, variances):
        assert np.allclose(mean, guesses[word][0], rtol=1e-5, atol=1e-7), word
        assert np.allclose(variance, guesses[word][1], rtol=1e-5), word
    for word in (word for word in guesses if guesses[word] is None):
        done = subprocess.run([program, "export", model, "-o", "-", "--words", "-"], input=word.encode(),
                              capture_output=True)
        assert done.returncode != 0 and b"unknown word" in done.stderr, word
    print(f"{' '.join(options) or 'the defaults'}: {len(words)} guesses are the program's, "
          f"lengths {metadata['features.lengths']}, format {metadata['bsg.format']}")


def train_and_check(program):
    for options in ([], ["--subwords", "1-4"], ["--gauge", "0"]):
        with tempfile.TemporaryDirectory() as folder:
            check_guesses(program, pathlib.Path(folder), options)


def main(path, *arguments):
    if path == "--train":
        return train_and_check(*arguments)
    metadata, tensors = read(path)
    words, iterations = check(metadata, tensors)
    if "--sample" in arguments:
        check_sample(metadata, tensors, words, iterations)
        if "features.weight" in tensors:
            check_sample_features(metadata, tensors)
        if "users.offsets" in tensors:
            check_sample_users(tensors)
    print(f"{path}: {len(words)} words, dimension {tensors['target.mean'].shape[1]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
