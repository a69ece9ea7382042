"""--checkpoint and --resume: signals, refusals, and disks that are full or gone."""

import os
import re
import resource
import shutil
import signal
import subprocess
import time

import pytest
from checkpointed import (BSG, OPTIONS, last_line, make_text, run_command, start, states, uninterrupted,
                          wait_for_state)
from conftest import refused, succeed


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    return make_text(tmp_path_factory.mktemp("resumed") / "text.txt")


@pytest.fixture(scope="module")
def expected(text):
    return uninterrupted(text, text.parent / "expected.bsg", *OPTIONS)


@pytest.fixture
def stopped(text, tmp_path):
    """The folder of a training that was stopped after an iteration."""
    kept = tmp_path / "kept"
    process = start("train", text, "-o", tmp_path / "m.bsg", *OPTIONS, "--checkpoint", kept, "--quiet")
    wait_for_state(process, kept, 1)
    process.send_signal(signal.SIGINT)
    assert last_line(process)[1] == 130
    assert not (tmp_path / "m.bsg").exists()
    return kept


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("quiet", [[], ["--quiet"]])
def test_a_signal_keeps_the_iteration_and_says_how_to_go_on(number, quiet, text, expected, tmp_path):
    kept, model = tmp_path / "it's kept", tmp_path / "m.bsg"
    process = start("train", text, "-o", model, *OPTIONS, "--checkpoint", kept, "--checkpoint-every", "100", *quiet)
    wait_for_state(process, kept, 0)
    if not quiet:
        while b"iteration 2/" not in process.stderr.readline():
            pass
    process.send_signal(number)
    message, code = last_line(process)
    assert code == 130
    found = re.match(r"bsg: interrupted (?:after iteration (\d+)|while \w+ .*); no model was written; to resume: ", message)
    assert found, message
    assert states(kept) == [int(found.group(1) or 0)]
    assert quiet or states(kept)[0] >= 2
    assert not model.exists()
    run_command(message)
    assert model.read_bytes() == expected
    assert os.listdir(kept) == []


def test_checkpoints_change_no_byte_and_the_plan_names_their_disk(text, expected, tmp_path):
    kept = tmp_path / "new" / "kept"
    run = succeed("train", text, "-o", tmp_path / "m.bsg", *OPTIONS, "--checkpoint", kept)
    assert (tmp_path / "m.bsg").read_bytes() == expected
    found = re.search(r"; ([\d.]+) MB of disk for two checkpoints in '(.*)'$", run.stderr.decode(), re.MULTILINE)
    # The weights of n-grams are a few per cent more.
    assert float(found.group(1)) == pytest.approx(2 * 4 * 1500 * (6 * 30 + 2 * 465) / 1e6, rel=0.06)
    assert found.group(2) == str(kept)
    assert re.search(r"^  stages .*, checkpoints [\d.]+ \w+$", run.stderr.decode(), re.MULTILINE), run.stderr
    assert os.listdir(kept) == []


