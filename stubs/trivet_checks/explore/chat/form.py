"""How a chat server spells what the contract leaves open: names of fields, words, and where it shows its numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from trivet_checks.exchanges.exchange import Json
from trivet_stubs.kernel.validation import is_list

Path = tuple[str, ...]
ROUNDED = 0.006
"""By how much a server may round an average."""
_PERMISSIONS = ("view", "edit")
_ADD, _ALL, _SUMMARY = "conversations.messages.create", "admin.conversations.list", "admin.ratings.summary"


@dataclass(slots=True, kw_only=True)
class ChatForm:
    """The choices of a server among those that the contract permits, as the probe has found them."""

    text: str = "content"
    """The name of the text of a message; empty if the server takes no form of a message that is known."""
    names_role: bool = True
    """Whether the role of a message is sent."""
    shows_role: bool = True
    answers_itself: bool = False
    """Whether the assistant answers each message of a user at once, and no message of the assistant can be added."""
    archived: str = "is_archived"
    permissions: tuple[str, str] = _PERMISSIONS
    message_updates: bool = True
    """Whether a new message is an update of its conversation."""
    lists_revoked: bool = False
    """Whether a revoked share stays in the list, with a mark."""
    title_match: str = "part"
    """`part`, `beginning` or `whole`: how a search matches a title."""
    public: frozenset[str] = frozenset()
    """The parts of a conversation that a link shows: `title`, `messages`."""
    counts: dict[str, Path] = field(default_factory=dict[str, Path])
    """Where an operation shows its count of messages or conversations."""
    summary: dict[str, Path] = field(default_factory=dict[str, Path])
    """Where the summary shows `total`, `likes`, `dislikes`, `comments` and `average`."""

    def sent(self, body: Mapping[str, Any] | None) -> Json | None:
        """The body of a request in the server's spelling."""
        if body is None:
            return None
        sent: Json = {}
        for name, value in body.items():
            if name == "role" and "content" in body and not self.names_role:
                continue
            is_word = name == "permission" and value in _PERMISSIONS
            spelled = {"content": self.text, "is_archived": self.archived}.get(name, name)
            sent[spelled] = self.permissions[_PERMISSIONS.index(value)] if is_word else value
        return sent

    def read(self, value: Any) -> Any:
        """A value of an answer in the model's spelling."""
        if is_list(value):
            return [self.read(one) for one in value]
        if not isinstance(value, dict):
            return value
        record = cast(Json, value)
        read: Json = {}
        for name, one in record.items():
            if name == self.text and isinstance(one, str):
                read["content"] = one
            elif name == self.archived:
                read["is_archived"] = one
            elif name == "permission" and one in self.permissions:
                read[name] = _PERMISSIONS[self.permissions.index(one)]
            else:
                read[name] = self.read(one)
        return read

    @property
    def choices(self) -> list[str]:
        """The choices in words, for the report."""
        shown = " and ".join(sorted(self.public)) or "neither title nor messages"
        whole = {
            (_ADD, "the text of a message"): f"`{self.text}`" if self.text else "no form that is known",
            (_ADD, "the assistant"): "answers each message by itself" if self.answers_itself else "has the role sent",
            ("conversations.update", "the archived status"): f"`{self.archived}`",
            ("conversations.shares.create", "permissions"): " and ".join(f"`{word}`" for word in self.permissions),
            (_ADD, "an update of its conversation"): "yes" if self.message_updates else "no",
            ("conversations.shares.list", "a revoked share"): f"{'' if self.lists_revoked else 'not '}listed",
            (_ALL, "a search matches"): f"the {self.title_match} of a title",
            ("conversations.open_shared", "a link shows"): shown,
            **{(name, "its count"): f"`{'.'.join(path)}`" for name, path in sorted(self.counts.items())},
            **{(_SUMMARY, f"its {name}"): f"`{'.'.join(path)}`" for name, path in sorted(self.summary.items())},
        }
        return [f"{operation}: {subject}: {choice}" for (operation, subject), choice in whole.items()]


def numbers(value: Any, path: Path = ()) -> Iterator[tuple[Path, float]]:
    """The numbers in an object and the objects in it, each with its place; those in lists are left out."""
    if isinstance(value, dict):
        for name, one in cast(Json, value).items():
            yield from numbers(one, (*path, name))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def at(value: Any, path: Path) -> Any:
    """The value at a place in an object; None where there is none."""
    for name in path:
        value = cast(Json, value).get(name) if isinstance(value, dict) else None
    return value


def texts(value: Any) -> Iterator[str]:
    """All texts in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in cast(Json, value).values():
            yield from texts(one)
    elif is_list(value):
        for one in value:
            yield from texts(one)


def number_at(value: Any, path: Path | None) -> float | None:
    """The number at a place; None where there is none."""
    found = None if path is None else at(value, path)
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None
