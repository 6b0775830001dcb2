"""Two answers to one request, a recorded one and a stub's: their ids are matched, and their values compared.

A server makes ids, times and texts of its own. Ids count as equal if they are at the same places of all answers; times,
and texts that no request has sent, are compared by their kind alone. Numbers and flags are compared in records that the
recording has made: others may have a history that the stub does not know.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast
from urllib.parse import quote, unquote

from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.secrets import is_secret_name
from trivet_stubs.kernel.spec import JsonObject, resolve
from trivet_stubs.kernel.validation import is_list, is_object
from trivet_stubs.recordings.secrets import REMOVED, TrafficSecrets

Kind = Literal["status", "media type", "form", "field", "list", "order", "page"]
"""The part of an answer that differs; `list` is about a record that only one list has, `page` about its length."""

_ID_NAME = re.compile(r"(?:^|_)(?:id|ID)s?$|[a-z](?:ID|Id)s?$")
_ID = re.compile(
    r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    r"|[a-z]{2,5}_[A-Za-z0-9]{6,}|(?:https?://[^/?#\s]+/)?removed-[0-9]+"
)
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_OF_ITS_NATURE = frozenset(
    (
        "at",
        "bytes",
        "completed",
        "cost",
        "created",
        "duration",
        "elapsed",
        "expires",
        "latency",
        "size",
        "time",
        "timestamp",
        "tokens",
        "updated",
    )
)
"""Words in the names of numbers that no two servers share; `expires_in` is a duration that a contract may state."""
_TOKEN = re.compile(r"([^A-Za-z0-9_-]+)")
_LIMIT, _SKIP = "limit", "skip"
_OF_A_LIST = frozenset({"filter", "hidden", "own"})
"""Words of the rules about the records that a list has."""
_LONGEST = 80
_SHORT = 8
"""The characters of an id in an order."""


Scope = Literal["made", "changed", "older", "other"]
"""Whether the recording has made a record, or has changed or only shows an older one; `other` has no record."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """One difference between a recorded answer and a stub's."""

    kind: Kind
    place: str
    """The place in the body, such as `items.is_archived`; empty for the whole answer."""
    recorded: str
    stub: str
    words: frozenset[str] = frozenset()
    """Words that a rule about it has."""


class IdMap:
    """From the ids of a recording to the stub's ids. Each pair of answers adds the ids at its places."""

    def __init__(self) -> None:
        self._images: dict[str, str] = {}
        self._origins: dict[str, str] = {}
        self.made: set[str] = set()
        """The ids of the records that the recording has made, as recorded."""
        self.changed: set[str] = set()
        """The ids of further records that it has changed."""
        self.diverged: dict[str, int] = {}
        """The ids of records that one side alone has changed or deleted, each with the number of the exchange."""

    def __len__(self) -> int:
        return len(self._images)

    def since(self, count: int) -> list[str]:
        """Return the recorded ids that were matched after so many others."""
        return [*self._images][count:]

    def scope_of(self, recorded: str) -> Scope:
        """Return whether the record of an id was made or changed by the recording."""
        return "made" if recorded in self.made else "changed" if recorded in self.changed else "older"

    def __contains__(self, recorded: str) -> bool:
        return recorded in self._images

    def is_image(self, text: str) -> bool:
        """Whether a text is the stub's id of a record in the recording."""
        return text in self._origins

    def is_image_of_made(self, text: str) -> bool:
        """Whether a text is the stub's id of a record that the recording has made, and that has not diverged."""
        return self._origins.get(text) in self.made - self.diverged.keys()

    def learn(self, recorded: str, stub: str) -> bool:
        """Match two ids; return False if one of them is matched with another."""
        if recorded in self._images or stub in self._origins:
            return self._images.get(recorded) == stub
        self._images[recorded] = stub
        self._origins[stub] = recorded
        return True

    def text(self, text: str) -> str:
        """Return a text of the recording with the stub's ids."""
        if text in self._images:
            return self._images[text]
        return "".join(self._images.get(token, token) for token in _TOKEN.split(text))

    def search(self, text: str) -> str:
        """Return a text of a query with the stub's ids; it may be the beginning of an id."""
        if len(text) >= _SHORT and (images := {self._images[name] for name in self.made if name.startswith(text)}):
            return min(images)[: len(text)]
        return self.text(text)

    def value(self, value: Any) -> Any:
        """Return a JSON value of the recording with the stub's ids."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(element) for element in cast(Sequence[Any], value)]
        if isinstance(value, dict):
            return {self.text(name): self.value(member) for name, member in cast(JsonObject, value).items()}
        return value

    def path(self, path: str) -> str:
        """Return a percent-encoded path of the recording with the stub's ids."""
        texts = [(part, unquote(part)) for part in path.split("/")]
        return "/".join(part if self.text(text) == text else quote(self.text(text), safe="") for part, text in texts)


