"""The options of `trivet-stub`: the services with their options and stubs, what can be steered, and limits of a port.

The help needs no stub: the classes are loaded when a stub is created.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import trivet_stubs
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.serving.limits import Limits

if TYPE_CHECKING:
    from trivet_stubs.stub import Stub

_MEANINGS: Mapping[str, str] = {
    "connections": "connections that may be open at once",
    "idle_timeout": "seconds that a connection is kept after an answer",
    "request_timeout": "seconds that a request may take to arrive",
    "write_timeout": "seconds that a client may take no data of an answer",
}

_HEARTBEAT = 15.0
_DEFAULT = "(default: %(default)s)"

Options = Mapping[str, Mapping[str, Any]]
"""Options by their names, as argparse takes them."""


ALLOW_HOST: Options = {
    "--allow-host": {
        "action": "append",
        "default": [],
        "dest": "allow_hosts",
        "metavar": "HOST",
        "help": "a further host name of the port, such as that of its container; repeatable",
    }
}


STEERING: Options = {
    "--observed": {
        "action": "append",
        "default": [],
        "metavar": "NAME",
        "help": "behave like observed servers: the name of a switch, or all; repeatable",
    },
    "--latency": {"type": float, "metavar": "SECONDS", "help": "seconds that every answer takes"},
    "--quota": {"metavar": "N[/SECONDS]", "help": "let N requests through, in each window of so many seconds"},
    "--clock": {"metavar": "TIME", "help": "the time at the start, such as 2025-06-16T08:00:00+08:00 (default: now)"},
    "--clock-stopped": {"action": "store_true", "help": "let the clock stand still"},
    "--fault": {
        "action": "append",
        "default": [],
        "dest": "faults",
        "metavar": "FAULT",
        "help": "a fault, such as 'stops.list status=503 times=2', or JSON; repeatable",
    },
    "--setting": {
        "action": "append",
        "default": [],
        "dest": "settings",
        "metavar": "NAME=VALUE",
        "help": "a setting of /_trivet/settings, such as volume_rows=50; repeatable",
    },
    "--state": {
        "metavar": "FILE",
        "help": "load the state from a file, if it exists, and save it there at the end; of several services, to a "
        "file each, such as state.chat.json",
    },
    "--records": {"metavar": "FILE", "help": "your own data: a JSON file with the body of POST /_trivet/seed"},
}


class Service(NamedTuple):
    """A service that the command can serve."""

    title: str
    options: Options
    """The options of this service."""
    create: Callable[[argparse.Namespace], tuple[Stub, Mapping[str, str]]]
    """Creates the stub; returns it with its credentials by environment variables, without the service's prefix."""


def _clock(options: argparse.Namespace) -> trivet_stubs.Clock:
    """A clock that runs, because the clients are other programs, with clocks that run.

    It has the time of `--clock` before there are records, because the records of a new stub are older than its time.
    """
    from trivet_stubs.control.endpoints import FIRST_YEAR, LAST_YEAR  # noqa: PLC0415  # the help needs no stub

    try:
        now = None if options.clock is None else datetime.fromisoformat(options.clock)
    except ValueError:
        now = None
    if now is None or now.tzinfo is None or not FIRST_YEAR <= now.year <= LAST_YEAR:
        return trivet_stubs.RunningClock()  # the option is refused by its name when the stub is steered
    return trivet_stubs.RunningClock(now)


def _agent(options: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
    if options.token is not None and options.password is not None:
        raise ValueError("--token and --password: use one of them")
    credentials = options.token if options.password is None else (options.username, options.password)
    stub = trivet_stubs.AgentStub(credentials=credentials, clock=_clock(options))
    stub.events.heartbeat_every = _HEARTBEAT
    # USER_TOKEN is for the caller of `trivet check`.
    if options.password is not None:
        user = f"{options.username}:{options.password}"
        return stub, {"USERNAME": options.username, "PASSWORD": options.password, "USER_TOKEN": user}
    return stub, {} if options.token is None else {"TOKEN": options.token, "USER_TOKEN": options.token}


def _bus(options: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
    stub = trivet_stubs.BusStub(
        data=options.data,
        page_size=options.page_size,
        account_key=options.account_key,
        clock=_clock(options),
    )
    return stub, {**_variables(stub), "USER_TOKEN": options.account_key}  # for the caller of `trivet check`


def _chat(options: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
    stub = trivet_stubs.ChatStub(seed=options.seed, users=options.users, clock=_clock(options))
    if options.seed == "empty":
        return stub, _variables(stub)
    # The tokens for the callers of `trivet check`.
    callers = {"ADMIN_TOKEN": "admin", "USER_TOKEN": "alice", "OTHER_TOKEN": "bob"}
    return stub, {**_variables(stub), **{name: stub.token(user) for name, user in callers.items()}}


def _variables(stub: Stub) -> Mapping[str, str]:
    return {name.upper(): value for name, value in stub.client_credentials().items()}


def _without_options(name: str) -> Service:
    """A service whose stub has no options of its own."""

    def create(options: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
        stub: Stub = getattr(trivet_stubs, f"{name.capitalize()}Stub")(clock=_clock(options))
        tokens = list(stub.client_credentials().values())
        return stub, {**_variables(stub), **({"USER_TOKEN": tokens[0]} if tokens else {})}

    return Service(f"the {name} service", {}, create)


_OPTIONS = {
    "agent": Service(
        "the agent service",
        {
            "--username": {"default": "agent", "metavar": "NAME", "help": f"the user name for the password {_DEFAULT}"},
            "--password": {"metavar": "PASSWORD", "help": "require this password of clients"},
            "--token": {"metavar": "TOKEN", "help": "require this bearer token of clients"},
            "--turn": {
                "action": "append",
                "default": [],
                "dest": "turns",
                "metavar": "JSON",
                "help": "the script of the next turn, as for POST /_trivet/turns; repeatable",
            },
        },
        _agent,
    ),
    "bus": Service(
        "the bus transport data service",
        {
            "--data": {"type": Path, "metavar": "DIR", "help": "the directory of the records (CSV or JSON pages)"},
            "--page-size": {"type": int, "default": 500, "metavar": "N", "help": f"records a page {_DEFAULT}"},
            "--account-key": {"default": "stub-key", "metavar": "KEY", "help": f"the key of clients {_DEFAULT}"},
        },
        _bus,
    ),
    "chat": Service(
        "the chat service",
        {
            "--seed": {"default": "small", "metavar": "SEED", "help": f"small, empty, or like 10000x20 {_DEFAULT}"},
            "--users": {"type": int, "default": 0, "metavar": "N", "help": f"further users {_DEFAULT}"},
        },
        _chat,
    ),
}


SERVED: Mapping[str, Service] = {name: _OPTIONS.get(name) or _without_options(name) for name in SERVICES}
"""Every service by its name."""


def add_limits(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Add an option for each field of `Limits`, and return them."""
    group = parser.add_argument_group("limits", "The limits of the port for its clients; each is greater than 0.")
    added: list[argparse.Action] = []
    for field, meaning in _MEANINGS.items():
        default: float = getattr(Limits(), field)
        option, help_text = f"--{field.replace('_', '-')}", f"{meaning} (default: %(default)s)"
        added.append(group.add_argument(option, type=type(default), default=default, metavar="N", help=help_text))
    return added


def limits_of(options: argparse.Namespace) -> Limits:
    """Return the limits among parsed options.

    Raises:
        ValueError: A limit is not greater than 0.
    """
    return Limits(**{name: getattr(options, name) for name in _MEANINGS})
