"""Where the settings file is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from trivet.cli.settings.location import config_path, is_chosen


def test_variable_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIVET_CONFIG", "~/other.toml")
    assert config_path() == Path.home() / "other.toml"
    assert is_chosen()


@pytest.mark.parametrize(
    ("platform", "given", "expected"),
    [
        ("linux", {"XDG_CONFIG_HOME": "/xdg"}, "/xdg/trivet/config.toml"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, "~/.config/trivet/config.toml"),
        ("linux", {}, "~/.config/trivet/config.toml"),
        ("darwin", {}, "~/Library/Application Support/trivet/config.toml"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/trivet/config.toml"),
    ],
)
def test_platform_decides_about_the_folder(
    monkeypatch: pytest.MonkeyPatch, platform: str, given: dict[str, str], expected: str
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert config_path() == Path(expected).expanduser()
    assert not is_chosen()
