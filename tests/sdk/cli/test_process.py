"""Pipes, interruptions, full disks and closed streams of commands, in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.console import environment, in_terminal, run_here
from trivet.cli.command_registry import RECIPES
from trivet_stubs import BusStub

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the shell and the signals need POSIX")
KEY = {"TRIVET_BUS_ACCOUNT_KEY": "stub-key"}


@pytest.fixture(scope="module")
def bus() -> Iterator[BusStub]:
    """A stub whose pages are short, so that a list takes several requests."""
    with BusStub(page_size=2) as stub, stub.serve() as served:
        KEY["TRIVET_BUS_BASE_URL"] = served.url
        yield stub


def shell(line: str, *, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell, in which $trivet is the command."""
    environ = {**environment(KEY), "trivet": f"{sys.executable} -W error -m trivet", **(env or {})}
    command = ["bash", "-c", f"set -o pipefail\n{line}"]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.long
def test_pipe_that_closes_early_is_not_an_error(probe: Path, bus: BusStub) -> None:
    result = shell("$trivet probe-bus stops --prefetch 8 -o ndjson | head -1")
    assert (result.returncode, result.stdout.count("\n"), result.stderr) == (0, 1, "")
    result = shell("$trivet probe-bus --help | true")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_full_disk_is_one_line(probe: Path, bus: BusStub) -> None:
    result = shell("$trivet probe-bus stops -o csv > /dev/full")
    assert result.returncode == 1
    assert result.stderr == "trivet: the output cannot be written: No space left on device\n"


@pytest.mark.long
def test_closed_streams_are_one_line(probe: Path, bus: BusStub) -> None:
    result = shell("$trivet probe-bus stops >&-; echo $?; $trivet probe-bus stops --token-file - <&-; echo $?")
    assert result.stdout == "1\n2\n"
    assert result.stderr.splitlines() == [
        "trivet: the output cannot be written: Bad file descriptor",
        "trivet: the account_key was to be read from stdin, which is closed",
    ]
    result = shell("$trivet chekc 2>&-")
    assert (result.returncode, result.stdout) == (2, "")


@pytest.mark.long
def test_interruption_has_a_status_and_no_traceback(probe: Path) -> None:
    with in_terminal("probe-bus", "ticks", "-o", "ndjson", env=KEY) as terminal:
        terminal.read_until('"n":3}')
        terminal.interrupt()
        assert terminal.wait() == 130
    assert "Traceback" not in terminal.text
    assert terminal.text.endswith(("}\n", "^C")) or "^C" in terminal.text


