#!/usr/bin/env python3
"""English text from two dictionaries that Debian packages: one sentence a line, lower case, words by spaces.

dict-gcide gives the Collaborative International Dictionary of English, wordnet-base the glosses of
WordNet. A definition stands on one line with the word that it defines, so that the two occur together.
The same packages always give the same bytes.
"""

import argparse
import gzip
import re
import sys
from pathlib import Path

GCIDE = Path("/usr/share/dictd/gcide.dict.dz")
WORDNET = Path("/usr/share/wordnet")
WORDNET_PARTS = ("noun", "verb", "adj", "adv")

# A letter with a diacritical mark as GCIDE writes it: ['e] [=a] [i^] ["o] [ae].
MARKED_LETTER = re.compile(r"""\[['"=^~`.,-]*([A-Za-z]|ae|AE|oe|OE|oo)[\^']*\]""")
# Etymologies, usage labels, sources: innermost square brackets.
SQUARE = re.compile(r"\[[^\[\]]*\]")
PRONUNCIATION = re.compile(r"\\[^\\]*\\")
# (Naut.), (Zool.), (Eng. Hist.), (a): labels of a subject or of a sense.
LABEL = re.compile(r"\((?:[A-Z][A-Za-z.,&' ]{0,30}\.|[a-z])\)")
# --Sir T. Browne. but not "; -- called also": whom a quotation is from.
ATTRIBUTION = re.compile(r"""--(?:(?:[A-Z][\w.'&-]*|[ivxlc]+\.|\d[\w.:]*|\([^()]*\)|&|of|the|de|van)\s*){1,7}""")
# What a headword is, and its inflected forms' names: n.  v. t.  imp. & p. p.  pl.
GRAMMAR = re.compile(r"\b(?:n|v|a|t|i|p|adj|adv|vb|pr|imp|pl|prep|conj|interj|pron|superl|compar|obs|sing)\.(?!\w)")
LEADING_NUMBER = re.compile(r"^\s*\d+\.\s")
MARKUP = re.compile(r"[{}*\"`|_]")
SENTENCE_END = re.compile(r"(?<=[a-z)][.!?])\s+(?=[A-Z])")
WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
SINGLE_LETTERS = {"a", "i", "o"}


def words_of(text):
    """Words of letters; a possessive loses its 's, initials and marks of a list are dropped."""
    found = []
    for word in WORD.findall(text.lower()):
        word = word.removesuffix("'s")
        if len(word) > 1 or word in SINGLE_LETTERS:
            found.append(word)
    return found


def without_brackets(text):
    text = MARKED_LETTER.sub(r"\1", text)
    while True:
        text, count = SQUARE.subn(" ", text)
        if not count:
            return text


def gcide_entries(text):
    """(headword, body) of every entry: it begins with an unindented line that gives a pronunciation."""
    headword, lines = None, []
    for line in text.splitlines():
        if line and not line[0].isspace() and "\\" in line:
            if headword:
                yield headword, "\n".join(lines)
            headword, lines = line.split("\\", 1)[0].strip(), []
        lines.append(line)
    if headword:
        yield headword, "\n".join(lines)


def gcide_sentences(headword, body):
    """The sentences of one entry; the first of each sense begins with the headword."""
    head = words_of(headword)
    body = without_brackets(body)
    body = PRONUNCIATION.sub(" ", body)
    for number, paragraph in enumerate(re.split(r"\n\s*\n", body)):
        paragraph = LEADING_NUMBER.sub("", " ".join(paragraph.split()))
        if number == 0:
            paragraph = paragraph.removeprefix(headword)
        paragraph = MARKUP.sub("", GRAMMAR.sub(" ", LABEL.sub(" ", ATTRIBUTION.sub(" ", paragraph))))
        for position, sentence in enumerate(SENTENCE_END.split(paragraph)):
            words = words_of(sentence)
            if position == 0 and words and not set(head) <= set(words):
                words = head + words
            yield words


def gcide(path):
    with gzip.open(path, "rt", encoding="ascii", errors="replace") as file:
        for headword, body in gcide_entries(file.read()):
            yield from gcide_sentences(headword, body)


def wordnet(path):
    """The words of a set of synonyms with their gloss; then the gloss's example sentences."""
    with open(path, encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("  "):  # the licence
                continue
            fields, _, gloss = line.partition(" | ")
            fields = fields.split()
            synonyms = [fields[4 + 2 * k].split("(")[0] for k in range(int(fields[3], 16))]
            synonyms = [word for synonym in synonyms for word in words_of(synonym.replace("_", " "))]
            definition, *examples = gloss.split('; "')
            yield synonyms + words_of(definition)
            for example in examples:
                yield words_of(example)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, help="file to write (default: standard output)")
    parser.add_argument("--gcide", type=Path, default=GCIDE)
    parser.add_argument("--wordnet", type=Path, default=WORDNET)
    args = parser.parse_args()
    out = open(args.output, "w") if args.output else sys.stdout
    total = 0
    def emit(it):
        nonlocal total
        for words in it:
            if len(words) > 1:
                total += len(words)
                print(*words, file=out)
    emit(gcide(args.gcide)); print(total, file=sys.stderr)
    for part in WORDNET_PARTS:
        emit(wordnet(args.wordnet / f"data.{part}"))
    print(total, file=sys.stderr)

if __name__ == "__main__":
    main()
