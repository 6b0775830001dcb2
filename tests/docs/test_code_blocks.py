"""Every Python block of the README and the guides runs against a stub on a port."""

import argparse
import contextlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.docs.code_blocks import ROOT, CodeBlock, code_blocks
from tests.docs.script_server import ScriptServer, serving
from trivet import ChatClient
from trivet_stubs import Stub
from trivet_stubs.commands.options import SERVED

PROGRAM = "test_block.py"
READERS_FILES = Path(__file__).with_name("readers_files")
"""The files that the recipes read, as a reader would have them."""
SENTINEL = b"a file of the reader\n"
CONFIRMED = "--yes"
"""The argument without which a block that changes accounts only prints its plan."""


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


@contextlib.contextmanager
def served(block: str) -> Iterator[dict[str, Stub]]:
    """Serve the services whose clients a block names, with their variables; a block with tests uses its fixtures."""
    stubs: dict[str, Stub] = {}
    with contextlib.ExitStack() as stack:
        environment = stack.enter_context(pytest.MonkeyPatch.context())
        for service in SERVED:
            named = f"{service.capitalize()}Client" in block or f"TRIVET_{service.upper()}_" in block
            if not named or "def test_" in block:
                continue
            stub, credentials = make_stub(service)
            stubs[service] = stack.enter_context(stub)
            url = stack.enter_context(stub.serve()).url
            for name, value in {"BASE_URL": url, **credentials}.items():
                environment.setenv(f"TRIVET_{service.upper()}_{name}", value)
        yield stubs


def files_read_by(block: str) -> list[Path]:
    """Return the files of a reader that a block reads, from `readers_files`."""
    return [path for path in sorted(READERS_FILES.iterdir()) if f'"{path.name}"' in block]


@pytest.fixture(scope="module")
def scripts() -> Iterator[ScriptServer]:
    with serving() as server:
        yield server


def alone(path: Path, *arguments: str) -> tuple[int, str]:
    """Run a block in a process of its own."""
    command = [sys.executable, path.name, *arguments]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stdout + done.stderr


