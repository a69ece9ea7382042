#!/usr/bin/env python3
"""English text from two dictionaries that Debian packages: one sentence a line, lower case, words by spaces.

dict-gcide has the Collaborative International Dictionary of English, wordnet-base the glosses of
WordNet. A definition stands on one line with the word that it defines, so that the two occur
together. The same packages always give the same bytes.
"""

import argparse
import gzip
import re
import sys
from pathlib import Path

GCIDE = Path("/usr/share/dictd/gcide.dict.dz")
WORDNET = Path("/usr/share/wordnet")
WORDNET_PARTS = ("noun", "verb", "adj", "adv")

# \Rap"ture\ (r[a^]p"t[-u]r; 135): how a headword is spoken.
PRONUNCIATION = re.compile(r"\\[^\\]{0,200}\\(?:\s*\([^()]*\))?")
# A letter with a diacritical mark: ['e] [=a] [i^] ["o] [ae].
MARKED_LETTER = re.compile(r"""\[['"=^~`.,-]*([A-Za-z]|ae|AE|oe|OE|oo)[\^']*\]""")
# Etymologies, usage labels and sources: [AS. scipe.] [Obs.] [1913 Webster], innermost first.
BRACKETS = re.compile(r"\[[^\[\]]*\]")
# Part of whom a quotation is from, and where: Sir  T.  Browne.  &  xxviii.  11  (Acts iv. 3)
NAME_PART = r"(?:[A-Z][\w.'&-]*|[ivxlc]+\.|\d[\w.:]*|\([^()]*\)|&|of|the|de|van)\s*"
APPARATUS = re.compile(
    # Subjects and marks of a sense: (Naut.) (Mar. Law) (a)
    r"\((?:(?=[^()]*\.)[A-Z][A-Za-z.,&'\s]{0,30}|[a-z])\)"
    # --Sir T. Browne. But not: -- called also. A name that is no abbreviation ends with the sentence.
    rf"|--(?:(?:{NAME_PART}){{0,4}}?[A-Z][\w'-]{{3,}}\.(?:\s*&\s*[A-Z]\w*\.?)?"
    rf"|(?:{NAME_PART}){{1,7}})"
    # Parts of speech and inflections: n.  v. t.  imp. & p. p.
    r"|\b(?:n|v|a|t|i|p|adj|adv|vb|pr|prop|imp|pl|prep|conj|interj|pron|superl|compar|sing)\.(?!\w)"
    # Headings within an entry.
    r"|\b(?:Syn|Note|Usage):")
# What stands inside words: Di*chot"o*mous*ly, {Ship of the line}.
MARKS = str.maketrans("", "", '{}*"`')
PARAGRAPH_END = re.compile(r"\n\s*\n")
SENTENCE_END = re.compile(r"(?<=[a-z)][.!?])\s+(?=[A-Z])")
# Letters, with an apostrophe inside; no single letters but a, i and o; without the possessive 's; nothing
# that has a digit.
WORD = re.compile(r"\b(?:[a-z]+'(?!s\b)[a-z]+|[a-z]{2,}|[aio])\b")


def words_of(text):
    return WORD.findall(text.lower())


def gcide_entries(text):
    """(headword, text) of each entry: it begins with an unindented line that tells the pronunciation."""
    headword, lines = "", []
    for line in text.splitlines():
        if line and not line[0].isspace() and "\\" in line:
            if headword:
                yield headword, "\n".join(lines)
            headword, first = line.split("\\", 1)
            lines = ["\\" + first]
        else:
            lines.append(line)
    if headword:
        yield headword, "\n".join(lines)


def paragraphs(entry):
    """The prose of an entry: senses, quotations, and phrases with their meaning."""
    entry = MARKED_LETTER.sub(r"\1", PRONUNCIATION.sub(" ", entry))
    brackets = 1
    while brackets:
        entry, brackets = BRACKETS.subn(" ", entry)
    for paragraph in PARAGRAPH_END.split(entry):
        yield APPARATUS.sub(" ", paragraph).translate(MARKS)


def gcide_sentences(headword, entry):
    """Words of each sentence; the first of a paragraph has the headword, in front if nowhere else."""
    head = words_of(headword)
    for paragraph in paragraphs(entry):
        first, *others = SENTENCE_END.split(paragraph)
        words = words_of(first)
        if words and not set(head) <= set(words):
            words = head + words
        yield words
        for sentence in others:
            yield words_of(sentence)


def gcide(path):
    with gzip.open(path, "rt", encoding="ascii", errors="replace") as file:
        for headword, entry in gcide_entries(file.read()):
            yield from gcide_sentences(headword, entry)


def wordnet(path):
    """Each set of synonyms with its gloss: the definition and examples of use."""
    with open(path, encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("  "):  # the licence
                continue
            data, _, gloss = line.partition(" | ")
            # offset, file, part of speech, number of words (hexadecimal), then word and sense in turn
            fields = data.split()
            synonyms = " ".join(fields[4:4 + 2 * int(fields[3], 16):2])
            yield words_of(re.sub(r"\(\w+\)", "", synonyms).replace("_", " ")) + words_of(gloss)


def corpus(gcide_file, wordnet_folder):
    yield from gcide(gcide_file)
    for part in WORDNET_PARTS:
        yield from wordnet(wordnet_folder / f"data.{part}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, required=True, help="file to write")
    parser.add_argument("--gcide", type=Path, default=GCIDE, metavar="FILE", help="default: %(default)s")
    parser.add_argument("--wordnet", type=Path, default=WORDNET, metavar="FOLDER",
                        help="default: %(default)s")
    arguments = parser.parse_args()
    sentences = words = 0
    try:
        with open(arguments.output, "w", encoding="ascii") as output:
            for sentence in corpus(arguments.gcide, arguments.wordnet):
                if len(sentence) > 1:
                    output.write(" ".join(sentence) + "\n")
                    sentences += 1
                    words += len(sentence)
    except FileNotFoundError as error:
        print(f"{parser.prog}: {error.filename} is missing: install dict-gcide and wordnet-base",
              file=sys.stderr)
        return 2
    print(f"{sentences} sentences, {words} words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
