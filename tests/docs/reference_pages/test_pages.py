"""The reference has every public name exactly once, with the path from which people import it, and no private path."""

from __future__ import annotations

import gc
import importlib
import re
import sys
from collections import Counter
from functools import cache
from types import ModuleType
from typing import Any

import httpx
import pytest

import trivet
from docs.reference_pages.describe import describe_operation
from docs.reference_pages.discovery import documented_names, public_modules, public_names
from docs.reference_pages.docstring import Docstring
from docs.reference_pages.links import target_of
from docs.reference_pages.members import Member
from docs.reference_pages.pages import make_pages
from tests.laws.specs import document
from tests.laws.test_public_names import PUBLIC
from tests.laws.tree import ROOT, SERVICES

DIRECTIVE = re.compile(
    r"^`{3,}\{py:(class|exception|function|data|type|method|property|attribute)\} ([\w.]+)(.*)\n((?::.*\n)*)", re.M
)
MODULE = re.compile(r"^```\{py:currentmodule\} (\S+)$", re.M)


def operation_ids(service: str) -> list[str]:
    return [operation["operationId"] for path in document(service)["paths"].values() for operation in path.values()]


@cache
def pages() -> dict[str, str]:
    """Make all pages; their syntax trees stay to the end, and searching them for garbage would take as long."""
    gc.disable()
    try:
        return make_pages()
    finally:
        gc.freeze()
        gc.enable()


def described() -> Counter[str]:
    """Count the directives of classes, functions and values by full path."""
    counts: Counter[str] = Counter()
    for text in pages().values():
        places = [(match.start(), match[1]) for match in MODULE.finditer(text)]
        for match in DIRECTIVE.finditer(text):
            if match[1] in {"class", "exception", "function", "data", "type"} and ":no-index:" not in match[4]:
                module = [name for start, name in places if start < match.start()][-1]
                counts[f"{module}.{match[2]}"] += 1
    return counts


@pytest.mark.long
def test_every_public_name_is_described_exactly_once() -> None:
    counts = described()
    assert [name for name, count in counts.items() if count > 1] == []
    homes = {id(public.value): public.path for public in documented_names()}
    assert len(counts) == len(documented_names()) > 500
    for public in public_names():
        if not isinstance(public.value, ModuleType):
            assert public.path in counts or homes.get(id(public.value)) in counts, public.path


