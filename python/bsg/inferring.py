"""Densities of what a model does not have, from what appears around it."""

from __future__ import annotations

import zlib
from typing import Any, Iterable, List, Literal, Optional, Union, overload

from . import _bsg
from .arguments import Word, check_min_count, encoded_word, encoded_words, is_integer, listed
from .errors import ModelError
from .results import Density, InferredWord
from .texts import Texts, gather_texts

AnyDensity = Union[Density, InferredWord]


class Inference:
    """The part of `Model` that infers densities. The model itself never changes."""

    __slots__ = ("_axes_checksum", "_core", "_inference")

    def __init__(self, core: _bsg.Model):
        self._core = core
        self._inference: Optional[_bsg.TargetInference] = None
        self._axes_checksum: Optional[str] = None

    def infer(self, word: Word, sentences: Texts) -> InferredWord:
        """The density of a word that the model does not have, from sentences that it appears in.

        It follows in closed form from the model's contexts. Two sentences give a wide density, two thousand a narrow one.
        Where the model knows spelling, that is the word's prior.

        >>> import bsg
        >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
        >>> ferry = model.infer("ferry", [["ferry", "sails"], ["sea", "ferry"]])
        >>> ferry.word, ferry.count, ferry.mean.shape
        ('ferry', 2, (8,))
        >>> sorted(answer.word for answer in model.neighbors(ferry, k=2))
        ['boat', 'ship']

        Args:
            word: the word.
            sentences: lists of words, or paths of texts, as `bsg.train` takes them.

        Raises InputError (a ValueError) if the model has the word already, if the sentences do not have it, or if they have
        no word that the model has learned; ModelError if the model holds points.
        """
        encoded_word(word)
        (inferred,) = self.infer_words(sentences, words=[word])
        return inferred

    def infer_words(self, texts: Texts, words: Optional[Iterable[Word]] = None, min_count: int = 1) -> List[InferredWord]:
        """Densities of many words that the model does not have, the most frequent first: as `infer`, reading the text once.

        Args:
            texts: lists of words, or paths of texts, as `bsg.train` takes them.
            words: those to infer; None for every word of the texts that the model does not have.
            min_count: without `words`, leave out those with fewer occurrences.

        Raises what `infer` raises, and OSError for a file that cannot be read.
        """
        asked = None if words is None else encoded_words(words)
        if asked == []:
            return []
        if asked is not None and min_count != 1:
            raise ValueError("min_count has no effect with words; leave out one of them")
        check_min_count(min_count)
        paths, sentences = gather_texts(texts, "infer from")
        return self._target_inference().words(paths, sentences, asked or [], min_count, self._axes_name())

    def infer_query(self, words: Iterable[Word]) -> Density:
        """The density of something without a name that these words appear around: a user, a session, a document.

        Their order does not matter; with baskets, repeats do not either. Words that the model does not have are skipped.

        >>> import bsg
        >>> baskets = [["tea", "milk", "sugar"], ["nails", "hammer"], ["tea", "sugar"], ["nails", "hammer", "saw"]]
        >>> model = bsg.train(baskets * 30, sets=True, dimension=4, iterations=10)
        >>> customer = model.infer_query(["tea", "milk"])
        >>> sorted(answer.word for answer in model.neighbors(customer, k=3, representation="target-context"))  # goes with both
        ['milk', 'sugar', 'tea']

        Raises InputError (a ValueError) if the model has learned none of the words; ModelError if the model holds points.
        """
        (density,) = self.infer_queries([listed(words)])
        return density

    @overload
    def infer_queries(self, bags: Iterable[Iterable[Word]], *, cold: Literal["raise"] = "raise") -> List[Density]: ...

    @overload
    def infer_queries(self, bags: Iterable[Iterable[Word]], *, cold: Literal["skip"]) -> List[Optional[Density]]: ...

    def infer_queries(self, bags: Iterable[Iterable[Word]], *, cold: str = "raise") -> List[Any]:
        """The same for many bags of words at once, in a fraction of the time.

        Args:
            bags: the words of each.
            cold: what becomes of bags with none of the words that the model has learned: "raise" an InputError that lists
                them, or "skip" them, with None in their places.
        """
        if cold not in ("raise", "skip"):
            raise ValueError(f"cold must be 'raise' or 'skip', not {cold!r}")
        encoded = []
        for place, bag in enumerate(bags):
            if isinstance(bag, str) or is_integer(bag):
                hint = ": split it" if isinstance(bag, str) else ""
                raise TypeError(f"bag {place} (counted from 0) is of type {type(bag).__name__}, not a list of words{hint}")
            encoded.append(encoded_words(bag))
        return self._target_inference().bags(encoded, cold == "skip", self._axes_name())

    def _target_inference(self) -> _bsg.TargetInference:
        """Kept, since preparing it goes over the whole model."""
        if self._inference is None:
            self._inference = _bsg.TargetInference(self._core)
        return self._inference

    def _axes_name(self) -> str:
        """What `Density.axes` is of this model's densities; empty in the axes of training, which tell no models apart."""
        if self._axes_checksum is None:
            axes = self._core.axes("target")
            self._axes_checksum = "" if axes is None else f"{zlib.crc32(axes.tobytes()):08x}"
        return self._axes_checksum

    def _given(self, density: AnyDensity) -> _bsg._GivenDensity:
        """As the compiled module takes it. Raises ModelError for a density in other axes than this model's."""
        if density.axes not in ("", self._axes_name()):
            raise ModelError("this density was inferred from another model, whose axes are not this model's; infer it again")
        return density.mean, density.variance
