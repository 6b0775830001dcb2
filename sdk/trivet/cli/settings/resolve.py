"""The settings of a command: the value of each, and its source.

An option comes first, then the profile that `--profile` names, then the environment, then the profile that
TRIVET_PROFILE names or the one named `default`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from attrs import evolve, field, frozen

from trivet._core.settings import SourcedText
from trivet._generated.names import SERVICES
from trivet.cli.failures import UsageError
from trivet.cli.options import Adapter, ErrorFormat, Format, Options
from trivet.cli.settings.credentials import from_file, from_keyring, from_variable
from trivet.cli.settings.profiles import (
    CREDENTIALS,
    DEFAULT,
    Profiles,
    credential_name,
    expanded,
    read_profiles,
    variable,
)

PROFILE = "TRIVET_PROFILE"
READ_ONLY = "TRIVET_READ_ONLY"
_YES = ("1", "on", "true", "yes")
_NO = ("", "0", "false", "no", "off")
ERROR_FORMAT = "TRIVET_ERROR_FORMAT"


@frozen
class Setting:
    """The value of a setting, and its source.

    Attributes:
        value: The value.
        source: The option, the environment variable, or the table of the settings file that has it.
        kind: Which of these the source is.
    """

    value: Any
    source: str
    kind: Literal["option", "environment", "profile"]

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
    """The place of a credential, which is read when it is needed.

    Attributes:
        name: account_key, token or password.
        source: The place, in words.
        user: The name of the user with this password; None for a token.
        bound_to: The base URL of the profile that it belongs to, or None.
    """

    name: str
    source: str
    read: Callable[[], str] = field(repr=False)
    user: str | None = None
    bound_to: str | None = None


@frozen
class ServiceSettings:
    """The settings of one service in one run; the client has defaults for the others.

    >>> resolve("chat", Options()).values["base_url"]
    Setting(value='https://chat.example.com/api/v1', source='TRIVET_CHAT_BASE_URL', kind='environment')

    Attributes:
        service: The service.
        profile: The profile that takes part, or None.
        path: The settings file.
        values: base_url, timeout, deadline, max_retries, output, error_format, read_only, directory and adapter, as far
            as they are set.
        credential: The place of the credential, or None.
    """

    service: str
    profile: str | None
    path: Path
    values: Mapping[str, Setting]
    credential: Credential | None

    def value(self, name: str) -> Any:
        """Return the value of a setting, or None."""
        setting = self.values.get(name)
        return None if setting is None else setting.value


def resolve(service: str, options: Options, note: Callable[[str], None] = lambda text: None) -> ServiceSettings:
    """Find the settings of a service.

    Args:
        service: The name of the service.
        options: The shared options.
        note: Called with a note about a file that others can read.

    Raises:
        UsageError: The settings file or the profile cannot be used, or a credential would go to another server than its
            own.
    """
    profiles = read_profiles()
    name, table = _table(profiles, service, options)
    where = f"[{name}.{service}] of {profiles.path}"
    from_profile = {key: Setting(value, where, "profile") for key, value in (table or {}).items()}
    from_options = {
        key: Setting(value, f"--{key.replace('_', '-')}", "option")
        for key in ("base_url", "timeout", "output", "error_format", "adapter")
        if (value := getattr(options, key)) is not None
    }
    from_environment = {
        key: Setting(value, variable(service, key), "environment")
        for key in ("base_url", *(("adapter",) if service == "agent" else ()))
        if (value := os.environ.get(variable(service, key), "").strip())
    }
    if error_format := os.environ.get(ERROR_FORMAT, "").strip():
        from_environment["error_format"] = Setting(error_format, ERROR_FORMAT, "environment")
    if options.profile:
        values = {**from_environment, **from_profile, **from_options}
    else:
        values = {**from_profile, **from_environment, **from_options}
    for key, kind in (("output", Format), ("error_format", ErrorFormat), ("adapter", Adapter)):
        if key in values:
            values[key] = _member(kind, values[key])
    if _is_read_only():  # a profile without the key must not undo it
        values["read_only"] = Setting(True, READ_ONLY, "environment")
    own = _profile_credential(service, name, table or {}, where, profiles.path.parent, note)
    other = _environment_credential(service)
    credential = (own or other) if options.profile else (other or own)
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
        if credential is other and url and values["base_url"].kind == "profile":
            credential = evolve(credential, bound_to=url)  # the environment has both for one server
        _check_bound(credential, values["base_url"])
    return ServiceSettings(service, name if table is not None else None, profiles.path, values, credential)


def _is_read_only() -> bool:
    text = os.environ.get(READ_ONLY, "").strip().lower()
    if text not in (*_YES, *_NO):  # a misspelt word must not allow changes
        raise UsageError(f"{READ_ONLY} must be one of {', '.join(filter(None, (*_YES, *_NO)))}")
    return text in _YES


def _member(kind: type[Enum], setting: Setting) -> Setting:
    """Return a setting as the member of an enumeration that it names."""
    try:
        return evolve(setting, value=kind(setting.value))
    except ValueError:
        members = ", ".join(str(member.value) for member in kind)
        raise UsageError(f"{setting.source}: {setting.value!r} is not one of {members}") from None


def _table(profiles: Profiles, service: str, options: Options) -> tuple[str, Mapping[str, Any] | None]:
    named = options.profile or os.environ.get(PROFILE, "").strip()
    name = named or DEFAULT
    if not named and DEFAULT not in profiles.data:
        return name, None
    table = profiles.table(name, service)
    if table is None and options.profile and service in SERVICES:
        raise UsageError(f"the profile {name!r} has no table [{name}.{service}] in {profiles.path}")
    return name, table


def _profile_credential(
    service: str, profile: str, table: Mapping[str, Any], where: str, folder: Path, note: Callable[[str], None]
) -> Credential | None:
    place = next((key for key in CREDENTIALS if key in table), None)
    if place is None:
        return None
    user = SourcedText(table["user"], f"from {where}") if table.get("user") else None
    name = "password" if user else credential_name(service)
    bound = table.get("base_url")
    value = table[place]
    if place == "token_env":
        return Credential(name, value, lambda: from_variable(value, name, where), user, bound)
    if place == "token_file":
        path = folder / expanded(Path(value))
        return Credential(name, str(path), lambda: from_file(path, name, note), user, bound)

    def read() -> str:
        secret = from_keyring(profile, service)
        if secret is None:
            raise UsageError(
                f"the keyring has no {name} for {where}: `trivet config set-token {service} --profile {profile}`"
            )
        return secret

    return Credential(name, "the keyring", read, user, bound)


def _environment_credential(service: str) -> Credential | None:
    name = credential_name(service)
    token = variable(service, name)
    if os.environ.get(token):
        return Credential(name, token, lambda: os.environ[token])
    password = variable(service, "password")
    if service == "agent" and os.environ.get(password):
        username = variable(service, "username")
        user = SourcedText(os.environ.get(username, ""), f"from {username}")
        return Credential("password", password, lambda: os.environ[password], user)
    return None


def _check_bound(credential: Credential, base_url: Setting) -> None:
    """Refuse to send a credential to another server than its own: the one of its profile, or of the environment."""
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


def server_options(settings: ServiceSettings, options: Options) -> tuple[str, ...]:
    """Return the options with which a command in another terminal reaches the same server, as words without quotes.

    >>> server_options(resolve("agent", options), options)
    ('--base-url', 'http://127.0.0.1:4096', '--adapter', 'opencode')

    Settings of the environment are among them, because the other terminal may have another environment. A credential
    is not: options hold none.
    """
    profile = options.profile
    if not profile and settings.profile not in (None, DEFAULT) and not _environment_has_credential(settings.service):
        profile = settings.profile  # from TRIVET_PROFILE
    words = ["--profile", profile] if profile else []
    reads_profile = bool(profile) or settings.profile == DEFAULT
    for name in ("base_url", "adapter"):
        setting = settings.values.get(name)
        if setting is not None and not (reads_profile and setting.kind == "profile"):
            value = setting.value.value if isinstance(setting.value, Enum) else setting.value
            words += [f"--{name.replace('_', '-')}", str(value)]
    if options.token_file is not None and str(options.token_file) != "-":
        words += ["--token-file", str(options.token_file.absolute())]
    return tuple(words)


def _environment_has_credential(service: str) -> bool:
    """Return whether the environment has a credential, which comes before one in the profile."""
    return any(os.environ.get(variable(service, name)) for name in (credential_name(service), "password"))
