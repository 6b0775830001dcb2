"""A chat server as its checks see it: the callers, records that are removed after the check, and its replies."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast
from uuid import uuid4

from trivet_checks.checks.budget import LONGEST
from trivet_checks.checks.credentials import SPARE
from trivet_checks.checks.target import PREFIX, Caller, Target
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried, Unreadable
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_stubs.kernel.validation import is_object

MessagePath = tuple[str, str]
"""The ids of a conversation and of a message in it."""
_MOST_DELETIONS = 5
"""How often the deletion of a user is sent whose answer is lost without an effect."""
_NOT_FOUND = 404
_READS = "reads what was refused"
_GONE = (_NOT_FOUND, 410)
_NO_ROUTE = (_NOT_FOUND, 405, 501)
_TEXTS = ("content", "text", "message", "body")
"""Names of the text of a message, of which the contract shows none: the first one that a server takes is used."""
_PERMISSIONS = (("view", "edit"), ("read", "write"), ("viewer", "editor"))
"""Words for the permission to view and to edit, of which the contract shows none."""


def prepared(reply: Reply) -> Json:
    """The record that a check needs: a server that does not give it has nothing to try the rule on."""
    made_record = record(reply)
    if made_record is not None:
        return made_record
    if reply.ok:
        raise Unreadable(reply.operation, "id", "is not there, or is no text", reply.evidence())
    raise NotTried(f"needs {reply.operation}, which {reply.need.said}", evidence=reply.evidence(), need=reply.need)


def ids(page: Reply) -> list[str]:
    """The ids of the items of a page, in order."""
    return [record["id"] for record in page.needed().json["items"]]


def found(page: Reply) -> list[str]:
    """The ids of the items of a page that may have none: no contract says that this is not a 404."""
    return [] if page.status == _NOT_FOUND else ids(page)


def refused(reply: Reply) -> bool:
    """Whether an answer is a refusal, with whatever status: the contract shows hardly any."""
    return not reply.ok and not reply.in_its_place


def embedded(conversation: Json) -> list[Json]:
    """The records in a conversation: its messages, of which the contract does not show the field."""
    lists = [cast(list[object], value) for value in conversation.values() if isinstance(value, list)]
    return [cast(Json, row) for rows in lists for row in rows if isinstance(row, dict)]


def object_of(value: object) -> Json | None:
    """A value of an answer if it is an object, else None."""
    return cast(Json, value) if isinstance(value, dict) else None


def record(reply: Reply) -> Json | None:
    """The record of a success, if it is one with an id."""
    try:
        body = object_of(reply.json) if reply.ok else None
    except NotTried:  # it cannot be read
        return None
    return body if body is not None and isinstance(body.get("id"), str) else None


def owner_of(conversation: Json) -> str:
    """The id of the owner of a conversation.

    Raises:
        NotTried: The conversation does not show it.
    """
    owner = conversation.get("user_id")
    if not isinstance(owner, str):
        raise NotTried("a conversation does not show its owner, which identifies the caller")
    return owner


def is_answer(message: Json) -> bool:
    """Whether a message is the assistant's."""
    return message.get("role") == "assistant"


def has_answer(page: Reply) -> bool:
    """Whether a page of messages has one of the assistant's."""
    return any(is_answer(message) for message in page.needed().json["items"])


@dataclass(frozen=True, slots=True)
class DeletedUser:
    """A user whom the run has deleted."""

    id: str
    reply: Reply | None
    """The answer to the deletion; None if it was lost, although the user is gone."""

    def answer(self) -> Reply:
        """The answer to the deletion.

        >>> chat.deleted_user.answer().succeeds(204)

        Raises:
            NotTried: It was lost on its way, and no user is deleted twice.
        """
        if self.reply is None:
            raise NotTried("needs the answer to the deletion of the spare user, which was lost")
        return self.reply


@dataclass(frozen=True, slots=True)
class Relation:
    """How a caller stands to a conversation that is not theirs."""

    who: str
    caller: Callable[["Chat"], Caller]
    permission: str | None = None
    """That of the share by which they have it; None without a share."""
    reads: bool = False
    """Whether they may read it."""
    follows: tuple[str, ...] = ()
    """The ids of rules by which they are refused, whatever the rule is that a check tries."""


