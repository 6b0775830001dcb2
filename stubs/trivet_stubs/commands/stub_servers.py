"""Serving stubs on ports until an interruption: set up by their options, and announced with their URLs."""

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

from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware

from trivet_stubs.commands.options import SERVED, limits_of
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
from trivet_stubs.kernel.files import ReportFile
from trivet_stubs.kernel.interrupt_signals import Interruption
from trivet_stubs.kernel.json_text import NotFiniteError, dumps, loads
from trivet_stubs.kernel.settings import Observed
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import check
from trivet_stubs.serving.port import serve
from trivet_stubs.stub import Stub

Plan = argparse.Namespace
"""The options of one service."""

_ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_EXPOSED = ("content-disposition", "etag", "retry-after", "x-request-id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A stub on its port."""

    service: str
    """The name of the service."""
    url: str
    """The URL of the stub."""
    control: str | None
    """The URL of its control API; None if it has none."""
    environment: Mapping[str, str]
    """The environment variables that lead a client to the stub."""

    def as_json(self) -> dict[str, object]:
        """Return the stub as JSON values."""
        return {
            "service": self.service,
            "url": self.url,
            "control": self.control,
            "environment": dict(self.environment),
        }

    def as_text(self) -> str:
        """Return the stub as text, with commands that set the variables in a shell, and the URL of the console."""
        exports = "".join(f"  export {name}={shlex.quote(value)}\n" for name, value in self.environment.items())
        console = "" if self.control is None else f"  console at {self.control}/\n"
        return f"{self.service} stub at {self.url}\n{exports}{console}"


def serve_stubs(plans: Mapping[str, Plan], *, as_json: bool, together: bool, interruption: Interruption) -> None:
    """Serve the stub of each plan until the interruption, and write their URLs once all accept requests.

    Args:
        plans: The options by service.
        as_json: Whether to write one line of JSON.
        together: Whether a shared fault or switch is only for the services that know it.
        interruption: The interruption that ends the serving.

    Raises:
        ValueError: An option cannot be used.
        OSError: A port is not available.
    """
    with contextlib.ExitStack() as stack:
        files: list[tuple[Stub, ReportFile]] = []
        created = {name: SERVED[name].create(plan) for name, plan in plans.items()}
        for stub, _ in created.values():
            stack.enter_context(stub)
        if together:
            _distribute(plans, {name: stub for name, (stub, _) in created.items()})
        for name, (stub, _) in created.items():
            path = _state_path(plans[name], name, together=together)
            if path is not None:
                load_state(stub, path)
            set_up(stub, plans[name])
            if path is not None:
                file = ReportFile(path, option="--state", force=True)
                stack.callback(file.discard)
                files.append((stub, file))
        running: list[Running] = []
        # The states are saved after the ports are closed, and before the stubs are.
        stack.callback(lambda: _save(files) if len(running) == len(created) else None)
        for name, (stub, credentials) in created.items():
            plan = plans[name]
            control = None if plan.no_control else Control(hosts=tuple(plan.control_hosts))
            served = stack.enter_context(
                serve(
                    stub,
                    host=plan.host,
                    port=plan.port,
                    limits=limits_of(plan),
                    control=control,
                    hosts=plan.allow_hosts,
                )
            )
            environment = {
                f"TRIVET_{name.upper()}_{variable}": value
                for variable, value in {"BASE_URL": served.url, **credentials}.items()
            }
            control_url = None if control is None else served.url + PREFIX
            running.append(Running(service=name, url=served.url, control=control_url, environment=environment))
        if as_json:
            text = json.dumps({"services": [stub.as_json() for stub in running]}) + "\n"
        else:
            text = "".join(stub.as_text() for stub in running)
        sys.stdout.write(text)
        sys.stdout.flush()
        interruption.wait()


def steer(stub: Stub, plan: argparse.Namespace) -> None:
    """Set the data, the settings, the clock and the faults of a stub according to its options.

    Raises:
        ValueError: An option cannot be used; the message names it.
    """
    data, clock = DataEndpoints(stub).routes(), ClockEndpoints(stub).routes()
    if plan.records is not None:
        _send(data, "POST", "seed", _read(plan.records), "records")
    settings = _settings(plan)
    if settings:
        _send(SettingEndpoints(stub).routes(), "PATCH", "settings", settings, "settings")
    if plan.clock_stopped:
        _send(clock, "PATCH", "clock", {"run": False}, "clock")
    if plan.clock is not None:
        _send(clock, "PATCH", "clock", {"now": plan.clock}, "clock")
    for turn in getattr(plan, "turns", []):
        _send(data, "POST", "turns", _json(turn, "turn", keep_halves=True), "turn")
    for fault in plan.faults:
        _send(FaultEndpoints(stub).routes(), "POST", "faults", fault_of(fault), "fault")


LARGEST_STATE = 100_000_000
"""The most bytes of a file with a state; a device may have no end."""


def load_state(stub: Stub, path: str) -> None:
    """Load the state of a file, if there is one.

    Raises:
        ValueError: The file has no state of this service; the message names the wrong field.
        OSError: The file cannot be read.
    """
    option = f"state: {path}"
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_STATE + 1)
    except FileNotFoundError:
        return
    if len(content) > LARGEST_STATE:
        raise ValueError(f"{option}: it is larger than {LARGEST_STATE // 1_000_000} MB")
    try:
        stub.steering.load(_json(content, option, keep_halves=True))
    except ValueError as error:
        text = str(error)
        raise ValueError(text if text.startswith(option) else f"{option}: {text}") from None


