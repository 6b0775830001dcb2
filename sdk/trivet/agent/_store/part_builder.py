"""One part of a message, from its snapshots and from the text that is appended to it in between."""

from __future__ import annotations

from copy import copy
from typing import Any

from ..._core.record import extra
from ..._core.wire import Unknown
from .._generated.models import Part

__all__ = ["PartBuilder", "part_id"]


class PartBuilder:
    """A part that may still grow; what it gave away as a record does not change any more.

    Snapshots and deltas of one stream come in order, so a snapshot settles what the part is. Until one has come, the
    deltas may say again what a fetched part already holds, or belong before an empty snapshot that came late.
    """

    def __init__(self, record: Part | None = None) -> None:
        """Begin with the part as it was fetched, or with nothing but the deltas to come."""
        self._record = record
        self._grown: dict[str, list[str]] = {}
        self._settled = False
        self._begun = False
        self._shown: Part | None = None

    @property
    def there(self) -> bool:
        """Whether it is more than deltas that came before their part."""
        return self._record is not None

    @property
    def doubtful(self) -> bool:
        """Whether the service may have other text than this."""
        return not self._settled and (self._begun or bool(self._grown))

    def append(self, field: str, delta: str) -> None:
        """Take a delta of the field that has this wire name."""
        self._grown.setdefault(field, []).append(delta)
        self._shown = None

    def replace(self, record: Part) -> None:
        """Take a snapshot.

        The first one of the stream leaves a field as it is where its own is empty and there was text before it: the
        server observed sends the empty snapshot that a part begins with late (assumed).
        """
        late: dict[str, str] = {}
        if not self._begun:
            had = {name: _text(self._record, name) or "" for name in _names(self._record)} if self._record else {}
            late = {**dict.fromkeys(self._grown, ""), **{name: text for name, text in had.items() if text}}
            late = {name: text for name, text in late.items() if _text(record, name) == ""}
        for name, text in late.items():
            record = _with(record, name, text) if text else record
        grown = {name: deltas for name, deltas in self._grown.items() if name in late}
        self._record, self._grown, self._begun, self._settled = record, grown, True, not late
        self._shown = None

    def show(self) -> Part | None:
        """The part as it is now, if it is there."""
        if self._shown is None and self._record is not None:
            shown = self._record
            for name, deltas in self._grown.items():
                text = _text(shown, name)
                if text is not None:
                    shown = _with(shown, name, text + ("".join(deltas) if self._settled else _rest(text, deltas)))
            self._shown = shown
            if self._settled:
                self._record, self._grown = shown, {}
        return self._shown


def part_id(part: Part) -> str | None:
    """The id of a part, where it has one."""
    found: Any = part.data.get("id") if isinstance(part, Unknown) else part.id
    return found if isinstance(found, str) else None


def _rest(text: str, deltas: list[str]) -> str:
    """What follows of the deltas after those that the text already ends with, as many as can be."""
    whole = "".join(deltas)
    ends = [0]
    for each in deltas:
        if ends[-1] + len(each) > len(text):  # so much it cannot end with
            break
        ends.append(ends[-1] + len(each))
    return whole[next(end for end in reversed(ends) if text.endswith(whole[:end])) :]


def _names(part: Part) -> list[str]:
    """The wire names of everything that it holds."""
    return [*part.data] if isinstance(part, Unknown) else [*part.wire_names_, *extra(part)]


def _text(part: Part, name: str) -> str | None:
    """The text of a field, which is empty where the field is missing or null; None where it holds anything else."""
    if isinstance(part, Unknown):
        found: Any = part.data.get(name)
    elif name in part.wire_names_:
        found = getattr(part, part.wire_names_[name])
    else:
        found = extra(part).get(name)
    return "" if found is None else found if isinstance(found, str) else None


def _with(part: Part, name: str, text: str) -> Part:
    """A copy of the part with another text."""
    other = copy(part)
    if isinstance(other, Unknown):
        other.data = {**other.data, name: text}
    elif name in other.wire_names_:
        setattr(other, other.wire_names_[name], text)
    else:
        other.source_ = {**(other.source_ or {}), name: text}
    return other
