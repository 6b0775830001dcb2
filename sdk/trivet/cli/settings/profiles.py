"""The settings file: its path, and its profiles of base URLs, timeouts and credentials, by name and service.

[work.chat]
base_url = "https://chat.example.com/api/v1"
token_keyring = true
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from attrs import frozen

from trivet._core.check import MOST_SECONDS
from trivet._generated.names import SERVICES
from trivet.cli.failures import UsageError
from trivet.cli.operations.table import load
from trivet.cli.options import Adapter, ErrorFormat, Format

DEFAULT = "default"
"""The profile that is used if neither `--profile` nor TRIVET_PROFILE names one."""
VARIABLE = "TRIVET_CONFIG"
"""The environment variable that names another settings file."""

NO_HOME = "~/.config/trivet/config.toml"
"""The settings file of a user without a home folder, for messages."""
CREDENTIALS = ("token_env", "token_file", "token_keyring")
"""The keys of a profile that name the place of the credential; a profile has one of them at most."""

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
        """Return the settings of a profile for a service, or None.

        Raises:
            UsageError: There is no such profile, or it has a name or a value that cannot be used.
        """
        if name not in self.data:
            raise UsageError(f"there is no profile {name!r} in {self.path}: {near(name, self.names)}")
        problems = self.problems(name)
        if problems:
            raise UsageError(problems[0])
        table: Mapping[str, Any] | None = self.data[name].get(service)
        return table

    def problems(self, name: str | None = None) -> list[str]:
        """Return a line for each name and value that cannot be used, in one profile or in all of them."""
        problems: list[str] = []
        for profile in self.names if name is None else [name]:
            tables = self.data[profile]
            if not isinstance(tables, dict):
                problems.append(f"{self.path}: {profile!r} stands outside of the tables; write [NAME.SERVICE] above it")
                continue
            for service, table in cast("dict[str, Any]", tables).items():
                where = f"{self.path}: [{profile}.{service}]"
                if service not in SERVICES:
                    problems.append(f"{where}: {service!r} is not a service; {near(service, list(SERVICES))}")
                elif not isinstance(table, dict):
                    problems.append(f"{where} must be a table")
                else:
                    lines = _problems_of_table(service, cast("dict[str, Any]", table))
                    problems += [f"{where}: {line}" for line in lines]
        return problems


def read_profiles(path: Path | None = None) -> Profiles:
    """Read the settings file; a file that does not exist has no profiles.

    >>> read_profiles().names
    ['default', 'work']

    Args:
        path: The file; by default the user's.

    Raises:
        UsageError: The file cannot be read, or is not TOML; or TRIVET_CONFIG names a file that does not exist.
    """
    path = path or _path()
    if path is None:  # a container's user without a home folder
        return Profiles(Path(NO_HOME), {})
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
        raise UsageError(f"the settings file {path} is not TOML: {error}") from None


def config_path() -> Path:
    """Return the path of the settings file, which need not exist.

    >>> config_path()
    PosixPath('/home/me/.config/trivet/config.toml')

    It is in the platform's folder for settings, unless TRIVET_CONFIG names another file.

    Raises:
        UsageError: The user has no home folder, and no variable names another one.
    """
    path = _path()
    if path is None:
        raise UsageError(f"there is no home folder for {NO_HOME}: set HOME, or name the file in {VARIABLE}")
    return path


def _path() -> Path | None:
    """Return the path of the settings file; None for a user without a home folder."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return expanded(Path(chosen))
    from platformdirs import user_config_path  # noqa: PLC0415  # the help of a command needs no folder

    try:
        return user_config_path("trivet", appauthor=False, roaming=True) / "config.toml"
    except RuntimeError:  # neither the environment nor the system knows the home folder
        return None


def expanded(path: Path) -> Path:
    """Return a path with the home folder in place of `~`; the path itself where the home folder is not known.

    >>> expanded(Path("~/.config/trivet/token"))
    PosixPath('/home/me/.config/trivet/token')
    """
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def is_chosen() -> bool:
    """Return whether the environment names the file, which then has to exist."""
    return bool(os.environ.get(VARIABLE))


def variable(service: str, setting: str) -> str:
    """Return the environment variable of a setting.

    >>> variable("chat", "base_url")
    'TRIVET_CHAT_BASE_URL'
    """
    return f"TRIVET_{service}_{setting}".upper()


def credential_name(service: str) -> str:
    """Return the name of a service's credential.

    >>> credential_name("bus")
    'account_key'
    """
    tabled = service in SERVICES and service not in ("agent", "chat")  # saves reading the tables of these two
    return load(service).credential if tabled else "token"


def near(name: str, known: list[str]) -> str:
    """Return the end of a message about an unknown name: the nearest known one, or all of them."""
    matches = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {matches[0]!r}?" if matches else f"known: {', '.join(known) or 'none'}"


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_seconds(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= MOST_SECONDS


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_format(value: Any) -> bool:
    return value in [member.value for member in Format]


def _is_error_format(value: Any) -> bool:
    return value in [member.value for member in ErrorFormat]


def _is_adapter(value: Any) -> bool:
    return value in [member.value for member in Adapter]


def _is_boolean(value: Any) -> bool:
    return isinstance(value, bool)


def _is_true(value: Any) -> bool:
    return value is True


_KEYS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "base_url": (_is_text, "a URL"),
    "timeout": (_is_seconds, f"seconds, more than 0 and at most {MOST_SECONDS:,}"),
    "deadline": (_is_seconds, f"seconds, more than 0 and at most {MOST_SECONDS:,}"),
    "max_retries": (_is_count, "a whole number, 0 or more"),
    "output": (_is_format, f"one of {', '.join(member.value for member in Format)}"),
    "read_only": (_is_boolean, "true or false"),
    "error_format": (_is_error_format, f"one of {', '.join(member.value for member in ErrorFormat)}"),
    "token_env": (_is_text, "the name of an environment variable"),
    "token_file": (_is_text, "the path of a file"),
    "token_keyring": (_is_true, "true"),
}
_AGENT_KEYS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "adapter": (_is_adapter, f"one of {', '.join(member.value for member in Adapter)}"),
    "directory": (_is_text, "a directory of the server"),
    "user": (_is_text, "the name of a user"),
}


def _problems_of_table(service: str, table: Mapping[str, Any]) -> list[str]:
    keys = {**_KEYS, **_AGENT_KEYS} if service == "agent" else _KEYS
    problems: list[str] = []
    for key, value in table.items():
        if key in _SECRETS:
            problems.append(f"{key!r} would be a secret in a file; name where it is: {', '.join(CREDENTIALS)}")
        elif key not in keys:
            problems.append(f"there is no key {key!r}; {near(key, list(keys))}")
        elif not keys[key][0](value):
            problems.append(f"{key} must be {keys[key][1]}")
    places = [key for key in CREDENTIALS if key in table]
    if len(places) > 1:
        problems.append(f"{' and '.join(places)} name two places of one credential; keep one")
    return problems
