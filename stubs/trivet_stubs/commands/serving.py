"""Stubs on ports until an interruption: how they start by their options, and the line that says where they are."""

import argparse
import contextlib
import json
import re
import shlex
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, cast

import orjson
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware

from trivet_stubs.commands.options import SERVED, Options, limits_of
from trivet_stubs.control.app import PREFIX, Control
from trivet_stubs.control.endpoints import (
    ClockEndpoints,
    ControlRefusal,
    ControlRequest,
    DataEndpoints,
    FaultEndpoints,
    Routes,
    SettingEndpoints,
)
from trivet_stubs.kernel.interruption import Interruption
from trivet_stubs.kernel.settings import Observed
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import check
from trivet_stubs.serving.port import serve
from trivet_stubs.stub import Stub

Plan = argparse.Namespace
"""The options of one service."""

STEERING: Options = {
    "--observed": {
        "action": "append",
        "default": [],
        "metavar": "NAME",
        "help": "what to do as observed servers do: the name of a switch, or all; may be given several times",
    },
    "--latency": {"type": float, "metavar": "SECONDS", "help": "seconds that every answer takes"},
    "--quota": {"metavar": "N[/SECONDS]", "help": "requests that are let through, in each window of so many seconds"},
    "--clock": {"metavar": "TIME", "help": "the time at the start, as 2025-06-16T08:00:00+08:00; else the real time"},
    "--clock-stopped": {"action": "store_true", "help": "the clock stands still"},
    "--fault": {
        "action": "append",
        "default": [],
        "dest": "faults",
        "metavar": "FAULT",
        "help": "a fault, as 'stops.list status=503 times=2' or as JSON; may be given several times",
    },
    "--setting": {
        "action": "append",
        "default": [],
        "dest": "settings",
        "metavar": "NAME=VALUE",
        "help": "a setting of /_trivet/settings, as volume_rows=50; may be given several times",
    },
    "--records": {"metavar": "FILE", "help": "own data: a JSON file with what POST /_trivet/seed takes"},
}

_ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_EXPOSED = ("content-disposition", "etag", "retry-after", "x-request-id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A stub on its port."""

    service: str
    url: str
    control: str | None
    """Where it is steered; None if it is not."""
    environment: Mapping[str, str]
    """The environment variables of a client."""

    def as_json(self) -> dict[str, object]:
        """The stub as JSON values."""
        return {
            "service": self.service,
            "url": self.url,
            "control": self.control,
            "environment": dict(self.environment),
        }

    def as_text(self) -> str:
        """The stub as text, with the variables as a shell reads them, and the page for a browser."""
        exports = "".join(f"  export {name}={shlex.quote(value)}\n" for name, value in self.environment.items())
        console = "" if self.control is None else f"  console at {self.control}/\n"
        return f"{self.service} stub at {self.url}\n{exports}{console}"


def serve_stubs(plans: Mapping[str, Plan], *, as_json: bool, together: bool, interruption: Interruption) -> None:
    """Serve the stub of each plan until the interruption, and write where they are once all accept.

    Args:
        plans: The options by service.
        as_json: Whether to write one line of JSON.
        together: Whether options for all are for those services alone that know them.
        interruption: Ends it.

    Raises:
        ValueError: An option cannot be used.
        OSError: A port cannot be listened on.
    """
    with contextlib.ExitStack() as stack:
        made = {name: SERVED[name].create(plan) for name, plan in plans.items()}
        for stub, _ in made.values():
            stack.enter_context(stub)
        if together:
            _distribute(plans, {name: stub for name, (stub, _) in made.items()})
        for name, (stub, _) in made.items():
            _start(stub, plans[name])
        running: list[Running] = []
        for name, (stub, credentials) in made.items():
            plan = plans[name]
            control = None if plan.no_control else Control(hosts=tuple(plan.control_hosts))
            served = stack.enter_context(
                serve(stub, host=plan.host, port=plan.port, limits=limits_of(plan), control=control)
            )
            environment = {
                f"TRIVET_{name.upper()}_{each}": value
                for each, value in {"BASE_URL": served.url, **credentials}.items()
            }
            where = None if control is None else served.url + PREFIX
            running.append(Running(service=name, url=served.url, control=where, environment=environment))
        if as_json:
            text = json.dumps({"services": [each.as_json() for each in running]}) + "\n"
        else:
            text = "".join(each.as_text() for each in running)
        sys.stdout.write(text)
        sys.stdout.flush()
        interruption.wait()


def _start(stub: Stub, plan: Plan) -> None:
    """Bring a stub to the start that its options describe."""
    switches = cast(Observed, stub.observed).__class__
    stub.observed = switches.all() if "all" in plan.observed else switches.of(plan.observed)
    allow_origins(stub.app, plan.cors)
    if plan.recorded is not None:
        from trivet_stubs.proxy.recorded import replay  # noqa: PLC0415  # few stubs need it

        replay(stub, plan.recorded)
    steer(stub, plan)


def _distribute(plans: Mapping[str, Plan], stubs: Mapping[str, Stub]) -> None:
    """Leave each fault and each switch to the services that know it.

    Raises:
        ValueError: No service knows one.
    """
    switches = {name: {each.name for each in fields(stub.observed)} | {"all"} for name, stub in stubs.items()}
    operations = {name: set(stub.contract.operations) for name, stub in stubs.items()}
    for name, plan in plans.items():
        plan.observed = [each for each in plan.observed if _is_known("observed", each, switches, name)]
        plan.faults = [each for each in plan.faults if _is_known("fault", _target(each), operations, name)]


def _is_known(what: str, value: str, known: Mapping[str, Collection[str]], service: str) -> bool:
    if value.startswith("/") or not value:
        return True
    if not any(value in each for each in known.values()):
        raise ValueError(f"{what}: no service knows {value!r}")
    return value in known[service]


def _target(fault: str) -> str:
    return str(fault_of(fault).get("operation") or "")


def steer(stub: Stub, given: argparse.Namespace) -> None:
    """Bring a stub to the start that the options describe.

    Raises:
        ValueError: An option cannot be used; the message names it.
    """
    data, clock = DataEndpoints(stub).routes(), ClockEndpoints(stub).routes()
    if given.records is not None:
        _send(data, "POST", "seed", _read(given.records), "records")
    settings = _settings(given)
    if settings:
        _send(SettingEndpoints(stub).routes(), "PATCH", "settings", settings, "settings")
    if given.clock_stopped:
        _send(clock, "PATCH", "clock", {"run": False}, "clock")
    if given.clock is not None:
        _send(clock, "PATCH", "clock", {"now": given.clock}, "clock")
    for each in getattr(given, "turns", []):
        _send(data, "POST", "turns", _json(each, "turn"), "turn")
    for each in given.faults:
        _send(FaultEndpoints(stub).routes(), "POST", "faults", fault_of(each), "fault")


def fault_of(text: str) -> JsonObject:
    """A fault as the control API takes it.

    >>> fault_of("stops.list status=503 hang")
    {'operation': 'stops.list', 'status': 503, 'hang': True}

    Raises:
        ValueError: It cannot be read.
    """
    if text.lstrip().startswith("{"):
        return _json(text, "fault")
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"fault: {text!r}: {error}") from None
    found: JsonObject = {}
    for number, word in enumerate(words):
        name, equals, value = word.partition("=")
        if equals:
            found[name] = _value(value)
        elif number == 0 and ("." in word or word.startswith("/")):
            found["operation"] = word
        else:
            found[word] = True
    return found


