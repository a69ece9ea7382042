"""Progress: a bar on a terminal, plain lines elsewhere; interrupting leaves nothing behind."""

import os
import pty
import signal
import subprocess
import time

from conftest import BSG, SMALL, group_lines, succeed, write_lines
from terminal import needs_terminal, read_terminal

ENDLESS = ["--dimension", "64", "--iterations", "100000", "--subsample", "1"]


def run_on_terminal(arguments, after_first_output=None):
    """Output and exit status of a run whose standard streams are a terminal of its own."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        os.execvp(BSG, [BSG, *map(str, arguments)])
    waiting = [after_first_output] if after_first_output else []

    def seen(output):
        if waiting and b"iteration" in output:
            waiting.pop()(terminal)

    output = read_terminal(terminal, seen)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return output.decode(), os.waitstatus_to_exitcode(status)


def test_plain_lines_without_a_terminal(corpus, tmp_path):
    run = succeed("train", corpus, "-o", tmp_path / "m.bsg", *SMALL)
    text = run.stderr.decode()
    assert "\r" not in text and "\x1b" not in text
    lines = text.splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("iteration ")] == [
        f"iteration {i}/8" for i in range(1, 9)]
    first = next(line for line in lines if line.startswith("iteration 1/8"))
    for figure in ("pairs/s", "relative change", "bound -", "left"):
        assert figure in first
    assert any("MB" in line or "kB" in line for line in lines if not line.startswith(" "))


def test_many_iterations_do_not_flood_a_log(tmp_path):
    text = write_lines(tmp_path / "t.txt", [["a", "b", "c"]] * 3)
    run = succeed("train", text, "-o", tmp_path / "m.bsg", "--dimension", 2, "--subsample", 1, "--iterations", 1000)
    lines = [line for line in run.stderr.decode().splitlines() if line.startswith("iteration ")]
    assert len(lines) == 100 and lines[-1].startswith("iteration 1000/1000")


@needs_terminal
def test_bar_on_a_terminal(corpus, tmp_path):
    output, code = run_on_terminal(
        ["train", corpus, "-o", tmp_path / "m.bsg", "--dimension", 48, "--iterations", 800, "--subsample", 1])
    assert code == 0
    bar, report = output.rsplit("\r\x1b[K", 1)
    notes = [line for line in bar.split("\r\x1b[K") if line.startswith("memory: ")]
    assert len(notes) == 1 and notes[0].endswith("\n")
    drawn = [line for line in bar.split("\r\x1b[K") if line not in notes]
    assert all("\n" not in line and len(line) < 80 for line in drawn)
    iterations = [line for line in drawn if line.startswith("iteration ")]
    assert any("[" in line and "]" in line for line in iterations)
    assert any("pairs/s" in line and "change" in line and "left" in line for line in iterations)
    assert "vocabulary" in report and "peak memory" in report


@needs_terminal
def test_quiet_on_a_terminal(corpus, tmp_path):
    output, code = run_on_terminal(["train", corpus, "-o", tmp_path / "m.bsg", *SMALL, "--quiet"])
    assert (output, code) == ("", 0)


@needs_terminal
def test_dumb_terminals_get_plain_lines(corpus, tmp_path):
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [BSG, "train", corpus, "-o", tmp_path / "m.bsg", *SMALL],
        stderr=slave, stdout=slave, env={**os.environ, "TERM": "dumb"})
    os.close(slave)
    output = b""
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:
            break
        if not data:
            break
        output += data
    os.close(master)
    assert process.wait(timeout=60) == 0
    assert b"\x1b" not in output and b"iteration 8/8" in output


def start_endless(corpus, output):
    process = subprocess.Popen(
        [BSG, "train", corpus, "-o", output, *ENDLESS], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    seen = b""
    while b"iteration" not in seen:
        line = process.stderr.readline()
        assert line, seen
        seen += line
        if b"encoding" in seen:
            break
    return process


def interrupt(process, number):
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    return errors.decode().splitlines()[-1], process.returncode


def test_interrupting_writes_nothing(corpus, tmp_path):
    for number in (signal.SIGINT, signal.SIGTERM):
        output = tmp_path / "out" / "m.bsg"
        output.parent.mkdir(exist_ok=True)
        last, code = interrupt(start_endless(corpus, output), number)
        assert (last, code) == ("bsg: interrupted; no model was written", 130)
        assert list(output.parent.iterdir()) == []


def test_interrupting_keeps_the_previous_model(corpus, tmp_path):
    output = tmp_path / "m.bsg"
    output.write_bytes(b"previous")
    interrupt(start_endless(corpus, output), signal.SIGINT)
    assert output.read_bytes() == b"previous"
    assert [path.name for path in tmp_path.iterdir()] == ["m.bsg"]


def test_interrupting_while_standard_input_is_idle(tmp_path):
    process = subprocess.Popen(
        [BSG, "train", "-", "-o", tmp_path / "m.bsg"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(b"a b c\n")
    process.stdin.flush()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    try:
        process.wait(timeout=20)
    finally:
        process.kill()
    assert process.returncode in (130, -signal.SIGINT)
    assert list(tmp_path.iterdir()) == []


@needs_terminal
def test_control_c_on_a_terminal(tmp_path):
    corpus = write_lines(tmp_path / "corpus.txt", group_lines(lines=1500, length=8, seed=7))
    output, code = run_on_terminal(
        ["train", corpus, "-o", tmp_path / "m.bsg", *ENDLESS], lambda terminal: os.write(terminal, b"\x03"))
    assert code == 130
    assert output.rsplit("\r\x1b[K", 1)[1] == "bsg: interrupted; no model was written\r\n"
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.txt"]


def test_closed_standard_error_does_not_end_up_in_the_model(corpus, model, tmp_path):
    output = tmp_path / "m.bsg"
    run = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", BSG, "train", corpus, "-o", output, *SMALL])
    assert run.returncode == 0
    assert output.read_bytes() == model.read_bytes()
