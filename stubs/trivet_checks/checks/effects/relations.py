"""The relations of a walk: one record in several places, the rows of a list, a context and the answers from there."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, cast

from trivet_checks.checks.effects.looks import MISSING, Look, Seen, value_of
from trivet_checks.checks.effects.world import Record
from trivet_checks.exchanges.exchange import Json
from trivet_stubs.kernel.json_text import dumps


def others(look: Look, row: Record, looks: Sequence[Look], seen: Mapping[int, Seen]) -> Iterator[int]:
    """Yield the other places that show a record, and first the one that shows it alone."""
    found = [index for index, other in enumerate(looks) if other != look and seen[index].rows.get(row.id)]
    yield from sorted(found, key=lambda index: (looks[index].target is not row, index))


def difference(
    look: Look, row: Record, looks: Sequence[Look], seen: Mapping[int, Seen], volatile: Collection[str]
) -> str:
    """The difference of a record from the same record in another place; empty if there is none."""
    here = next(index for index, other in enumerate(looks) if other == look)
    for index in others(look, row, looks, seen):
        if looks[index].target is not row and look.target is row:
            return ""  # it is said of the list, not of the record
        one, other = seen[here].rows[row.id][0], seen[index].rows[row.id][0]
        names = {*look.place.shows.get(row.kind, ())} & {*looks[index].place.shows.get(row.kind, ())} - {*volatile}
        for name in sorted(names):
            top = name.partition(".")[0]
            for part in (top, name) if top != name else (name,):
                shown, elsewhere = value_of(one, part), value_of(other, part)
                if part == top != name and None not in (shown, elsewhere):
                    continue  # an object is compared field by field
                if shown is not MISSING and elsewhere is not MISSING and not is_same(shown, elsewhere):
                    return f"{row.name} has {part}: {shown!r}, and {looks[index].place} has {elsewhere!r}"
        return ""
    return ""


def is_same(one: object, other: object) -> bool:
    """Whether two values of JSON are the same: 1 is 1.0, and neither true nor a text."""
    numbers = (int, float)
    if type(one) in numbers and type(other) in numbers:
        return one == other
    return type(one) is type(other) and one == other


def repeated(seen: Seen) -> str:
    """The first row that a list has twice; empty if there is none."""
    counts = Counter(dumps(item) for item in seen.items)
    return next((f"a row is there {number} times" for number in counts.values() if number > 1), "")


def context_of(seen: Seen) -> Json | None:
    """The runtime context that an answer names."""
    found: Any = seen.body.get("location")
    return cast(Json, found) if isinstance(found, dict) else None


def misplaced(look: Look, seen: Seen, looks: Sequence[Look], all_seen: Mapping[int, Seen]) -> str:
    """The difference of the context that an answer names from the one that most answers from there name."""
    named = [context_of(all_seen[index]) for index, other in enumerate(looks) if other.caller == look.caller]
    counts = Counter((str(one.get("directory")), str(one.get("workspaceID") or "")) for one in named if one is not None)
    here = context_of(seen)
    if here is None or not counts:
        return ""
    (directory, workspace), number = counts.most_common(1)[0]
    named_here = str(here.get("directory")), str(here.get("workspaceID") or "")
    if named_here == (directory, workspace) or 2 * number <= counts.total():
        return ""
    return f"it is of {_words(*named_here)} and not of {_words(directory, workspace)}"


def further(seen: Seen, kind: str, known: Collection[str], prefix: str, key: str) -> str:
    """A record that has the names of the run, and that no write has answered; empty if there is none."""
    for item in seen.items:
        shown = item.get(key)
        if isinstance(shown, str) and shown not in known and prefix in dumps(item).decode():
            return f"a {kind} is there that no write has answered: {shown}"
    return ""


def _words(directory: str, workspace: str) -> str:
    return f"{directory} in the workspace {workspace}" if workspace else directory