def _settings(given: argparse.Namespace) -> JsonObject:
    found: JsonObject = {}
    for each in given.settings:
        name, equals, value = each.partition("=")
        if not equals:
            raise ValueError(f"setting: {each!r} is not NAME=VALUE")
        found[name] = _value(value)
    if given.latency is not None:
        found["latency"] = given.latency
    if given.quota is not None:
        requests, slash, seconds = given.quota.partition("/")
        found["quota"] = {"requests": _value(requests), "per": _value(seconds)} if slash else _value(requests)
    return found


def _send(routes: Routes, method: str, path: str, body: JsonObject, what: str) -> None:
    endpoint = routes.get((method, path))
    if endpoint is None:
        raise ValueError(f"{what}: the service has none")
    try:
        check(endpoint.schema, body, what)
        endpoint.answer(ControlRequest(body=body))
    except (ControlRefusal, ValueError) as error:
        text = str(error)
        raise ValueError(text if text.startswith(f"{what}:") else f"{what}: {text}") from None


def _read(text: str) -> JsonObject:
    if text.lstrip().startswith("{"):
        return _json(text, "records")
    try:
        return _json(Path(text).read_text("utf-8"), f"records: {text}")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"records: {text}: {getattr(error, 'strerror', None) or error}") from None


def _json(text: str, what: str) -> JsonObject:
    try:
        found: Any = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise ValueError(f"{what}: not JSON: {error}") from None
    if not isinstance(found, Mapping):
        raise ValueError(f"{what}: not a JSON object")  # noqa: TRY004  # it is what was typed
    return cast(JsonObject, found)


def _value(text: str) -> Any:
    """A value as JSON; text that is no JSON stands for itself."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text


def allow_origins(app: Starlette, origins: Sequence[str]) -> None:
    """Let web pages of these origins call a stub; preflight requests are answered, and not logged.

    >>> allow_origins(stub.app, ["http://localhost:5173"])

    Args:
        app: The application of the stub, before its first request.
        origins: Each a scheme with a host and, if there is one, a port; or `*` for every web page.

    Raises:
        ValueError: One is no origin.
    """
    for each in origins:
        if each != "*" and not _ORIGIN.fullmatch(each):
            raise ValueError(f"cors: {each!r} is not an origin such as http://localhost:5173, and not *")
    if origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=["*"],
            expose_headers=list(_EXPOSED),
        )
