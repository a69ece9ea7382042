#!/usr/bin/env python3
"""gensim's Word2Vec (skip-gram, negative sampling) on a text file, vectors in word2vec's text format.

    train_gensim.py TEXT VECTORS --dimension M --window C --subsample RHO --negatives N --epochs K
                    --min-count COUNT --threads T --seed S

Reads the text through corpus_file, gensim's fastest way.
"""

import argparse

from gensim.models import Word2Vec


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("text")
    parser.add_argument("vectors")
    for name, kind in [("dimension", int), ("window", int), ("subsample", float), ("negatives", int),
                       ("epochs", int), ("min-count", int), ("threads", int), ("seed", int)]:
        parser.add_argument(f"--{name}", type=kind, required=True)
    options = parser.parse_args()
    model = Word2Vec(corpus_file=options.text, sg=1, hs=0, vector_size=options.dimension, window=options.window,
                     sample=options.subsample, negative=options.negatives, epochs=options.epochs,
                     min_count=options.min_count, workers=options.threads, seed=options.seed)
    model.wv.save_word2vec_format(options.vectors)


if __name__ == "__main__":
    main()