def marked_fields(schemas: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """Return the fields that a spec marks as usually sent in a schema, and in those that it includes."""
    target = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    included = [name for part in target.get("allOf", []) for name in marked_fields(schemas, part)]
    return [*included, *target.get("x-assumed-required", [])]


@pytest.mark.long
def test_records_list_the_fields_that_their_spec_marks_as_usually_sent() -> None:
    marked: dict[str, set[str]] = {}
    for service in SERVICES:
        schemas = document(service)["components"]["schemas"]
        for name, schema in schemas.items():
            if fields := marked_fields(schemas, schema):
                wire_names = getattr(importlib.import_module(f"trivet.{service}"), name).__wire_names__
                marked[name] = {wire_names[field] for field in fields}
    listed: dict[str, set[str]] = {}
    # Not those of a service that another test has generated and loaded.
    text = "".join(text for path, text in pages().items() if path.partition("/")[0] in SERVICES)
    for match in re.finditer(r"^`{3,}\{py:class\} (\w+)(?:(?!^`).*\n)*?Usually sent: (.*?)\. The", text, re.M):
        listed[match[1]] = set(re.findall(r"`(\w+)`", match[2]))
    assert listed == marked
    assert sum(map(len, listed.values())) > 200


def test_description_of_a_client_and_its_example_stand_before_its_arguments() -> None:
    for service in SERVICES:
        tabs = re.findall(
            r"^:sync: (?:a?sync)\n(.*?)^`{3,}\{py:class\} \w+Client\(", pages()[f"{service}/client.md"], re.M | re.S
        )
        assert len(tabs) == 2
        assert all(re.search(r"A typed client .*^```pycon\n>>> ", text, re.M | re.S) for text in tabs), service


def test_every_public_module_is_found() -> None:
    assert set(PUBLIC) <= set(public_modules())
    assert "trivet.cli" not in public_modules()


def test_no_private_path_is_in_a_heading_or_a_signature() -> None:
    lines = [
        line
        for text in pages().values()
        for line in text.splitlines()
        if line.startswith("#") or re.match(r"`{3,}\{py:", line)
    ]
    private = re.compile(r"\btrivet(?:_stubs)?(?:\.\w+)*\._\w+|(?<![\w\"'])_(?:async|sync|core|generated)\b")
    assert [line for line in lines if private.search(line)] == []
    assert not any("decode_" in line for line in lines)


def test_no_class_is_listed_as_its_own_base() -> None:
    text = "\n".join(pages().values())
    bases = re.findall(r"^`{3,}\{py:(?:class|exception)\} (\w+)(?:(?!^`).*\n)*?Bases: (.*)$", text, re.M)
    assert len(bases) > 20
    assert [name for name, listed in bases if f".{name}`" in listed] == []


def test_operation_has_both_apis_in_tabs() -> None:
    text = pages()["chat/operations/conversations.md"]
    section = text[text.index("## conversations.create\n") :].partition("\n## ")[0]
    sync, twin = section.split("::::{tab-item} Async")
    assert "{py:method} ChatClient.conversations.create(" in sync
    assert "{py:method} AsyncChatClient.conversations.create(" in twin
    assert ":async:" in twin
    assert ">>> await client.conversations.create(" in twin
    assert section.count("**Parameters**") == 1


def test_every_operation_names_its_command_and_every_command_its_method() -> None:
    text = "\n".join(page for name, page in pages().items() if "/operations" in name)
    commands = (ROOT / "docs" / "commands.md").read_text("utf-8")
    for service in SERVICES:
        for operation in operation_ids(service):
            title = f"{service.capitalize()}Client.{operation}"
            words = " ".join(["trivet", service, *operation.replace("_", "-").split(".")])
            entry = text.partition(f"\n````{{py:method}} {title}(")[2].partition("\n## ")[0]
            assert f"\nAs a [command](/commands.md): `{words}" in entry, title
            section = commands.partition(f"\n#### `{words}")[2].partition("\n#### ")[0]
            assert f"\nIn Python: `{title}`.\n" in section, words


def class_of(service: str, status: str, body: str) -> str:
    """Return the name of the error that a client raises for an answer."""

    def respond(_: httpx.Request) -> httpx.Response:
        return httpx.Response(int(status), text=body, headers={"content-type": "application/json"})

    client_class: Any = getattr(trivet, f"{service.capitalize()}Client")
    credentials = {"agent": {}, "bus": {"account_key": "k"}}.get(service, {"token": "t"})
    transport = httpx.MockTransport(respond)
    with client_class(base_url="http://x.test", transport=transport, max_retries=0, **credentials) as client:
        with pytest.raises(trivet.APIStatusError) as caught:
            client.request("GET", "/x")
    return type(caught.value).__name__


def test_every_operation_lists_the_error_of_each_status_of_its_contract() -> None:
    text = "\n".join(page for name, page in pages().items() if "/operations" in name)
    quota = '{"fault": {"faultstring": "", "detail": {"errorcode": "policies.ratelimit.QuotaViolation"}}}'
    compared = 0
    for service in SERVICES:
        contract = document(service)
        classes: dict[str, str] = {}
        for operation in (operation for path in contract["paths"].values() for operation in path.values()):
            title = f"{service.capitalize()}Client.{operation['operationId']}"
            entry = text.partition(f"\n````{{py:method}} {title}(")[2].partition("\n## ")[0]
            raises = entry.partition("\n**Raises**\n")[2]
            listed = re.findall(r"^\{py:obj\}`~trivet\.(\w+)`\n: (\d{3}): .+\.$", raises, re.M)
            statuses = [status for status in operation["responses"] if status >= "4"]
            for status in statuses:
                is_quota = (service, status) == ("bus", "500")
                classes[status] = classes.get(status) or class_of(service, status, quota if is_quota else "{}")
            assert listed == [(classes[status], status) for status in statuses], title
            compared += 1
    assert compared >= 99


def test_errors_of_a_method_without_raises_have_a_heading() -> None:
    method = Member("list", "method", (("()", "Pager"),), doc=Docstring("List the stops."))
    entry = describe_operation("stops.list", method, method, ("BusClient", "AsyncBusClient"))

    assert entry.count("**Raises**") == 1
    assert "`~trivet.AuthenticationError`\n: 401" in entry.partition("**Raises**")[2]


def test_each_operation_links_to_with_options() -> None:
    method = Member("list", "method", (("()", "Pager"),), doc=Docstring("List the stops."))
    entry = describe_operation("stops.list", method, method, ("BusClient", "AsyncBusClient"))
    assert "{py:obj}`with_options <trivet.BusClient.with_options>`" in entry


def test_no_page_is_large() -> None:
    assert max(len(text) for text in pages().values()) < 60_000


def test_new_public_class_is_documented_automatically(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fresh:
        """A new class."""

    module = importlib.import_module("trivet.chat.bulk")
    monkeypatch.setattr(module, "Fresh", Fresh, raising=False)
    monkeypatch.setattr(module, "__all__", [*module.__all__, "Fresh"])
    for cached in (public_names, documented_names):
        cached.cache_clear()
    try:
        assert "trivet.chat.bulk.Fresh" in {public.path for public in documented_names()}
    finally:
        for cached in (public_names, documented_names):
            cached.cache_clear()
    assert sys.modules["trivet.chat.bulk"] is module


@pytest.mark.parametrize(
    ("text", "page", "target"),
    [
        ("BusStop", "clients", "trivet.bus.BusStop"),
        ("BusClient", "bus", "trivet.BusClient"),
        ("stops.list()", "bus", "trivet.BusClient.stops.list"),
        ("trivet.extra", "clients", "trivet.extra"),
        ("Message", "clients", None),
        ("Message", "chat", "trivet.chat.Message"),
        ("run", "ci", None),
        ("max_body", "clients", None),
    ],
)
def test_name_links_to_its_entry_if_it_is_unambiguous(text: str, page: str, target: str | None) -> None:
    assert target_of(text, page) == target