STRANGER = Relation("another user", lambda chat: chat.other)
ADMINISTRATOR = Relation("an administrator", lambda chat: chat.admin, reads=True)
VIEWER = Relation("a recipient who may view", lambda chat: chat.other, "view", reads=True)
EDITOR = Relation("a recipient who may edit", lambda chat: chat.other, "edit", reads=True)
SIGNED_OUT = Relation(
    "a signed-out caller", lambda chat: chat.anonymous, follows=("chat.access.a-signed-in-user-is-needed",)
)
RELATIONS = (STRANGER, ADMINISTRATOR, VIEWER, EDITOR, SIGNED_OUT)
"""Everyone but the owner."""
READERS = tuple(
    sorted(filter(lambda relation: relation.reads, RELATIONS), key=lambda relation: not relation.permission)
)
"""Those of them who may read it, recipients first: the rules about ratings concern them."""


@dataclass(frozen=True, slots=True)
class Outsider:
    """A caller, and a conversation of the user's that is not theirs."""

    relation: Relation
    caller: Caller
    conversation: Json
    shares: Sequence[Json]
    """The share by which they have it, or none."""

    def call(self, operation: str, *segments: object, json: object = None) -> Reply:
        """Call an operation on the conversation.

        >>> outsider.call("conversations.archive").is_refused()
        """
        return self.caller.call(operation, self.conversation["id"], *segments, json=json)


