"""The command `trivet-stub`: a stub on a port until it is interrupted."""

import argparse
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import trivet_stubs
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.agent import AgentStub
from trivet_stubs.bus import BusStub
from trivet_stubs.chat import ChatStub
from trivet_stubs.kernel.clock import RunningClock
from trivet_stubs.kernel.observed import Observed
from trivet_stubs.serving.limits import Limits
from trivet_stubs.stub import Stub

_HEARTBEAT = 15.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_DEFAULT = "(default: %(default)s)"
_SHARED: Mapping[str, Mapping[str, Any]] = {
    "--host": {"default": "127.0.0.1", "help": f"the address to listen on {_DEFAULT}"},
    "--observed": {
        "action": "append",
        "default": [],
        "metavar": "NAME",
        "help": "what to do as observed servers do: the name of a switch, or all; may be given several times",
    },
    "--port": {"type": int, "default": 0, "help": f"the port; 0 picks a free one {_DEFAULT}"},
}
_LIMITS: Mapping[str, str] = {
    "connections": "connections that may be open at once",
    "idle_timeout": "seconds that a connection is kept after an answer",
    "request_timeout": "seconds that a request may take to arrive",
    "write_timeout": "seconds that a client may read nothing of an answer",
}
"""What the options for the fields of `Limits` say."""


class _Service(NamedTuple):
    """A service that the command can serve."""

    title: str
    options: Mapping[str, Mapping[str, Any]]
    """The options of this service, as argparse takes them."""
    create: Callable[[argparse.Namespace], tuple[Stub, Mapping[str, str]]]
    """Makes the stub; its credentials are returned by their environment variables, without the service's prefix."""


def _agent(given: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
    if given.token is not None and given.password is not None:
        raise ValueError("--token and --password: one of them is enough")
    credentials = given.token if given.password is None else (given.username, given.password)
    stub = AgentStub(credentials=credentials, clock=RunningClock())
    stub.events.heartbeat_every = _HEARTBEAT
    if given.password is not None:
        return stub, {"USERNAME": given.username, "PASSWORD": given.password}
    return stub, {} if given.token is None else {"TOKEN": given.token}


def _bus(given: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
    stub = BusStub(data=given.data, page_size=given.page_size, account_key=given.account_key, clock=RunningClock())
    return stub, _variables(stub)


def _chat(given: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
    stub = ChatStub(seed=given.seed, users=given.users, clock=RunningClock())
    return stub, _variables(stub)


def _variables(stub: Stub) -> Mapping[str, str]:
    return {name.upper(): value for name, value in stub.client_credentials().items()}


def _without_options(name: str) -> _Service:
    """A service whose stub has no options of its own."""

    def create(_given: argparse.Namespace) -> tuple[Stub, Mapping[str, str]]:
        stub: Stub = getattr(trivet_stubs, f"{name.capitalize()}Stub")(clock=RunningClock())
        return stub, _variables(stub)

    return _Service(f"the {name} service", {}, create)


# The callers are other programs, whose clocks run; so do the clocks here.
_OPTIONS = {
    "agent": _Service(
        "the agent service",
        {
            "--username": {
                "default": "agent",
                "metavar": "NAME",
                "help": f"the name for the password {_DEFAULT}",
            },
            "--password": {"metavar": "PASSWORD", "help": "the password to ask for; without it and a token, none"},
            "--token": {"metavar": "TOKEN", "help": "the token to ask for"},
        },
        _agent,
    ),
    "bus": _Service(
        "the bus transport data service",
        {
            "--data": {"type": Path, "metavar": "DIR", "help": "the directory of the records (CSV or JSON pages)"},
            "--page-size": {"type": int, "default": 500, "metavar": "N", "help": f"records a page {_DEFAULT}"},
            "--account-key": {"default": "stub-key", "metavar": "KEY", "help": f"the key to let in {_DEFAULT}"},
        },
        _bus,
    ),
    "chat": _Service(
        "the chat service",
        {
            "--seed": {"default": "small", "metavar": "SEED", "help": f"small, empty, or as 10000x20 {_DEFAULT}"},
            "--users": {"type": int, "default": 0, "metavar": "N", "help": f"further users {_DEFAULT}"},
        },
        _chat,
    ),
}
_SERVICES = {name: _OPTIONS.get(name) or _without_options(name) for name in SERVICES}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return 0 after an interruption; wrong arguments exit with 2.

    The first interruption ends it in order. The second kills the process, even if it is stuck.
    """
    parser = _parser()
    given = parser.parse_args(arguments)
    service = _SERVICES[given.service]
    prefix = f"TRIVET_{given.service.upper()}"
    interrupted = threading.Event()

    def interrupt(_number: int, _frame: object) -> None:
        interrupted.set()
        for each in _SIGNALS:  # the system's own handling needs no Python that still runs
            signal.signal(each, signal.SIG_DFL)

    # Also where a shell has started us with interrupts ignored.
    before = {each: signal.signal(each, interrupt) for each in _SIGNALS}
    try:
        stub, credentials = service.create(given)
        switches = cast(Observed, stub.observed).__class__
        stub.observed = switches.all() if "all" in given.observed else switches.of(given.observed)
        limits = Limits(**{name: getattr(given, name) for name in _LIMITS})
        with stub, stub.serve(host=given.host, port=given.port, limits=limits) as served:
            settings = {"BASE_URL": served.url, **credentials}
            exports = [f"  export {prefix}_{name}={value}\n" for name, value in settings.items()]
            sys.stdout.write(f"{given.service} stub at {served.url}\n{''.join(exports)}")
            sys.stdout.flush()
            while not interrupted.wait(0.5):  # on Windows a signal is only seen between two waits
                pass
    except (ValueError, OSError) as error:
        parser.error(str(error))
    finally:
        for each, handler in before.items():
            signal.signal(each, signal.SIG_DFL if handler is None else handler)  # None: it was not set from Python
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trivet-stub", description="Serve a stub on a port until interrupted.")
    services = parser.add_subparsers(dest="service", required=True, metavar="SERVICE")
    for name, service in _SERVICES.items():
        found = services.add_parser(name, help=service.title, description=f"Serve the stub of {service.title}.")
        for option, settings in {**_SHARED, **service.options}.items():
            found.add_argument(option, **settings)
        group = found.add_argument_group("limits", "What the port grants its clients; each is greater than 0.")
        for field, meaning in _LIMITS.items():
            default: float = getattr(Limits(), field)
            option, shown = f"--{field.replace('_', '-')}", f"{meaning} {_DEFAULT}"
            group.add_argument(option, type=type(default), default=default, metavar="N", help=shown)
    return parser
