"""Baskets: which modules of Python's standard library are used together.

Every module is a basket, and what it imports are the items in it. Cells begin with # %%: run them one by one in an
editor or a notebook, or all of them with

    python3 examples/python/baskets.py

which writes baskets.png to the current folder.
"""

# %% The baskets: a set of names for each module.
import ast
import pathlib
import sysconfig

import bsg


def imported_by(path):
    """Names of the modules that a source file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
    return names


library = pathlib.Path(sysconfig.get_path("stdlib"))
files = sorted(path for folder in ("", "asyncio", "concurrent/futures", "email", "http", "importlib", "json", "logging",
                                   "multiprocessing", "unittest", "urllib", "xml/etree", "xmlrpc")
               for path in (library / folder).glob("*.py"))
baskets = [imported_by(path) - {"__future__"} | {path.stem} - {"__init__"} for path in files]
print(f"{len(baskets)} baskets of {sum(map(len, baskets)) / len(baskets):.1f} items on average")

# %% Training: with sets=True every pair of a basket's items counts, whatever their order.
model = bsg.train(baskets, sets=True, dimension=20, iterations=30, min_count=3)
print(model)

# %% What goes with a module: the model's own probability that it is in the same basket.
for module in ("socket", "threading", "zipfile", "ast"):
    answers = model.neighbors(module, k=5, representation="target-context", measure="probability")
    print(f"{module:10} goes with", ", ".join(f"{answer.word} ({answer.score:.0%})" for answer in answers))

# %% What could stand in its place: modules that keep the same company.
for module in ("socket", "threading", "zipfile", "ast"):
    answers = model.neighbors(module, k=5)
    print(f"{module:10} is used like", ", ".join(f"{answer.word} ({answer.score:.2f} ± {answer.deviation:.2f})"
                                                 for answer in answers))

# %% For a basket that is begun, the sum of its items.
begun = ["socket", "ssl"]
answers = model.neighbors(positive=begun, k=5, representation="target-context", raw=True)
print(f"with {' and '.join(begun)}:", ", ".join(answer.word for answer in answers))

# %% A map of some of them.
groups = {
    "network": ["socket", "ssl", "http", "smtplib", "urllib"],
    "threads": ["threading", "queue", "multiprocessing", "signal"],
    "archives": ["zipfile", "tarfile", "zlib", "shutil", "pathlib"],
    "code": ["ast", "inspect", "tokenize", "dis", "linecache"],
}
known = {name: [module for module in group if module in model] for name, group in groups.items()}
ax = model.plot(known)
ax.set_title("Modules of the standard library by the company they keep")
ax.figure.savefig("baskets.png", dpi=120)