class Chat:
    """A chat server, and the tools of its checks.

    A helper raises `NotTried` where the server does not give it what a check only needs: each rule is broken by
    its own check alone. Each helper waits until the server shows what it made.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self._ids: dict[str, str] = {}
        self._form: tuple[str, bool] | None = None
        """The name of the text of a message, and whether its role is sent, once the server has taken a message."""
        self._permissions: tuple[str, str] | None = None

    @property
    def admin(self) -> Caller:
        """An administrator."""
        return self.target.caller("admin")

    @property
    def user(self) -> Caller:
        """A user without the role of an administrator."""
        return self.target.caller("user")

    @property
    def other(self) -> Caller:
        """Another user without the role of an administrator."""
        return self.target.caller("other")

    @property
    def spare(self) -> Caller:
        """A user whom the run may delete; no run has one unless it is given."""
        return self.target.caller(SPARE)

    @property
    def anonymous(self) -> Caller:
        """Someone without credentials."""
        return self.target.anonymous

    def id_of(self, caller: Caller) -> str:
        """The id of a caller, from the owner of a new conversation of theirs.

        It is the id that checks change a user by, so that it is not taken from a list, which may have others' records.
        """
        if caller.name not in self._ids:
            self._ids[caller.name] = owner_of(self.conversation(caller))
        return self._ids[caller.name]

    @property
    def message_form(self) -> tuple[str, bool] | None:
        """The name of the text of a message, and whether its role is sent; None until the server has taken one."""
        return self._form

    @property
    def permissions(self) -> tuple[str, str] | None:
        """The words for the permission to view and to edit; None until the server has taken a share."""
        return self._permissions

    def later(self) -> None:
        """Let the next record have another time, also where the server counts whole seconds."""
        self.target.budget.pause(1.1)

    def settled(self, read: Callable[[], Reply], holds: Callable[[Reply], bool], what: str) -> Reply:
        """Read until the server shows what a check needs."""
        try:
            return self.target.eventually(read, holds, what)
        except Broken as error:
            need = error.need
            reason = "the server does not show" if need is None else f"{need.operation} does not show: it {need.said}"
            raise NotTried(f"needs {what}, which {reason}", evidence=error.evidence, need=need) from error

    def create(self, owner: Caller, json: object = None) -> Reply:
        """Try to make a conversation; it is removed after the check, even if the answer was lost."""
        try:
            reply = owner.call("conversations.create", json=json)
        except (Broken, LostWrite, KeyboardInterrupt):
            if owner.name == "anonymous":  # whose list does not exist
                raise
            is_named = is_object(json) and str(json.get("title")).startswith(self.target.prefix)
            if is_named:
                self.target.made.add(f"conversations {self.target.prefix} of {owner.name}", lambda: self._sweep(owner))
            self.target.traffic.settle(failed=not is_named)
            raise
        if (conversation := record(reply)) is not None:
            if owner.name == SPARE:
                self._will_remove_of_spare(conversation["id"])
            else:
                owner.will_remove("conversation", "conversations.delete", conversation["id"])
        return reply

    def conversation(self, owner: Caller, title: str = "conversation") -> Json:
        """A new conversation."""
        conversation = prepared(self.create(owner, {"title": self.target.name(title)}))
        self._is_there(owner, conversation)
        return conversation

    def each_outsider(self, attempt: Callable[[Outsider], None], relations: Sequence[Relation] = RELATIONS) -> None:
        """Let everyone but the owner attempt something, each on a conversation of their own to try it on.

        >>> chat.each_outsider(lambda outsider: outsider.call("conversations.delete").is_refused())

        Args:
            attempt: Raises `Broken` if the caller succeeds; what has to stay is given to `target.stays`.
            relations: Who attempts it; each is a part of the rule.

        Raises:
            NotTried: The user cannot make a conversation.
        """
        title = {"title": self.target.name("conversation")}
        conversations = [prepared(self.create(self.user, title)) for _ in relations]
        for relation, conversation in zip(relations, conversations, strict=True):
            with self.target.part(relation.who, relation.follows):
                self._is_there(self.user, conversation)
                attempt(self._outsider(relation, conversation))

    def is_refused(self, reply: Reply, *statuses: int) -> Reply:
        """Note as a part of the rule that an answer is a refusal, with one of these statuses if any are given.

        Its effect is another part: a refused change may be stored, and a wrong status hides no change.

        >>> reply = chat.is_refused(outsider.call("conversations.archive"))
        >>> chat.stays_listed(outsider.conversation, after=reply)
        """
        with self.target.part("the answer"):
            reply.is_refused(*statuses)
        return reply

    def changes_nothing(self, outsider: Outsider) -> None:
        """An outsider is refused to change the title and to add a message, and the owner sees nothing of either."""
        title, content = (self.target.name(f"{what} of an outsider") for what in ("title", "message"))
        with self.target.part("conversations.update"):
            reply = self.is_refused(outsider.call("conversations.update", json={"title": title}))
            self.stays_readable(outsider.conversation, without=title, after=reply)
        with self.target.part("conversations.messages.create"):
            if self._form is None:
                self.message(self.user, outsider.conversation)  # so that the form is not what is refused
            here = outsider.conversation["id"]
            reply = self.is_refused(self.add_message(outsider.caller, here, content))
            self.stays_readable(outsider.conversation, without=content, after=reply)

    def wait_until_there(self, conversation: Json) -> None:
        """Wait until the user reads a new conversation, before something is done with it."""
        self._is_there(self.user, conversation)

    def wait_until_listed(self, conversation: Json) -> None:
        """Wait until the user lists a new conversation, so that it can be seen whether it stays in the list."""
        self.settled(
            lambda: self.user.call("conversations.list", query={"limit": 100}),
            lambda page: conversation["id"] in ids(page),
            "a new conversation in the list",
        )

    def stays_listed(self, conversation: Json, after: Reply | None = None) -> None:
        """A conversation is not archived: it stays in the default list of the user."""
        with self.target.part("the effect"):
            self.target.stays(
                lambda: self.user.call("conversations.list", query={"limit": 100}),
                lambda page: conversation["id"] in ids(page),
                "its owner does not list the conversation any more",
                after=after,
            )

    def stays_readable(self, conversation: Json, *, without: str = "", after: Reply | None = None) -> None:
        """The user still reads a conversation, and no text in it that was refused."""
        with self.target.part("the effect"):
            self.target.stays(
                lambda: self.user.call("conversations.get", conversation["id"]),
                lambda reply: reply.ok and not (without and without.encode() in reply.body),
                lambda reply: "its owner " + (_READS if reply.ok else "cannot read the conversation any more"),
                after=after,
            )

    def shares_stay(self, conversation: Json, shares: Sequence[Json], after: Reply | None = None) -> None:
        """The owner of a conversation lists these shares of it, and no other."""
        with self.target.part("the effect"):
            self.target.stays(
                lambda: self.user.call("conversations.shares.list", conversation["id"]),
                lambda page: {*ids(page)} == {share["id"] for share in shares},
                "its owner lists other shares of the conversation than before",
                after=after,
            )

    def message(self, author: Caller, conversation: Json, content: str = "message", role: str = "user") -> Json:
        """A new message; it goes with the conversation."""
        message = prepared(self.add_message(author, conversation["id"], self.target.name(content), role))
        return self._listed(author, conversation, message)

    def add_message(self, author: Caller, conversation_id: str, text: str, role: str = "user") -> Reply:
        """Try to add a message, in the form that the server takes.

        Raises:
            NotTried: It takes none of the forms that are known. The contract shows no field of a message.
        """
        forms = [self._form] if self._form else [(name, named) for named in (True, False) for name in _TEXTS]
        replies: list[Reply] = []
        for name, names_role in forms:
            if role != "user" and not names_role:
                continue
            json = {**({"role": role} if names_role else {}), name: text}
            replies.append(author.call("conversations.messages.create", conversation_id, json=json))
            if replies[-1].ok:
                self._form = name, names_role
            if replies[-1].ok or replies[-1].status in _NO_ROUTE:
                return replies[-1]
        if self._form is None and role == "user":
            statuses = " or ".join(str(status) for status in dict.fromkeys(reply.status for reply in replies))
            raise NotTried(f"the server takes no form of a message that this project knows: it answers {statuses}")
        return replies[0]

    def assistant_message(self, conversation: Json | None = None) -> MessagePath:
        """A message of the assistant that the user may rate, and has not rated.

        It is added to a conversation of the user. A service that refuses that may answer a message of the user by
        itself. At last, it is one that the user has in another conversation, unless it has to be in this one.
        """
        here = conversation or self.conversation(self.user)
        message = None
        if self._form is None or self._form[1]:  # the other form of a message names no author
            message = record(self.add_message(self.user, here["id"], self.target.name("answer"), "assistant"))
        if message is not None and ("role" not in message or is_answer(message)):
            self._listed(self.user, here, message)
            if "role" in message or self._can_be_rated((here["id"], message["id"])):
                return here["id"], message["id"]
        self.message(self.user, here, "question")
        try:
            read = self.target.eventually(lambda: self._messages(self.user, here["id"]), has_answer, "no answer")
            return here["id"], next(answer["id"] for answer in read.json["items"] if is_answer(answer))
        except Broken:
            earlier = None if conversation else self._unrated_answer()
        if earlier is None:
            raise NotTried("the user has no message of the assistant to rate")
        return earlier

    def some_message(self, conversation: Json) -> MessagePath:
        """A message in a conversation of the user: the assistant's, or the user's where there is none."""
        try:
            return self.assistant_message(conversation)
        except NotTried:
            return conversation["id"], self.message(self.user, conversation)["id"]

    def rate(self, rater: Caller, message: MessagePath, rating: object = 1, **more: Any) -> Reply:
        """Try to rate a message; the rating is removed after the check."""
        reply = rater.call("conversations.messages.rate", *message, json={"rating": rating, **more})
        if reply.ok:
            rater.will_remove("rating of message", "conversations.messages.unrate", *message)
        return reply

    def unrate(self, rater: Caller, message: MessagePath) -> Reply:
        """Remove a rating, which the server may store a little after its answer: until then it refuses the removal."""
        return self.target.eventually(
            lambda: rater.call("conversations.messages.unrate", *message),
            lambda reply: reply.ok,
            "a new rating cannot be removed",
        )

    def share(self, conversation: Json, **how: Any) -> Json:
        """A new share of a conversation of the user's; it goes with the conversation. It is a link without `how`."""
        share = prepared(self.create_share(conversation, **how))
        self.settled(
            lambda: self.user.call("conversations.shares.list", conversation["id"]),
            lambda reply: share["id"] in ids(reply),
            "a new share",
        )
        return share

    def link(self, conversation: Json) -> str:
        """The token of a new public link."""
        token = self.token_of(self.share(conversation))
        if not token:
            raise NotTried("a share by link does not show its token")
        return token

    def create_share(self, conversation: Json, **how: Any) -> Reply:
        """Try to share a conversation of the user's, with all inputs and in the words that the server takes.

        Args:
            conversation: The conversation.
            how: The recipient as `shared_with`; without it, the share is a link. The `permission` is `view` or `edit`.
        """
        replies: list[Reply] = []
        known: Sequence[tuple[str, str]] = [self._permissions] if self._permissions else _PERMISSIONS
        for words in known:
            permission = words[1 if how.get("permission") == "edit" else 0]
            json: Json = {"generate_link": "shared_with" not in how, **how, "permission": permission}
            replies.append(self.user.call("conversations.shares.create", conversation["id"], json=json))
            if replies[-1].ok:
                self._permissions = words
                return replies[-1]
        return replies[0]

    def token_of(self, share: Json) -> str:
        """The token of a share by link, of which the contract does not show the field; empty if there is none."""
        names = [name for name in share if any(word in name for word in ("token", "link", "url"))]
        texts = [share[name] for name in names if isinstance(share[name], str)]
        return texts[0].rpartition("/")[2] if texts else ""

    def _can_be_rated(self, message: MessagePath) -> bool:
        """Whether a message that does not show whose it is can be rated, as those of the assistant alone."""
        is_rated = self.user.call("conversations.messages.rate", *message, json={"rating": 1}).ok
        if is_rated:
            self.unrate(self.user, message)
            with suppress(Broken):  # a server that takes a second removal, too, had the time to store the first one
                self.target.eventually(
                    lambda: self.user.call("conversations.messages.unrate", *message), refused, "a rating stays"
                )
        return is_rated

    def restored(self, user_id: str) -> Json:
        """A user's record; role and rights are set back to it after the check."""
        user = prepared(self.admin.call("admin.users.get", user_id))
        if "is_app_admin" not in user and user.get("email"):
            user = {**self.listed_user(user_id, user["email"]), **user}
        before = {name: user[name] for name in ("role", "is_active", "is_app_admin") if name in user}
        if not before.keys() >= {"role", "is_active"}:
            raise NotTried("a user's record does not show role and is_active, so that no change can be taken back")
        self.admin.will_remove("change of user", "admin.users.update", user_id, json=before)
        return user

    def listed_user(self, user_id: str, email: object) -> Json:
        """A user as the list of users has them; empty if a search for their address does not find them."""
        page = self.admin.call("admin.users.list", query={"limit": 100, "search": email})
        none: Json = {}
        users: list[Json] = page.json["items"] if found(page) else []
        return next((user for user in users if user["id"] == user_id), none)

    @cached_property
    def spare_id(self) -> str:
        """The id of the spare user, who has no records left when they are deleted.

        Raises:
            NotTried: It is the id of another caller, too: a wrong token was given, or the server shows wrong owners.
        """
        conversation = prepared(self.create(self.spare, {"title": self.target.name("last")}))
        self.spare.call("conversations.delete", conversation["id"])
        user_id = owner_of(conversation)
        for name in ("admin", "user", "other"):
            with suppress(NotTried):
                caller = self.target.caller(name)
                if self.id_of(caller) == user_id:
                    break
        else:
            return user_id
        raise NotTried(f"the caller spare is the caller {name}, who stays")

    @property
    def deletable_id(self) -> str:
        """The id of the spare user, or of no user without one: for a deletion that has to be refused."""
        try:
            return self.spare_id
        except NotTried:
            return str(uuid4())

    @cached_property
    def deleted_user(self) -> DeletedUser:
        """The spare user, after their deletion by the run, which happens once.

        If its answer is lost, it is looked at whether the user is gone. If so, there is no other user to delete, and
        otherwise the deletion is sent again.
        """
        user_id = self.spare_id
        error: LostWrite | None = None
        for _ in range(_MOST_DELETIONS):
            try:
                reply = self.admin.call("admin.users.delete", user_id)
            except LostWrite as lost:
                error = lost
                if self._is_gone(user_id):
                    return DeletedUser(user_id, None)
            else:
                if error is None or reply.ok:
                    return DeletedUser(user_id, reply)
                break  # an earlier deletion may have come late
        assert error is not None
        raise NotTried(f"needs admin.users.delete, whose answer was lost: {error.message}") from error

    def _is_gone(self, user_id: str) -> bool:
        """Whether a user cannot be read any more, which a server may show a little later."""
        with suppress(Broken):
            self.target.eventually(
                lambda: self.admin.call("admin.users.get", user_id),
                lambda reply: not (reply.ok or reply.in_its_place),
                "the user is there",
            )
            return True
        return False

    def earlier_conversations(self, count: int, **query: object) -> list[str]:
        """The ids of the last conversations of the user that the run has not made."""
        page = self.user.call("conversations.list", query={"limit": 100, **query}).needed()
        earlier = [listed for listed in page.json["items"] if not str(listed.get("title")).startswith(PREFIX)]
        return [listed["id"] for listed in earlier if listed["id"] not in self.target.made.ids][:count]

    def own_messages(self, count: int) -> Iterator[tuple[str, list[Json]]]:
        """The last conversations of the user that the run has not made, by their ids, and the messages of each."""
        for conversation_id in self.earlier_conversations(count):
            page = self._messages(self.user, conversation_id)
            if page.ok:  # it may have been deleted in between
                yield conversation_id, page.json["items"]

    def _outsider(self, relation: Relation, conversation: Json) -> Outsider:
        caller = relation.caller(self)
        if relation.permission is None:
            return Outsider(relation, caller, conversation, [])
        how = {"shared_with": self.id_of(caller), "permission": relation.permission}
        return Outsider(relation, caller, conversation, [self.share(conversation, **how)])

    def _is_there(self, owner: Caller, conversation: Json) -> None:
        self.settled(
            lambda: owner.call("conversations.get", conversation["id"]), lambda reply: reply.ok, "a new conversation"
        )

    def _messages(self, reader: Caller, conversation_id: str) -> Reply:
        return reader.call("conversations.messages.list", conversation_id, query={"limit": 500})

    def _listed(self, author: Caller, conversation: Json, message: Json) -> Json:
        self.settled(
            lambda: self._messages(author, conversation["id"]), lambda page: message["id"] in ids(page), "a new message"
        )
        return message

    def _unrated_answer(self) -> MessagePath | None:
        """A message of the assistant that shows that the user has not rated it."""
        for conversation_id, messages in self.own_messages(20):
            for message in messages:
                if is_answer(message) and message.get("user_rating", "unknown") is None:
                    return conversation_id, message["id"]
        return None

    def _will_remove_of_spare(self, conversation_id: str) -> None:
        """Delete a conversation of the spare user when the check is over; it goes with them if they are deleted."""

        def remove() -> bool:
            reply = self.spare.call("conversations.delete", conversation_id, removing=True)
            return reply.ok or reply.status in _GONE or (refused(reply) and "deleted_user" in vars(self))

        self.target.made.add(f"conversation {conversation_id}", remove)
        self.target.traffic.settle()

    def _sweep(self, owner: Caller) -> bool:
        """Delete the conversations of this run by their titles: the answer that had the id did not arrive."""
        query = {"limit": 100, "include_archived": True}
        page = owner.call("conversations.list", query=query, removing=True).needed()
        known = self.target.made.ids  # these are removed by their ids, some only after a second look
        conversations = [
            conversation["id"]
            for conversation in page.json["items"]
            if str(conversation.get("title")).startswith(self.target.prefix) and conversation["id"] not in known
        ]
        replies = [
            owner.call("conversations.delete", conversation_id, removing=True) for conversation_id in conversations
        ]
        return all(reply.ok for reply in replies)