def is_id(name: str, text: str) -> bool:
    """Whether a text is an id or a secret, which each server makes by itself: by its field, or by its form.

    >>> is_id("user_id", "7"), is_id("sessionID", "x"), is_id("title", "Trains")
    (True, True, False)
    """
    return _ID_NAME.search(name) is not None or is_secret_name(name) or _ID.fullmatch(text) is not None


def texts_in(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts in a JSON value, each with the name of its field."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, list):
        for element in cast(Sequence[Any], value):
            yield from texts_in(element, name)
    elif isinstance(value, dict):
        for key, member in cast(JsonObject, value).items():
            yield from texts_in(member, key)


class Comparison:
    """Compares the answers of a stub with recorded ones; each comparison may add to the ids.

    Args:
        stated: The contract without the facts that this project assumes.
        ids: The ids that are matched.
    """

    def __init__(self, stated: Contract, ids: IdMap) -> None:
        self._stated = stated
        self._secrets = TrafficSecrets(stated)
        self._ids = ids
        self._sent: set[str] = set()
        self._asked: set[str] = set()

    def add_sent(self, written: Iterable[str], asked: Iterable[str]) -> None:
        """Remember the texts that the next request sends: an answer that repeats one has to repeat it.

        Args:
            written: The texts in its body.
            asked: The texts in its query.
        """
        self._sent |= self._spellings(written)
        self._asked = self._spellings([*written, *asked])

    def _spellings(self, texts: Iterable[str]) -> set[str]:
        return {spelling for text in texts for spelling in (text, self._ids.text(text))}

    def bodies(
        self, operation: str, status: int, query: Mapping[str, str], recorded: Any, stub: Any, scope: Scope
    ) -> Iterator[Deviation]:
        """Yield the differences between two JSON bodies.

        Args:
            operation: The id of the operation.
            status: The status of both answers.
            query: The query of the request.
            recorded: The recorded body.
            stub: The stub's body.
            scope: The scope of the record that the answer is about.
        """
        responses: JsonObject = self._stated.operations[operation].raw["responses"]
        response = resolve(self._stated.document, responses.get(str(status), {}))
        schemas = [media["schema"] for media in response.get("content", {}).values() if "schema" in media]
        yield from _Bodies(self._secrets, self._ids, self._sent, self._asked, query).values(
            (), recorded, stub, schemas, scope
        )


class _Bodies:
    """Compares two bodies value by value."""

    def __init__(
        self, secrets: TrafficSecrets, ids: IdMap, sent: set[str], asked: set[str], query: Mapping[str, str]
    ) -> None:
        self._secrets = secrets
        self._ids = ids
        self._sent = sent
        self._asked = asked
        self._query = query

    def values(
        self, place: tuple[str, ...], recorded: Any, stub: Any, schemas: Sequence[JsonObject], scope: Scope
    ) -> Iterator[Deviation]:
        """Yield the differences between two values."""
        expanded = list(self._secrets.expanded(schemas, recorded))
        if is_object(recorded) and is_object(stub):
            yield from self._objects(place, recorded, stub, expanded, scope)
        elif is_list(recorded) and is_list(stub):
            page = _Page(recorded, {}), _Page(stub, {})
            yield from self._lists(place, *page, expanded, scope)
        elif isinstance(recorded, str) and isinstance(stub, str):
            yield from self._texts(place, recorded, stub, expanded, scope)
        elif _kind(recorded) != _kind(stub):
            if any(expanded) and scope == "made":  # the kind of a field that is assumed is assumed
                yield _field(place, recorded, stub)
        elif recorded != stub and (
            scope in ("made", "changed")
            if isinstance(recorded, bool)
            else scope == "made" and not _is_of_its_nature(place)
        ):
            yield _field(place, recorded, stub)

    def _texts(
        self, place: tuple[str, ...], recorded: str, stub: str, schemas: Sequence[JsonObject], scope: Scope
    ) -> Iterator[Deviation]:
        name = place[-1] if place else ""
        if is_id(name, recorded) and is_id(name, stub):
            if not self._ids.learn(recorded, stub):
                yield _field(place, recorded, stub)
            return
        expected = self._ids.text(recorded)
        if expected == stub or (_TIME.fullmatch(recorded) and _TIME.fullmatch(stub)):
            return
        if scope == "older":
            return
        closed = scope != "other" and any("enum" in schema or "const" in schema for schema in schemas)
        sent = self._asked if scope == "other" else self._sent
        if closed or recorded in sent or stub in sent:
            yield _field(place, expected, stub)

    def _objects(
        self,
        place: tuple[str, ...],
        recorded: JsonObject,
        stub: JsonObject,
        schemas: Sequence[JsonObject],
        scope: Scope,
    ) -> Iterator[Deviation]:
        if place and isinstance(recorded.get("id"), str) and recorded["id"] in self._ids:
            scope = self._ids.scope_of(recorded["id"])
        required = {name for schema in schemas for name in schema.get("required", ())}
        # The removal of a secret from a text moves the positions in it.
        texts = [member for member in recorded.values() if isinstance(member, str)]
        moved = any(f"{REMOVED}-" in text and not _ID.fullmatch(text) for text in texts)
        for name, member in recorded.items():
            if moved and _kind(member) == "number":
                continue
            image = name if name in stub else self._ids.text(name)
            inner = (*place, name)
            if image not in stub:
                if name in required:
                    yield Deviation("field", ".".join(inner), _shown(member), "missing", _words_of(inner))
                continue
            members = [schema["properties"][name] for schema in schemas if name in schema.get("properties", {})]
            more: list[Any] = [] if members else [schema.get("additionalProperties") for schema in schemas]
            members += [cast(JsonObject, schema) for schema in more if isinstance(schema, dict)]
            counterpart = stub[image]
            if is_list(member) and is_list(counterpart):
                pages = _Page(member, recorded), _Page(counterpart, stub)
                expanded = list(self._secrets.expanded(members, member))
                yield from self._lists(inner, *pages, expanded, scope)
            else:
                yield from self.values(inner, member, counterpart, members, scope)
        for name in required & stub.keys() - recorded.keys():
            inner = (*place, name)
            yield Deviation("field", ".".join(inner), "missing", _shown(stub[name]), _words_of(inner))

    def _lists(
        self,
        place: tuple[str, ...],
        recorded: "_Page",
        stub: "_Page",
        schemas: Sequence[JsonObject],
        scope: Scope,
    ) -> Iterator[Deviation]:
        where = ".".join(place)
        items = [schema["items"] for schema in schemas if isinstance(schema.get("items"), dict)]
        limit = self._query.get(_LIMIT, "")
        if len(place) < 2 and limit.isdecimal() and len(recorded.rows) > int(limit) >= len(stub.rows):
            counts = [f"{len(page.rows)} records" for page in (recorded, stub)]
            yield Deviation("page", where, counts[0], counts[1], frozenset({"limit", "page"}))
        whole = recorded.is_whole(self._query), stub.is_whole(self._query)
        if recorded.ids is None or stub.ids is None:
            if len(recorded.rows) == len(stub.rows):
                for first, second in zip(recorded.rows, stub.rows, strict=True):
                    yield from self.values(place, first, second, items, scope)
            elif scope == "made" and all(whole):
                yield _field(place, f"{len(recorded.rows)} elements", f"{len(stub.rows)} elements")
            return
        matched = {self._ids.text(name): name for name in recorded.ids if name in self._ids}
        if scope == "made":
            new = [name for name in recorded.ids if name not in self._ids]
            image = [name for name in stub.ids if not self._ids.is_image(name)]
            if len(new) == len(image):
                matched |= dict(zip(image, new, strict=True))
            elif all(whole):
                yield _field(place, f"{len(recorded.rows)} records", f"{len(stub.rows)} records")
        for name in sorted(matched.keys() - stub.ids.keys()):
            if whole[1] and self._ids.is_image_of_made(name):
                row = recorded.ids[matched[name]]
                yield Deviation("list", where, f"has {name}", f"does not have {name}", _words_of_row(row))
        for name in sorted(stub.ids.keys() - matched.keys()):
            if whole[0] and self._ids.is_image_of_made(name):
                yield Deviation("list", where, f"does not have {name}", f"has {name}", _words_of_row(stub.ids[name]))
        shared = [name for name in stub.ids if name in matched and matched[name] not in self._ids.diverged]
        order = [name for name in shared if matched[name] in self._ids.made]
        images = {matched[name]: name for name in order}
        common = [images[name] for name in recorded.ids if name in images]
        if common != order:
            words = frozenset({"first", "order", "oldest", "newest", "latest"})
            yield Deviation("order", where, _in_short(common), _in_short(order), words)
        for name in shared:
            row_scope = self._ids.scope_of(matched[name]) if matched[name] in self._ids else scope
            yield from self.values(place, recorded.ids[matched[name]], stub.ids[name], items, row_scope)


class _Page:
    """The rows of a list, and the object around it."""

    def __init__(self, rows: list[Any], around: JsonObject) -> None:
        self.rows = rows
        self._around = around
        self.ids: dict[str, JsonObject] | None = None
        """The records by their ids; None for a list of other values."""
        if all(isinstance(row, dict) and isinstance(cast(JsonObject, row).get("id"), str) for row in rows):
            self.ids = {cast(JsonObject, row)["id"]: row for row in rows}

    def is_whole(self, query: Mapping[str, str]) -> bool:
        """Whether the list has no further page."""
        total, skip = self._around.get("total"), query.get(_SKIP, "0")
        if isinstance(total, int):
            return int(skip) + len(self.rows) >= total if skip.isdecimal() else False
        if any("next" in name.lower() and text for name, text in texts_in(self._around)):
            return False
        limit = query.get(_LIMIT, "")
        return not (limit.isdecimal() and len(self.rows) >= int(limit))


def _kind(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return type(value).__name__
    return "number" if isinstance(value, int | float) else type(value).__name__


def _is_of_its_nature(place: tuple[str, ...]) -> bool:
    """Whether a number is a time, a size or a price, by its field or one around it."""
    return any(not _OF_ITS_NATURE.isdisjoint(_words_of((name,))) and name != "expires_in" for name in place)


def _field(place: tuple[str, ...], recorded: Any, stub: Any) -> Deviation:
    return Deviation("field", ".".join(place), _shown(recorded), _shown(stub), _words_of(place[-1:]))


def _words_of(place: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word.lower() for name in place[-1:] for word in _WORD.findall(name)) - {"is", "id", "has"}


def _words_of_row(row: JsonObject) -> frozenset[str]:
    """The words of a rule about a record that only one list has: the flags of the record may be the reason."""
    flags = frozenset(word for name, value in row.items() if value is True for word in _words_of((name,)))
    return _OF_A_LIST | flags


def _in_short(names: Sequence[str]) -> str:
    return _shown(", ".join(name if len(name) <= _SHORT else f"{name[:_SHORT]}…" for name in names))


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
