"""Python names for the names in a spec."""

from __future__ import annotations

import keyword

# An attribute of one of these names would hide a type from the annotations after it; every method has a `self`.
_HIDING = frozenset({"bool", "datetime", "dict", "float", "int", "list", "self", "str"})
# An argument of one of these names would hide a name that the generated functions use.
_USED = frozenset(
    {
        "accept",
        "answer",
        "attrgetter",
        "body",
        "calls",
        "check",
        "clock",
        "encoding",
        "isinstance",
        "key_of_any",
        "lazy",
    }
    | {"decoders", "m", "no_value", "partial", "prefetch", "segment", "upload", "whole_record"}
)


def identifier(text: str) -> str:
    """Return a name unchanged if it is a valid ASCII identifier.

    Raises:
        ValueError: Python cannot use the name.
    """
    # Python normalizes non-ASCII identifiers, so `getattr` with the original text would fail.
    if not (text.isascii() and text.isidentifier()) or keyword.iskeyword(text):
        raise ValueError(f"{text!r} is not a name that Python can use")
    return text


def snake(name: str) -> str:
    """Return a class name in snake_case: `bus_stop` for `BusStop`, `mcp_status` for `MCPStatus`."""
    out = ""
    for at, char in enumerate(name):
        after_lower = at > 0 and (name[at - 1].islower() or name[at - 1].isdigit())
        ends_capitals = at > 0 and name[at - 1].isupper() and name[at + 1 : at + 2].islower()
        out += "_" + char if char.isupper() and (after_lower or ends_capitals) else char
    return out.lower()


def attribute(name: str) -> str:
    """Return the attribute for the parser's name of a property; only names in `_HIDING` keep a trailing underscore."""
    plain = name.removesuffix("_")
    return f"{plain}_" if keyword.iskeyword(plain) or plain in _HIDING else plain


def argument(name: str) -> str:
    """Return the argument for the parser's name of an input; names that generated functions use get an underscore."""
    plain = attribute(name)
    return f"{plain}_" if plain in _USED else plain
