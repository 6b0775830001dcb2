"""Where a user meets each record: the operations that give it or take it."""

from __future__ import annotations

from ..read.ir import Service
from .envelope import Envelope
from .layout import of_operation, reach

__all__ = ["origins"]

NAMED = 2
"""So many operations are named; of more, their count."""


def origins(service: Service, envelope: Envelope | None) -> dict[str, str]:
    """From each record to one sentence on the operations that give it, or else take it, stream it or refuse with it."""
    given: dict[str, list[str]] = {}
    taken: dict[str, list[str]] = {}
    framed: dict[str, list[str]] = {}
    refused: dict[str, list[str]] = {}
    for operation in sorted(service.operations, key=lambda each: each.id):
        answer = set[str]() if operation.answer is None else reach({operation.answer.name}, service)
        if envelope and operation.id == envelope.operation:
            answer |= reach({envelope.union.name, envelope.base.name}, service)
        for name in answer:
            given.setdefault(name, []).append(operation.id)
        for name in reach(of_operation(operation), service) - answer:
            taken.setdefault(name, []).append(operation.id)
        for name in operation.frames:
            framed.setdefault(name, []).append(operation.id)
        for name in operation.refusals:
            refused.setdefault(name, []).append(operation.id)
    words = {
        "Given by": given,
        "Taken by": taken,
        "In the frames of": framed,
        "In the body of an error answer of": refused,
    }
    return {
        each.name: next((_sentence(word, found[each.name]) for word, found in words.items() if each.name in found), "")
        for each in service.records
    }


def _sentence(words: str, operations: list[str]) -> str:
    shown = [f"`{each}`" for each in operations[:NAMED]]
    more = len(operations) - len(shown)
    named = ", ".join(shown) + f" and {more} more" if more else " and ".join(shown)
    return f"{words} {named}."
