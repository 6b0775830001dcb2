"""The settings file says that a credential is in the keyring."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from trivet.cli.settings.edit import use_keyring, with_keyring
from trivet.cli.settings.profiles import read_profiles

Write = Callable[[str], Path]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[home.bus]\ntimeout = 3",
        "# mine\n[work.chat] # here\nbase_url = 'x'\n\n[work.bus]\n",
        "[ work . chat ]\nbase_url = 'x'\n",
        "[work.agent]\nuser = '[work.chat]'\n",
    ],
)
def test_rest_of_the_file_stays(text: str) -> None:
    changed = with_keyring(text, "work", "chat")
    assert changed is not None
    before, after = tomllib.loads(text), tomllib.loads(changed)
    assert after["work"]["chat"].pop("token_keyring") is True
    before.setdefault("work", {}).setdefault("chat", {})
    assert after == before
    assert all(line in changed for line in text.splitlines())


@pytest.mark.parametrize("text", ["work = {chat = {}}\n", "['work'.chat]\n", 'a = """\n[work.chat]\n"""\n'])
def test_file_of_an_unusual_form_is_not_touched(text: str) -> None:
    assert with_keyring(text, "work", "chat") is None


def test_new_file_is_for_the_user_alone(settings_file: Write) -> None:
    said = use_keyring(None, "default", "bus")
    path = read_profiles().path
    assert said == f", and [default.bus] of {path} says so"
    assert path.stat().st_mode & 0o077 == 0
    assert use_keyring(read_profiles(), "default", "bus") == ""
    path.write_text("default = {bus = {}}\n")
    assert use_keyring(read_profiles(), "default", "bus").startswith("; write `token_keyring = true` below")
    assert path.read_text() == "default = {bus = {}}\n"
