"""Writes into the settings file that a profile's credential is in the keyring; all else stays as it is."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from trivet._core.files import write_whole
from trivet.cli.settings.location import config_path
from trivet.cli.settings.profiles import Profiles

__all__ = ["use_keyring", "with_keyring"]

_LINE = "token_keyring = true"


def with_keyring(text: str, profile: str, service: str) -> str | None:
    """Return the text of a settings file with `token_keyring = true` in a table; None if it cannot be changed safely.

    >>> print(with_keyring("", "work", "chat"))
    [work.chat]
    token_keyring = true
    """
    before = tomllib.loads(text)
    wanted: dict[str, Any] = {**before, profile: {**before.get(profile, {})}}
    wanted[profile][service] = {**wanted[profile].get(service, {}), "token_keyring": True}
    head = re.compile(rf"^[ \t]*\[[ \t]*{re.escape(profile)}[ \t]*\.[ \t]*{service}[ \t]*\][ \t]*(?:#.*)?$", re.M)
    found = head.search(text)
    if found is not None:
        changed = f"{text[: found.end()]}\n{_LINE}{text[found.end() :]}"
    else:
        changed = f"{text.rstrip()}\n\n[{profile}.{service}]\n{_LINE}\n".lstrip("\n")
    try:
        return changed if tomllib.loads(changed) == wanted else None
    except tomllib.TOMLDecodeError:
        return None


def use_keyring(profiles: Profiles | None, profile: str, service: str) -> str:
    """Write to the settings file that a credential is in the keyring, unless it says so already.

    >>> use_keyring(read_profiles(), "work", "chat")
    ', and [work.chat] of /home/me/.config/trivet/config.toml says so'

    Args:
        profiles: What the file has; None if there is none yet.
        profile: The name of the profile.
        service: The service.

    Returns:
        What was done, as the end of a sentence.

    Raises:
        OSError: The file cannot be written; it is unchanged.
    """
    path = config_path() if profiles is None else profiles.path
    if profiles is not None and profiles.data.get(profile, {}).get(service, {}).get("token_keyring"):
        return ""
    text = "" if profiles is None else path.read_text("utf-8-sig")
    changed = with_keyring(text, profile, service)
    if changed is None:
        return f"; write `{_LINE}` below [{profile}.{service}] of {path}"
    _write(path, changed)
    return f", and [{profile}.{service}] of {path} says so"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = path.resolve()  # what a link points to is changed, and the link stays
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    write_whole(path, lambda file: file.write(text.encode()))
    if os.name == "posix":
        path.chmod(mode)
