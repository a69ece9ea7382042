#!/usr/bin/env python3
"""Writes the stubs of the Python package that show the options of training to editors and type checkers.

    python-stubs.py            writes python/bsg/training.pyi, resuming.pyi and updating.pyi
    python-stubs.py --check    exit code 1 if they are not what it would write

Needs the package bsg as it is now, for instance by PYTHONPATH=build/release/python: the options are its table's.
"""

import argparse
import ast
import difflib
import inspect
import pathlib
import re
import sys
import typing

import bsg.resuming
import bsg.training
import bsg.updating

PACKAGE = pathlib.Path(__file__).resolve().parent.parent / "python" / "bsg"
MODULES = (bsg.training, bsg.resuming, bsg.updating)
HEAD = "# Written by scripts/python-stubs.py: run it when an option changes.\n"
# Names that only the types of options use.
IMPORTS = {"os": "import os", "Literal": "from typing import Literal"}


def written(annotation):
    """An annotation as source, the same in every version of Python."""
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, typing.ForwardRef):
        return annotation.__forward_arg__
    if typing.get_origin(annotation) is typing.Union:
        return " | ".join(map(written, typing.get_args(annotation)))
    if typing.get_origin(annotation) is typing.Literal:
        return f"Literal[{', '.join(map(repr, typing.get_args(annotation)))}]"
    if typing.get_origin(annotation) is tuple:
        return f"tuple[{', '.join(map(written, typing.get_args(annotation)))}]"
    return "None" if annotation is type(None) else annotation.__name__


def parameters(signature):
    keyword_only = False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            yield "*"
        default = "" if one.default is one.empty else f" = {one.default!r}"
        yield f"{one.name}: {written(one.annotation)}{default}"


def declaration(function):
    signature = inspect.signature(function)
    lines = "".join(f"    {line},\n" for line in parameters(signature))
    return f"def {function.__name__}(\n{lines}) -> {written(signature.return_annotation)}: ...\n"


def annotations(function):
    signature = inspect.signature(function)
    return [written(one) for one in (*(one.annotation for one in signature.parameters.values()),
                                     signature.return_annotation)]


def imports(module, functions):
    """Those of the module's own that the functions' annotations use, and those of the options' types."""
    text = " ".join(one for function in functions for one in annotations(function))

    def used(name):
        return re.search(rf"\b{name}\b", text) is not None

    lines = [line for name, line in IMPORTS.items() if used(name)]
    body = ast.parse(inspect.getsource(module)).body
    for node in [*body, *(inner for one in body if isinstance(one, ast.If) for inner in one.body)]:  # TYPE_CHECKING
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            node.names = [alias for alias in node.names if used(alias.asname or alias.name)]
            if node.names and ast.unparse(node) not in lines:
                lines.append(ast.unparse(node))
    return "\n".join(lines)


def stub(module):
    functions = [one for name, one in vars(module).items()
                 if inspect.isfunction(one) and one.__module__ == module.__name__ and not name.startswith("_")]
    declarations = "\n".join(map(declaration, functions))
    return f"{HEAD}\n{imports(module, functions)}\n\n{declarations}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    outdated = False
    for module in MODULES:
        path = PACKAGE / (module.__name__.split(".")[-1] + ".pyi")
        text = stub(module)
        if not check:
            path.write_text(text, encoding="utf-8")
            continue
        present = path.read_text(encoding="utf-8") if path.exists() else ""
        difference = list(difflib.unified_diff(present.splitlines(), text.splitlines(), str(path), "as it should be",
                                               lineterm=""))
        if difference:
            print("\n".join(difference))
            outdated = True
    return 1 if outdated else 0


if __name__ == "__main__":
    sys.exit(main())
