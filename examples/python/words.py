"""Words: what a model learns from Python's own manual, and how sure it is of it.

Cells begin with # %%: run them one by one in an editor or a notebook, or all of them with

    python3 examples/python/words.py

which writes words.png and certainty.png to the current folder.
"""

# %% The text: the language reference that comes with Python, one list of words for each sentence.
import pydoc_data.topics
import re

import matplotlib.pyplot as plt
import numpy as np

import bsg

manual = "\n\n".join(pydoc_data.topics.topics.values())
sentences = [re.findall(r"[a-z_]{2,}", sentence.lower()) for sentence in re.split(r"[.;:]\s|\n\s*\n", manual)]
print(f"{sum(map(len, sentences)):,} words in {len(sentences):,} sentences")

# %% Training. The text is short: keep more of it than the default does, and leave out the rarest words.
model = bsg.train(sentences, dimension=40, subsample=1e-3, min_count=5)
print(model)

# %% Neighbors, by a lower bound of the cosine. Its deviation says how much it would scatter from text to text, and
# confidence is the probability that an answer truly beats the next one.
for word in ("float", "import", "except", "tuple"):
    print(f"\n{word}")
    for answer in model.neighbors(word, k=5):
        print(f"  {answer.word:12} {answer.score:.2f} ± {answer.deviation:.2f}, "
              f"beats the next with {answer.confidence:.0%}")

# %% What appears around a word, which is not the same as what is used like it.
print("\naround import:",
      ", ".join(answer.word for answer in model.neighbors("import", k=6, representation="target-context",
                                                          measure="probability")))

# %% A map. The ellipses are one standard deviation of each word's density, seen in the plane of the map.
topics = {
    "numbers": ["float", "complex", "integer", "floating", "decimal"],
    "modules": ["import", "module", "package", "imported", "submodule"],
    "errors": ["except", "raise", "exception", "finally", "try"],
    "classes": ["class", "instance", "base", "subclass", "metaclass"],
}
known = {name: [word for word in topic if word in model] for name, topic in topics.items()}
ax = model.plot(known)
ax.set_title("Words of Python's manual, with one standard deviation")
ax.figure.savefig("words.png", dpi=120)

# %% The more often a word is seen, the surer the model is of it.
deviation = np.sqrt(model.variances.mean(axis=1))
fig, ax = plt.subplots(figsize=(8, 5), layout="constrained")
ax.scatter(model.counts, deviation, s=8, alpha=0.4)
for word in ("the", "class", "import", "float", "metaclass"):
    ax.annotate(word, (model.count(word), deviation[model.index(word)]), xytext=(6, 6), textcoords="offset points")
ax.set_xscale("log")
ax.set_xlabel("occurrences")
ax.set_ylabel("standard deviation per axis")
ax.set_title("What is seen more is known better")
fig.savefig("certainty.png", dpi=120)
