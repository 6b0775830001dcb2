"""Atom: parses a document into the dict that the same answer has in JSON, so that one decoder serves both.

The contract names the media type but shows no document. This module reads OData's form: properties in `m:properties`,
one `<entry>` a record. Names are matched without their namespaces, because no document of the service was available.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias
from xml.parsers import expat

import attrs

Kind: TypeAlias = type[int] | type[float]
Shape: TypeAlias = "Mapping[str, Kind | Shape | Sequence[Shape]]"
"""The types of a record's fields: a number type, a nested record, or a list of records (with one item, their shape).

Fields that are not named are text, even if their `m:type` is a number: a code read as a number would lose its zeros.
"""

_MAX_DEPTH = 32  # an arrival needs 8: feed, entry, content, properties, and four levels of records
_MAX_ELEMENTS = (
    250_000  # a page of 500 records has 10,000; an element of four bytes takes a hundred times as much memory
)
_NUMBERS: Mapping[Kind, re.Pattern[str]] = {
    int: re.compile(r"[+-]?[0-9]{1,19}"),
    float: re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"),
}


def parse(content: bytes, shape: Shape) -> dict[str, Any]:
    """Return the dict that the JSON body of the same answer would be decoded into.

    With a list `value` in the shape, each entry of a feed becomes one record. Any other shape describes the only entry
    of the document. The `<id>` of the document becomes `odata.metadata`.

    Raises:
        ValueError: The content is not well-formed XML, has a DOCTYPE or processing instructions, is nested too deeply,
            is not Atom, or has a malformed number. The message names the problem and the line.

    Contract: Endpoints, `accept`.
    """
    root = _tree(content)
    if root.name == "feed":
        entries = root.named("entry")
    elif root.name == "entry":
        entries = [root]
    else:
        raise ValueError(f"the document is <{root.name[:40]}>, neither <feed> nor <entry>")

    body: dict[str, Any] = {}
    for identity in root.named("id"):
        body["odata.metadata"] = identity.text
    rows = shape.get("value")
    if isinstance(rows, Sequence):
        body["value"] = [_record(_properties(entry), rows[0]) for entry in entries]
    elif len(entries) == 1:
        body |= _record(_properties(entries[0]), shape)
    else:
        raise ValueError(f"the feed has {len(entries)} entries where one record was expected")
    return body


@attrs.define
class _Element:
    name: str
    line: int
    attributes: Mapping[str, str]
    prefixes: Sequence[str]
    children: list[_Element] = attrs.field(factory=list["_Element"])
    parts: list[str] = attrs.field(factory=list[str])

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def named(self, name: str) -> list[_Element]:
        return [child for child in self.children if child.name == name]


def _tree(content: bytes) -> _Element:
    # With a fixed encoding (expat still detects UTF-16), a document cannot choose any of Python's codecs.
    # Prefixes are resolved here, because expat would copy the name of a namespace for each element and attribute.
    parser = expat.ParserCreate("utf-8")
    path = [_Element("", 0, {}, ())]
    declared = {"xml": 1}  # how many of the open elements declare a prefix
    left = _MAX_ELEMENTS

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal left
        left -= 1
        if len(path) > _MAX_DEPTH:
            raise ValueError(f"more than {_MAX_DEPTH} elements deep at line {parser.CurrentLineNumber}")
        if left < 0:
            raise ValueError(f"more than {_MAX_ELEMENTS} elements at line {parser.CurrentLineNumber}")
        prefixes: list[str] = []
        qualified: dict[str, str] = {}
        if attributes:
            # Only attributes with a prefix are kept, such as OData's `null`; Atom's own attributes are ignored.
            named = {name: value for name, value in attributes.items() if ":" in name}
            prefixes += [name[6:] for name, value in named.items() if name.startswith("xmlns:") and value]
            for prefix in prefixes:
                declared[prefix] = declared.get(prefix, 0) + 1
            qualified = {local(name): value for name, value in named.items() if not name.startswith("xmlns:")}
        element = _Element(local(tag), parser.CurrentLineNumber, qualified, prefixes)
        path[-1].children.append(element)
        path.append(element)

    def end(_tag: str) -> None:
        for prefix in path.pop().prefixes:
            declared[prefix] -= 1

    def local(name: str) -> str:
        prefix, colon, rest = name.rpartition(":")
        if colon and not (rest and declared.get(prefix)):
            place = f"line {parser.CurrentLineNumber}, column {parser.CurrentColumnNumber}"
            raise ValueError(f"unbound prefix: {place}")
        return rest

    def text(data: str) -> None:
        path[-1].parts.append(data)

    def doctype(*_: object) -> None:  # entities, internal or external, can only be declared in one
        raise ValueError(f"a DOCTYPE is refused, at line {parser.CurrentLineNumber}")

    def instruction(target: str, _data: str) -> None:
        raise ValueError(f"a processing instruction, <?{target[:40]}?>, is refused, at line {parser.CurrentLineNumber}")

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = doctype
    parser.ProcessingInstructionHandler = instruction
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise ValueError(str(error)) from error  # expat's message ends in the line and the column
    return path[0].children[0]


def _properties(entry: _Element) -> _Element:
    for parent in (*entry.named("content"), entry):
        for properties in parent.named("properties"):
            return properties
    raise ValueError(f"the <entry> at line {entry.line} has no <properties>")


def _record(element: _Element, shape: Shape) -> dict[str, Any]:
    record: dict[str, Any] = {name: [] for name, kind in shape.items() if isinstance(kind, Sequence)}
    for child in element.children:
        record[child.name] = _value(child, shape.get(child.name))
    return record


def _value(element: _Element, kind: Kind | Shape | Sequence[Shape] | None) -> Any:
    if isinstance(kind, Sequence):
        return [_record(item, kind[0]) for item in element.children]
    if element.attributes.get("null") in ("true", "1"):
        return None
    if isinstance(kind, Mapping):
        return _record(element, kind)
    if kind is None:
        return _record(element, {}) if element.children else element.text
    text = element.text.strip()
    if not _NUMBERS[kind].fullmatch(text):
        raise ValueError(f"{element.name[:40]} must be {kind.__name__}, got {text[:40]!r} at line {element.line}")
    return kind(text)
