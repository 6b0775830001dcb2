"""Names of Python that text of a spec becomes."""

from __future__ import annotations

import keyword

__all__ = ["argument", "attribute", "identifier", "snake"]

# As an attribute, each would hide what the annotations after it are made of; `self` is every method's own.
_HIDING = frozenset({"bool", "datetime", "dict", "float", "int", "list", "self", "str"})
# As an argument, each would hide what the generated functions use.
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
    | {"m", "no_value", "partial", "prefetch", "segment", "whole_record"}
)


def identifier(text: str) -> str:
    """Return a name as it is.

    Raises:
        ValueError: It is not a name that Python can use.
    """
    # Python folds other letters: what is looked up by text would be missed.
    if not (text.isascii() and text.isidentifier()) or keyword.iskeyword(text):
        raise ValueError(f"{text!r} is not a name that Python can use")
    return text


def snake(name: str) -> str:
    """The snake_case of a class name: `BusStop` to `bus_stop`, `MCPStatus` to `mcp_status`."""
    out = ""
    for at, char in enumerate(name):
        after_lower = at > 0 and (name[at - 1].islower() or name[at - 1].isdigit())
        ends_capitals = at > 0 and name[at - 1].isupper() and name[at + 1 : at + 2].islower()
        out += "_" + char if char.isupper() and (after_lower or ends_capitals) else char
    return out.lower()


def attribute(name: str) -> str:
    """The parser's name for an attribute, without the underscore that it gives every builtin's name."""
    plain = name.removesuffix("_")
    return f"{plain}_" if keyword.iskeyword(plain) or plain in _HIDING else plain


def argument(name: str) -> str:
    """The parser's name for an argument; an underscore follows what the generated functions use themselves."""
    plain = attribute(name)
    return f"{plain}_" if plain in _USED else plain
