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
    """Yield the entries of a cell; they stand between semicolons, or between commas where none has details.

    Raises:
        ValueError: What stands there is neither an entry nor in `prose`.
    """
    for part in _parts(cell):
        if part in prose or part == "none":
            continue
        match = ENTRY.fullmatch(part)
        if match is None:
            raise ValueError(f"this is no entry of a cell: {part!r}")
        details = ", ".join(filter(None, [match["details"], match["remark"]]))
        phrases = tuple(filter(None, (each.strip() for each in re.split("[,;]", details))))
        optional = bool(match["mark"]) or any(each.split()[0] == "optional" for each in phrases)
        yield Entry(match["name"], optional, match["value"], phrases)


def _parts(cell: str) -> list[str]:
    parts = [each.strip() for each in re.split(r";(?![^(]*\))", cell)]
    return [each.strip() for each in cell.split(",")] if len(parts) == 1 and "(" not in cell else parts


def rules(
    entry: Entry, about: str, prose: Collection[str] = (), records: Mapping[str, str] | None = None
) -> Iterator[Statement]:
    """Yield the type and the bounds that an entry's phrases state.

    Args:
        entry: The entry.
        about: The input or the field that it is.
        prose: Phrases that state nothing that a spec could.
        records: The name of a spec's schema by what the contract calls it.

    Raises:
        ValueError: A phrase is not understood: better that than to overlook what it states.
    """
    if entry.value is not None:
        yield Statement(about, "value", entry.value)
    for phrase in entry.phrases:
        if phrase in prose:
            continue
        found = list(_rule(phrase.removeprefix("optional").strip(), about, records or {}))
        if not found and phrase not in ("optional", "required"):
            raise ValueError(f"{about}: {phrase!r} is not understood")
        yield from found


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
        yield from (Statement(about, "value", each) for each in match.groups())
    else:
        yield from (Statement(about, "type", each) for each in types(phrase, records))


def types(phrase: str, records: Mapping[str, str]) -> list[str]:
    """Return the types that a phrase names: `array of string`, `boolean or object`, a record; none is no type."""
    if phrase in records:
        return [records[phrase]]
    if match := re.fullmatch("array of (.+)", phrase):
        return [f"array of {each}" for each in types(match[1], records)]
    if match := re.fullmatch("map string to (.+)", phrase):
        return ["map"] if match[1] == "any" else [f"map of {each}" for each in types(match[1], records)]
    words = phrase.split(" or ")
    return [WORDS[each] for each in words] if all(each in WORDS for each in words) else []
