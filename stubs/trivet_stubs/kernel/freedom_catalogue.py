"""The freedoms of a service: everything that its contract leaves to a server, with the permitted choices."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of the ways that a freedom permits."""

    sentence: str
    """What such a server does."""
    untried: Mapping[str, str]
    """The rules and operations that cannot be tried on it, by their ids, each with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Freedom:
    """One place where a contract leaves something to a server.

    >>> freedom = freedoms("bus")["unknown-stop"]
    >>> freedom.operations, "not-found" in freedom.choices
    (('arrivals.get',), True)
    """

    name: str
    """The name of the freedom in its service."""
    sentence: str
    """What is left open, in one sentence."""
    operations: tuple[str, ...]
    """The operations that it concerns, by their ids, sorted."""
    input: str = ""
    """The kind of input that it is about; empty for any."""
    caller: str = ""
    """The caller that it is about; empty for any."""
    quotes: tuple[str, ...] = ()
    """The words of the contract that leave it open; empty where the contract is silent."""
    why: str
    """Why the choices are permitted."""
    choices: Mapping[str, Choice]
    """The permitted choices by their names."""


@cache
def freedoms(service: str) -> Mapping[str, Freedom]:
    """Return the freedoms of a service by their names; empty for a service without any.

    >>> freedoms("bus")["past-the-end"].quotes
    ('Errors: not shown.', 'Records per page and rate limits: not shown.')
    """
    return MappingProxyType({raw["name"]: _freedom(raw) for raw in raw_freedoms(service)})


def raw_freedoms(service: str) -> list[dict[str, Any]]:
    """Return the freedoms of a service as JSON values; empty for a service without any."""
    source = files("trivet_stubs").joinpath("contracts", "freedoms", f"{service}.json")
    raw: list[dict[str, Any]] = json.loads(source.read_text("utf-8")) if source.is_file() else []
    return raw


def _freedom(raw: dict[str, Any]) -> Freedom:
    choices = {name: Choice(**choice) for name, choice in raw["choices"].items()}
    typed: dict[str, Any] = {name: tuple(map(str, raw[name])) for name in ("operations", "quotes")}
    typed["choices"] = MappingProxyType(choices)
    return Freedom(**{**raw, **typed})
