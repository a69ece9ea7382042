"""The models that calibration.py compares: trained on texts cut at random, and read as arrays."""

import json
import pathlib
import random
import struct

import numpy as np
from compare_study import halves, write
from recipe_study import train
from subword_coverage import read_model

BLOCK = 50  # lines that stay together
CUTS = 3
OTHER_DIMENSION = 60
VOCABULARY = 20000
BOOTSTRAPS = 20
BOOTSTRAP_WORDS = 4_000_000
PART_BYTES = 110_000_000


class Texts:
    """Cuts of the texts that are studied, as files in a folder, made when they are first asked for."""

    def __init__(self, given):
        self.given, self.folder = given, given.folder

    def half(self, source, cut, which):
        paths = [self.folder / f"{source}-{cut}-{name}.txt" for name in "ab"]
        if not all(path.exists() for path in paths):
            whole = self.both_parts() if source == "long" else getattr(self.given, source)
            for path, lines in zip(paths, halves(whole, cut, BLOCK)):
                write(path, lines)
        return paths["ab".index(which)]

    def both_parts(self):
        path = self.folder / "both-parts.txt"
        if not path.exists():
            path.write_bytes(self.part(0).read_bytes() + self.part(1).read_bytes())
        return path

    def part(self, number):
        """Bytes of the long text that follow one another, in lengths of the wiki sample, whole lines."""
        path = self.folder / f"part-{number}.txt"
        if not path.exists():
            with open(self.given.long, "rb") as text, open(path, "wb") as out:
                text.seek(number * PART_BYTES)
                text.readline()
                out.write(text.read(PART_BYTES))
        return path

    def bootstrap(self, number):
        """As many blocks of a small text as it has, drawn with replacement."""
        path = self.folder / f"bootstrap-{number}.txt"
        if not path.exists():
            draw, blocks = random.Random(number), self.blocks()
            path.write_text("".join(draw.choice(blocks) for _ in blocks), encoding="utf-8")
        return path

    def blocks(self):
        blocks, lines, words = [], [], 0
        with open(self.part(1), encoding="utf-8", errors="replace") as text:
            for line in text:
                lines.append(line)
                words += len(line.split())
                if len(lines) == BLOCK:
                    blocks.append("".join(lines))
                    lines = []
                if words >= BOOTSTRAP_WORDS:
                    return blocks
        return blocks


class Model:
    """Densities of one side after another as float64, and the factors of their deviations."""

    def __init__(self, path):
        self.words, arrays = read_model(path)
        self.counts = arrays["vocabulary.counts"].astype(float)
        self.arrays = arrays
        self.index = {word: place for place, word in enumerate(self.words)}
        points = calibration(path)
        counts = np.log([point["count"] for point in points])
        self.factors = {side: np.interp(np.log(np.maximum(self.counts, 1)), counts, [point[side] for point in points])
                        for side in ("target", "context")}

    def side(self, side, places):
        """Means, variances as trained, and calibrated ones, of words by their places."""
        mean, variance = (self.arrays[f"{side}.{what}"][places].astype(float) for what in ("mean", "variance"))
        return mean, variance, variance * self.factors[side][places][:, None] ** 2


def calibration(path):
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        return json.loads(json.loads(file.read(length))["__metadata__"]["calibration"])


class Shared:
    """The words that all of some models have, in the order of the first one."""

    def __init__(self, *models):
        self.words = [word for word in models[0].words if all(word in model.index for model in models)]
        self.places = [np.array([model.index[word] for word in self.words]) for model in models]


class Trainings:
    """Models by name, each trained when it is first asked for."""

    def __init__(self, given):
        self.given, self.texts = given, Texts(given)

    def model(self, name, text, seed, *options):
        path = self.given.folder / f"{name}.bsg"
        if not path.exists():
            unfinished = pathlib.Path(f"{path}.part")
            cpu = train(self.given.bsg, list(map(str, options)), text(), seed, self.given.threads, unfinished)
            unfinished.rename(path)
            print(f"{name}: {cpu:.0f} s of CPU time", flush=True)
        return path

    def pair(self, source, dimension, cut):
        """Both halves of a cut, with different seeds."""
        size = [] if source == "dictionary" else ["--vocabulary-size", VOCABULARY]
        return [self.model(f"{source}-{cut}-{half}-{dimension}", lambda half=half: self.texts.half(source, cut, half),
                           2 * cut + which, "--dimension", dimension, *size) for which, half in enumerate("ab")]

    def chooser(self):
        """Of other text than all others: its lists say which words may be neighbours."""
        return self.model("chooser", lambda: self.texts.part(2), 1, "--dimension", 40, "--vocabulary-size", VOCABULARY)

    def larger_halves(self):
        """Of the first two parts of the long text, in dimensions that nothing was fitted to."""
        return self.pair("long", OTHER_DIMENSION, 1)

    def neighbouring_parts(self):
        """Those parts themselves: as large, but of different articles."""
        return [self.model(f"part-{part}", lambda part=part: self.texts.part(part), part, "--dimension", OTHER_DIMENSION,
                           "--vocabulary-size", VOCABULARY) for part in (0, 1)]

    def bootstraps(self):
        return [self.model(f"bootstrap-{number}", lambda number=number: self.texts.bootstrap(number), number,
                           "--dimension", 40, "--vocabulary-size", VOCABULARY) for number in range(BOOTSTRAPS)]

    def long(self):
        return self.model("long", lambda: self.given.long, 1, "--dimension", 100)
