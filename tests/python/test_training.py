"""Progress, interruption and options of training."""

import inspect
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import Literal, Optional, Union

import numpy as np
import pytest
from conftest import SMALL

import bsg

ENDLESS = {"dimension": 64, "iterations": 100_000, "subsample": 1}


def test_a_callable_hears_of_everything(corpus):
    heard = []
    model = bsg.train(corpus, progress=heard.append, calibrate="yes", **SMALL)
    assert all(isinstance(progress, bsg.Progress) for progress in heard)
    assert [progress.finished for progress in heard if progress.finished] == list(model.iterations)
    assert {progress.iterations for progress in heard} == {8}
    stages = [progress.stage for progress in heard]
    assert set(stages) <= {"counting", "encoding", "sampling", "targets", "contexts", "calibration", "gauge"}
    assert all(0 <= progress.bytes_read <= progress.bytes_total for progress in heard)


def test_a_callable_is_called_in_the_calling_thread(corpus):
    threads = set()
    bsg.train(corpus, progress=lambda _: threads.add(threading.get_ident()), **SMALL)
    assert threads == {threading.get_ident()}


def test_a_callable_does_not_change_the_result(corpus, model, model_file, tmp_path):
    bsg.train(corpus, progress=lambda _: time.sleep(0.001), **SMALL).save(tmp_path / "m.bsg")
    assert (tmp_path / "m.bsg").read_bytes() == model_file.read_bytes()


def test_what_a_callable_raises_ends_the_training(corpus):
    class Enough(Exception):
        pass

    def stop_at_three(progress):
        if progress.finished and progress.iteration >= 3:
            raise Enough(progress.iteration)

    with pytest.raises(Enough, match="3"):
        bsg.train(corpus, progress=stop_at_three, **ENDLESS)


def test_training_releases_the_interpreter(corpus):
    """Another thread goes on counting while one trains: the callable only ends what would go on for ever."""
    counted = []
    done = threading.Event()

    def count():
        while not done.is_set() and len(counted) < 100:
            counted.append(None)
            time.sleep(0.001)
        done.set()

    class Enough(Exception):
        pass

    def stop_when_counted(_):
        if done.is_set():
            raise Enough

    counter = threading.Thread(target=count)
    counter.start()
    with pytest.raises(Enough):
        bsg.train(corpus, progress=stop_when_counted, **ENDLESS)
    counter.join()
    assert len(counted) == 100


def run_child(code, corpus, after_first_line):
    """A Python process that runs `code`; `after_first_line(process)` is called when it has printed one."""
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code), str(corpus)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    try:
        first = process.stdout.readline()
        after_first_line(process)
        output, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    return first + output, errors


def interrupt(process):
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)


