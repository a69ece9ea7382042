"""Questions that a model answers."""

from __future__ import annotations

from typing import Any, Iterable, Sequence, cast

from . import _bsg
from .arguments import Path, Word, check_min_count, check_number_of_answers, encoded_paths, encoded_word, encoded_words, listed
from .basket_results import BasketEvaluation
from .baskets import Baskets, TestBaskets, evaluate_baskets
from .comparing import TextComparison, compare_texts
from .guesses import warn_of_guesses
from .inferring import AnyDensity, Inference
from .measures import measures_text
from .results import Density, Evaluation, HeldOutResult, InferredWord, Neighbor, Score
from .texts import Texts, gather_texts


class Questions(Inference):
    """The part of `Model` that compares words."""

    __slots__ = ("_queries",)

    def __init__(self, core: _bsg.Model):
        super().__init__(core)
        self._queries: dict[tuple[str, str, bool, bool, str | None, int], _bsg.Query] = {}

    def neighbors(
        self,
        word: Word | AnyDensity | None = None,
        k: int = 10,
        *,
        positive: Word | AnyDensity | Sequence[Word | AnyDensity] = (),
        negative: Word | Sequence[Word] = (),
        measure: str = "cosine",
        representation: str = "target",
        raw: bool = False,
        rank: str | None = None,
        min_count: int = 0,
        known_only: bool = False,
    ) -> list[Neighbor]:
        """The k most similar words, best first, each with its score, the ± of that, and how likely it beats the next one.

        Either of one word, or of a sum of densities: positive=["king", "woman"], negative=["man"].

        Args:
            word: the word to start from, which is never an answer; or a density, as `infer` and `infer_query` give it.
            k: how many.
            positive, negative: words to add and to subtract, instead of a word; those to add may also be densities.
            measure: one of `bsg.measures()`, which are listed below.
            representation: which density stands for a word: "target", "context", their "sum", or both, "concat".
                "target-context" takes the word as a target and the answers as contexts: what appears around it.
            raw: add densities as they are. Under the cosine each mean is otherwise brought to unit length first.
            rank: what answers are ordered by, one of `bsg.ranks()`: the score ("mean"), a lower bound of it ("lower", the
                score less its standard deviation under the posterior) or the expected cosine ("expected", under the cosine
                only). By default the cosine goes by the lower bound, so that a lucky score of a rare word does not come
                first; the other measures, and models without variances, go by the mean.
            min_count: leave out answers with a lower count.
            known_only: raise UnknownWordError for a word outside the vocabulary, also if its density could be guessed
                from its spelling (`guess`).

        Raises UnknownWordError (a KeyError) that suggests close words, and warns by GuessedWordWarning of words that were
        guessed.

        >>> import bsg
        >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
        >>> best = model.neighbors("ship", k=3)[0]
        >>> best.word, best.score > 0.9, 0.5 <= best.confidence <= 1
        ('boat', True, True)
        >>> [answer.word for answer in model.neighbors(positive=["bread", "butter"], k=1)]
        ['knife']
        """
        check_number_of_answers(k)
        query = self._query(measure, representation, raw, known_only, rank, min_count)
        if word is None:
            added, densities = self._parted(positive)
        elif positive or negative:
            raise TypeError("give either a word, or positive and negative words")
        else:
            added, densities = self._parted([word])
        subtracted = listed(negative)
        answers = query.composed(encoded_words(added), encoded_words(subtracted), densities, k)
        warn_of_guesses(self._core, [*added, *subtracted])
        return answers

    def neighbors_of(
        self,
        words: Iterable[Word],
        k: int = 10,
        *,
        measure: str = "cosine",
        representation: str = "target",
        rank: str | None = None,
        min_count: int = 0,
        known_only: bool = False,
    ) -> dict[Word, list[Neighbor]]:
        """The neighbors of many words: the same as `neighbors` of each, in one pass over the model.

        >>> import bsg
        >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
        >>> model.neighbors_of(["ship", "boat"], k=3) == {word: model.neighbors(word, k=3) for word in ("ship", "boat")}
        True
        """
        check_number_of_answers(k)
        asked = listed(words)
        query = self._query(measure, representation, False, known_only, rank, min_count)
        answers = dict(zip(asked, query.neighbors_of(encoded_words(asked), k)))
        warn_of_guesses(self._core, asked)
        return answers

    def analogy(
        self,
        a: Word,
        b: Word,
        c: Word,
        k: int = 10,
        *,
        measure: str = "cosine",
        representation: str = "target",
        raw: bool = False,
        rank: str | None = None,
        min_count: int = 0,
        known_only: bool = False,
    ) -> list[Neighbor]:
        """a is to b as c is to ...: the k best answers, which are the neighbors of b - a + c.

        Arguments as for `neighbors`; model.analogy("man", "king", "woman") should find "queen".
        """
        check_number_of_answers(k)
        query = self._query(measure, representation, raw, known_only, rank, min_count)
        answers = query.analogy(encoded_word(a), encoded_word(b), encoded_word(c), k)
        warn_of_guesses(self._core, (a, b, c))
        return answers

    def similarity(
        self,
        a: Word | AnyDensity,
        b: Word,
        *,
        measure: str = "cosine",
        representation: str = "target",
        known_only: bool = False,
    ) -> float:
        """How similar two words are: the score that `neighbors` would give, larger for more similar words.

        `compare` also tells how sure the model is of it. `a` may also be a density, as `infer` gives it.

        >>> import bsg
        >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
        >>> round(model.similarity("ship", "boat"), 2)
        1.0
        >>> model.similarity("ship", "boat", measure="probability") > model.similarity("ship", "bread", measure="probability")
        True
        """
        return self._score(a, b, measure, representation, known_only).value

    def compare(
        self,
        a: Word | AnyDensity,
        b: Word,
        *,
        measure: str = "cosine",
        representation: str = "target",
        known_only: bool = False,
    ) -> Score:
        """How similar two words are: the score, its ±, and the moments of draws from the two densities.

        >>> import bsg
        >>> model = bsg.train([["a", "b"], ["c", "d"]] * 50, dimension=4, iterations=10, subsample=1)
        >>> score = model.compare("a", "b")
        >>> score.value == score.cosine == model.similarity("a", "b"), score.deviation > 0
        (True, True)
        """
        return self._score(a, b, measure, representation, known_only)

    def compare_texts(self, a: Texts, b: Texts, *, min_count: int = 50, threshold: float = 0.1) -> TextComparison:
        """Which words are used differently in two texts: of two years, two authors, two shops.

        Both texts are read through the model's contexts, which stay as they are, so that a word's densities in the two
        lie in the same axes. Use a model that was trained on both texts, or on a larger one of the same kind, but
        not on one of the two only, which would report too many changes.
        Ctrl-C stops it (KeyboardInterrupt). Other Python threads go on meanwhile.

        Args:
            a, b: the texts, each in one of the forms that `bsg.train` takes: a path, a list of paths, or sentences.
            min_count: leave out words with fewer occurrences in one of the texts.
            threshold: `WordChange.probability` is that of a distance above this one; from 0 to 2.

        Raises:
            ValueError: a threshold or a min_count out of range.
            InputError: a text without a word of the model, no word frequent enough in both, or standard input as both
                (a ValueError).
            ModelError: a model of points, or the vectors of another program.
            OSError: a file that cannot be read.

        >>> import bsg
        >>> old = [["mouse", "cheese", "cat"], ["screen", "keyboard", "desk"], ["cat", "dog", "cheese"]] * 100
        >>> new = [["mouse", "screen", "keyboard"], ["screen", "keyboard", "desk"], ["cat", "dog", "cheese"]] * 100
        >>> model = bsg.train(old + new, dimension=4, iterations=10, subsample=1, subwords="no")
        >>> comparison = model.compare_texts(old, new)
        >>> surest = comparison.words[0]
        >>> surest.word, surest.count_a, surest.distance > 0.1
        ('mouse', 100, True)
        >>> in_old, in_new = comparison.neighbors("mouse", k=2)
        """
        return compare_texts(self, a, b, min_count, threshold)

    def evaluate(
        self,
        *,
        similarity: Path | Iterable[Path] = (),
        analogy: Path | Iterable[Path] = (),
        measure: str = "cosine",
        representation: str = "target",
        raw: bool = False,
        oov: bool = False,
        rank: str = "mean",
    ) -> Evaluation:
        """How well the model does on benchmarks of word similarity and word analogy.

        Words are looked up in lower case if all words of the model are in lower case.

        Args:
            similarity: files of rated word pairs, as their publishers left them: WordSim353, SCWS, Rare Words, MEN,
                SimLex-999, or lines of word, word, rating.
            analogy: files of questions, four words a line, in groups that begin with a line ": name".
            measure, representation, raw: as for `neighbors`.
            oov: judge words outside the vocabulary, too, by the densities that the model guesses from their spelling; the
                results count them as guessed.
            rank: what pairs and answers are ordered by, as for `neighbors`; the mean, as other programs do.

        Returns:
            A result for each file.

        Raises:
            OSError: a file that cannot be read.
            InputError: a file that is no such set; names the line.
            ModelError: oov, of a model that knows no spelling.

        >>> import bsg, tempfile
        >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
        >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        ...     _ = file.write("ship boat 9\\nship bread 1\\nsea knife 2\\ncat dog 7\\n")
        ...     file.flush()
        ...     result = model.evaluate(similarity=file.name).similarity[0]
        >>> result.correlation > 0, result.used, result.skipped
        (True, 3, 1)
        """
        return _bsg.evaluate(self._core, encoded_paths(similarity), encoded_paths(analogy), measure, representation,
                             bool(raw), bool(oov), rank)

    def evaluate_text(self, texts: Texts) -> HeldOutResult:
        """How well the model foretells which words stand beside each other in a text that it was not trained on.

        Dimension and priors can so be chosen on one's own data, baskets included, without any benchmark: larger is better.
        Pairs are made as the model's own training made them. Compare models on the same text, with the same vocabulary,
        windows, subsampling and negatives.

        Args:
            texts: lists of words, or paths of texts, as `bsg.train` takes them.

        Raises:
            OSError: a file that cannot be read.
            InputError: no two words beside each other that the model has learned.
            ModelError: vectors of another program.

        >>> import bsg
        >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
        >>> result = model.evaluate_text([["ship", "sea"], ["bread", "knife", "spoon"]])
        >>> result.points.mean > result.frequencies.mean, result.positive_pairs, result.left_out_tokens
        (True, 4.0, 1)
        """
        paths, sentences = gather_texts(texts, "judge")
        return _bsg.evaluate_text(self._core, paths, sentences)

    def evaluate_baskets(
        self,
        test: TestBaskets,
        train: Baskets | None = None,
        *,
        rank: str = "mean",
        ease_penalty: float | None = None,
    ) -> BasketEvaluation:
        """How good the model's recommendations are, beside those of plain methods.

        What somebody is known to have is folded in, all other items of the model are ranked, and the held-out ones should
        come first.

        Args:
            test: `split_baskets(...).test`, other pairs of known and held-out items, or the path of a test file.
            train: the baskets that the model was trained on, as lists or as paths. With them item kNN and EASE are judged,
                too; without, there is popularity only.
            rank: what the model's items are ordered by: "mean", "lower" or "upper", as for `recommend`.
            ease_penalty: lambda of EASE; without it, the best of 20 to 1000 for the training baskets.

        Raises:
            InputError: a test basket without a held-out item, or with one that is known (a ValueError).
            ModelError: a model of points, or vectors of another program.
            OSError: a file that cannot be read.

        >>> import bsg
        >>> baskets = [["tea", "milk", "sugar"], ["nails", "hammer"], ["tea", "sugar"], ["nails", "hammer", "saw"]] * 30
        >>> split = bsg.split_baskets(baskets)
        >>> model = bsg.train(split.train, sets=True, dimension=4, iterations=10)
        >>> result = model.evaluate_baskets(split.test, split.train)
        >>> list(result.methods), result.users
        (['bsg', 'popularity', 'item-knn', 'ease'], 120)
        >>> result.methods["bsg"].first[10].hit_rate.mean
        1.0
        """
        return evaluate_baskets(self, test, train, rank, ease_penalty)

    def _score(self, a: Word | AnyDensity, b: Word, measure: str, representation: str, known_only: bool) -> Score:
        """To be called by what the user calls, which a warning points to."""
        query = self._query(measure, representation, False, known_only)
        if isinstance(a, (Density, InferredWord)):
            score = query.similarity_of_density(self._given(a), encoded_word(b))
        else:
            score = query.similarity(encoded_word(a), encoded_word(b))
        warn_of_guesses(self._core, [word for word in (a, b) if not isinstance(word, (Density, InferredWord))], stacklevel=4)
        return score

    def _parted(self, asked: Word | AnyDensity | Sequence[Word | AnyDensity]) -> tuple[list[Word], list[_bsg._GivenDensity]]:
        """Words, and densities that are no word's."""
        words: list[Word] = []
        densities = []
        parts: list[Any] = listed(cast(Any, asked))
        for one in parts:
            if isinstance(one, (Density, InferredWord)):
                densities.append(self._given(one))
            else:
                words.append(one)
        return words, densities

    def _query(self, measure: str, representation: str, raw: bool, known_only: bool, rank: str | None = None,
               min_count: int = 0) -> _bsg.Query:
        """Kept, since preparing one goes over the whole model."""
        check_min_count(min_count, least=0)
        key = (str(measure), str(representation), bool(raw), bool(known_only), None if rank is None else str(rank),
               int(min_count))
        query = self._queries.get(key)
        if query is None:
            query = self._queries.setdefault(key, _bsg.Query(self._core, *key))
        return query


def _describe_measures() -> None:
    """Shows the measures in help(), from the table."""
    Questions.neighbors.__doc__ = ((Questions.neighbors.__doc__ or "").rstrip() + "\n\n        Measures:\n"
                                   + measures_text(" " * 12) + " " * 8)


_describe_measures()
