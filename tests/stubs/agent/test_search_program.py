"""The program that searches lines."""

import json
import subprocess
import sys

import pytest

from trivet_stubs.agent import search_program as program

FILES = {"docs/a.md": "ä aa\nb", "src/a.py": "a", "src/deep/b.py": "a\na"}


def find(pattern="a", include="*", limit=200, files=FILES):
    return program.find({"pattern": pattern, "include": include, "limit": limit, "files": files})


def test_offsets_of_matches_count_bytes():
    [first, *_] = find()["found"]

    assert first["submatches"] == [{"text": "a", "start": 3, "end": 4}, {"text": "a", "start": 4, "end": 5}]
    assert (first["path"], first["line"], first["text"]) == ("docs/a.md", 1, "ä aa")


@pytest.mark.parametrize(
    ("include", "paths"),
    [
        ("*", ["docs/a.md", "src/a.py", "src/deep/b.py"]),
        ("*.py", ["src/a.py", "src/deep/b.py"]),
        ("src/**/b.{md,py}", ["src/deep/b.py"]),
        ("{docs,src}/a.*", ["docs/a.md", "src/a.py"]),
        ("none", []),
    ],
)
def test_glob_chooses_paths(include, paths):
    assert list(dict.fromkeys(line["path"] for line in find(include=include)["found"])) == paths


def test_search_ends_at_its_limit_of_lines():
    assert len(find(limit=3)["found"]) == 3


def test_matches_of_one_line_are_bounded():
    [line] = find(files={"a": "a" * 5_000})["found"]

    assert len(line["submatches"]) == 1_000


@pytest.mark.parametrize("pattern", ["(", "a{99999999999}", "(" * 5_000])
def test_malformed_pattern_is_invalid(pattern):
    assert find(pattern)["invalid"]


def test_program_reads_a_job_and_writes_its_answer():
    job = {"pattern": "a", "include": "*", "limit": 200, "files": FILES, "seconds": 60}
    command = [sys.executable, "-I", "-S", program.__file__]
    ended = subprocess.run(command, input=json.dumps(job).encode(), capture_output=True, check=True)

    assert json.loads(ended.stdout) == find()
