"""ThreadSanitizer sees every folder that has threads, on every change."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OF_THREADS = re.compile(r"#include <(tbb/.*|thread|future|mutex|shared_mutex|condition_variable|stop_token)>")


def folders_with_tests():
    return [path.name for path in sorted((ROOT / "src").iterdir()) if list((ROOT / "tests" / path.name).glob("*.cc"))]


def has_threads(folder):
    files = [path for top in ("src", "tests") for path in (ROOT / top / folder).glob("*") if path.suffix in (".h", ".cc")]
    return any(OF_THREADS.search(path.read_text(encoding="utf-8")) for path in files)


def test_folders_with_threads_are_tested_for_races():
    script = (ROOT / "scripts" / "sanitize.sh").read_text(encoding="utf-8")
    named = re.search(r"^threaded=\(([^)]*)\)", script, re.MULTILINE)[1].split()
    threaded = {folder for folder in folders_with_tests() if has_threads(folder)}
    assert len(threaded) >= 8
    assert threaded <= set(named) <= set(folders_with_tests())