def find_leftovers(chat: Chat) -> None:
    """List the conversations that earlier runs have left as records to be removed."""
    for name in ("user", "other", "admin"):
        if name in chat.target.unusable:
            continue
        owner = chat.target.caller(name)
        titles = {conversation["id"]: str(conversation.get("title")) for conversation in _conversations(owner)}
        for conversation_id, title in titles.items():
            if title.startswith(PREFIX):
                owner.will_remove("conversation", "conversations.delete", conversation_id)


def _conversations(owner: Caller) -> Iterator[Json]:
    skip = 0
    while True:
        query = {"skip": skip, "limit": 100, "include_archived": True}
        reply = owner.call("conversations.list", query=query)
        page: list[Json] = reply.needed().json["items"] if reply.ok or not skip else []  # the end may be a refusal
        yield from page
        skip += len(page)
        if not page:
            return


def show_conversation(chat: Chat) -> None:
    """Make a conversation and wait until the server lists it: how long that takes says how late the server is."""
    conversation = prepared(chat.create(chat.user, {"title": chat.target.name("probe")}))
    chat.target.eventually(
        lambda: chat.user.call("conversations.list", query={"limit": 100}),
        lambda page: conversation["id"] in ids(page),
        "the server does not list a new conversation",
        wait=LONGEST,
    )
