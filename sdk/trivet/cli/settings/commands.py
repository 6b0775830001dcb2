"""The commands `trivet config …`: where settings come from, whether they can be used, credentials in the keyring."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated, Any

import typer

from trivet._text import printable
from trivet.cli.failures import FAILED, UsageError, reported
from trivet.cli.options import Format, Options
from trivet.cli.output.writer import write_records
from trivet.cli.settings import keyring
from trivet.cli.settings.credential import from_stdin
from trivet.cli.settings.edit import use_keyring
from trivet.cli.settings.location import config_path
from trivet.cli.settings.names import SERVICES, credential_name, near
from trivet.cli.settings.profiles import DEFAULT, read_profiles
from trivet.cli.settings.resolve import ServiceSettings, resolve
from trivet.cli.terminal.style import is_terminal

__all__ = ["Service", "add_config"]


class Service(Enum):
    """The services."""

    BUS = "bus"
    CHAT = "chat"
    AGENT = "agent"


_Profile = Annotated[str | None, typer.Option(metavar="NAME", help="The profile.")]
_Service = Annotated[Service, typer.Argument(metavar="SERVICE", help="bus, chat or agent.")]
_Debug = Annotated[bool, typer.Option("--debug", help="Show more of an error.")]


def add_config(app: typer.Typer) -> None:
    """Add the group of commands.

    >>> add_config(app)
    """
    group = typer.Typer(help="Settings, profiles and credentials.", no_args_is_help=True)
    group.command("path")(path)
    group.command("show", epilog="Example: `trivet config show --profile work`")(show)
    group.command("check")(check)
    group.command("set-token", epilog="Example: `trivet config set-token chat --profile work < token.txt`")(set_token)
    group.command("forget-token")(forget_token)
    app.add_typer(group, name="config")


def path() -> None:
    """Print the path of the settings file."""
    with reported(debug=False):
        sys.stdout.write(f"{config_path()}\n")


def show(
    profile: _Profile = None,
    output: Annotated[
        Format | None, typer.Option("--output", "-o", metavar="FORMAT", help="table, json, ndjson, csv or yaml.")
    ] = None,
    debug: _Debug = False,
) -> None:
    """Show the settings of each service, and where they come from; of a credential only the place."""
    with reported(debug=debug):
        rows: list[dict[str, Any]] = []
        for service in SERVICES:
            rows += _rows(_settings(service, profile))
        write_records(rows, Options(output=output), columns=(), on_terminal=is_terminal(sys.stdout))


def check(debug: _Debug = False) -> None:
    """Check every profile: its names and values, and whether its credentials are there."""
    with reported(debug=debug):
        profiles = read_profiles()
        problems = profiles.problems()
        if not problems:
            for name in profiles.names:
                problems += [each for service in profiles.data[name] for each in _unusable(service, name)]
        for each in problems:
            _note(each)
        if problems:
            raise typer.Exit(FAILED)
        _note(f"{profiles.path}: {_number(len(profiles.names))}, all can be used")


def set_token(service: _Service, profile: _Profile = None, debug: _Debug = False) -> None:
    """Keep a key, token or password in the system's keyring; it is typed, or read from stdin."""
    with reported(debug=debug):
        name, table = _target(service.value, profile)
        keyring.fetch(name, service.value)  # a keyring that does not work is noticed before anything is typed
        secret = from_stdin("password" if table.get("user") else credential_name(service.value))
        keyring.keep(name, service.value, secret)
        del secret
        change = use_keyring(read_profiles() if config_path().exists() else None, name, service.value)
        _note(f"kept in the keyring for [{name}.{service.value}]{change}")


def forget_token(service: _Service, profile: _Profile = None, debug: _Debug = False) -> None:
    """Remove a credential from the system's keyring."""
    with reported(debug=debug):
        name = profile or DEFAULT
        if not keyring.forget(name, service.value):
            raise UsageError(f"the keyring has nothing for [{name}.{service.value}]")
        _note(f"removed from the keyring: [{name}.{service.value}]")


def _target(service: str, profile: str | None) -> tuple[str, dict[str, Any]]:
    """Return the name of a profile, which may be new, and its table for a service."""
    name = profile or DEFAULT
    if not name.replace("-", "").replace("_", "").isalnum() or not name.isascii():
        raise UsageError(f"--profile: {name!r} is no name: use letters, digits, - and _")
    if not config_path().exists():
        return name, {}
    profiles = read_profiles()
    table = dict(profiles.table(name, service) or {}) if name in profiles.data else {}
    other = next((each for each in ("token_env", "token_file") if each in table), None)
    if other is not None:
        raise UsageError(f"[{name}.{service}] of {profiles.path} has {other}: remove it first")
    return name, table


def _settings(service: str, profile: str | None) -> ServiceSettings:
    """Return the settings of a service; a profile need not have all services."""
    if profile is None:
        return resolve(service, Options())
    profiles = read_profiles()
    if profile not in profiles.data:
        raise UsageError(f"there is no profile {profile!r} in {profiles.path}: {near(profile, profiles.names)}")
    return resolve(service, Options(profile=profile if service in profiles.data[profile] else None))


def _rows(settings: ServiceSettings) -> list[dict[str, Any]]:
    rows = [
        {"service": settings.service, "setting": name, "value": _value(found.shown), "source": found.source}
        for name, found in settings.values.items()
        if not name.startswith("token_") and name != "user"
    ]
    credential = settings.credential
    if credential is None:
        name = credential_name(settings.service)
        return [*rows, {"service": settings.service, "setting": name, "value": None, "source": "nowhere"}]
    if credential.user is not None:
        rows.append({"service": settings.service, "setting": "user", "value": credential.user, "source": ""})
    return [
        *rows,
        {"service": settings.service, "setting": credential.name, "value": "***", "source": credential.source},
    ]


def _value(value: Any) -> Any:
    return value.value if isinstance(value, Format) else value


def _unusable(service: str, profile: str) -> list[str]:
    """Return why the credential of a profile cannot be used: a line, or none."""
    try:
        credential = resolve(service, Options(profile=profile), _note).credential
        if credential is not None:
            credential.read()
    except UsageError as error:
        return [str(error)]
    return []


def _number(count: int) -> str:
    return f"{count} profile{'s' * (count != 1)}"


def _note(text: str) -> None:
    sys.stderr.write(f"{printable(text)}\n")
