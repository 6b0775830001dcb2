"""Every Python block of the README and the guides runs against a stub on a port."""

import argparse
import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.docs.code_blocks import code_blocks
from tests.docs.script_server import ScriptServer, serving
from trivet_stubs import Stub
from trivet_stubs.commands.options import SERVED


def make_stub(service: str) -> tuple[Stub, Mapping[str, str]]:
    """Return the stub that `trivet-stub SERVICE` serves without options, and its credentials by variable."""
    parser = argparse.ArgumentParser()
    parser.set_defaults(clock=None)
    for option, settings in SERVED[service].options.items():
        parser.add_argument(option, **settings)
    return SERVED[service].create(parser.parse_args([]))


def not_printed(block: str, output: str) -> list[str]:
    """Return the comments after calls of `print` that are not lines of the output, as they should be."""
    comments: list[str] = re.findall(r"^ *print\(.*\)  # (.+)$", block, re.M)
    return [comment for comment in comments if comment not in output.splitlines()]


@pytest.fixture
def environment(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Serve the services whose clients a block names; a block with tests uses the stubs of its fixtures."""
    monkeypatch.chdir(tmp_path)
    with contextlib.ExitStack() as stack:
        for service in SERVED:
            named = f"{service.capitalize()}Client" in block or f"TRIVET_{service.upper()}_" in block
            if not named or "def test_" in block:
                continue
            stub, credentials = make_stub(service)
            stack.enter_context(stub)
            url = stack.enter_context(stub.serve()).url
            for name, value in {"BASE_URL": url, **credentials}.items():
                monkeypatch.setenv(f"TRIVET_{service.upper()}_{name}", value)
        yield


@pytest.fixture(scope="module")
def scripts() -> Iterator[ScriptServer]:
    with serving() as server:
        yield server


def alone(path: Path) -> tuple[int, str]:
    """Run a block in a process of its own."""
    done = subprocess.run(
        [sys.executable, path.name], cwd=path.parent, capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize(
    ("block", "missing_library"),
    [pytest.param(block.source, block.missing_library, id=f"{block.page}:{block.line}") for block in code_blocks()],
)
def test_code_block_runs(scripts: ScriptServer, block: str, missing_library: str | None, tmp_path: Path) -> None:
    if missing_library:
        pytest.skip(f"{missing_library} is not installed; the sessions `data` and `dask` of nox install it")
    is_test = "def test_" in block
    path = tmp_path / "test_block.py"
    path.write_text(block, "utf-8")
    # A spawned process imports the main file of its parent, which a fork of the script server does not have.
    status, output = alone(path) if "dask.distributed" in block else scripts.run(path, is_test=is_test)
    assert status == 0, output
    assert not is_test or "1 passed" in output
    assert not_printed(block, output) == []


def test_comment_that_differs_from_the_output_is_noticed() -> None:
    block = "print(1 + 1)  # 2\nif True:\n    print('a)', 1)  # a) 2\n"
    assert not_printed(block, "2\na) 1\n") == ["a) 2"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("print('shown')\nraise KeyError('lost')\n", ["shown", "KeyError: 'lost'"]),
        ("import sys\nsys.exit('no')\n", ["no"]),
        ("import warnings\nwarnings.warn('old', DeprecationWarning)\n", ["DeprecationWarning: old"]),
        ("trivet.BusClient\n", ["NameError"]),
        ("import os\nos.abort()\n", []),
        ("def test_it():\n    assert 1 == 2\n", ["1 failed"]),
    ],
)
def test_code_block_that_fails_is_noticed(scripts: ScriptServer, block: str, words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "test_block.py"
    path.write_text(block, "utf-8")
    status, output = scripts.run(path, is_test="def test_" in block)
    assert status != 0
    assert [word for word in words if word not in output] == []


def test_code_blocks_are_found() -> None:
    assert len(list(code_blocks())) >= 15