def test_interruption_during_the_import_of_the_command_has_the_status(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text(f"import os\nos.kill({os.getpid()} and os.getpid(), {int(signal.SIGINT)})\n")
    command = [sys.executable, "-m", "trivet", "bus"]
    env = {**environment({}), "PYTHONPATH": str(tmp_path)}
    result = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


def test_list_that_breaks_off_keeps_its_lines_and_fails(probe: Path, bus: BusStub) -> None:
    bus.faults.add("stops.list", status=500, body={"fault": "\x1b[31m"}, after=2, times=None)
    try:
        result = run_here("probe-bus", "stops", "-o", "ndjson", env=KEY)
        document = run_here("probe-bus", "stops", "-o", "json", env=KEY)
    finally:
        bus.faults.clear()
    assert (result.status, result.out.count("\n"), result.err.count("\n")) == (1, 4, 1)
    assert result.err.startswith("trivet: stops.list: 500 ")
    assert document.status == 1
    assert not document.out.endswith("]\n")


def test_wrong_usage_is_one_line_and_names_the_help(probe: Path) -> None:
    for arguments, line in (
        (("chekc",), "No such command 'chekc'. Did you mean 'check'? (see `trivet --help`)"),
        (("probe-bus", "one", "--outptu", "x"), "No such option: --outptu"),
        (("probe-bus",), "Missing argument 'topic' (see `trivet probe-bus --help`)"),
        (("probe-bus", "one", "-o", "xml"), "Invalid value for '--output' / '-o': 'xml' is not one of 'table', "),
    ):
        result = run_here(*arguments)
        assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
        assert line in result.err


def test_fault_of_a_command_shows_no_values(probe: Path) -> None:
    result = run_here("probe-bus", "fault", env=KEY)
    assert result.status == 1
    assert result.err.startswith("trivet: a fault of the program: RuntimeError at probe.py:")
    traced = run_here("probe-bus", "fault", "--debug", env=KEY)
    assert "Traceback (most recent call last):" in traced.err
    assert "RuntimeError: a fault with" in traced.err


@pytest.mark.long
def test_hostile_text_cannot_act_on_a_narrow_terminal(probe: Path) -> None:
    with in_terminal("probe-bus", "hostile", env={**KEY, "NO_COLOR": "1"}, size=(20, 10)) as terminal:
        assert terminal.wait() == 0
    head, row, note = terminal.output.split("\r\n")[:3]
    assert (head, row) == ("id  name", " 1  \\x1b[31mred\\x1b…")
    assert note.startswith("trivet: no room for nested, \\x1b[31mred\\x1b[0m\\x9b2J\\u202etxt\\r\\n\\x07=1+1; ")


STARTED = """
import sys
from contextlib import redirect_stdout
from io import StringIO
from trivet.cli.main import main
for line in sys.stdin:
    sys.argv = ['trivet', *line.split()]
    with redirect_stdout(StringIO()):
        status = main()
    assert status == 0, line
print(*sys.modules)
"""
HEAVY = ("asyncio", "cattrs", "httpcore", "httpx", "pydantic", "rich", "starlette", "uvicorn", "yaml")


def loaded_by(*lines: str) -> list[str]:
    """Return the names of the modules that a process has loaded after these lines of arguments."""
    command = [sys.executable, "-c", STARTED]
    text = "\n".join(lines)
    env = environment({})
    result = subprocess.run(command, env=env, input=text, capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.split()


@pytest.mark.long
def test_help_of_no_command_loads_a_client_a_server_or_a_renderer() -> None:
    recipes = [f"{service} {name} --help" for service, names in RECIPES.items() for name in names]
    groups = [f"chat {name} --help" for name in ("users delete", "ratings report", "conversations export")]
    operations = ["chat admin users list --help", "bus request --help", "agent event subscribe --help"]
    loaded = loaded_by(
        "--help", *recipes, *groups, *operations, "stub --help", "check --help", "stub bus --help", "stub proxy --help"
    )
    assert [module for module in loaded if module.partition(".")[0] in HEAVY] == []


@pytest.mark.parametrize("line", ["bus arrivals --help", "chat users --help", "stub --help", "check --help"])
def test_help_loads_few_more_modules_than_typer_and_rich_have(line: str) -> None:
    assert len(loaded_by(line)) < 1.5 * modules_of_typer_and_rich()


@cache
def modules_of_typer_and_rich() -> int:
    command = [sys.executable, "-c", "import sys, typer, rich.console; print(len(sys.modules))"]
    return int(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout)


def test_start_of_the_help_imports_no_service_and_no_stub(probe: Path) -> None:
    code = "import sys, typer, rich.console; before = len(sys.modules); sys.argv = ['trivet', '--help']; "
    code += "from trivet.cli.main import main; main(); print(before, *sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    before, *loaded = result.stdout.splitlines()[-1].split()
    foreign = ("trivet_stubs", "tests.", "httpx", "attr", "orjson", "yaml", "keyring", "rich.markdown", "trivet.bus")
    assert not [module for module in loaded if module.startswith(foreign)]
    assert len(loaded) < 1.5 * int(before)  # most of the rest finds the entry points


@pytest.mark.long
def test_command_imports_only_the_client_of_its_service() -> None:
    code = "import sys; sys.argv = ['trivet', 'chat', 'conversations', 'list', '--base-url', 'http://127.0.0.1:1']"
    code += "; from trivet.cli.main import main; main(); print(*sys.modules)"
    env = environment({"TRIVET_CHAT_TOKEN": "t"})
    result = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stderr.startswith("trivet: conversations.list: ")
    loaded = result.stdout.split()
    assert "trivet.chat._generated._sync.client" in loaded
    others = ("trivet.bus.", "trivet.agent.", "importlib.metadata", "trivet_stubs", "yaml", "keyring", "rich.markdown")
    assert not [module for module in loaded if module.startswith(others)]


def test_words_of_the_line_are_the_arguments_of_a_completion(probe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env: Any = {"_TRIVET_COMPLETE": "complete_bash", "COMP_WORDS": "trivet probe-bus stops --pref", "COMP_CWORD": "3"}
    result = run_here(env=env)
    assert (result.status, result.out.split()) == (0, ["--prefetch"])
