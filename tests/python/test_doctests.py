"""The examples in docstrings are run, and everything public has a docstring."""

import doctest
import importlib
import inspect
import pathlib
import pkgutil

import pytest

import bsg

MODULES = ["bsg"] + [f"bsg.{module.name}" for module in pkgutil.iter_modules(bsg.__path__)
                     if not module.name.startswith("_")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    examples = [test for name in MODULES for test in doctest.DocTestFinder().find(importlib.import_module(name))
                if test.examples]
    assert len(examples) >= 8


def test_everything_public_is_documented():
    for name in bsg.__all__:
        thing = getattr(bsg, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_the_package_is_typed():
    assert (pathlib.Path(bsg.__file__).parent / "py.typed").exists()
    assert (pathlib.Path(bsg.__file__).parent / "_bsg.pyi").exists()
