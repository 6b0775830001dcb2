"""The reference has every public name exactly once, by the path that people import, and no private path."""

from __future__ import annotations

import importlib
import re
import sys
from collections import Counter
from functools import cache
from types import ModuleType

import pytest

from docs.reference_pages.discovery import documented_names, public_modules, public_names
from docs.reference_pages.links import target_of
from docs.reference_pages.pages import make_pages
from tests.laws.test_public_names import PUBLIC

DIRECTIVE = re.compile(
    r"^`{3,}\{py:(class|exception|function|data|type|method|property|attribute)\} ([\w.]+)(.*)\n((?::.*\n)*)", re.M
)
MODULE = re.compile(r"^```\{py:currentmodule\} (\S+)$", re.M)


@cache
def pages() -> dict[str, str]:
    return make_pages()


def described() -> Counter[str]:
    """Count the directives of classes, functions and values by full path."""
    found: Counter[str] = Counter()
    for text in pages().values():
        places = [(match.start(), match[1]) for match in MODULE.finditer(text)]
        for match in DIRECTIVE.finditer(text):
            if match[1] in {"class", "exception", "function", "data", "type"} and ":no-index:" not in match[4]:
                module = [name for start, name in places if start < match.start()][-1]
                found[f"{module}.{match[2]}"] += 1
    return found


def test_every_public_name_is_described_exactly_once() -> None:
    found = described()
    assert [name for name, count in found.items() if count > 1] == []
    homes = {id(each.value): each.path for each in documented_names()}
    assert len(found) == len(documented_names()) > 500
    for each in public_names():
        if not isinstance(each.value, ModuleType):
            assert each.path in found or homes.get(id(each.value)) in found, each.path


def test_every_public_module_is_found() -> None:
    assert set(PUBLIC) <= set(public_modules())
    assert "trivet.cli" not in public_modules()


def test_no_private_path_is_in_a_heading_or_a_signature() -> None:
    shown = [
        line
        for text in pages().values()
        for line in text.splitlines()
        if line.startswith("#") or re.match(r"`{3,}\{py:", line)
    ]
    private = re.compile(r"\btrivet(?:_stubs)?(?:\.\w+)*\._\w+|(?<![\w\"'])_(?:async|sync|core|generated)\b")
    assert [line for line in shown if private.search(line)] == []
    assert not any("decode_" in line for line in shown)


def test_operation_stands_in_both_apis_beside_each_other() -> None:
    text = pages()["chat/operations/conversations.md"]
    section = text[text.index("## conversations.create\n") :].partition("\n## ")[0]
    sync, twin = section.split("::::{tab-item} Async")
    assert "{py:method} ChatClient.conversations.create(" in sync
    assert "{py:method} AsyncChatClient.conversations.create(" in twin
    assert ":async:" in twin
    assert ">>> await client.conversations.create(" in twin
    assert section.count("**Parameters**") == 1


def test_no_page_is_large() -> None:
    assert max(len(text) for text in pages().values()) < 60_000


def test_new_module_and_new_record_come_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fresh:
        """A class that was not there before."""

    module = importlib.import_module("trivet.chat.bulk")
    monkeypatch.setattr(module, "Fresh", Fresh, raising=False)
    monkeypatch.setattr(module, "__all__", [*module.__all__, "Fresh"])
    for each in (public_names, documented_names):
        each.cache_clear()
    try:
        assert "trivet.chat.bulk.Fresh" in {each.path for each in documented_names()}
    finally:
        for each in (public_names, documented_names):
            each.cache_clear()
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
def test_name_in_a_text_links_to_what_it_means_alone(text: str, page: str, target: str | None) -> None:
    assert target_of(text, page) == target
