"""The options of `trivet-stub`: those of each service with the stub that they make, and the limits of a port."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import trivet_stubs
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.agent import AgentStub
from trivet_stubs.bus import BusStub
from trivet_stubs.chat import ChatStub
from trivet_stubs.kernel.clock import RunningClock
from trivet_stubs.serving.limits import Limits
from trivet_stubs.stub import Stub

_MEANINGS: Mapping[str, str] = {
    "connections": "connections that may be open at once",
    "idle_timeout": "seconds that a connection is kept after an answer",
    "request_timeout": "seconds that a request may take to arrive",
    "write_timeout": "seconds that a client may read nothing of an answer",
}

_HEARTBEAT = 15.0
_DEFAULT = "(default: %(default)s)"

Options = Mapping[str, Mapping[str, Any]]
"""Options by their names, as argparse takes them."""


class Service(NamedTuple):
    """A service that the command can serve."""

    title: str
    options: Options
    """The options of this service."""
    create: Callable[[argparse.Namespace], tuple[Stub, Mapping[str, str]]]
    """Makes the stub; its credentials are returned by their environment variables, without the service's prefix."""


# The callers are other programs, whose clocks run; so do the clocks here.
def _agent(given: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
    if given.token is not None and given.password is not None:
        raise ValueError("--token and --password: one of them is enough")
    credentials = given.token if given.password is None else (given.username, given.password)
    stub = AgentStub(credentials=credentials, clock=RunningClock())
    stub.events.heartbeat_every = _HEARTBEAT
    # The last of each is the caller of `trivet check`.
    if given.password is not None:
        user = f"{given.username}:{given.password}"
        return stub, {"USERNAME": given.username, "PASSWORD": given.password, "USER_TOKEN": user}
    return stub, {} if given.token is None else {"TOKEN": given.token, "USER_TOKEN": given.token}


def _bus(given: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
    stub = BusStub(data=given.data, page_size=given.page_size, account_key=given.account_key, clock=RunningClock())
    return stub, {**_variables(stub), "USER_TOKEN": given.account_key}  # the caller of `trivet check`


def _chat(given: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
    stub = ChatStub(seed=given.seed, users=given.users, clock=RunningClock())
    if given.seed == "empty":
        return stub, _variables(stub)
    # The callers of `trivet check`.
    callers = {"ADMIN_TOKEN": "admin", "USER_TOKEN": "alice", "OTHER_TOKEN": "bob"}
    return stub, {**_variables(stub), **{name: stub.token(who) for name, who in callers.items()}}


def _variables(stub: Stub) -> Mapping[str, str]:
    return {name.upper(): value for name, value in stub.client_credentials().items()}


def _without_options(name: str) -> Service:
    """A service whose stub has no options of its own."""

    def create(_given: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
        stub: Stub = getattr(trivet_stubs, f"{name.capitalize()}Stub")(clock=RunningClock())
        return stub, _variables(stub)

    return Service(f"the {name} service", {}, create)


_OPTIONS = {
    "agent": Service(
        "the agent service",
        {
            "--username": {"default": "agent", "metavar": "NAME", "help": f"the name for the password {_DEFAULT}"},
            "--password": {"metavar": "PASSWORD", "help": "the password to ask for; without it and a token, none"},
            "--token": {"metavar": "TOKEN", "help": "the token to ask for"},
            "--turn": {
                "action": "append",
                "default": [],
                "dest": "turns",
                "metavar": "JSON",
                "help": "script the next turn, as POST /_trivet/turns takes it; may be given several times",
            },
        },
        _agent,
    ),
    "bus": Service(
        "the bus transport data service",
        {
            "--data": {"type": Path, "metavar": "DIR", "help": "the directory of the records (CSV or JSON pages)"},
            "--page-size": {"type": int, "default": 500, "metavar": "N", "help": f"records a page {_DEFAULT}"},
            "--account-key": {"default": "stub-key", "metavar": "KEY", "help": f"the key to let in {_DEFAULT}"},
        },
        _bus,
    ),
    "chat": Service(
        "the chat service",
        {
            "--seed": {"default": "small", "metavar": "SEED", "help": f"small, empty, or as 10000x20 {_DEFAULT}"},
            "--users": {"type": int, "default": 0, "metavar": "N", "help": f"further users {_DEFAULT}"},
        },
        _chat,
    ),
}


SERVED: Mapping[str, Service] = {name: _OPTIONS.get(name) or _without_options(name) for name in SERVICES}
"""Every service by its name."""


def add_limits(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Add an option for each field of `Limits`, and return them."""
    group = parser.add_argument_group("limits", "What the port grants its clients; each is greater than 0.")
    added: list[argparse.Action] = []
    for field, meaning in _MEANINGS.items():
        default: float = getattr(Limits(), field)
        option, shown = f"--{field.replace('_', '-')}", f"{meaning} (default: %(default)s)"
        added.append(group.add_argument(option, type=type(default), default=default, metavar="N", help=shown))
    return added


def limits_of(given: argparse.Namespace) -> Limits:
    """The limits that were given.

    Raises:
        ValueError: One cannot be used.
    """
    return Limits(**{name: getattr(given, name) for name in _MEANINGS})
