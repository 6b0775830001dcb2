"""The options that steer a stub from its start: what the control API does, with the same names and the same bounds."""

import argparse
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import orjson

from trivet_stubs.commands.services import Options
from trivet_stubs.control.endpoints.clock import ClockEndpoints
from trivet_stubs.control.endpoints.data import DataEndpoints
from trivet_stubs.control.endpoints.faults import FaultEndpoints
from trivet_stubs.control.endpoints.settings import SettingEndpoints
from trivet_stubs.control.request import ControlRefusal, ControlRequest, Routes
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import check
from trivet_stubs.stub import Stub

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
