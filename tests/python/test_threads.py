"""A model can be asked from several threads, and from processes that were forked or started anew."""

import concurrent.futures
import multiprocessing
import os
import sys

import pytest
from conftest import SMALL

import bsg

QUESTIONS = [("cosine", "target"), ("probability", "sum"), ("kl", "concat"), ("cosine", "target-context")]


def ask(model, number):
    word = model.words[number % len(model)]
    measure, representation = QUESTIONS[number % len(QUESTIONS)]
    return (model.neighbors(word, 5, measure=measure, representation=representation),
            model.compare(word, model.words[0], measure=measure), model[word].tobytes(), model.count(word))


def test_threads(model_file, model):
    expected = [ask(model, number) for number in range(400)]
    for _ in range(5):
        shared = bsg.load(model_file)  # anew: its queries are then prepared by all threads at once
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            assert list(pool.map(lambda number: ask(shared, number), range(400))) == expected


def answer_in_child(model, number):
    return ask(model, number)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(corpus, method):
    """The parent has trained and asked, so that its threads are there when it forks."""
    model = bsg.train(corpus, **SMALL)
    expected = [ask(model, number) for number in range(8)]
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        answers = [pool.submit(answer_in_child, model, number) for number in range(8)]
        assert [answer.result(timeout=120) for answer in answers] == expected


def train_in_child(corpus):
    return bsg.train(corpus, **SMALL)["g1w1"].tobytes()


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
def test_training_in_a_forked_process(corpus, model):
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        assert pool.submit(train_in_child, os.fspath(corpus)).result(timeout=120) == model["g1w1"].tobytes()
