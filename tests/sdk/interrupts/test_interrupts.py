"""A program or command that is interrupted ends while the server is silent, and its end shows no secret.

Only the silence of the server, ten minutes, limits the end of a program here. `nox -s interrupts` runs every program at
each of its waits (`every_wait.py`). A new public name or command fails a test here until a program in
`_async/scenarios.py` uses it, or a row in `commands.py` has its words.
"""

import os
import signal
from pathlib import Path

import pytest

from tests.sdk.interrupts._async.scenarios import SCENARIOS as ASYNC_SCENARIOS
from tests.sdk.interrupts._sync.scenarios import SCENARIOS
from tests.sdk.interrupts.commands import RECIPE_WORDS, SILENT, leaves, operations
from tests.sdk.interrupts.public_names import WITHOUT_WAITS, public_waits
from tests.sdk.interrupts.runner import end_command, end_program, served
from tests.sdk.interrupts.silent_relay import Part
from trivet.cli.command_registry import RECIPES

SIGNALS = {signal.SIGINT: -signal.SIGINT, signal.SIGTERM: 143}
needs_signals = pytest.mark.skipif(
    os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows"
)


def test_every_public_name_that_may_wait_is_interrupted() -> None:
    covered = {name for scenario in SCENARIOS.values() for name in scenario.covers}
    assert public_waits() - covered - WITHOUT_WAITS.keys() == set()
    assert WITHOUT_WAITS.keys() - public_waits() == set()
    assert WITHOUT_WAITS.keys() & covered <= {"EventStream.__enter__", "Server.__enter__"}
    assert ASYNC_SCENARIOS.keys() == SCENARIOS.keys()


def test_every_command_that_may_wait_is_interrupted() -> None:
    commands = set(leaves())
    with_words = {*RECIPE_WORDS, *operations()}
    silent = {command for command in commands if any(f"{command} ".startswith(f"{name} ") for name in SILENT)}
    assert commands - with_words - silent == set()
    assert with_words - commands == {"bus arrivals"}
    recipes = {f"{service} {name}" for service, names in RECIPES.items() for name in names}
    assert {
        recipe for recipe in recipes if not any(f"{words} ".startswith(f"{recipe} ") for words in RECIPE_WORDS)
    } == set()


@pytest.mark.long
@needs_signals
@pytest.mark.parametrize(
    ("api", "name", "number", "part", "by"),
    [
        ("sync", "items_with_prefetch", 2, "nothing", signal.SIGINT),
        ("sync", "items_with_prefetch_and_no_block", 2, "begun", signal.SIGTERM),
        ("sync", "download", 2, "begun", signal.SIGINT),
        ("sync", "turn", 4, "nothing", signal.SIGTERM),
        ("sync", "update_users_by_address", 3, "nothing", signal.SIGINT),
        ("sync", "limited_rate", 1, "pauses", signal.SIGINT),
        ("async", "items_with_prefetch", 2, "nothing", signal.SIGINT),
        ("async", "download", 2, "begun", signal.SIGINT),
        ("async", "events", 1, "begun", signal.SIGINT),
    ],
    ids=str,
)
def test_interrupted_program_ends_while_the_server_is_silent(
    api: str, name: str, number: int, part: Part, by: signal.Signals
) -> None:
    ended = end_program(api, name, number, part, by)
    assert (ended.silent, ended.faults) == (True, ())
    assert ended.status == SIGNALS[by], ended.err


@pytest.mark.long
@needs_signals
@pytest.mark.parametrize(
    ("service", "words"),
    [
        ("bus", ("bus", "stops", "list", "--all", "--prefetch", "8")),
        ("chat", ("chat", "users", "deactivate", "bob@example.com", "--yes")),
    ],
    ids=str,
)
def test_interrupted_command_ends_while_the_server_is_silent(
    service: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    with served(service, 2, "nothing") as server:
        ended = end_command(server, words, tmp_path)
    assert (ended.silent, ended.faults, ended.status) == (True, (), 130), ended.err
    assert "Traceback" not in ended.err
