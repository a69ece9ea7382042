"""The include checker accepts what is allowed and names each thing that is not."""

import subprocess
import sys
from pathlib import Path

import pytest

CHECKER = Path(__file__).resolve().parents[2] / "scripts" / "check-include-direction.py"


def check(tree, files):
    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return subprocess.run([sys.executable, CHECKER, tree], capture_output=True, text=True)


def test_allowed_includes_pass(tmp_path):
    result = check(tmp_path, {
        "include/bsg/model.h": '#include <random>\n#include <cstdint>\n#include "bsg/options.h"\n',
        "src/files/output_file.h": "#include <string>\n",
        "src/kernels/scan.cc": '#include "hwy/highway.h"\n#include "kernels/scan.h"\n',
        "src/training/train.cc": '#include <fmt/format.h>\n#include "bsg/train.h"\n#include "corpus/a.h"\n',
        "src/mpi/exchange.cc": '#include <mpi.h>\n#include "training/run.h"\n',
        "cli/main.cc": '#include <CLI/CLI.hpp>\n#include "bsg/bsg.h"\n#include "cli/table.h"\n',
        "cli/help.cc": '#include "table.h"\n',
        "cli/table.h": "#include <string>\n",
        "tests/corpus/reading_test.cc": '#include "training/run.h"\n#include "corpus/text.h"\n',
        "build/release/generated.cc": '#include "../anything.h"\n',
    })
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.parametrize("file, include, reason", [
    ("src/kernels/scan.cc", '"corpus/text.h"', "may not include corpus"),
    ("src/kernels/scan.cc", "<corpus/text.h>", "may not include corpus"),
    ("src/query/rank.cc", '"training/run.h"', "may not include training"),
    ("src/skipgram/pass.cc", '"training/run.h"', "may not include training"),
    ("src/elsewhere/file.cc", "<string>", "has no place in the order"),
    ("src/file.cc", "<string>", "has no place in the order"),
    ("src/corpus/text.cc", '"text.h"', "folder/file.h"),
    ("src/corpus/text.cc", '"../files/output_file.h"', "climb"),
    ("include/bsg/model.h", "<fmt/format.h>", "a public header may include only"),
    ("include/bsg/model.h", "<zlib.h>", "a public header may include only"),
    ("include/bsg/model.h", '"model/content.h"', "a public header may include only"),
    ("cli/main.cc", '"model/content.h"', "only public headers"),
    ("python/module.cc", "<query/rank.h>", "only public headers"),
    ("explorer/server.cc", '"cli/table.h"', "not a public header"),
    ("src/training/run.cc", "<mpi.h>", "only in src/mpi"),
    ("cli/main.cc", "<mpi.h>", "only in src/mpi"),
    ("src/query/rank.cc", '"hwy/highway.h"', "only in src/kernels"),
])
def test_violation_is_named_with_its_place(tmp_path, file, include, reason):
    result = check(tmp_path, {"cli/table.h": "", file: f"#pragma once\n\n#  include {include}\n"})
    assert result.returncode == 1
    (line,) = result.stdout.splitlines()
    assert line.startswith(f"{file}:3: ")
    assert reason in line
