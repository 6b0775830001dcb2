"""Assembling one part of a message from its snapshots and the text that is appended in between."""

from __future__ import annotations

from copy import copy
from typing import Any

from ..._core.decoders import Unknown
from ..._core.record import extra
from .._generated.models import Part
from .overlap import Overlap

__all__ = ["PartBuilder", "part_id"]


class PartBuilder:
    """Assembles a part that may still grow. A part that it built does not change any more.

    Snapshots and deltas of one stream arrive in order, so a snapshot makes the part certain. Before the first snapshot,
    deltas may repeat text that the fetched part holds already, or precede an empty snapshot that is late.
    """

    def __init__(self, record: Part | None = None) -> None:
        """Begin with a fetched part, or with none where its deltas arrive first."""
        self._record = record
        self._deltas: dict[str, list[str]] = {}
        self._overlaps: dict[str, Overlap] = {}
        self._certain = False
        self._has_snapshot = False
        self._built: Part | None = None

    @property
    def known(self) -> bool:
        """Whether the part itself was fetched or received, not only deltas of it."""
        return self._record is not None

    @property
    def uncertain(self) -> bool:
        """Whether the service may have other text than this."""
        return not self._certain and (self._has_snapshot or bool(self._deltas))

    def append(self, field: str, delta: str) -> None:
        """Take a delta of the field with this wire name."""
        self._deltas.setdefault(field, []).append(delta)
        self._built = None

    def replace(self, record: Part) -> None:
        """Take a snapshot.

        The stream's first snapshot leaves a field as it is where its own is empty and text arrived before it: the
        server observed sends the empty snapshot that a part begins with late (assumed).
        """
        late: dict[str, str] = {}
        if not self._has_snapshot:
            had = {name: _text(self._record, name) or "" for name in _names(self._record)} if self._record else {}
            late = {**dict.fromkeys(self._deltas, ""), **{name: text for name, text in had.items() if text}}
            late = {name: text for name, text in late.items() if _text(record, name) == ""}
        for name, text in late.items():
            record = _with(record, name, text) if text else record
        self._deltas = {name: deltas for name, deltas in self._deltas.items() if name in late}
        self._record, self._has_snapshot, self._certain = record, True, not late
        self._overlaps = {name: each for name, each in self._overlaps.items() if name in late}  # its text is the same
        self._built = None

    def build(self) -> Part | None:
        """Return the part as it is now; None where only deltas of it are known."""
        if self._built is None and self._record is not None:
            built = self._record
            for name, deltas in self._deltas.items():
                text = _text(built, name)
                if text is not None:
                    known = 0 if self._certain else self._known(name, text)
                    deltas[:] = ["".join(deltas)]
                    built = _with(built, name, text + deltas[0][known:])
            self._built = built
            if self._certain:
                self._record, self._deltas = built, {}
        return self._built

    def _known(self, name: str, text: str) -> int:
        """Return the length of the deltas that a field's text ends with already, which are as many as possible."""
        overlap = self._overlaps.get(name)
        compared = 0 if overlap is None else 1  # those of the latest build are one by now
        overlap = overlap or Overlap(text)
        for delta in self._deltas[name][compared:]:
            overlap.append(delta)
        self._overlaps[name] = overlap
        return overlap.length


def part_id(part: Part) -> str | None:
    """Return the id of a part; None where it has none."""
    id_: Any = part.data.get("id") if isinstance(part, Unknown) else getattr(part, "id", None)
    return id_ if isinstance(id_, str) else None


def _names(part: Part) -> list[str]:
    """Return the wire names of all fields of a part."""
    return [*part.data] if isinstance(part, Unknown) else [*part.__wire_names__, *extra(part)]


def _text(part: Part, name: str) -> str | None:
    """Return the text of a field, empty where the field is missing or null; None where it holds no text."""
    if isinstance(part, Unknown):
        value: Any = part.data.get(name)
    elif name in part.__wire_names__:
        value = getattr(part, part.__wire_names__[name])
    else:
        value = extra(part).get(name)
    return "" if value is None else value if isinstance(value, str) else None


def _with(part: Part, name: str, text: str) -> Part:
    """Return a copy of a part with another text in one field."""
    other = copy(part)
    if isinstance(other, Unknown):
        other.data = {**other.data, name: text}
    elif name in other.__wire_names__:
        setattr(other, other.__wire_names__[name], text)
    else:
        other.__source__ = {**(other.__source__ or {}), name: text}
    return other
