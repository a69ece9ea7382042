#!/usr/bin/env bash
# fastText with subwords, for bench/subword_study.py --vectors to score.
#   bench/fasttext_subwords.sh TEXT EVALUATION_FOLDER VECTORS.txt [FASTTEXT OPTION…]
# Trains on the words that occur more often than the VOCABULARY-th most frequent one (30000), m 100. Writes their vectors,
# and those of the words of rare-words.txt outside the vocabulary, as word2vec text; the training's CPU seconds go to
# VECTORS.txt.cpu. What a later option says of dimension, window and the rest overrides what is said here.
# Environment: VOCABULARY (30000), THREADS (all), BSG (build/release/cli/bsg).
set -euo pipefail
export LC_ALL=C
[ $# -ge 3 ] || { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }
text=$1 evaluation=$2 vectors=$3
shift 3
bsg=${BSG:-build/release/cli/bsg}
work=$(mktemp -d -p "$(dirname "$vectors")")
trap 'rm -rf "$work"' EXIT

# fastText has a minimal count instead of a vocabulary size.
"$bsg" train "$text" -o "$work/counting.bsg" --save-vocabulary "$work/vocabulary.tsv" --quiet \
  --vocabulary-size "${VOCABULARY:-30000}" --dimension 1 --iterations 1 --burn-in 1
least=$(($(tail -n 1 "$work/vocabulary.tsv" | cut -f 2) + 1))

/usr/bin/time -o "$work/time" -f '%U %S' fasttext skipgram -input "$text" -output "$work/model" -dim 100 \
  -minCount "$least" -thread "${THREADS:-$(nproc)}" "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
awk '{ print $1 + $2 }' "$work/time" >"$vectors.cpu"

tail -n +2 "$work/model.vec" | sed 's/ $//' >"$work/known.txt"
cut -f 1,2 "$evaluation/rare-words.txt" | tr '\t' '\n' | tr '[:upper:]' '[:lower:]' | sort -u >"$work/wanted.txt"
cut -d ' ' -f 1 "$work/known.txt" | sort -u | comm -13 - "$work/wanted.txt" >"$work/unseen.txt"
fasttext print-word-vectors "$work/model.bin" <"$work/unseen.txt" | sed 's/ $//' >"$work/guessed.txt"
{
  echo "$(cat "$work/known.txt" "$work/guessed.txt" | wc -l) $(($(head -n 1 "$work/known.txt" | wc -w) - 1))"
  cat "$work/known.txt" "$work/guessed.txt"
} >"$vectors"
