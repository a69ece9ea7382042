"""Reads a .bsg file by the description of the safetensors format and of the project's model file,
without the project's code, and checks it: read_model.py FILE [--sample]

--sample also compares the content with the model of tests/model/sample_model.cc.
"""

import ctypes
import json
import struct
import sys

import numpy as np

DTYPES = {"F32": np.dtype("<f4"), "I64": np.dtype("<i8"), "U8": np.dtype("u1")}
MATRICES = ["target.mean", "target.variance", "context.mean", "context.variance"]
AXES = ["target.axes", "context.axes"]
ORDER = ["vocabulary.offsets", "vocabulary.counts", "target.mean", "target.variance", "target.axes",
         "context.mean", "context.variance", "context.axes", "features.offsets", "features.weight",
         "features.variance", "features.bytes", "vocabulary.bytes"]
FIELDS = ["iteration", "step", "tokens", "positive_pairs", "negative_pairs",
          "target_change", "context_change", "relative_change"]


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
    assert metadata["bsg.format"] == ("3" if features else "2" if any(axes) else "1")
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
    assert all(list(record) == FIELDS for record in iterations)
    return words, iterations


def ngrams(word, lengths):
    """Those of the word between its marks, by characters; a mark alone is none."""
    marked = f"<{word}>"
    shortest, longest = map(int, lengths.split("-"))
    for first in range(len(marked)):
        for end in range(first + shortest, min(first + longest, len(marked)) + 1):
            if end - first > 1 or 0 < first < len(marked) - 1:
                yield marked[first:end]


def guess(metadata, tensors, word):
    """Mean and variance of a word by its spelling, as the description of the format has it."""
    offsets, text = tensors["features.offsets"], tensors["features.bytes"].tobytes()
    place = {text[a:b].decode("utf-8"): g for g, (a, b) in enumerate(zip(offsets[:-1], offsets[1:]))}
    counts = {}
    for ngram in ngrams(word, metadata["features.lengths"]):
        counts["s" + ngram] = counts.get("s" + ngram, 0) + 1
    length = np.sqrt(sum(count**2 for count in counts.values()))
    mean = np.zeros(tensors["features.weight"].shape[1])
    variance = float(metadata["features.variance"])
    for name, count in counts.items():
        part = count / length
        if name in place:
            mean += part * tensors["features.weight"][place[name]]
            variance += part**2 * float(tensors["features.variance"][place[name]])
        else:
            variance += part**2 * float(metadata["features.unknown_variance"])
    axes = tensors["target.axes"].astype(float) if "target.axes" in tensors else np.eye(mean.size)
    return mean, variance * (axes**2).sum(axis=1)


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
    # <pa par ari ris is>: two of the five are known.
    assert np.allclose(mean, (np.array([0, 1, 2]) + np.array([3, 4, 5])) / np.sqrt(5))
    stretch = (tensors["target.axes"].astype(float) ** 2).sum(axis=1)
    assert np.allclose(variance, (0.5 + (1 / 2 + 1 / 4 + 3 * 2) / 5) * stretch)


def main(path, *arguments):
    metadata, tensors = read(path)
    words, iterations = check(metadata, tensors)
    if "--sample" in arguments:
        check_sample(metadata, tensors, words, iterations)
        if "features.weight" in tensors:
            check_sample_features(metadata, tensors)
    print(f"{path}: {len(words)} words, dimension {tensors['target.mean'].shape[1]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
