"""The commands `trivet config …`: show settings and their sources, check profiles, keep credentials in the keyring."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from trivet._core.files import write_whole
from trivet._generated.names import SERVICES
from trivet._text import printable
from trivet.cli.failures import FAILED, UsageError, reported
from trivet.cli.lazy_group import LazyGroup
from trivet.cli.options import Format, Options
from trivet.cli.output.writer import write_records
from trivet.cli.settings.credentials import forget_in_keyring, from_keyring, from_stdin, keep_in_keyring
from trivet.cli.settings.profiles import DEFAULT, Profiles, config_path, credential_name, near, read_profiles
from trivet.cli.settings.resolve import ServiceSettings, resolve
from trivet.cli.terminal import is_terminal
from trivet.cli.text import plural

_LINE = "token_keyring = true"


def _known(service: str) -> str:
    """Return a service; refuse another word."""
    if service not in SERVICES:
        raise typer.BadParameter(f"{service!r} is not one of {', '.join(map(repr, SERVICES))}")
    return service


_Profile = Annotated[str | None, typer.Option(metavar="NAME", help="The profile.")]
_Service = Annotated[
    str,
    typer.Argument(
        metavar="SERVICE", help=f"One of {', '.join(SERVICES)}.", callback=_known, autocompletion=lambda: [*SERVICES]
    ),
]
_Debug = Annotated[bool, typer.Option("--debug", help="Show more of an error.")]


def add_config(app: typer.Typer) -> None:
    """Add the group `config`.

    >>> add_config(app)
    """
    group = typer.Typer(cls=LazyGroup, help="Settings, profiles and credentials.", no_args_is_help=True)
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
                problems += [line for service in profiles.data[name] for line in _credential_problems(service, name)]
        for line in problems:
            _note(line)
        if problems:
            raise typer.Exit(FAILED)
        count = len(profiles.names)
        _note(f"{profiles.path}: {count} {plural(count, 'profile')}, all can be used")


def set_token(service: _Service, profile: _Profile = None, debug: _Debug = False) -> None:
    """Keep a key, token or password in the system's keyring; it is typed, or read from stdin."""
    with reported(debug=debug):
        name, table = _target(service, profile)
        from_keyring(name, service)  # a keyring that does not work is noticed before anything is typed
        secret = from_stdin("password" if table.get("user") else credential_name(service))
        keep_in_keyring(name, service, secret)
        del secret
        change = use_keyring(read_profiles() if config_path().exists() else None, name, service)
        _note(f"kept in the keyring for [{name}.{service}]{change}")


def forget_token(service: _Service, profile: _Profile = None, debug: _Debug = False) -> None:
    """Remove a credential from the system's keyring."""
    with reported(debug=debug):
        name = profile or DEFAULT
        if not forget_in_keyring(name, service):
            raise UsageError(f"the keyring has nothing for [{name}.{service}]")
        _note(f"removed from the keyring: [{name}.{service}]")


def _target(service: str, profile: str | None) -> tuple[str, dict[str, Any]]:
    """Return the name of a profile, which may be new, and its table for a service."""
    name = profile or DEFAULT
    if not name.replace("-", "").replace("_", "").isalnum() or not name.isascii():
        raise UsageError(f"--profile: {name!r} is not a name: use letters, digits, - and _")
    if not config_path().exists():
        return name, {}
    profiles = read_profiles()
    table = dict(profiles.table(name, service) or {}) if name in profiles.data else {}
    key = next((key for key in ("token_env", "token_file") if key in table), None)
    if key is not None:
        raise UsageError(f"[{name}.{service}] of {profiles.path} has {key}: remove it first")
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
        {"service": settings.service, "setting": name, "value": setting.shown, "source": setting.source}
        for name, setting in settings.values.items()
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


def _credential_problems(service: str, profile: str) -> list[str]:
    """Return the problem of a profile's credential as a line; an empty list if it can be used."""
    try:
        credential = resolve(service, Options(profile=profile), _note).credential
        if credential is not None:
            credential.read()
    except UsageError as error:
        return [str(error)]
    return []


def _note(text: str) -> None:
    sys.stderr.write(f"{printable(text)}\n")


def with_keyring(text: str, profile: str, service: str) -> str | None:
    """Return the text of a settings file with `token_keyring = true` in a table; None if it cannot be changed safely.

    >>> print(with_keyring("", "work", "chat"))
    [work.chat]
    token_keyring = true
    """
    before = tomllib.loads(text)
    expected: dict[str, Any] = {**before, profile: {**before.get(profile, {})}}
    expected[profile][service] = {**expected[profile].get(service, {}), "token_keyring": True}
    pattern = re.compile(rf"^[ \t]*\[[ \t]*{re.escape(profile)}[ \t]*\.[ \t]*{service}[ \t]*\][ \t]*(?:#.*)?$", re.M)
    head = pattern.search(text)
    if head is not None:
        changed = f"{text[: head.end()]}\n{_LINE}{text[head.end() :]}"
    else:
        changed = f"{text.rstrip()}\n\n[{profile}.{service}]\n{_LINE}\n".lstrip("\n")
    # A table that is written in another way, or within a text, is not changed: the file must mean the same otherwise.
    try:
        return changed if tomllib.loads(changed) == expected else None
    except tomllib.TOMLDecodeError:
        return None


def use_keyring(profiles: Profiles | None, profile: str, service: str) -> str:
    """Write `token_keyring = true` into a profile of the settings file, unless it is there already.

    >>> use_keyring(read_profiles(), "work", "chat")
    ', and [work.chat] of /home/me/.config/trivet/config.toml says so'

    Args:
        profiles: The content of the file; None if there is no file yet.
        profile: The name of the profile.
        service: The service.

    Returns:
        The end of a sentence with the place of the line, which was written there or has to be.

    Raises:
        OSError: The file cannot be written; it is unchanged.
    """
    path = config_path() if profiles is None else profiles.path
    if profiles is not None and profiles.data.get(profile, {}).get(service, {}).get("token_keyring"):
        return ""
    text = "" if profiles is None else path.read_bytes().decode("utf-8-sig")
    line_end = "\r\n" if "\r\n" in text else "\n"  # an editor on Windows writes the first
    changed = with_keyring(text.replace("\r\n", "\n"), profile, service)
    if changed is None:
        return f"; write `{_LINE}` below [{profile}.{service}] of {path}"
    _write(path, changed.replace("\n", line_end))
    return f", and [{profile}.{service}] of {path} says so"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = path.resolve()  # the target of a link is replaced, and the link stays
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    write_whole(path, lambda file: file.write(text.encode()), overwrite=True)
    if os.name == "posix":
        path.chmod(mode)
