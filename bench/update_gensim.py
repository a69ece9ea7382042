#!/usr/bin/env python3
"""gensim's Word2Vec (skip-gram, negative sampling) on a text in parts: trained on the first, updated with the others.

    update_gensim.py WORDS VECTORS PART... --vocabulary SIZE --min-count COUNT [--dimension 100] [--window 4]
                     [--subsample 3e-5] [--negatives 3] [--epochs 10] [--threads 1] [--seed 1]

Updates are build_vocab(update=True) and train(). COUNT is what a new word needs in the part that brings it. Writes the
vectors of those of WORDS that the model knows, in word2vec's text format.
"""

import argparse

from gensim.models import Word2Vec


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words")
    parser.add_argument("vectors")
    parser.add_argument("parts", nargs="+")
    for name, kind, default in [("vocabulary", int, 20000), ("min-count", int, 5), ("dimension", int, 100), ("window", int, 4),
                                ("subsample", float, 3e-5), ("negatives", int, 3), ("epochs", int, 10), ("threads", int, 1),
                                ("seed", int, 1)]:
        parser.add_argument(f"--{name}", type=kind, default=default)
    options = parser.parse_args()
    model = Word2Vec(sg=1, hs=0, vector_size=options.dimension, window=options.window, sample=options.subsample,
                     negative=options.negatives, epochs=options.epochs, min_count=1, max_final_vocab=options.vocabulary,
                     workers=options.threads, seed=options.seed)
    model.build_vocab(corpus_file=options.parts[0])
    for number, part in enumerate(options.parts):
        if number > 0:
            model.max_final_vocab, model.effective_min_count = None, options.min_count
            model.min_count = options.min_count
            model.build_vocab(corpus_file=part, update=True)
        model.train(corpus_file=part, total_words=model.corpus_total_words, epochs=options.epochs)
    with open(options.words, encoding="utf-8") as lines:
        known = [word for word in (line.rstrip("\n") for line in lines) if word in model.wv]
    with open(options.vectors, "w", encoding="utf-8") as out:
        out.write(f"{len(known)} {options.dimension}\n")
        for word in known:
            out.write(f"{word} {' '.join(f'{value:.6g}' for value in model.wv[word])}\n")


if __name__ == "__main__":
    main()
