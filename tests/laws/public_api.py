"""The public names with their signatures, compared with those of the last release.

`python -m tests.laws.public_api write` records them in `public_api.json` when a version is released; without `write`,
it prints them.
"""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

import trivet
import trivet_stubs
from docs.reference_pages.discovery import documented_names

from .specs import document
from .tree import ROOT, SERVICES

RECORD = Path(__file__).with_name("public_api.json")
"""What the last release had: a signature by the path of each name."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def signature(value: object) -> str:
    """Return the signature of a callable; the name of its type for any other value.

    >>> signature(len)
    '(obj, /)'
    """
    try:
        text = str(inspect.signature(value)) if callable(value) else type(value).__name__
    except (TypeError, ValueError):
        text = type(value).__name__
    return _ADDRESS.sub("", text)


def _members(value: Any) -> Iterator[tuple[str, object]]:
    """Yield the public methods and properties of a class, inherited ones of the project's own classes included."""
    for name in dir(value):
        if name.startswith("_"):
            continue
        member = inspect.getattr_static(value, name)
        owner = next((base for base in value.__mro__ if name in vars(base)), None)
        if owner is not None and owner.__module__.startswith("trivet"):
            yield name, getattr(member, "__func__", member)


def _operations() -> Iterator[tuple[str, object]]:
    """Yield the method of each operation by its path on the client."""
    for service in SERVICES:
        title = service.capitalize()
        with getattr(trivet_stubs, f"{title}Stub")() as stub:
            client = getattr(trivet, f"{title}Client")(base_url=f"http://{service}.test", **stub.client_credentials())
        for operation in (value for path in document(service)["paths"].values() for value in path.values()):
            name: str = operation["operationId"]
            yield f"trivet.{title}Client.{name}", attrgetter(name)(client)


def public_api() -> dict[str, str]:
    """Return the signature of every public name, of the methods of the classes, and of every operation."""
    api = {name: signature(method) for name, method in _operations()}
    for public in documented_names():
        api[public.path] = signature(public.value)
        if inspect.isclass(public.value):
            api |= {f"{public.path}.{name}": signature(member) for name, member in _members(public.value)}
    return api


def fresh_public_api() -> dict[str, str]:
    """Return the public API as a new process has it: strict decoding resolves types, which changes signatures."""
    shown = subprocess.run([sys.executable, "-m", __name__], cwd=ROOT, check=True, capture_output=True)
    api: dict[str, str] = json.loads(shown.stdout)
    return api


def unmentioned(before: Mapping[str, str], now: Mapping[str, str], changelog: str) -> list[str]:
    """Return the names that were removed or have another signature, and that the changelog does not mention since.

    A method that several classes inherit is mentioned once, with one of them: its change is the same for all.

    >>> unmentioned({"trivet.BusStop": "()"}, {}, "## Unreleased\\n\\n- `BusStop` is gone.\\n\\n## 0.2.0\\n")
    []
    """
    unreleased = re.split(r"^## ", changelog, flags=re.M)[1]
    changed = [name for name, text in before.items() if now.get(name) != text]
    removed = {name for name in changed if name not in now}

    def change(name: str) -> tuple[str, str, str | None]:
        return name.rpartition(".")[2], before[name], now.get(name)

    mentioned = {change(name) for name in changed if re.search(rf"\b{re.escape(_short(name))}\b", unreleased)}
    return [
        name
        for name in changed
        if name.rpartition(".")[0] not in removed and change(name) not in mentioned  # its class is mentioned
    ]


def _short(path: str) -> str:
    """Return a name as a changelog writes it: a method with its class or group, as in `stops.list`."""
    *owners, name = path.split(".")
    is_member = any(owner[0].isupper() for owner in owners)
    return f"{owners[-1]}.{name}" if is_member else name


if __name__ == "__main__":
    text = json.dumps(public_api(), indent=0, sort_keys=True) + "\n"
    if sys.argv[1:] == ["write"]:
        RECORD.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)
