"""A settings file, and an environment without settings of trivet."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

Write = Callable[[str], Path]


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith("TRIVET_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def settings_file(tmp_path: Path) -> Write:
    """A function that writes the settings file."""

    def write(text: str) -> Path:
        path = tmp_path / "config" / "trivet" / "config.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.fixture
def keyring_entries(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], str]:
    """The entries of a keyring in place of the system's."""
    entries: dict[tuple[str, str], str] = {}
    keyring: Any = ModuleType("keyring")
    keyring.get_password = lambda service, name: entries.get((service, name))
    keyring.set_password = lambda service, name, secret: entries.update({(service, name): secret})
    keyring.delete_password = lambda service, name: entries.pop((service, name))
    keyring.errors = ModuleType("keyring.errors")
    keyring.errors.KeyringError = type("KeyringError", (Exception,), {})
    monkeypatch.setitem(__import__("sys").modules, "keyring", keyring)
    return entries