def test_resuming_from_elsewhere_with_other_threads_and_memory(stopped, text, expected, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    run = subprocess.run([BSG, "train", "--resume", stopped, "--threads", "1", "--memory", "1G", "-o", "other.bsg"],
                         cwd=tmp_path / "elsewhere", stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300)
    assert run.returncode == 0, run.stderr
    report = run.stderr.decode()
    assert re.search(r"^resuming after iteration \d+, from the checkpoint in '", report, re.MULTILINE)
    assert re.search(r"iterations +14, .*; \d+ of them before the checkpoint", report)
    assert (tmp_path / "elsewhere" / "other.bsg").read_bytes() == expected
    assert not (tmp_path / "m.bsg").exists()


def test_the_whole_command_again_with_resume(stopped, text, expected, tmp_path):
    succeed("train", text, "-o", tmp_path / "m.bsg", *OPTIONS, "--resume", stopped, "--quiet")
    assert (tmp_path / "m.bsg").read_bytes() == expected


def test_standard_input_is_given_again(text, expected, tmp_path):
    kept, model = tmp_path / "kept", tmp_path / "m.bsg"
    with open(text, "rb") as file:
        process = subprocess.Popen([BSG, "train", "-", "-o", model, *OPTIONS, "--checkpoint", kept, "--quiet"], stdin=file,
                                   stderr=subprocess.PIPE)
        wait_for_state(process, kept, 1)
        process.send_signal(signal.SIGTERM)
        assert last_line(process)[0].endswith(f"bsg train --resume {kept} (with the same standard input)")
    assert "differs" in refused("train", "--resume", kept, "--quiet", stdin=b"another text\n" * 200)
    succeed("train", "--resume", kept, "--quiet", stdin=text.read_bytes())
    assert model.read_bytes() == expected


@pytest.mark.parametrize("option, value, before", [
    ("--dimension", "31", "30"), ("--seed", "2", "1"), ("--xi", "paper", "exact"), ("--burn-in", "4", "3"),
    ("--method", "skipgram", "bsg"), ("--recipe", "paper", "standard"),
])
def test_other_options_are_refused_by_name(option, value, before, stopped, expected, tmp_path):
    message = refused("train", "--resume", stopped, option, value, "--quiet")
    assert message.startswith(f"bsg: option {option}: the checkpoint in '{stopped}' was made with {before}, and now it is {value}")
    succeed("train", "--resume", stopped, "--quiet")
    assert (tmp_path / "m.bsg").read_bytes() == expected


def test_the_recipe_given_again_keeps_the_exceptions_to_it(stopped, expected, tmp_path):
    succeed("train", "--resume", stopped, "--recipe", "standard", "--quiet")
    assert (tmp_path / "m.bsg").read_bytes() == expected


def test_a_choice_of_vocabulary_has_no_effect_where_one_was_given(text, tmp_path):
    words, kept, model = tmp_path / "words", tmp_path / "kept", tmp_path / "m.bsg"
    succeed("train", text, "-o", model, *OPTIONS, "--iterations", "1", "--save-vocabulary", words, "--quiet")
    process = start("train", text, "-o", model, *OPTIONS, "--vocabulary", words, "--checkpoint", kept, "--quiet")
    wait_for_state(process, kept, 1)
    process.send_signal(signal.SIGINT)
    last_line(process)
    assert "option --min-count has no effect with --vocabulary" in refused("train", "--resume", kept, "--min-count", "2")


def test_another_text_is_refused_by_name(stopped, text, tmp_path):
    other = tmp_path / "other.txt"
    other.write_bytes(text.read_bytes() + b"w1 w2\n")
    assert f"'{other}' differs from what the checkpoint in '{stopped}' was made from" in refused(
        "train", "--resume", stopped, other, "--quiet")


@pytest.mark.parametrize("quiet", [[], ["--quiet"]])
def test_a_damaged_checkpoint_is_warned_of_and_the_one_before_it_taken(quiet, stopped, expected, tmp_path):
    held = states(stopped)[-1]
    good = stopped / f"iteration-{held}.checkpoint"
    damaged = stopped / f"iteration-{held + 1}.checkpoint"
    damaged.write_bytes(good.read_bytes()[:-1])
    said = succeed("train", "--resume", stopped, *quiet).stderr.decode()
    assert (tmp_path / "m.bsg").read_bytes() == expected
    if quiet:
        assert said == ""
        return
    assert re.search(rf"^warning: '{damaged}' is damaged and left out: .+$", said, re.MULTILINE), said
    assert f"resuming after iteration {held}, from the checkpoint" in said


def test_a_checkpoint_is_not_overwritten(stopped, text, expected, tmp_path):
    held = states(stopped)
    message = refused("train", text, "-o", tmp_path / "m.bsg", *OPTIONS, "--checkpoint", stopped, "--quiet")
    assert f"'{stopped}' holds a checkpoint of iteration {held[-1]} already" in message
    assert states(stopped) == held


def test_a_start_that_failed_is_not_in_the_way(text, expected, tmp_path):
    kept, model = tmp_path / "kept", tmp_path / "m.bsg"
    message = refused("train", tmp_path / "typo.txt", "-o", model, *OPTIONS, "--checkpoint", kept, "--quiet")
    assert message == f"bsg: cannot open '{tmp_path}/typo.txt': No such file or directory\n"
    succeed("train", text, "-o", model, *OPTIONS, "--checkpoint", kept, "--quiet")
    assert model.read_bytes() == expected


def test_two_trainings_do_not_share_a_folder(text, tmp_path):
    kept = tmp_path / "kept"
    first = start("train", text, "-o", tmp_path / "m.bsg", *OPTIONS, "--checkpoint", kept, "--quiet")
    wait_for_state(first, kept, 0)
    first.send_signal(signal.SIGSTOP)
    try:
        assert f"another training keeps its checkpoints in '{kept}'" in refused("train", "--resume", kept, "--quiet")
    finally:
        first.kill()
        first.communicate(timeout=60)


@pytest.mark.parametrize("arguments, part", [
    (["--resume", "none"], "there is no checkpoint in 'none'"),
    (["--resume", "none", "--checkpoint", "kept"], "--checkpoint excludes --resume"),
    (["text", "-o", "m.bsg", "--checkpoint", "kept", "--checkpoint-every", "0"], "--checkpoint-every"),
    (["text", "-o", "m.bsg", "--checkpoint-every", "2"], "--checkpoint-every needs --checkpoint"),
    (["-o", "m.bsg"], "TEXT is required"),
])
def test_arguments_that_make_no_sense(arguments, part):
    assert part in refused("train", *arguments)


def test_a_folder_that_cannot_be_made(corpus, tmp_path):
    assert f"cannot make the folder '{corpus}'" in refused(
        "train", corpus, "-o", tmp_path / "m.bsg", "--checkpoint", corpus, "--quiet")


def test_a_folder_that_vanishes_ends_the_training(text, tmp_path):
    kept, model = tmp_path / "kept", tmp_path / "m.bsg"
    model.write_bytes(b"previous")
    process = start("train", text, "-o", model, *OPTIONS, "--iterations", "100000", "--checkpoint", kept, "--quiet")
    wait_for_state(process, kept, 2)
    kept.rename(tmp_path / "gone")
    message, code = last_line(process)
    assert code == 2 and re.match(rf"bsg: cannot (create|write|replace) '{kept}/iteration-\d+.checkpoint': No such file", message)
    assert model.read_bytes() == b"previous"


def test_an_output_folder_that_vanishes_loses_nothing(text, expected, tmp_path):
    kept, folder = tmp_path / "kept", tmp_path / "folder"
    folder.mkdir()
    process = start("train", text, "-o", folder / "m.bsg", *OPTIONS, "--checkpoint", kept, "--quiet")
    wait_for_state(process, kept, 1)
    shutil.rmtree(folder)
    message, code = last_line(process)
    assert code == 2
    assert message.startswith(f"bsg: cannot create '{folder}/m.bsg': No such file or directory")
    assert message.endswith(f"the last checkpoint stays; to resume from it, with the new place of a file that has moved: bsg train --resume {kept}")
    assert states(kept) == [14]
    folder.mkdir()
    run_command(message)
    assert (folder / "m.bsg").read_bytes() == expected


def test_a_checkpoint_that_cannot_be_written_leaves_the_one_before(text, expected, tmp_path):
    """Checkpoints grow with iteration 4, which keeps precisions: the limit is between."""
    kept, model = tmp_path / "kept", tmp_path / "m.bsg"
    model.write_bytes(b"previous")

    def limit_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, 3_000_000))

    process = start("train", text, "-o", model, *OPTIONS, "--checkpoint", kept, "--quiet", preexec_fn=limit_files)
    message, code = last_line(process)
    assert code == 2
    assert message == (f"bsg: cannot write '{kept}/iteration-4.checkpoint': File too large; the last checkpoint stays; "
                       f"to resume from it, with the new place of a file that has moved: bsg train --resume {kept}")
    assert os.listdir(kept) == ["iteration-3.checkpoint"]
    assert model.read_bytes() == b"previous"
    run_command(message)
    assert model.read_bytes() == expected


