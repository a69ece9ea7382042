#!/usr/bin/env bash
# demo.sh [--items] [PATH]: from nothing to a trained model and what it knows.
#
#   scripts/demo.sh                 English, learned from two dictionaries that Debian packages
#   scripts/demo.sh PATH            your own text, raw: plain, gzip or zstd, any language
#   scripts/demo.sh --items         baskets: which packages of Debian are used together
#   scripts/demo.sh --items PATH    your own baskets: one a line, items separated by spaces
#
# Installs what is missing (as root or through sudo), builds a release under build/demo, trains (about a
# minute on two cores for the default text) and asks the model a few questions.
set -euo pipefail

usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"; }

fail() {
  echo "demo.sh: $*" >&2
  exit 2
}

kind=text
path=
for argument in "$@"; do
  case $argument in
    -h | --help) usage; exit 0 ;;
    --items) kind=items ;;
    -*) fail "unknown option $argument; try: scripts/demo.sh --help" ;;
    *) [ -z "$path" ] || fail "more than one path given: $path and $argument"; path=$argument ;;
  esac
done
if [ -n "$path" ]; then
  [ -e "$path" ] || fail "$path does not exist; give a text file, or no path for the default text"
  [ ! -d "$path" ] || fail "$path is a folder; give a text file"
  [ -r "$path" ] || fail "$path cannot be read: permission denied"
  path=$(realpath "$path")
fi

cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=build/demo
data=$folder/data
bsg=$folder/cli/bsg
case $kind${path:+-own} in
  text) name=dictionary ;;
  items) name=packages ;;
  *) name=own-$kind ;;
esac
model=$data/$name.bsg
vocabulary=$data/$name.vocabulary
corpus=${path:-$data/$name.txt}

heading() { printf '\n=== %s\n' "$*"; }

# ask ARGUMENT…: shows a command of bsg, then runs it.
ask() {
  printf '\n$ bsg %s\n' "$*"
  "$bsg" "$@"
}

build() {
  local log=$folder/build.log
  mkdir -p "$data"
  heading "Building $bsg"
  if ! {
    cmake --preset release -B $folder -DBSG_BUILD_TESTS=OFF -DBSG_WARNINGS_AS_ERRORS=OFF &&
      cmake --build $folder --target bsg-cli --parallel "$(nproc)"
  } >$log 2>&1; then
    tail -n 40 $log >&2
    fail "the build failed; all of its output is in $log"
  fi
}

# make_corpus SCRIPT FILE: once; again when the script has changed.
make_corpus() {
  heading "Making $2"
  if [ "$2" -nt "$1" ]; then
    echo "already there"
    return
  fi
  python3 "$1" -o "$2.part"
  mv "$2.part" "$2"
}

# train OPTION…: on $corpus.
train() {
  heading "Training on $corpus"
  printf '\n$ bsg train %s\n' "$corpus -o $model --save-vocabulary $vocabulary $*"
  "$bsg" train "$corpus" -o "$model" --save-vocabulary "$vocabulary" "$@"
}

# in_vocabulary WORD…: whether the model has all of them.
in_vocabulary() {
  local word
  for word in "$@"; do
    grep -qxF -- "$word" <(cut -f 1 "$vocabulary") || return 1
  done
}

# telling_words: those of the vocabulary, by rank, that a person may recognise.
telling_words() {
  LC_ALL=C.UTF-8 awk -F '\t' 'length($1) >= 4 && $1 !~ /[0-9]/ && $1 !~ /^-/ { print $1 }' "$vocabulary"
}

closest_to() {
  "$bsg" neighbors "$model" "$1" -k 1 --json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["queries"][0]["answers"][0]["word"])'
}

# choose_words: from the vocabulary itself, where the text is not ours. The most frequent words say little,
# so they are passed over.
choose_words() {
  local all size
  mapfile -t all < <(telling_words)
  size=${#all[@]}
  [ "$size" -ge 4 ] || fail "$corpus has too few words to show something"
  words=("${all[size / 50]}" "${all[size / 50 + 1]}" "${all[size / 50 + 2]}")
  frequent=${all[0]}
  rare=${all[-1]}
  pair=("${words[0]}" "$(closest_to "${words[0]}")")
  analogy=("${words[@]}")
}

show_knowledge() {
  heading "Nearest, with how sure the model is: +- is the cosine's standard deviation"
  ask neighbors "$model" "${words[@]}" -k 8
  if [ "$kind" = items ]; then
    heading "What appears in a basket with it"
  else
    heading "What appears around it"
  fi
  ask neighbors "$model" "${words[0]}" -k 8 --representation target-context --measure probability
  heading "One pair under every measure"
  ask similarity "$model" "${pair[@]}"
  ask similarity "$model" "${pair[@]}" --representation target-context
  heading "An analogy: ${analogy[0]} is to ${analogy[1]} as ${analogy[2]} is to …"
  ask analogy "$model" "${analogy[@]}" -k 5
  heading "A frequent and a rare one: what is seen less is known less well"
  ask info "$model" "$frequent" "$rare"
}

show_next_steps() {
  heading "The model is $model. Try next:"
  cat <<END
$bsg info $model
$bsg neighbors $model ${words[-1]} --measure kl
$bsg neighbors $model --positive ${words[0]} ${words[-1]}
$bsg export $model -o $data/vectors.txt --format word2vec-text
$bsg --help
END
}

learn_text() {
  local tokenizer=words
  if [ -z "$path" ]; then
    make_corpus scripts/dictionary-corpus.py "$corpus"
    tokenizer=whitespace
  fi
  train --tokenizer $tokenizer --vocabulary-size 15000
  words=(ship music bread)
  pair=(ship vessel)
  analogy=(man king woman)
  frequent=water
  rare=rhubarb
}

learn_items() {
  [ -n "$path" ] || make_corpus scripts/package-baskets.py "$corpus"
  train --sets --min-count 5
  words=(libgtk-3-0 python3-numpy texlive-latex-extra)
  pair=(python3-numpy python3-scipy)
  analogy=(libqt5gui5 libqt5core5a libqt6gui6)
  frequent=libc6
  rare=lz4
}

scripts/install-packages.sh build demo
build
"learn_$kind"
if [ -n "$path" ] || ! in_vocabulary "${words[@]}" "${pair[@]}" "${analogy[@]}" "$frequent" "$rare"; then
  choose_words
fi
show_knowledge
show_next_steps
