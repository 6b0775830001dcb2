"""The options that lead another command to the server of this one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from trivet.cli.options import Adapter, Options
from trivet.cli.settings.again import again
from trivet.cli.settings.resolve import resolve

FILE = """
[default.agent]
base_url = "https://default.test"

[work.agent]
base_url = "https://work.test"
adapter = "opencode"
"""


@pytest.mark.parametrize(
    ("options", "environment", "words"),
    [
        (Options(), {}, ()),
        (Options(profile="work"), {}, ("--profile", "work")),
        (Options(), {"TRIVET_PROFILE": "work"}, ("--profile", "work")),
        (
            Options(),
            {"TRIVET_PROFILE": "work", "TRIVET_AGENT_TOKEN": "t"},
            ("--base-url", "https://work.test", "--adapter", "opencode"),
        ),
        (
            Options(profile="work", adapter=Adapter.NONE, token_file=Path("/t")),
            {},
            ("--profile", "work", "--adapter", "none", "--token-file", "/t"),
        ),
        (
            Options(token_file=Path("-")),
            {"TRIVET_AGENT_BASE_URL": "http://a.test", "TRIVET_AGENT_ADAPTER": "opencode"},
            ("--base-url", "http://a.test", "--adapter", "opencode"),
        ),
    ],
)
def test_options_name_what_another_terminal_may_not_have(
    options: Options,
    environment: dict[str, str],
    words: tuple[str, ...],
    settings_file: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings_file(FILE)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert again(resolve("agent", options), options) == words
