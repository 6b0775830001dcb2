"""The writes of the walk through a chat server, in groups: records are made, changed, and ended."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from trivet_checks.checks.effects.chat_world import (
    ADDED,
    ARCHIVE,
    ARCHIVED,
    MISSING,
    OWNER,
    RATED,
    SHARE,
    STAYS,
    TITLE,
    UPDATE,
    USER,
    ChatWorld,
)
from trivet_checks.checks.effects.findings import Cell
from trivet_checks.checks.effects.looks import Look, record_of
from trivet_checks.checks.effects.plan import GroupedWalk, Table
from trivet_checks.checks.effects.walk import Walk
from trivet_checks.checks.effects.world import Expected, Record
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

if TYPE_CHECKING:
    from trivet_checks.checks.chat.service import Chat


def plan(
    chat: "Chat", wants: Callable[[str], bool], most_requests: int, refused: Callable[[], Collection[str]]
) -> GroupedWalk:
    """Plan a walk through a server, by as many groups of writes as the requests of a run allow.

    >>> walk = plan(chat, lambda rule: True, 5000, lambda: [])
    >>> walk.run()
    >>> walk.findings.broken
    {}

    Args:
        chat: The server.
        wants: Whether a rule is judged.
        most_requests: How many requests the run may send.
        refused: Returns the callers who are let in no longer, and may raise `CouldNotRun`.
    """
    target = chat.target

    def ask(look: Look, query: Mapping[str, object]) -> Reply:
        caller = target.anonymous if look.caller == "anonymous" else target.caller(look.caller)
        segments = [] if look.target is None else [look.target.token if "token" in look.place.of else look.target.id]
        return caller.call(look.place.operation, *segments, query=query)

    def prepare() -> None:
        for name in ("other", "admin"):
            target.caller(name)

    return GroupedWalk(TABLE, chat, target, ask, most_requests, wants=wants, refused=refused, prepare=prepare)


class _Writes:
    """The writes, each of which changes the world and, if there is one, the server."""

    def __init__(self, walk: Walk, chat: "Chat | None") -> None:
        self.walk = walk
        self.world = walk.world
        self.server = chat
        self._archived = ARCHIVED

    @property
    def chat(self) -> "Chat":
        """The server, of which only a write that is sent asks."""
        assert self.server is not None
        return self.server

    def made(self) -> None:
        """Conversations, messages in them, shares and ratings."""
        self.bystander = self.conversation("the conversation that nobody writes to")
        self.retitled = self.conversation("the conversation with a new title")
        self.updated = self.conversation("the conversation archived by an update")
        self.archived = self.conversation("the archived conversation")
        self.filed = self.conversation("the archived conversation with a new title")
        self.shared = self.conversation("the shared conversation")
        self.deleted = self.conversation("the deleted conversation")
        self.granted = self.conversation("the conversation that is shared later")
        self.conversation("the conversation for another owner", claims="other")
        self.conversation("the conversation of another user", owner="other")
        self.wait_until_there()
        for here in (self.retitled, self.archived, self.shared, self.deleted):
            self.message(here)
        answers = [self.message(here, answer=True) for here in (self.bystander, self.retitled, self.deleted)]
        for here in (self.bystander, self.shared, self.deleted):
            self.share(here, "other")
        self.share(self.granted, "")
        self.links = [self.share(here, "") for here in (self.bystander, self.shared, self.archived, self.deleted)]
        self.ratings = [self.rate(answer) for answer in answers]
        self.walk.judge()

    def changed(self) -> None:
        """Each field of a conversation alone, each transition, and each grant."""
        self.update(self.retitled, title="another title")
        self.update(self.updated, is_archived=True)
        self.archive(self.archived)
        self.archive(self.filed)
        self.message(self.shared)
        self.share(self.granted, "other")
        self.rate_again(self.ratings[1])
        self.walk.judge()
        self.walk.turn_pages()

    def ended(self) -> None:
        """Deletions, and the ends of grants and transitions; then the same requests once more."""
        self.update(self.updated, is_archived=False)
        self.update(self.filed, title="another title of an archived one")
        self.delete(self.deleted)
        self.delete(self.archived)
        self.revoke(next(row for row in self.world.of("share", self.shared) if row.recipient))
        self.revoke(self.links[1])
        self.unrate(self.ratings[1])
        self.walk.judge()
        self.again()
        self.walk.judge(last=True)

    def users(self) -> None:
        """Each field of a user alone, and back again."""
        row = Record("user", "the other user", {}, owner="admin")
        self.world.add(row, "", STAYS)
        if self.server is not None:
            self._read_user(row)
        else:
            row.fields = {"role": "user", "is_active": True, "is_app_admin": False}
        before = {**row.fields}
        changed = {
            name: {"user": "admin", "admin": "user"}.get(str(value), not value) for name, value in before.items()
        }
        for fields in (changed, before):  # the second time, the other fields are not as they were at first
            for name, value in fields.items():
                self.walk.group(_GROUPS["users"])
                self.world.change(row, f"admin.users.update {name}", USER, **{name: value})
                reply = self._send("admin.users.update", row, "admin", row.id, json={name: value})
                self.walk.compare_later(row, reply)
                self.walk.judge(kinds=["user"])

    def conversation(self, name: str, owner: str = "user", claims: str = "") -> Record:
        """A caller makes a conversation, of which the body may name another owner."""
        title = self.server.target.name(name) if self.server is not None else name
        row = Record("conversation", name, {"title": title, ARCHIVED: False}, owner=owner)
        wrote = "conversations.create for another" if claims else "conversations.create"
        self.world.add(row, wrote, TITLE)
        row.said.pop(ARCHIVED)
        if self.server is None:
            row.fields["user_id"] = owner
        row.said["user_id"] = OWNER
        answer = Cell(wrote, "conversations.create", owner, "conversation", "user_id")
        self.walk.cells.setdefault(answer, Expected(owner, OWNER))

        def send() -> Reply | None:
            caller = self.chat.target.caller(owner)
            row.fields["user_id"] = self.chat.id_of(caller)
            body: Json = {"title": title}
            reply = self.chat.create(caller, {**body, "user_id": self.chat.id_of(self.chat.other)} if claims else body)
            self._identify(row, reply)
            self._compare_owner(row, reply)
            return reply

        self.walk.compare_later(row, self.walk.write("conversations.create", row, send))
        return row

    def wait_until_there(self) -> None:
        """Wait until each owner reads their conversations."""
        for row in self.world.of("conversation"):
            self.walk.write("conversations.get", row, partial(self._until_there, row))

    def _until_there(self, row: Record) -> None:
        if not row.is_lost:
            self.chat.settled(
                lambda: self.chat.target.caller(row.owner).call("conversations.get", row.id),
                lambda reply: reply.ok,
                "a new conversation",
            )

    def message(self, within: Record, *, answer: bool = False) -> Record:
        """A message of the user, or of the assistant."""
        row = Record("message", f"a message of {within.name}", {}, within=within)
        self.world.add(row, "conversations.messages.create", ADDED)

        def send() -> Reply | None:
            if answer:
                row.id = self.chat.assistant_message({"id": within.id})[1]
                return None
            text = row.text = f"{self.chat.target.name('message')} {len(self.world.records)}"
            reply = self.chat.add_message(self.chat.user, within.id, text)
            self._identify(row, reply)
            return reply

        self.walk.write("conversations.messages.create", row, send)
        return row

    def share(self, within: Record, recipient: str) -> Record:
        """A share with another user, or a link."""
        how = f"with {recipient}" if recipient else "by link"
        row = Record("share", f"the share {how} of {within.name}", {}, within=within, recipient=recipient)
        if not recipient:
            row.token = "a token"  # of the dry run
        self.world.add(row, "conversations.shares.create", SHARE)

        def send() -> Reply:
            with_ = {"shared_with": self.chat.id_of(self.chat.other)} if recipient else {}
            reply = self.chat.create_share({"id": within.id}, **with_)
            self._identify(row, reply)
            shown = record_of(reply) or Json()
            row.fields |= {name: shown[name] for name in ("permission", "shared_with") if name in shown}
            row.token = "" if recipient else self.chat.token_of(shown)
            row.is_lost = row.is_lost or not (recipient or row.token)
            return reply

        self.walk.write("conversations.shares.create", row, send)
        return row

    def rate(self, message: Record) -> Record:
        """A dislike without a comment."""
        row = Record("rating", f"the rating of {message.name}", {"rating": -1}, within=message)
        self.world.add(row, "conversations.messages.rate", RATED)

        def send() -> Reply:
            reply = self.chat.rate(self.chat.user, self._path(message), -1)
            row.id = str((record_of(reply) or Json()).get("id", ""))
            return reply

        self.walk.compare_later(row, self.walk.write("conversations.messages.rate", row, send))
        return row

    def rate_again(self, row: Record) -> None:
        """The same user rates again: a like with a comment."""
        comment = self.server.target.name("comment") if self.server is not None else "a comment"
        self.world.change(row, "conversations.messages.rate again", RATED, rating=1, comment=comment)
        assert row.within is not None
        message = row.within

        def send() -> Reply:
            return self.chat.rate(self.chat.user, self._path(message), 1, comment=comment)

        self.walk.compare_later(row, self.walk.write("conversations.messages.rate", row, send))

    def update(self, row: Record, **fields: Any) -> None:
        """An update of one field."""
        [(name, value)] = fields.items()
        if name == "title" and self.server is not None:
            fields = {name: self.server.target.name(value)}
        self.world.change(row, f"conversations.update {name}", UPDATE, **fields)
        json = {self._archived if name == ARCHIVED else name: value for name, value in fields.items()}
        self.walk.compare_later(row, self._send("conversations.update", row, "user", row.id, json=json))

    def archive(self, row: Record, wrote: str = "conversations.archive") -> None:
        """A conversation is archived by its own operation."""
        self.world.change(row, wrote, ARCHIVE, is_archived=True)
        self.walk.compare_later(row, self._send("conversations.archive", row, "user", row.id))

    def delete(self, row: Record) -> None:
        """A conversation is deleted."""
        self.world.end(row, "conversations.delete")
        self._send("conversations.delete", row, "user", row.id)

    def revoke(self, row: Record) -> None:
        """A share is revoked."""
        self.world.end(row, "conversations.shares.delete")
        assert row.within is not None
        self._send("conversations.shares.delete", row, "user", row.within.id, row.id)

    def unrate(self, row: Record) -> None:
        """A rating is removed."""
        self.world.end(row, "conversations.messages.unrate")
        assert row.within is not None
        message = row.within
        self.walk.write(
            "conversations.messages.unrate", row, lambda: self.chat.unrate(self.chat.user, self._path(message))
        )

    def again(self) -> None:
        """An archived conversation is archived once more; what was deleted does not exist, whatever is sent."""
        self.archive(self.filed, "conversations.archive again")
        row = self.deleted
        for operation, json in (
            ("conversations.delete", None),
            ("conversations.update", {"title": "x"}),
            ("conversations.archive", None),
        ):
            cell = Cell("conversations.delete", operation, "user", "conversation", "a 404")
            self.walk.cells[cell] = Expected("refused with 404", MISSING)
            self.walk.requests += self.walk.wants(MISSING)
            if self.server is None or row.is_lost or not self.walk.wants(MISSING):
                continue
            try:
                reply = self.chat.user.call(operation, row.id, json=json)
                self.walk.tried.add(cell)
                reply.is_refused(404)
            except (LostWrite, NotTried):
                continue
            except Broken as error:
                if error.need is None:
                    message = f"the conversation was deleted, and {error.message}"
                    self.walk.fail(MISSING, f"after conversations.delete, {operation}", Broken(message, error.evidence))

    def _send(self, operation: str, row: Record, caller: str, *segments: str, json: Json | None = None) -> Reply | None:
        return self.walk.write(
            operation, row, lambda: self.chat.target.caller(caller).call(operation, *segments, json=json)
        )

    def _path(self, message: Record) -> tuple[str, str]:
        assert message.within is not None
        return message.within.id, message.id

    def _identify(self, row: Record, reply: Reply) -> None:
        """Take over the id of a new record, and the name of its archived status, of which the contract shows none."""
        shown = record_of(reply) or Json()
        if not isinstance(shown.get("id"), str):
            row.is_lost = True
            return
        row.id = shown["id"]
        if ARCHIVED not in shown and "archived" in shown:
            self._archived = "archived"

    def _compare_owner(self, row: Record, reply: Reply) -> None:
        """Compare the owner in the answer: a conversation of another user cannot be read."""
        cell = Cell(row.wrote, "conversations.create", row.owner, row.kind, "user_id")
        shown = record_of(reply) or Json()
        if "user_id" in shown:
            self.walk.tried.add(cell)
            if shown["user_id"] != row.fields["user_id"]:
                message = f"{row.name} has the user_id {shown['user_id']!r} and not {row.fields['user_id']!r}"
                self.walk.fail(OWNER, f"after {row.wrote}, the answer", Broken(message, reply.evidence()))

    def _read_user(self, row: Record) -> None:
        """The fields of the other user before, which are restored after the walk."""
        try:
            row.id = self.chat.id_of(self.chat.other)
            before = self.chat.restored(row.id)
        except (Broken, LostWrite, NotTried):
            row.is_lost = True
            return
        row.fields = {name: before[name] for name in ("role", "is_active", "is_app_admin") if name in before}


_GROUPS = {"made": "creations", "changed": "changes", "ended": "ends", "users": "updates of a user"}
TABLE = Table(_GROUPS, ChatWorld, _Writes)
"""The table of effects of the chat service."""
