"""What a change touches is linted, and everything where that is not known."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "files-to-lint.py"
DAY = 86400
READERS = [f"src/model/reader_{k:02}.cc" for k in range(15)]
TREE = {
    "src/files/path.h": "",
    "src/files/path.cc": '#include "files/path.h"\n',
    "src/files/lone.cc": "",
    "src/model/format.h": '#include "files/path.h"\n',
    "src/model/format.cc": '#include "model/format.h"\n',
    "include/bsg/model.h": "",
    **{name: '#include "bsg/model.h"\n' for name in READERS},
    "src/model/zz/model.cc": '#include "bsg/model.h"\n',
    "cli/main.cc": '#include "cli/answers.h"\n',
    "cli/answers.h": "",
    "python/binding/module.h": "",
    "python/binding/module.cc": '#include "binding/module.h"\n',
    "tests/files/path_test.cc": '#include "files/path.h"\n',
    "README.md": "",
    ".gitignore": "/build/\n",
}
ALL = sorted(name for name in TREE if name.endswith(".cc") and not name.startswith("tests/"))


class Repository:
    def __init__(self, folder):
        self.folder = folder
        self.time = 1_700_000_000

    def git(self, *arguments):
        date = f"{self.time} +0000"
        identity = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@a", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@a"}
        environment = {**os.environ, **identity, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        subprocess.run(["git", "-C", self.folder, *map(str, arguments)], check=True, capture_output=True, env=environment)

    def write(self, *names):
        for name in names:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(TREE.get(name, "") + f"// {self.time}\n", encoding="utf-8")

    def commit(self, *names, later=60):
        self.time += later
        self.write(*names)
        self.git("add", "--all")
        self.git("commit", "-q", "-m", "change")

    def cloned(self, folder, *options):
        self.git("clone", "-q", *options, self.folder.as_uri(), folder)
        clone = Repository(folder)
        clone.time = self.time
        return clone

    def lint(self, *arguments, **environment):
        """The files to lint and what is said of them."""
        clean = {name: value for name, value in os.environ.items() if name != "BSG_BASE"}
        run = subprocess.run([sys.executable, SCRIPT, *arguments, self.folder], capture_output=True, text=True,
                             env={**clean, **environment})
        assert run.returncode == 0, run.stderr
        return run.stdout.splitlines(), run.stderr


@pytest.fixture
def main(tmp_path):
    """A main branch with one commit."""
    folder = tmp_path / "main"
    folder.mkdir()
    repository = Repository(folder)
    repository.git("init", "-q", "-b", "main")
    repository.commit(*TREE)
    return repository


@pytest.fixture
def branch(main, tmp_path):
    """A clone on a branch of its own, without commits yet."""
    clone = main.cloned(tmp_path / "clone")
    clone.git("checkout", "-q", "-b", "change")
    return clone


def test_all_commits_of_a_branch_count(branch):
    branch.commit("src/files/lone.cc")
    branch.commit("README.md", later=30 * DAY)
    branch.commit("cli/main.cc", "tests/files/path_test.cc")
    files, why = branch.lint()
    assert files == ["cli/main.cc", "src/files/lone.cc"]
    assert "2 of" in why and "where the branch left origin/HEAD" in why


def test_what_main_got_since_does_not_count(main, branch):
    branch.commit("src/files/lone.cc")
    main.commit("cli/main.cc")
    branch.git("fetch", "-q")
    assert branch.lint()[0] == ["src/files/lone.cc"]
    branch.git("merge", "-q", "origin/main")
    assert branch.lint()[0] == ["src/files/lone.cc"]


def test_local_main_serves_where_there_is_no_origin(main):
    main.git("checkout", "-q", "-b", "change")
    main.commit("src/files/lone.cc")
    assert main.lint()[0] == ["src/files/lone.cc"]


def test_work_that_is_not_committed_counts(branch):
    branch.commit("README.md")
    branch.write("src/files/lone.cc", "src/model/new.cc", "build/src/made.cc")
    assert branch.lint()[0] == ["src/files/lone.cc", "src/model/new.cc"]


def test_a_header_stands_for_the_files_that_include_it(branch):
    branch.commit("cli/answers.h", "python/binding/module.h")
    assert branch.lint()[0] == ["cli/main.cc", "python/binding/module.cc"]


def test_a_header_within_a_header_counts(branch):
    branch.commit("src/files/path.h")
    assert branch.lint()[0] == ["src/files/path.cc", "src/model/format.cc"]


def test_of_many_files_that_include_a_header_some_are_taken_its_own_among_them(branch):
    branch.commit("include/bsg/model.h")
    files, _ = branch.lint()
    assert files == sorted([*READERS[:9], "src/model/zz/model.cc"])


def test_files_that_are_gone_are_not_linted(branch):
    (branch.folder / "src/files/lone.cc").unlink()
    branch.commit("cli/main.cc")
    assert branch.lint()[0] == ["cli/main.cc"]


def test_nothing_to_lint(branch):
    branch.commit("README.md")
    assert branch.lint()[0] == []


@pytest.mark.parametrize("name", [".clang-tidy", "CMakeLists.txt", "src/CMakeLists.txt", "cmake/Compile.cmake"])
def test_what_concerns_all_files(branch, name):
    branch.commit(name)
    files, why = branch.lint()
    assert files == ALL and name in why


def test_on_main_the_commits_of_a_day_count(main, tmp_path):
    main.commit("src/files/path.cc", later=30 * DAY)
    main.commit("src/files/lone.cc", later=2 * DAY)
    main.commit("cli/main.cc", later=DAY // 2)
    main.commit("README.md", later=DAY // 3)
    expected = ["cli/main.cc", "src/files/lone.cc"]
    assert main.lint()[0] == expected
    assert main.cloned(tmp_path / "clone").lint()[0] == expected


def test_on_main_a_merge_brings_all_of_its_branch(main):
    main.git("checkout", "-q", "-b", "change")
    main.commit("src/files/lone.cc")
    main.git("checkout", "-q", "main")
    main.commit("src/files/path.cc", later=60)
    main.time += 5 * DAY
    main.git("merge", "-q", "--no-ff", "-m", "merge", "change")
    assert main.lint()[0] == ["src/files/lone.cc"]


def test_the_state_before_can_be_named(main):
    main.commit("src/files/lone.cc")
    main.commit("cli/main.cc")
    assert main.lint("--base", "HEAD~1")[0] == ["cli/main.cc"]
    assert main.lint(BSG_BASE="HEAD~2")[0] == ["cli/main.cc", "src/files/lone.cc"]
    assert main.lint("--base", "HEAD")[0] == []


def test_all_on_request(branch):
    branch.commit("README.md")
    assert branch.lint("--all")[0] == ALL


def test_everything_where_the_state_before_is_not_known(main, tmp_path):
    main.commit("src/files/lone.cc", later=2 * DAY)
    files, why = main.lint("--base", "0123456789")
    assert files == ALL and "no revision 0123456789" in why
    files, why = main.cloned(tmp_path / "shallow", "--depth", "1").lint()
    assert files == ALL and "does not reach back" in why
    detached = main.cloned(tmp_path / "other")
    detached.git("checkout", "-q", "--detach")
    detached.git("remote", "remove", "origin")
    detached.git("branch", "-D", "main")
    files, why = detached.lint()
    assert files == ALL and "no main branch" in why


def test_everything_where_there_is_no_history(tmp_path):
    unpacked = Repository(tmp_path)
    unpacked.write(*TREE)
    files, why = unpacked.lint(GIT_CEILING_DIRECTORIES=str(tmp_path.parent))
    assert files == ALL and "no history" in why
