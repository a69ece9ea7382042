#!/usr/bin/env bash
# bsg, and its skip-gram, beside fastText on the same text with the same settings, as many epochs as iterations, taken
# in turns.
#   bench/peers.sh TEXT [EVALUATION_FOLDER]
# Environment: REPEATS (3), THREADS (all), BSG (build/release/cli/bsg), VOCABULARY (20000), OPTIONS (more options for
# bsg train with its own method), PYTHON. All learn the words that occur more often than the VOCABULARY-th most
# frequent one.
# Prints wall and CPU seconds, peak memory and, with a folder of benchmarks, the scores of each, and last the
# ratios of the means. Needs Debian's fasttext and time, and python3-scipy for the scores.
set -euo pipefail
text=$1
evaluation=${2:-}
repeats=${REPEATS:-3}
threads=${THREADS:-$(nproc)}
bsg=${BSG:-build/release/cli/bsg}
vocabulary=${VOCABULARY:-20000}
read -ra options <<<"${OPTIONS:-}"
python=${PYTHON:-/usr/bin/python3} # Debian's, which has SciPy from Debian's packages
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fastText has a minimal count instead of a vocabulary size: give both the words from that count on.
"$bsg" train "$text" -o "$work/counting.bsg" --save-vocabulary "$work/vocabulary.tsv" \
  --vocabulary-size "$vocabulary" --dimension 1 --iterations 1 --quiet
least=$(tail -n 1 "$work/vocabulary.tsv" | cut -f 2)
least=$((least + 1))

measure() { # NAME COMMAND…: one line of figures
  local name=$1
  shift
  /usr/bin/time -o "$work/time" -f '%e %U %S %M' "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  read -r wall user system memory <"$work/time"
  awk -v n="$name" -v w="$wall" -v u="$user" -v s="$system" -v m="$memory" \
    'BEGIN { printf "%-10s wall %8.1f s  CPU %8.1f s  memory %6.0f MB\n", n, w, u + s, m / 1024 }' |
    tee -a "$work/figures"
}

score() { # VECTORS
  [ -z "$evaluation" ] || "$python" "$here/evaluate_vectors.py" "$1" "$evaluation"
}

train() { # NAME SEED OPTIONS…: one training of ours
  local name=$1 seed=$2
  shift 2
  measure "$name" "$bsg" train "$text" -o "$work/model.bsg" --vocabulary-size 2000000000 --min-count "$least" \
    --threads "$threads" --seed "$seed" --quiet "$@"
  "$bsg" export "$work/model.bsg" -o "$work/bsg.txt" --format word2vec-text
  score "$work/bsg.txt"
}

for repeat in $(seq "$repeats"); do
  train bsg "$repeat" "${options[@]}"
  train skipgram "$repeat" --method skipgram
  # Section 5.2 of the paper in fastText's terms; no subwords.
  measure fastText fasttext skipgram -input "$text" -output "$work/fasttext" -minn 0 -maxn 0 \
    -dim 40 -ws 4 -t 1e-5 -neg 1 -epoch 40 -minCount "$least" -thread "$threads"
  score "$work/fasttext.vec"
done

awk '{ wall[$1] += $3; cpu[$1] += $6 }
     END {
       for (name in wall)
         if (name != "fastText")
           printf "%s / fastText: wall %.3f, CPU %.3f\n", name, wall[name] / wall["fastText"],
             cpu[name] / cpu["fastText"]
     }' "$work/figures"
