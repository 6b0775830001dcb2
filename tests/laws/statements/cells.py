"""The notation of a contract's cells: `limit (int, 1 to 100, default 50); search? (string)`."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tests.laws.statements.statement import Statement

ENTRY = re.compile(
    r"(?P<name>[$\w.]+)(?P<mark>\??)(?: = (?P<value>\w+))?(?: \((?P<details>[^()]*)\))?(?:: (?P<remark>.+))?"
)
WORDS = {"string": "string", "int": "integer", "integer": "integer", "boolean": "boolean", "number": "number"}
WORDS |= {"array": "array", "object": "object"}
PATTERNS = {"pattern six digits": "^[0-9]{6}$"}


@dataclass(frozen=True)
class Entry:
    """One input or field of a cell."""

    name: str
    optional: bool
    value: str | None
    phrases: tuple[str, ...]


def entries(cell: str, prose: Collection[str] = ()) -> Iterator[Entry]:
    """Yield the entries of a cell, separated by semicolons, or by commas if none has details.

    Raises:
        ValueError: A part is neither an entry nor in `prose`.
    """
    for part in _parts(cell):
        if part in prose or part == "none":
            continue
        match = ENTRY.fullmatch(part)
        if match is None:
            raise ValueError(f"this is not an entry of a cell: {part!r}")
        details = ", ".join(filter(None, [match["details"], match["remark"]]))
        phrases = tuple(filter(None, (phrase.strip() for phrase in re.split("[,;]", details))))
        optional = bool(match["mark"]) or any(phrase.split()[0] == "optional" for phrase in phrases)
        yield Entry(match["name"], optional, match["value"], phrases)


def _parts(cell: str) -> list[str]:
    parts = [part.strip() for part in re.split(r";(?![^(]*\))", cell)]
    return [name.strip() for name in cell.split(",")] if len(parts) == 1 and "(" not in cell else parts


def rules(
    entry: Entry, about: str, prose: Collection[str] = (), records: Mapping[str, str] | None = None
) -> Iterator[Statement]:
    """Yield the type and the bounds that an entry's phrases state.

    Args:
        entry: The entry.
        about: The name of the input or the field.
        prose: Phrases without a statement that a spec could contain.
        records: The name of a schema in the spec, by its name in the contract.

    Raises:
        ValueError: A phrase is not understood; ignoring it could lose a statement.
    """
    if entry.value is not None:
        yield Statement(about, "value", entry.value)
    for phrase in entry.phrases:
        if phrase in prose:
            continue
        stated = list(_rule(phrase.removeprefix("optional").strip(), about, records or {}))
        if not stated and phrase not in ("optional", "required"):
            raise ValueError(f"{about}: {phrase!r} is not understood")
        yield from stated


def _rule(phrase: str, about: str, records: Mapping[str, str]) -> Iterator[Statement]:
    if phrase in PATTERNS:
        yield Statement(about, "pattern", PATTERNS[phrase])
    elif match := re.fullmatch(r"(?:minimum|>=) (-?\d+)", phrase):
        yield Statement(about, "minimum", match[1])
    elif match := re.fullmatch(r"(-?\d+) to (-?\d+)", phrase):
        yield Statement(about, "minimum", match[1])
        yield Statement(about, "maximum", match[2])
    elif match := re.fullmatch(r"max length (\d+)", phrase):
        yield Statement(about, "maxLength", match[1])
    elif match := re.fullmatch(r"default `?(\w+)`?", phrase):
        yield Statement(about, "default", match[1])
    elif match := re.fullmatch(r"(?:allowed )?`(\w+)` or `(\w+)`", phrase):
        yield from (Statement(about, "value", value) for value in match.groups())
    else:
        yield from (Statement(about, "type", type_name) for type_name in types(phrase, records))


def types(phrase: str, records: Mapping[str, str]) -> list[str]:
    """Return the types in a phrase: `array of string`, `boolean or object`, a record; none if it is not a type."""
    if phrase in records:
        return [records[phrase]]
    if match := re.fullmatch("array of (.+)", phrase):
        return [f"array of {item_type}" for item_type in types(match[1], records)]
    if match := re.fullmatch("map string to (.+)", phrase):
        return ["map"] if match[1] == "any" else [f"map of {value_type}" for value_type in types(match[1], records)]
    words = phrase.split(" or ")
    return [WORDS[word] for word in words] if all(word in WORDS for word in words) else []