def _save(files: Sequence[tuple[Stub, ReportFile]]) -> None:
    """Write the states of stubs to their files; one that cannot be written keeps back none of the others."""
    if not files:
        return
    (stub, file), *others = files
    try:
        with stub.lock:
            state = stub.steering.state()
        file.write(dumps(state, indent=True, keep_halves=True) + b"\n")
    finally:
        _save(others)


def _state_path(plan: Plan, service: str, *, together: bool) -> str | None:
    """Return the path of the file with the state of a service; None if its state is not stored."""
    if plan.state is None or not together:
        path: str | None = plan.state
        return path
    return str(Path(plan.state).with_suffix(f".{service}{Path(plan.state).suffix}"))


def fault_of(text: str) -> JsonObject:
    """Return a fault as JSON values, for the control API.

    >>> fault_of("stops.list status=503 hang")
    {'operation': 'stops.list', 'status': 503, 'hang': True}

    Raises:
        ValueError: The text cannot be read.
    """
    if text.lstrip().startswith("{"):
        return _json(text, "fault", keep_halves=True)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"fault: {text!r}: {error}") from None
    fault: JsonObject = {}
    for number, word in enumerate(words):
        name, equals, value = word.partition("=")
        if equals:
            fault[name] = _value(value)
        elif number == 0 and ("." in word or word.startswith("/")):
            fault["operation"] = word
        else:
            fault[word] = True
    return fault


def allow_origins(app: Starlette, origins: Sequence[str]) -> None:
    """Let web pages of these origins call a stub. Preflight requests are answered, but not logged.

    >>> allow_origins(stub.app, ["http://localhost:5173"])

    Args:
        app: The application of the stub, before its first request.
        origins: Schemes with a host and an optional port; `*` for every web page.

    Raises:
        ValueError: A text is not an origin.
    """
    for origin in origins:
        if origin != "*" and not _ORIGIN.fullmatch(origin):
            raise ValueError(f"cors: {origin!r} is neither an origin such as http://localhost:5173 nor *")
    if origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=["*"],
            expose_headers=list(_EXPOSED),
        )


def set_up(stub: Stub, plan: Plan) -> None:
    """Set up a stub by its options, before it is served."""
    switches = cast(Observed, stub.observed).__class__
    stub.observed = switches.all() if "all" in plan.observed else switches.of(plan.observed)
    allow_origins(stub.app, plan.cors)
    if plan.recorded is not None:
        from trivet_stubs.recordings.replayed_answers import replay  # noqa: PLC0415  # most stubs do not need it

        replay(stub, plan.recorded)
    steer(stub, plan)


def _distribute(plans: Mapping[str, Plan], stubs: Mapping[str, Stub]) -> None:
    """Remove each shared fault and switch from the services that do not know it.

    Raises:
        ValueError: No service knows a fault or a switch.
    """
    switches = {name: {switch.name for switch in fields(stub.observed)} | {"all"} for name, stub in stubs.items()}
    operations = {name: set(stub.contract.operations) for name, stub in stubs.items()}
    for name, plan in plans.items():
        plan.observed = [switch for switch in plan.observed if _is_known("observed", switch, switches, name)]
        plan.faults = [fault for fault in plan.faults if _is_known("fault", _target(fault), operations, name)]


def _is_known(option: str, value: str, known: Mapping[str, Collection[str]], service: str) -> bool:
    if value.startswith("/") or not value:
        return True
    if not any(value in names for names in known.values()):
        raise ValueError(f"{option}: no service knows {value!r}")
    return value in known[service]


def _target(fault: str) -> str:
    return str(fault_of(fault).get("operation") or "")


def _settings(plan: argparse.Namespace) -> JsonObject:
    settings: JsonObject = {}
    for setting in plan.settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"setting: {setting!r} is not NAME=VALUE")
        settings[name] = _value(value)
    if plan.latency is not None:
        settings["latency"] = plan.latency
    if plan.quota is not None:
        requests, slash, seconds = plan.quota.partition("/")
        settings["quota"] = {"requests": _value(requests), "per": _value(seconds)} if slash else _value(requests)
    return settings


def _send(routes: Routes, method: str, path: str, body: JsonObject, option: str) -> None:
    endpoint = routes.get((method, path))
    if endpoint is None:
        raise ValueError(f"{option}: the service does not have this option")
    try:
        check(endpoint.schema, body, option)
        endpoint.answer(ControlRequest(body=body))
    except (ControlRefusal, ValueError) as error:
        text = str(error)
        raise ValueError(text if text.startswith(f"{option}:") else f"{option}: {text}") from None


def _read(text: str) -> JsonObject:
    if text.lstrip().startswith("{"):
        return _json(text, "records")
    try:
        return _json(Path(text).read_text("utf-8"), f"records: {text}")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"records: {text}: {getattr(error, 'strerror', None) or error}") from None


def _json(text: str | bytes, option: str, *, keep_halves: bool = False) -> JsonObject:
    try:
        value: Any = loads(text, finite=True, keep_halves=keep_halves)
    except NotFiniteError as error:
        raise ValueError(f"{option}: {error}") from None
    except ValueError as error:
        raise ValueError(f"{option}: not JSON: {error}") from None
    if not isinstance(value, Mapping):
        raise ValueError(f"{option}: not a JSON object")  # noqa: TRY004  # the user's text is wrong
    return cast(JsonObject, value)


def _value(text: str) -> Any:
    """Return the JSON value of a text; a text that is not JSON is the value itself."""
    try:
        return loads(text, finite=True)
    except ValueError:
        return text
