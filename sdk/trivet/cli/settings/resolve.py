"""What a command works with: for each setting its value, and where it comes from.

An option comes first, then the profile that `--profile` names, then the environment, then the profile that
TRIVET_PROFILE names or the one named `default`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from attrs import evolve, field, frozen

from trivet.cli.failures import UsageError
from trivet.cli.options import Adapter, Format, Options
from trivet.cli.settings import keyring
from trivet.cli.settings.credential import from_file, from_variable
from trivet.cli.settings.names import CREDENTIALS, SERVICES, credential_name, variable
from trivet.cli.settings.profiles import DEFAULT, Profiles, read_profiles

__all__ = ["Credential", "Found", "ServiceSettings", "resolve"]

PROFILE = "TRIVET_PROFILE"


@frozen
class Found:
    """A value, and where it comes from.

    Attributes:
        value: The value.
        source: An option, an environment variable, or a table of the settings file.
    """

    value: Any
    source: str

    @property
    def shown(self) -> Any:
        """The value as it may be shown: a URL without the user, password and query that it must not have."""
        if isinstance(self.value, Enum):
            return self.value.value
        if isinstance(self.value, str) and "@" in self.value:
            return f"{self.value.partition('://')[0][:8]}://..."
        if isinstance(self.value, str) and "?" in self.value:
            return f"{self.value.partition('?')[0]}?..."
        return self.value


@frozen
class Credential:
    """Where a credential is; it is read when it is needed.

    Attributes:
        name: What it is called: account_key, token or password.
        source: Where it is, in words.
        user: The name of the user whose password it is; None for a token.
        bound_to: The base URL of the profile that it belongs to, or None.
    """

    name: str
    source: str
    read: Callable[[], str] = field(repr=False)
    user: str | None = None
    bound_to: str | None = None


@frozen
class ServiceSettings:
    """The settings of one service in one run; of those that are nowhere, the client has defaults.

    >>> resolve("chat", Options()).base_url
    Found(value='https://chat.example.com/api/v1', source='TRIVET_CHAT_BASE_URL')

    Attributes:
        service: The service.
        profile: The profile that takes part, or None.
        path: The settings file.
        values: base_url, timeout, deadline, max_retries, output, directory and adapter, as far as they are set.
        credential: Where the credential is, or None.
    """

    service: str
    profile: str | None
    path: Path
    values: Mapping[str, Found]
    credential: Credential | None

    def value(self, name: str) -> Any:
        """Return a setting, or None."""
        found = self.values.get(name)
        return None if found is None else found.value


def resolve(service: str, options: Options, note: Callable[[str], None] = lambda text: None) -> ServiceSettings:
    """Find the settings of a service.

    Args:
        service: bus, chat or agent.
        options: The shared options.
        note: Called with a line for people, about a file that others can read.

    Raises:
        UsageError: The settings file or the profile cannot be used, or a credential would go to another server than its
            own.
    """
    profiles = read_profiles()
    name, table = _table(profiles, service, options)
    where = f"[{name}.{service}] of {profiles.path}"
    of_profile = {each: Found(value, where) for each, value in (table or {}).items()}
    of_options = {
        each: Found(value, f"--{each.replace('_', '-')}")
        for each in ("base_url", "timeout", "output", "adapter")
        if (value := getattr(options, each)) is not None
    }
    of_environment = {
        each: Found(value, variable(service, each))
        for each in ("base_url", *(("adapter",) if service == "agent" else ()))
        if (value := os.environ.get(variable(service, each), "").strip())
    }
    if options.profile:
        values = {**of_environment, **of_profile, **of_options}
    else:
        values = {**of_profile, **of_environment, **of_options}
    for each, kind in (("output", Format), ("adapter", Adapter)):
        if each in values:
            values[each] = _member(kind, values[each])
    own = _of_profile(service, name, table or {}, where, profiles.path.parent, note)
    theirs = _of_environment(service)
    credential = (own or theirs) if options.profile else (theirs or own)
    if options.token_file is not None:
        path = options.token_file
        user = (
            (table or {}).get("user") or os.environ.get(variable(service, "username")) if service == "agent" else None
        )
        word = "password" if user else credential_name(service)
        source = "stdin" if str(path) == "-" else str(path)
        credential = Credential(word, source, lambda: from_file(path, word, note), user)
    url = os.environ.get(variable(service, "base_url"), "").strip()
    if credential is not None and "base_url" in values:
        if credential is theirs and url and values["base_url"].source == where:
            credential = evolve(credential, bound_to=url)  # the environment has both for one server
        _check_bound(credential, values["base_url"])
    return ServiceSettings(service, name if table is not None else None, profiles.path, values, credential)


def _member(kind: type[Enum], found: Found) -> Found:
    """Return a setting as the member of an enumeration that it names."""
    try:
        return Found(kind(found.value), found.source)
    except ValueError:
        known = ", ".join(str(each.value) for each in kind)
        raise UsageError(f"{found.source}: {found.value!r} is none of {known}") from None


def _table(profiles: Profiles, service: str, options: Options) -> tuple[str, Mapping[str, Any] | None]:
    named = options.profile or os.environ.get(PROFILE, "").strip()
    name = named or DEFAULT
    if not named and DEFAULT not in profiles.data:
        return name, None
    table = profiles.table(name, service)
    if table is None and options.profile and service in SERVICES:
        raise UsageError(f"the profile {name!r} has no table [{name}.{service}] in {profiles.path}")
    return name, table


def _of_profile(
    service: str, profile: str, table: Mapping[str, Any], where: str, folder: Path, note: Callable[[str], None]
) -> Credential | None:
    kind = next((each for each in CREDENTIALS if each in table), None)
    if kind is None:
        return None
    user: str | None = table.get("user")
    name = "password" if user else credential_name(service)
    bound = table.get("base_url")
    value = table[kind]
    if kind == "token_env":
        return Credential(name, value, lambda: from_variable(value, name, where), user, bound)
    if kind == "token_file":
        path = folder / Path(value).expanduser()
        return Credential(name, str(path), lambda: from_file(path, name, note), user, bound)

    def read() -> str:
        found = keyring.fetch(profile, service)
        if found is None:
            raise UsageError(
                f"the keyring has no {name} for {where}: `trivet config set-token {service} --profile {profile}`"
            )
        return found

    return Credential(name, "the keyring", read, user, bound)


def _of_environment(service: str) -> Credential | None:
    name = credential_name(service)
    found = variable(service, name)
    if os.environ.get(found):
        return Credential(name, found, lambda: os.environ[found])
    password = variable(service, "password")
    if service == "agent" and os.environ.get(password):
        user = os.environ.get(variable(service, "username"), "")
        return Credential("password", password, lambda: os.environ[password], user)
    return None


def _check_bound(credential: Credential, base_url: Found) -> None:
    """Refuse to send a credential to another server than that of its profile, or of the environment that has both."""
    if credential.bound_to is None or _origin(credential.bound_to) == _origin(str(base_url.value)):
        return
    raise UsageError(
        f"the {credential.name} from {credential.source} is for {_origin(credential.bound_to)}, and the base URL is "
        f"{_origin(str(base_url.value))} (from {base_url.source}): give that server's own with --token-file"
    )


def _origin(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return url.rpartition("@")[2]
    return f"{parts.scheme}://{parts.hostname}:{port}"
