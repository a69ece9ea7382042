#!/usr/bin/env bash
# bsg in both of its modes, and its skip-gram, beside fastText and gensim: the same text, words and settings, all of
# them taking turns.
#   bench/peers.sh TEXT [EVALUATION_FOLDER]
# Environment, with section 5.2 of the paper as default:
#   DIMENSION (40), WINDOW (4), SUBSAMPLE (1e-5), NEGATIVES (1), VOCABULARY (20000)
#   EPOCHS (40), of the peers and of bsg's skip-gram; SAMPLED (40) and EXPECTED (20), iterations of bsg's modes
#   GAUGE (0.4), of the expected mode
#   CONTESTANTS ("sampled expected skipgram fastText gensim"), REPEATS (3), THREADS (all)
#   BSG (build/release/cli/bsg), PYTHON, FIGURES (a file to keep each run's figures in, as JSON lines)
# All learn the words that occur more often than the VOCABULARY-th most frequent one. `sampled` is the paper to the
# letter, `expected` has the exact xi, expected negatives among all words, and the gauge. Repeat r has seed r.
# Prints the figures of each run and last a table of means and ratios. Needs Debian's fasttext, time,
# python3-gensim and, for the scores, python3-scipy (scripts/install-packages.sh bench).
set -euo pipefail
text=$1
evaluation=${2:-}
dimension=${DIMENSION:-40}
window=${WINDOW:-4}
subsample=${SUBSAMPLE:-1e-5}
negatives=${NEGATIVES:-1}
epochs=${EPOCHS:-40}
threads=${THREADS:-$(nproc)}
bsg=${BSG:-build/release/cli/bsg}
python=${PYTHON:-/usr/bin/python3} # Debian's, which has gensim and SciPy from Debian's packages
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
figures=${FIGURES:-$work/figures}
vectors=$work/vectors.txt

# The peers have a minimal count instead of a vocabulary size: give all the words from that count on.
"$bsg" train "$text" -o "$work/counting.bsg" --save-vocabulary "$work/vocabulary.tsv" \
  --vocabulary-size "${VOCABULARY:-20000}" --dimension 1 --iterations 1 --quiet
least=$(($(tail -n 1 "$work/vocabulary.tsv" | cut -f 2) + 1))

measure() { # COMMAND…: wall, user and system seconds and peak kilobytes into $work/time
  /usr/bin/time -o "$work/time" -f '%e %U %S %M' "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

train() { # SEED OPTIONS…: one training of ours
  local seed=$1
  shift
  measure "$bsg" train "$text" -o "$work/model.bsg" --recipe paper --vocabulary-size 2000000000 \
    --min-count "$least" --dimension "$dimension" --window "$window" --subsample "$subsample" --negatives "$negatives" \
    --threads "$threads" --seed "$seed" --quiet "$@"
  "$bsg" export "$work/model.bsg" -o "$vectors" --format word2vec-text >"$work/log" 2>&1
}

train_sampled() { train "$1" --iterations "${SAMPLED:-40}"; }

train_expected() {
  train "$1" --negative-mode expected --xi exact --exclude-positives no --iterations "${EXPECTED:-20}" \
    --gauge "${GAUGE:-0.4}"
}

train_skipgram() { train "$1" --method skipgram --iterations "$epochs"; }

train_fastText() { # no subwords
  measure fasttext skipgram -input "$text" -output "$work/fasttext" -minn 0 -maxn 0 -dim "$dimension" -ws "$window" \
    -t "$subsample" -neg "$negatives" -epoch "$epochs" -minCount "$least" -thread "$threads" -seed "$1"
  mv "$work/fasttext.vec" "$vectors"
}

train_gensim() {
  measure "$python" "$here/train_gensim.py" "$text" "$vectors" --dimension "$dimension" --window "$window" \
    --subsample "$subsample" --negatives "$negatives" --epochs "$epochs" --min-count "$least" \
    --threads "$threads" --seed "$1"
}

record() { # NAME: the last run's figures, printed and kept
  local scores={}
  [ -z "$evaluation" ] || scores=$("$python" "$here/evaluate_vectors.py" "$vectors" "$evaluation")
  read -r wall user system memory <"$work/time"
  awk -v n="$1" -v w="$wall" -v u="$user" -v s="$system" -v m="$memory" -v scores="$scores" 'BEGIN {
    printf "{\"name\": \"%s\", \"wall\": %.2f, \"cpu\": %.2f, \"memory\": %.0f, \"scores\": %s}\n",
      n, w, u + s, m / 1024, scores }' | tee -a "$figures"
}

for repeat in $(seq "${REPEATS:-3}"); do
  for name in ${CONTESTANTS:-sampled expected skipgram fastText gensim}; do
    "train_$name" "$repeat"
    record "$name"
  done
done
"$python" "$here/peers_table.py" "$figures"
