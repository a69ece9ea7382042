"""Dictionary entries become sentences of plain words, each definition with the word that it defines."""

import gzip
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "dictionary-corpus.py"

GCIDE = r'''
00-database-info
   Words of a preface, which do not count.

Brig \Brig\ (br[i^]g), n. [Shortened from brigantine. See
   {Brigantine} [Naut.].]
   1. (Naut.) A two-masted vessel, square-rigged on both masts.
      It sails well. [Obs.] --Sir T.
      Browne. The wind fills it.
      [1913 Webster]

            The captain's brig lay in the caf['e] harbor. --Byron (Canto iv. 3).
      [1913 Webster]

   {Brig schooner} (Mar. Law), a kind of vessel; -- called also
      {her*maph"ro*dite brig}. -- {Brig"like}, adv.

   Syn: Ship; vessel of the 19th century.

Brisk \Brisk\, a.
   Lively; don't wait.
'''
NOUNS = '''  1 This is the licence of the data
00001740 03 n 02 sea_captain 0 skipper 0 001 @ 00001930 n 0000 | the officer of a ship; "the skipper's orders"  
'''
ADJECTIVES = '''00001740 00 a 01 afloat(p) 0 000 | borne on the water  
'''


def run(tmp_path, gcide=GCIDE):
    with gzip.open(tmp_path / "gcide.dict.dz", "wt", encoding="ascii") as file:
        file.write(gcide)
    for part, text in {"noun": NOUNS, "verb": "", "adj": ADJECTIVES, "adv": ""}.items():
        (tmp_path / f"data.{part}").write_text(text, encoding="ascii")
    command = [sys.executable, SCRIPT, "-o", tmp_path / "corpus.txt",
               "--gcide", tmp_path / "gcide.dict.dz", "--wordnet", tmp_path]
    return subprocess.run(command, capture_output=True, text=True)


def test_sentences(tmp_path):
    result = run(tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "corpus.txt").read_text().splitlines() == [
        "brig a two masted vessel square rigged on both masts",
        "it sails well",
        "the wind fills it",
        "the captain brig lay in the cafe harbor",
        "brig schooner a kind of vessel called also hermaphrodite brig briglike",
        "brig ship vessel of the century",
        "brisk lively don't wait",
        "sea captain skipper the officer of a ship the skipper orders",
        "afloat borne on the water",
    ]
    assert "9 sentences, 62 words" in result.stdout


def test_same_input_gives_same_bytes(tmp_path):
    run(tmp_path)
    first = (tmp_path / "corpus.txt").read_bytes()
    run(tmp_path)
    assert (tmp_path / "corpus.txt").read_bytes() == first


def test_missing_dictionary_names_the_packages(tmp_path):
    command = [sys.executable, SCRIPT, "-o", tmp_path / "corpus.txt", "--gcide", tmp_path / "absent"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 2
    assert "absent is missing: install dict-gcide and wordnet-base" in result.stderr
