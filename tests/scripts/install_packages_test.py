"""What is missing is installed: by root, through sudo, or by the person who reads the command to run."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "install-packages.sh"


class Machine:
    """A PATH on which apt-get only writes down what it was asked for."""

    def __init__(self, folder):
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.calls = folder / "calls"
        self.calls.touch()
        for tool in ("bash", "env", "mktemp", "rm", "tail"):
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.installed()
        self.put("apt-get", f'echo "apt-get $*" >>"{self.calls}"')
        self.user(0)

    def put(self, name, body):
        path = self.bin / name
        path.write_text(f"#!{shutil.which('bash')}\n{body}\n")
        path.chmod(0o755)

    def installed(self, *packages):
        names = "|".join(packages) or "nothing"
        self.put("dpkg-query", f'case "${{@: -1}}" in {names}) echo -n installed ;; *) exit 1 ;; esac')

    def user(self, number):
        self.put("id", f"echo {number}")

    def run(self, *purposes, **environment):
        return subprocess.run([shutil.which("bash"), SCRIPT, *purposes], capture_output=True, text=True,
                              env={"PATH": str(self.bin), **environment})

    def asked(self):
        return self.calls.read_text().splitlines()


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_root_installs_only_what_is_missing(machine):
    machine.installed("python3", "wordnet-base")
    result = machine.run("demo")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "Installing 1 packages: dict-gcide\n"
    (call,) = machine.asked()
    assert call.endswith("install --no-install-recommends dict-gcide")


def test_nothing_missing_is_silent(machine):
    machine.installed("python3", "wordnet-base", "dict-gcide")
    machine.user(1000)
    result = machine.run("demo")
    assert (result.returncode, result.stdout, result.stderr, machine.asked()) == (0, "", "", [])


def test_sudo_is_used_by_others(machine):
    machine.user(1000)
    machine.put("sudo", f'echo sudo >>"{machine.calls}"; "$@"')
    assert machine.run("demo").returncode == 0
    assert machine.asked()[0] == "sudo"


def test_without_root_or_sudo_the_command_is_printed(machine):
    machine.user(1000)
    machine.installed("python3")
    result = machine.run("demo")
    assert result.returncode == 2
    assert "apt-get install --no-install-recommends dict-gcide wordnet-base\n" in result.stderr
    assert machine.asked() == []


def test_stale_lists_are_fetched(machine):
    fresh = f'"{machine.calls}.fresh"'
    machine.put("apt-get", f'echo "apt-get $*" >>"{machine.calls}"\n'
                           f'case "$*" in *update) : >{fresh} ;; *) [ -e {fresh} ] ;; esac')
    assert machine.run("demo").returncode == 0
    assert [call.split()[-1] == "update" for call in machine.asked()] == [False, True, False]


def test_failure_shows_what_apt_said(machine):
    machine.put("apt-get", "echo E: no space left; exit 100")
    result = machine.run("demo")
    assert result.returncode == 2
    assert "E: no space left" in result.stderr


def test_machine_without_apt_gets_the_list(machine):
    (machine.bin / "apt-get").unlink()
    result = machine.run("build")
    assert result.returncode == 2
    assert "libhwy-dev" in result.stderr and "BSG_SKIP_INSTALL=1" in result.stderr
    assert machine.run("build", BSG_SKIP_INSTALL="1").returncode == 0


@pytest.mark.parametrize("purposes", [[], ["nonsense"]])
def test_wrong_purpose_is_refused(machine, purposes):
    result = machine.run(*purposes)
    assert result.returncode == 2
    assert "build" in result.stderr
