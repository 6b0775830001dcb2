"""The bus service's answers as Atom, in the form of OData 2: the form is assumed, no recording of it was found."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast
from xml.sax.saxutils import escape

ATOM = "application/atom+xml"

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
_NAMESPACES = (
    'xmlns="http://www.w3.org/2005/Atom" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" '
    'xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"'
)
_METADATA = "odata.metadata"
_EDM_TYPES = {int: "Edm.Int32", float: "Edm.Double", bool: "Edm.Boolean"}
# A parser would turn a carriage return into a line feed, and refuses what XML cannot hold at all.
_ENTITIES = {"\r": "&#13;"}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def collection(answer: Mapping[str, Any]) -> bytes:
    """A feed with one entry a record."""
    entries = "".join(f"<entry>{_content(record)}</entry>" for record in answer["value"])
    return f"{_HEAD}<feed {_NAMESPACES}>{_id(answer)}{entries}</feed>".encode()


def single(answer: Mapping[str, Any], types: Mapping[str, str]) -> bytes:
    """One entry; `types` gives the type names of its nested records, by field."""
    fields = {name: value for name, value in answer.items() if name != _METADATA}
    return f"{_HEAD}<entry {_NAMESPACES}>{_id(answer)}{_content(fields, types)}</entry>".encode()


def _id(answer: Mapping[str, Any]) -> str:
    return f"<id>{_text(answer[_METADATA])}</id>" if _METADATA in answer else ""


def _content(record: Mapping[str, Any], types: Mapping[str, str] | None = None) -> str:
    properties = "".join(_properties(record, types or {}))
    return f'<content type="application/xml"><m:properties>{properties}</m:properties></content>'


def _properties(record: Mapping[str, Any], types: Mapping[str, str]) -> Iterator[str]:
    for name, value in record.items():
        if value is None:
            yield f'<d:{name} m:null="true"/>'
        elif isinstance(value, str):
            yield f"<d:{name}>{_text(value)}</d:{name}>"
        elif isinstance(value, list):
            elements = cast(list[Mapping[str, Any]], value)
            inner = "".join(f"<d:element>{''.join(_properties(each, types))}</d:element>" for each in elements)
            yield f'<d:{name} m:type="Collection({types[name]})">{inner}</d:{name}>'
        elif isinstance(value, dict):
            nested = cast(Mapping[str, Any], value)
            yield f'<d:{name} m:type="{types[name]}">{"".join(_properties(nested, types))}</d:{name}>'
        else:
            text = str(value).lower() if isinstance(value, bool) else repr(value)
            yield f'<d:{name} m:type="{_EDM_TYPES[type(value)]}">{text}</d:{name}>'


def _text(value: str) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", value), _ENTITIES)