TRAIN_AND_TELL = """
    import sys, time, bsg
    print("ready", flush=True)
    try:
        bsg.train({texts}, dimension=64, iterations=100_000, subsample=1{more})
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.parametrize("texts", [
    "sys.argv[1]",
    "[line.split() for line in open(sys.argv[1])]",
    "(['a', 'b'] for _ in iter(int, 1))",
    "[['a', 'b'] * 4_000_000]",
])
@pytest.mark.parametrize("more", ["", ", progress=lambda _: None", ", progress=True"])
def test_interrupting(corpus, texts, more):
    """SIGINT becomes KeyboardInterrupt, whether texts are being gathered or the model is being trained."""
    output, errors = run_child(TRAIN_AND_TELL.format(texts=texts, more=more), corpus, interrupt)
    assert output == "ready\ninterrupted\n", errors


def test_a_process_goes_on_after_an_interruption(corpus):
    output, errors = run_child(TRAIN_AND_TELL.format(texts="sys.argv[1]", more="") + """
    print(bsg.train(sys.argv[1], dimension=4, iterations=3, subsample=1), flush=True)
    """, corpus, interrupt)
    assert output == "ready\ninterrupted\n<bsg.Model: 36 words, dimension 4>\n", errors


def test_training_in_several_threads_at_once(corpus, model_file, tmp_path):
    failures = []

    def train(number):
        try:
            path = tmp_path / f"{number}.bsg"
            bsg.train(corpus, **SMALL).save(path)
            assert path.read_bytes() == model_file.read_bytes()
        except BaseException as error:  # pylint: disable=broad-except
            failures.append(error)

    threads = [threading.Thread(target=train, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_options_come_from_the_table():
    signature = inspect.signature(bsg.train)
    for option in bsg.options():
        assert signature.parameters[option.name].default == option.default
        assert f"{option.name}={option.default!r}: " in bsg.train.__doc__
    assert signature.parameters["dimension"].default == 100
    assert "--" not in bsg.train.__doc__


def test_signatures_show_the_types_of_options():
    types = {"dimension": Optional[int], "subsample": Optional[float], "sets": Optional[bool],
             "exclude_positives": Optional[bool], "method": Optional[Literal["bsg", "skipgram", "gibbs"]],
             "memory": Union[int, str, None]}
    for function in (bsg.train, bsg.resume):
        parameters = inspect.signature(function).parameters
        assert {name: parameters[name].annotation for name in types} == types
        assert {option.name for option in bsg.options()} < set(parameters)
    assert all(inspect.signature(bsg.resume).parameters[option.name].default is None for option in bsg.options())


def test_numbers_of_numpy_are_numbers(corpus, tmp_path, model_file):
    options = {**SMALL, "dimension": np.int64(8), "subsample": np.float32(1), "sets": np.bool_(False), "tolerance": None}
    bsg.train(corpus, **options).save(tmp_path / "m.bsg")
    assert (tmp_path / "m.bsg").read_bytes() == model_file.read_bytes()


def test_the_report(corpus):
    report = bsg.train(corpus, threads=2, **SMALL).report
    assert (report.tokens, report.vocabulary_tokens, report.distinct_words, report.sentences) == (12000, 12000, 36, 1500)
    assert report.threads == 2 and not report.converged
    stages = {"counting", "encoding", "sampling", "targets", "contexts", "calibration", "passes", "gauge"}
    assert set(report.seconds) == stages
    assert report.seconds["targets"] > 0
    assert bsg.train(corpus, tolerance=1e9, **SMALL).report.converged


def test_the_gauge_keeps_products_and_learned_priors_are_recorded(corpus):
    plain = bsg.train(corpus, learn_prior=True, gauge=0, **SMALL)
    changed = bsg.train(corpus, learn_prior=True, gauge=0.5, **SMALL)
    products = [model.means @ model.context_means.T for model in (plain, changed)]
    np.testing.assert_allclose(products[1], products[0], atol=1e-3)
    assert not np.allclose(plain.means, changed.means, atol=1e-3)
    taus = [one.target_prior_precision for one in changed.iterations]
    assert taus[0] == 10 and all(tau > 0 for tau in taus) and len(set(taus)) == len(taus)
    assert bsg.train(corpus, **SMALL).iterations[0].target_prior_precision is None


def test_memory_changes_no_byte(corpus, tmp_path, model_file):
    least = bsg.train(corpus, **SMALL).report.planned_memory
    for budget in range(least - 20000, least, 1000):
        try:
            model = bsg.train(corpus, memory=budget, scratch=tmp_path, **SMALL)
        except bsg.ResourceError:
            continue
        assert 0 < model.report.scratch_bytes and model.report.planned_memory <= budget
        model.save(tmp_path / "m.bsg")
        assert (tmp_path / "m.bsg").read_bytes() == model_file.read_bytes()
        return
    pytest.fail("no budget made files of anything")


def test_files_of_any_name(tmp_path, corpus, model_file):
    path = os.fsencode(tmp_path) + b"/t\xffxt"
    with open(path, "wb") as file:
        file.write(corpus.read_bytes())
    bsg.train(os.fsdecode(path), **SMALL).save(os.fsdecode(path + b".bsg"))
    with open(path + b".bsg", "rb") as file:
        assert file.read() == model_file.read_bytes()
    with pytest.raises(FileNotFoundError) as raised:
        bsg.load(os.fsdecode(path + b"!"))
    assert raised.value.filename == os.fsdecode(path + b"!")
