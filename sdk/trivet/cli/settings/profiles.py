"""The profiles of the settings file: base URLs, timeouts and where credentials are, by name and service.

[work.chat]
base_url = "https://chat.example.com/api/v1"
token_keyring = true
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from attrs import frozen

from trivet.cli.failures import UsageError
from trivet.cli.options import Adapter, Format
from trivet.cli.settings.location import VARIABLE, config_path, is_chosen
from trivet.cli.settings.names import CREDENTIALS, SERVICES, near

__all__ = ["DEFAULT", "Profiles", "read_profiles"]

DEFAULT = "default"
"""The profile that is used if neither `--profile` nor TRIVET_PROFILE names one."""

_LARGEST = 1_000_000
_SECRETS = ("account_key", "key", "password", "secret", "token")


@frozen
class Profiles:
    """The content of the settings file.

    >>> read_profiles().table("work", "chat")
    {'base_url': 'https://chat.example.com/api/v1', 'token_keyring': True}

    Attributes:
        path: The file.
        data: Its tables.
    """

    path: Path
    data: Mapping[str, Any]

    @property
    def names(self) -> list[str]:
        """The names of the profiles."""
        return list(self.data)

    def table(self, name: str, service: str) -> Mapping[str, Any] | None:
        """Return the settings of a profile for a service; None if it has none.

        Raises:
            UsageError: There is no such profile, or it has a name or a value that cannot be used.
        """
        if name not in self.data:
            raise UsageError(f"there is no profile {name!r} in {self.path}: {near(name, self.names)}")
        problems = self.problems(name)
        if problems:
            raise UsageError(problems[0])
        found: Mapping[str, Any] | None = self.data[name].get(service)
        return found

    def problems(self, name: str | None = None) -> list[str]:
        """Return what cannot be used in a profile, or in all of them: a line for each."""
        found: list[str] = []
        for profile in self.names if name is None else [name]:
            tables = self.data[profile]
            if not isinstance(tables, dict):
                found.append(f"{self.path}: {profile!r} stands outside of the tables; write [NAME.SERVICE] above it")
                continue
            for service, table in cast("dict[str, Any]", tables).items():
                where = f"{self.path}: [{profile}.{service}]"
                if service not in SERVICES:
                    found.append(f"{where}: {service!r} is no service; {near(service, list(SERVICES))}")
                elif not isinstance(table, dict):
                    found.append(f"{where} must be a table")
                else:
                    found += [f"{where}: {each}" for each in _problems(service, cast("dict[str, Any]", table))]
        return found


def read_profiles(path: Path | None = None) -> Profiles:
    """Read the settings file; one that does not exist has no profiles.

    >>> read_profiles().names
    ['default', 'work']

    Args:
        path: The file; without it, the one of this user.

    Raises:
        UsageError: The file cannot be read, or is no TOML; or TRIVET_CONFIG names a file that does not exist.
    """
    path = config_path() if path is None else path
    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
    except FileNotFoundError:
        if is_chosen():
            raise UsageError(f"{VARIABLE} names {path}, which does not exist") from None
        return Profiles(path, {})
    except OSError as error:
        raise UsageError(f"the settings file {path} cannot be read: {error.strerror}") from None
    if len(raw) > _LARGEST:
        raise UsageError(f"the settings file {path} is larger than a megabyte")
    try:
        return Profiles(path, tomllib.loads(raw.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise UsageError(f"the settings file {path} is not in UTF-8: save it in this encoding") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"the settings file {path} is no TOML: {error}") from None


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _seconds(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _format(value: Any) -> bool:
    return value in [each.value for each in Format]


def _adapter(value: Any) -> bool:
    return value in [each.value for each in Adapter]


def _true(value: Any) -> bool:
    return value is True


_KEYS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "base_url": (_text, "a URL"),
    "timeout": (_seconds, "seconds, more than 0"),
    "deadline": (_seconds, "seconds, more than 0"),
    "max_retries": (_count, "a whole number, 0 or more"),
    "output": (_format, f"one of {', '.join(each.value for each in Format)}"),
    "token_env": (_text, "the name of an environment variable"),
    "token_file": (_text, "the path of a file"),
    "token_keyring": (_true, "true"),
}
_OF_AGENT: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "adapter": (_adapter, f"one of {', '.join(each.value for each in Adapter)}"),
    "directory": (_text, "a directory of the server"),
    "user": (_text, "the name of a user"),
}


def _problems(service: str, table: Mapping[str, Any]) -> list[str]:
    keys = {**_KEYS, **_OF_AGENT} if service == "agent" else _KEYS
    found: list[str] = []
    for key, value in table.items():
        if key in _SECRETS:
            found.append(f"{key!r} would be a secret in a file; name where it is: {', '.join(CREDENTIALS)}")
        elif key not in keys:
            found.append(f"there is no key {key!r}; {near(key, list(keys))}")
        elif not keys[key][0](value):
            found.append(f"{key} must be {keys[key][1]}")
    sources = [each for each in CREDENTIALS if each in table]
    if len(sources) > 1:
        found.append(f"{' and '.join(sources)} name two places of one credential; keep one")
    return found