@pytest.fixture
def small_disk(tmp_path):
    """20 MB: enough for two checkpoints."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20M", "tmpfs", disk],
                                           stderr=subprocess.DEVNULL).returncode != 0:
        pytest.skip("a file system cannot be mounted here")
    yield disk
    subprocess.run(["umount", "-l", disk], check=True)


def test_a_disk_that_fills_up(small_disk, text, expected, tmp_path):
    kept, model = small_disk / "kept", tmp_path / "m.bsg"
    model.write_bytes(b"previous")
    process = start("train", text, "-o", model, *OPTIONS, "--checkpoint", kept, "--quiet")
    wait_for_state(process, kept, 1)
    with open(small_disk / "filler", "wb", buffering=0) as filler:
        while process.poll() is None:
            try:
                filler.write(b"x" * 65536)
            except OSError:
                time.sleep(0.0005)
    message, code = last_line(process)
    assert code == 2 and "No space left on device" in message, message
    assert states(kept) and model.read_bytes() == b"previous"
    (small_disk / "filler").unlink()
    run_command(message)
    assert model.read_bytes() == expected


def test_a_finished_training_needs_no_more_disk(small_disk, text, expected, tmp_path):
    folder, kept = tmp_path / "folder", small_disk / "kept"
    folder.mkdir()
    process = start("train", text, "-o", folder / "m.bsg", *OPTIONS, "--checkpoint", kept, "--quiet")
    wait_for_state(process, kept, 1)
    shutil.rmtree(folder)
    message, code = last_line(process)
    assert code == 2 and states(kept) == [14], message
    (small_disk / "filler").write_bytes(bytes(17 << 20))
    succeed("train", "--resume", kept, "-o", tmp_path / "m.bsg", "--scratch", tmp_path, "--quiet")
    assert (tmp_path / "m.bsg").read_bytes() == expected


def test_a_disk_that_is_too_small_is_refused_before_the_work(small_disk, text, tmp_path):
    message = refused("train", text, "-o", tmp_path / "m.bsg", *OPTIONS, "--dimension", "60", "--checkpoint",
                      small_disk / "kept", "--quiet")
    assert re.search(r"training needs [\d.]+ [kM]B of disk for checkpoints in '.*' \(two of [\d.]+ [kM]B\), which has ", message)