def run(scripts: ScriptServer, block: str, folder: Path, *arguments: str) -> tuple[int, str]:
    """Run a block as a program in a folder, beside the files that it reads."""
    for file in files_read_by(block):
        if not (folder / file.name).exists():
            shutil.copy(file, folder)
    path = folder / PROGRAM
    path.write_text(block, "utf-8")
    # A spawned process imports the main file of its parent, which a fork of the script server does not have.
    if "dask.distributed" in block:
        return alone(path, *arguments)
    return scripts.run(path, *arguments, is_test="def test_" in block)


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, without the block and what its run leaves."""
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    own = {PROGRAM, Path(PROGRAM).with_suffix(".output").name}
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.name not in own}


def replaced_files(scripts: ScriptServer, block: str, folder: Path) -> list[str]:
    """Return the files of a reader that a block replaces or deletes.

    The names are those of the files that the block creates in an empty folder, and of those that it reads.
    """
    empty = folder / "empty"
    empty.mkdir()
    with served(block):
        run(scripts, block, empty, CONFIRMED)
    read = {file.name: file.read_bytes() for file in files_read_by(block)}
    replaced: list[str] = []
    for number, name in enumerate(files_in(empty)):  # one at a time, because a file that a block refuses ends its run
        full = folder / str(number)
        path = full / name
        path.parent.mkdir(parents=True)
        body = read.get(name, SENTINEL)
        path.write_bytes(body)
        with served(block):
            run(scripts, block, full, CONFIRMED)
        if files_in(full).get(name) != body:
            replaced.append(name)
    return replaced


def conversations() -> list[Any]:
    """Return the conversations of the service that is served."""
    with ChatClient() as chat:
        return [conversation.to_dict() for conversation in chat.admin.conversations.list()]


def replacing_lines(block: str) -> list[str]:
    """Return the lines of a shell block that write to a file by a fixed name, which the shell may replace."""
    if "set -o noclobber" in block:
        return []
    return [line for line in block.splitlines() if re.search(r"""(?<![-=>&\d])>\s*(?!/dev/null|"\$)[\w./~'"]""", line)]


def names_accounts(block: Any) -> bool:
    """Whether a block uses a client of chat, and no stub of a fixture."""
    return "ChatClient" in block.source and "def test_" not in block.source


BLOCKS = [pytest.param(block, id=f"{block.page}:{block.line}") for block in code_blocks()]


@pytest.mark.long
@pytest.mark.parametrize("block", BLOCKS)
def test_code_block_runs(scripts: ScriptServer, block: CodeBlock, tmp_path: Path) -> None:
    skip_without_library(block)
    with served(block.source):
        status, output = run(scripts, block.source, tmp_path, CONFIRMED)
    assert status == 0, output
    assert "def test_" not in block.source or "1 passed" in output
    assert not_printed(block.source, output) == []


@pytest.mark.long
@pytest.mark.parametrize("block", BLOCKS)
def test_code_block_replaces_no_file_of_its_reader(scripts: ScriptServer, block: CodeBlock, tmp_path: Path) -> None:
    skip_without_library(block)
    assert replaced_files(scripts, block.source, tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("block", [block for block in BLOCKS if names_accounts(block.values[0])])
def test_code_block_changes_accounts_only_with_yes(scripts: ScriptServer, block: CodeBlock, tmp_path: Path) -> None:
    """A block changes users and conversations that existed before only with `--yes`, after its plan was read."""
    skip_without_library(block)
    with served(block.source) as stubs:
        before = conversations()
        status, output = run(scripts, block.source, tmp_path)
        after = conversations()
    assert status == 0, output
    assert [conversation for conversation in before if conversation not in after] == []
    changes = {request.operation for request in stubs["chat"].requests}
    assert changes & {"admin.users.update", "admin.users.delete"} == set()


@pytest.mark.long
def test_recipe_for_a_list_of_users_deactivates_them_only_with_yes(scripts: ScriptServer, tmp_path: Path) -> None:
    [recipe] = [block.source for block in code_blocks() if block.section.startswith("Deactivate the users of a CSV")]
    lines = ["email", "bob@example.com", *(f"user-{number}@example.com" for number in range(500))]
    leavers = tmp_path / "leavers.csv"
    leavers.write_text("\n".join(lines), "utf-8")
    with served(recipe):
        for arguments, active in (((), True), ((CONFIRMED,), False)):
            status, output = run(scripts, recipe, tmp_path, *arguments)
            assert status == 0, output
            assert "501 rows: 500 skipped, 1 planned" in output
            with ChatClient() as chat:
                [bob] = chat.admin.users.list(search="bob@example.com")
            assert bob.is_active is active
            assert leavers.read_text("utf-8").splitlines() == lines


@pytest.mark.long
@pytest.mark.parametrize(
    "block",
    [
        "open('list.csv', 'w').close()\n",
        "from pathlib import Path\nPath('list.csv').write_text('')\n",
        "from pathlib import Path\npath = Path('new')\npath.touch()\npath.replace('list.csv')\n",
        "from pathlib import Path\npath = Path('list.csv')\npath.unlink() if path.exists() else path.touch()\n",
    ],
)
def test_code_block_that_replaces_a_file_is_noticed(scripts: ScriptServer, block: str, tmp_path: Path) -> None:
    assert replaced_files(scripts, block, tmp_path) == ["list.csv"]


def skip_without_library(block: CodeBlock) -> None:
    if block.missing_library:
        pytest.skip(f"{block.missing_library} is not installed; one of the sessions of nox installs it")


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


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name
)
def test_shell_block_redirects_into_no_file_of_its_reader(page: Path) -> None:
    blocks: list[str] = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    assert [line for block in blocks for line in replacing_lines(block)] == []


def test_shell_line_that_replaces_a_file_is_noticed() -> None:
    harmless = 'a > "$new"\na > /dev/null 2>&1\necho "a -> b"\na >> log\n'
    assert replacing_lines(f"a > out.txt\n{harmless}a | b >out &\n") == ["a > out.txt", "a | b >out &"]
    assert replacing_lines("set -o noclobber\na > out.txt\n") == []


def test_code_blocks_are_found() -> None:
    assert len(list(code_blocks())) >= 15
