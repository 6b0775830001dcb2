"""Where the settings file is."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["VARIABLE", "config_path", "is_chosen"]

VARIABLE = "TRIVET_CONFIG"
"""Names another file."""


def config_path() -> Path:
    """Return the path of the settings file, which need not exist.

    >>> config_path()
    PosixPath('/home/me/.config/trivet/config.toml')

    It is below XDG_CONFIG_HOME, or the platform's own folder: APPDATA on Windows, ~/Library/Application Support on
    macOS, ~/.config elsewhere. TRIVET_CONFIG names another file.
    """
    chosen = os.environ.get(VARIABLE)
    return Path(chosen).expanduser() if chosen else _folder() / "trivet" / "config.toml"


def is_chosen() -> bool:
    """Whether the environment names the file, which then has to exist."""
    return bool(os.environ.get(VARIABLE))


def _folder() -> Path:
    given = os.environ.get("XDG_CONFIG_HOME", "")
    if given and Path(given).is_absolute():  # a relative path is to be ignored, says the XDG specification
        return Path(given)
    if sys.platform == "win32":
        roaming = os.environ.get("APPDATA")
        return Path(roaming) if roaming else Path.home() / "AppData" / "Roaming"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path.home() / ".config"
