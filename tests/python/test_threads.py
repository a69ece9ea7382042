"""A model can be asked from several threads, and from processes that were forked or started anew."""

import concurrent.futures
import multiprocessing
import os
import sys
import threading

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


def test_forking_leaves_no_threads_behind_that_are_missed(corpus):
    """Workers are ended before a fork, so that the child starts its own: it must not wait for those of the parent."""
    model = bsg.train(corpus, **SMALL)
    expected = ask(model, 3)
    for _ in range(30):
        ask(bsg.train(corpus, **SMALL), 3)
        child = os.fork()
        if child == 0:
            same = bsg.train(corpus, **SMALL)["g1w1"].tobytes() == model["g1w1"].tobytes() and ask(model, 3) == expected
            os._exit(0 if same else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_threads_that_are_at_work_are_left_alone(corpus):
    """A fork while another thread trains: both go on."""
    trained = []
    thread = threading.Thread(target=lambda: trained.append(bsg.train(corpus, **{**SMALL, "iterations": 200})))
    thread.start()
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        assert pool.submit(len, [1, 2]).result(timeout=120) == 2
    thread.join()
    assert len(trained[0].iterations) == 200


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
def test_training_in_a_forked_process(corpus, model):
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        assert pool.submit(train_in_child, os.fspath(corpus)).result(timeout=120) == model["g1w1"].tobytes()
