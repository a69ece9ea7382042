"""Densities of what a model does not have, from what appears around it."""

from __future__ import annotations

from typing import Iterable, List, Optional, Union

from . import _bsg
from .arguments import check_min_count, encoded_word, encoded_words, listed
from .results import Density, InferredWord
from .texts import Texts, gather_texts

AnyDensity = Union[Density, InferredWord]


def given_density(density: AnyDensity) -> _bsg._GivenDensity:
    """As the compiled module takes it."""
    return density.mean, density.variance


class Inference:
    """The part of `Model` that infers densities. The model itself never changes."""

    __slots__ = ("_core", "_inference")

    def __init__(self, core: _bsg.Model):
        self._core = core
        self._inference: Optional[_bsg.TargetInference] = None

    def infer(self, word: str, sentences: Texts) -> InferredWord:
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

    def infer_words(self, texts: Texts, words: Optional[Iterable[str]] = None, min_count: int = 1) -> List[InferredWord]:
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
        return self._target_inference().words(paths, sentences, asked or [], min_count)

    def infer_query(self, words: Iterable[str]) -> Density:
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

    def infer_queries(self, bags: Iterable[Iterable[str]]) -> List[Density]:
        """The same for many bags of words at once, in a fraction of the time."""
        encoded = []
        for place, bag in enumerate(bags, start=1):
            if isinstance(bag, str):
                raise TypeError(f"bag {place} is a str, not a list of words: split it")
            encoded.append(encoded_words(bag))
        return self._target_inference().bags(encoded)

    def _target_inference(self) -> _bsg.TargetInference:
        """Kept, since preparing it goes over the whole model."""
        if self._inference is None:
            self._inference = _bsg.TargetInference(self._core)
        return self._inference
