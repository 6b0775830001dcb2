"""The comparison of records: field by field with the model's, and with what other operations have shown of them."""

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any, cast

from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.chat.form import ChatForm, texts
from trivet_checks.explore.chat.lists import RATINGS, Lists
from trivet_checks.explore.chat.model import ChatModel
from trivet_checks.explore.chat.words import (
    ANSWERS_RECORD,
    COMPARED,
    EXPORTED_RATINGS,
    FIELDS,
    LINK_RULE,
    LISTED,
    MESSAGES,
    OF_MESSAGES,
    RECORD_RULE,
)
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.sightings import Sightings, shown
from trivet_checks.explore.steps import Ledger, Ref
from trivet_stubs.kernel.validation import is_list, is_object

_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")


@dataclass(frozen=True, slots=True)
class World:
    """What the comparisons of one walk share."""

    form: ChatForm
    lists: Lists
    """The lists of the server before the walks."""
    users: Mapping[str, Json]
    ledger: Ledger
    model: ChatModel
    doubtful: set[Ref]
    """The records whose last update is none for every server, so that their place in an order is open."""
    compared: set[str]
    """The rules that a comparison was made by."""

    def model_id(self, kind: str, record: Json) -> str | None:
        """The model's id of a record that the server shows; None for one that is not the walk's."""
        if kind == "user":
            return next((user["id"] for user in self.users.values() if user["id"] == record.get("id")), None)
        ref = self.ledger.ref("server", record.get("id"))
        kinds = (kind, "answer") if kind == "message" else (kind,)
        return self.ledger.models.get(ref) if ref is not None and ref.kind in kinds else None

    def named(self, model_id: str) -> str:
        """A record by the step that has made it."""
        return str(self.ledger.ref("model", model_id) or "a record")


class Records:
    """Compares records of a server with the model's.

    Args:
        world: The walk.
    """

    def __init__(self, world: World) -> None:
        self.sightings: Sightings = Sightings(lasting=("created_at",))
        self._world = world

    def compare(self, asked: Asked, expected: Any, answered: Any, place: str = "") -> Iterator[Difference]:
        """Yield the differences between two records, or two objects of another kind."""
        if not is_object(answered) or not is_object(expected):
            return
        ref = self._world.ledger.ref("model", expected.get("id"))
        for name, value in answered.items():
            inner = f"{place}.{name}" if place else name
            if name == "messages" and is_list(expected.get("messages")):
                yield from self._messages(asked, expected["messages"], value, inner)
                continue
            if ref is not None and not isinstance(value, list | dict):
                yield from self._as_before(asked, ref, name, inner, value)
            if name in COMPARED and name in expected:
                rule = _rule_of(asked.step.operation, name, place)
                self._world.compared.add(rule)
                if not self._same(name, expected[name], value):
                    yield asked.differs("field", shown(expected[name]), shown(value), rule, inner)

    def link(self, asked: Asked, expected: Any, answered: Any) -> Iterator[Difference]:
        """Yield the differences of what a link shows: the same parts of every conversation."""
        model, content = cast(Json, expected["conversation"]), [*texts(answered)]
        parts = self._world.form.public
        self._world.compared.add(LINK_RULE)
        if "title" in parts and model["title"] and model["title"] not in content:
            yield asked.differs("field", shown(model["title"]), "not shown", LINK_RULE, "title")
        messages = cast(list[Json], model["messages"])
        if "messages" in parts and any(message["content"] not in content for message in messages):
            yield asked.differs("list", "every message of the conversation", "fewer", LINK_RULE, "messages")
        rows: Any = answered.get("messages") if is_object(answered) else None
        if is_list(rows) and len(rows) != len(messages):
            yield asked.differs("list", f"{len(messages)} messages", f"{len(rows)} messages", LINK_RULE, "messages")

    def leaks(self, asked: Asked, but: Set[str]) -> Iterator[Difference]:
        """Yield a difference if an answer shows the token of a link, which only some operations show."""
        if asked.step.operation in but:
            return
        ledger = self._world.ledger
        tokens = (ledger.id_of(Ref("link", number), "server") for number in ledger.known("link"))
        if any(token.encode() in asked.reply.body for token in tokens):
            yield asked.differs("field", "hidden", "shown", "", "token")

    def _messages(self, asked: Asked, expected: list[Json], answered: Any, place: str) -> Iterator[Difference]:
        """Compare the messages of a conversation, which are in the order in which they were added."""
        if not is_list(answered):
            return
        rule = OF_MESSAGES.get(asked.step.operation, "")
        self._world.compared.add(rule)
        if len(answered) != len(expected):
            yield asked.differs("list", f"{len(expected)} messages", f"{len(answered)} messages", rule, place)
            return
        for model, row in zip(expected, answered, strict=True):
            yield from self.compare(asked, model, row, place)

    def _same(self, name: str, expected: Any, answered: Any) -> bool:
        ledger = self._world.ledger
        if name == "full_name" or (name == "email" and not isinstance(answered, str)):
            return True  # the model may have made it up
        if name == "user_rating" and answered is None:
            return True  # it may show to other readers than the model's
        known, other = ledger.ref("model", expected), ledger.ref("server", answered)
        if known is not None or other is not None:
            return known == other
        if name == "id" or (isinstance(expected, str) and isinstance(answered, str) and _TIME.match(expected)):
            return True
        return bool(expected == answered) and isinstance(expected, bool) == isinstance(answered, bool)

    def _as_before(self, asked: Asked, ref: Ref, name: str, place: str, value: Any) -> Iterator[Difference]:
        """A field that two operations show has one value, unless a write in between may have changed it."""
        earlier = self.sightings.earlier(ref, asked.step.caller, name, value, asked.step.operation)
        if earlier is not None and name not in COMPARED and earlier.value != value:
            before = f"{shown(earlier.value)} as {earlier.operation} shows it"
            yield asked.differs("field", before, shown(value), "", place)


def _rule_of(operation: str, name: str, place: str) -> str:
    """The rule that the value of a field stands on; empty if there is none."""
    if not place and operation in ANSWERS_RECORD and not (operation.startswith("admin.users.") and name in FIELDS):
        return RECORD_RULE
    if "messages" in place:
        return OF_MESSAGES.get(operation, "")
    if operation == MESSAGES:
        return LISTED[MESSAGES] if name == "content" else ""
    if name == "user_id" and operation in (RATINGS, EXPORTED_RATINGS):
        return ""
    return FIELDS.get(name, "")
