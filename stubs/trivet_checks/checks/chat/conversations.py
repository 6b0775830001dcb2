"""Conversations and their messages: create, list, change, archive and delete them."""

from contextlib import suppress
from uuid import uuid4

from trivet_checks.checks.chat.service import (
    ADMINISTRATOR,
    EDITOR,
    STRANGER,
    VIEWER,
    Chat,
    Outsider,
    embedded,
    ids,
    owner_of,
    prepared,
    refused,
)
from trivet_checks.checks.suite import KNOWN_NUMBER, KNOWN_RECORDS, LATER, SUCCESS, check
from trivet_checks.checks.target import Caller
from trivet_checks.exchange_rules import chat as rules
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_TITLE = "conversation"
_ARCHIVED = ("is_archived", "archived")
"""Names of the archived status of an update."""


def _page(caller: Caller, **query: object) -> Reply:
    """The first conversations of a caller."""
    return caller.call("conversations.list", query={"limit": 100, **query})


def _is_listed(chat: Chat, conversation: Json, **query: object) -> None:
    chat.target.eventually(
        lambda: _page(chat.user, **query),
        lambda page: conversation["id"] in ids(page),
        "the conversation is not listed",
    )


def _is_hidden(chat: Chat, conversation: Json, **query: object) -> None:
    chat.target.eventually(
        lambda: _page(chat.user, **query),
        lambda page: conversation["id"] not in ids(page),
        "the conversation is listed",
    )


@check("chat.conversations.create-takes-an-optional-title")
def create_takes_an_optional_title(chat: Chat) -> None:
    """Without a body, with an empty one, and with a title, which the conversation then has."""
    for body in (None, {}, {"title": chat.target.name(_TITLE)}):
        chat.create(chat.user, body).succeeds().keeps(rules.create_takes_an_optional_title)


@check("chat.conversations.owner-is-the-caller")
def owner_is_the_caller(chat: Chat) -> None:
    """The conversations of two users have different owners, and each of them reads their own."""
    owners: list[str] = []
    for caller in (chat.user, chat.other):
        reply = chat.create(caller, {"title": chat.target.name(_TITLE)}).needed()
        conversation = prepared(reply)
        reply.expect(owner_of(conversation) not in owners, "conversations of two users have the same owner")
        owners.append(owner_of(conversation))
        _is_readable(chat, caller, conversation)


def _is_readable(chat: Chat, caller: Caller, conversation: Json) -> None:
    chat.target.eventually(
        lambda: caller.call("conversations.get", conversation["id"]),
        lambda reply: reply.ok,
        "the caller cannot read the conversation",
    )


@check("chat.conversations.create-answers-201")
def create_answers_201(chat: Chat) -> None:
    """The status is 201, and the conversation is there."""
    reply = chat.create(chat.user, {"title": chat.target.name(_TITLE)}).needed()
    reply.keeps(rules.create_answers_201)
    _is_readable(chat, chat.user, reply.json)


@check("chat.conversations.list-is-the-callers-own", own_condition=KNOWN_RECORDS)
def list_is_the_callers_own(chat: Chat) -> None:
    """A conversation of the user is in their list, and in no one else's, not even if it is shared with them."""

    def does_not_list_it(outsider: Outsider) -> None:
        here = outsider.conversation["id"]
        _is_listed(chat, outsider.conversation)
        chat.target.stays(
            lambda: _page(outsider.caller),
            lambda page: here not in ids(page),
            "the caller lists a conversation of the user",
        )

    chat.each_outsider(does_not_list_it, (STRANGER, ADMINISTRATOR, VIEWER, EDITOR))


@check("chat.conversations.list-is-latest-update-first", own_condition=KNOWN_RECORDS)
def list_is_latest_update_first(chat: Chat) -> None:
    """The newer of two conversations is before the older one, until the older one is changed."""

    def comes_first(conversation: Json, other: Json) -> None:
        both = [conversation["id"], other["id"]]
        chat.target.eventually(
            lambda: _page(chat.user),
            lambda page: [listed for listed in ids(page) if listed in both] == both,
            "the conversation that changed last is not first",
        )

    older = chat.conversation(chat.user, "older")
    chat.later()
    newer = chat.conversation(chat.user, "newer")
    comes_first(newer, older)
    chat.later()
    prepared(chat.user.call("conversations.update", older["id"], json={"title": chat.target.name("changed")}))
    comes_first(older, newer)


@check("chat.conversations.archived-are-hidden-by-default", own_condition=KNOWN_RECORDS)
def archived_are_hidden_by_default(chat: Chat) -> None:
    """An archived conversation is listed with `include_archived=true` alone."""
    conversation = chat.conversation(chat.user)
    _is_listed(chat, conversation)
    prepared(chat.user.call("conversations.archive", conversation["id"]))
    _is_hidden(chat, conversation)
    _is_hidden(chat, conversation, include_archived=False)
    _is_listed(chat, conversation, include_archived=True)


@check("chat.conversations.get-embeds-messages", own_condition=KNOWN_NUMBER)
def get_embeds_messages(chat: Chat) -> None:
    """A conversation is read with its messages; with tool calls, too, if a conversation of the user has some."""
    conversation = chat.conversation(chat.user)
    messages = [chat.message(chat.user, conversation, text)["id"] for text in ("first", "second")]
    chat.target.eventually(
        lambda: chat.user.call("conversations.get", conversation["id"]),
        lambda reply: {message.get("id") for message in embedded(reply.needed().json)} >= {*messages},
        "the conversation does not embed its messages",
    )
    for conversation_id, listed in chat.own_messages(10):
        calling = {message["id"] for message in listed if message.get("tool_calls")}
        if calling:
            reply = chat.user.call("conversations.get", conversation_id).needed()
            shown = {message["id"] for message in embedded(reply.json) if message.get("tool_calls")}
            reply.expect(shown >= calling, "the conversation does not embed the tool calls of its messages")


@check("chat.conversations.missing-is-404")
def missing_conversation_is_404(chat: Chat) -> None:
    """Every operation on a conversation that does not exist. Writes are tried if the run may write."""
    for operation in ("conversations.get", "conversations.messages.list", "conversations.shares.list"):
        chat.user.call(operation, uuid4()).is_refused(404)
    if not chat.target.allow_writes:
        return
    chat.user.call("conversations.update", uuid4(), json={"title": "x"}).is_refused(404)
    chat.user.call("conversations.archive", uuid4()).is_refused(404)
    chat.user.call("conversations.delete", uuid4()).is_refused(404)
    with suppress(NotTried):
        chat.message(chat.user, chat.conversation(chat.user))  # so that the form is not what is refused
        chat.add_message(chat.user, str(uuid4()), "x").is_refused(404)
    chat.user.call("conversations.messages.rate", uuid4(), uuid4(), json={"rating": 1}).is_refused(404)
    chat.user.call("conversations.messages.unrate", uuid4(), uuid4()).is_refused(404)
    chat.user.call("conversations.shares.create", uuid4(), json={"generate_link": True}).is_refused(404)


@check("chat.conversations.update-sets-title-and-archived", own_condition=LATER)
def update_sets_title_and_archived(chat: Chat) -> None:
    """A new title is read back; a conversation that an update has archived is restored by another one."""
    conversation = chat.conversation(chat.user)
    title = chat.target.name("changed")
    chat.user.call("conversations.update", conversation["id"], json={"title": title}).succeeds()
    chat.target.eventually(
        lambda: chat.user.call("conversations.get", conversation["id"]),
        lambda reply: reply.needed().json["title"] == title,
        "the conversation does not have the title that an update gave it",
    )
    name = _archived_by_an_update(chat, conversation)
    chat.user.call("conversations.update", conversation["id"], json={name: False}).succeeds()
    _is_listed(chat, conversation)


def _archived_by_an_update(chat: Chat, conversation: Json) -> str:
    """Archive a conversation, and return the name of its archived status, which the contract does not show.

    Raises:
        NotTried: The server takes no name that is known; `is_archived` has a rule of its own.
    """
    untried = NotTried("needs a conversation archived by an update, which the server does not show")
    for name in _ARCHIVED:
        if chat.user.call("conversations.update", conversation["id"], json={name: True}).ok:
            try:
                chat.settled(
                    lambda: _page(chat.user),
                    lambda page: conversation["id"] not in ids(page),
                    "a conversation archived by an update",
                )
            except NotTried as error:
                untried = error
            else:
                return name
    raise untried


@check("chat.conversations.archived-status-is-is-archived")
def archived_status_is_is_archived(chat: Chat) -> None:
    """An update with `is_archived` archives and restores, and the answer has the field."""
    conversation = chat.conversation(chat.user)
    for is_archived in (True, False):
        reply = chat.user.call("conversations.update", conversation["id"], json={"is_archived": is_archived})
        reply.succeeds().keeps(rules.archived_status_is_is_archived)
        (_is_hidden if is_archived else _is_listed)(chat, conversation)


@check("chat.conversations.only-the-owner-sets-archived")
def only_the_owner_sets_archived(chat: Chat) -> None:
    """Whatever an update by anyone else is answered with, the conversation stays in the list of its owner."""

    def sets_nothing(outsider: Outsider) -> None:
        chat.wait_until_listed(outsider.conversation)
        reply = outsider.call("conversations.update", json={"is_archived": True})
        chat.stays_listed(outsider.conversation, after=reply)

    chat.each_outsider(sets_nothing)


@check("chat.conversations.owners-and-editors-change-them")
def owners_and_editors_change_them(chat: Chat) -> None:
    """A recipient who may edit changes the title and adds a message; an administrator does neither."""
    conversation = chat.conversation(chat.user)
    here = conversation["id"]
    title = {"title": chat.target.name("changed")}
    chat.share(conversation, shared_with=chat.id_of(chat.other), permission="edit")
    for caller in (chat.user, chat.other):
        caller.call("conversations.update", here, json=title).succeeds()
        chat.add_message(caller, here, "x").succeeds()
    chat.each_outsider(chat.changes_nothing, [ADMINISTRATOR])


@check("chat.conversations.archive-hides")
def archive_hides(chat: Chat) -> None:
    """Archiving is answered with 200, and hides the conversation from the default list."""
    conversation = chat.conversation(chat.user)
    _is_listed(chat, conversation)
    chat.user.call("conversations.archive", conversation["id"]).succeeds().keeps(rules.archiving_is_200)
    _is_hidden(chat, conversation)


@check("chat.conversations.only-the-owner-archives")
def only_the_owner_archives(chat: Chat) -> None:
    """Everyone else is refused, and the conversation stays in the list of its owner."""

    def is_refused(outsider: Outsider) -> None:
        chat.wait_until_listed(outsider.conversation)
        reply = chat.is_refused(outsider.call("conversations.archive"))
        chat.stays_listed(outsider.conversation, after=reply)

    chat.each_outsider(is_refused)


@check("chat.conversations.only-the-owner-deletes")
def only_the_owner_deletes(chat: Chat) -> None:
    """Everyone else is refused, and the owner still reads the conversation."""

    def is_refused(outsider: Outsider) -> None:
        reply = chat.is_refused(outsider.call("conversations.delete"))
        chat.stays_readable(outsider.conversation, after=reply)

    chat.each_outsider(is_refused)


@check("chat.conversations.delete-takes-the-messages")
def delete_takes_the_messages(chat: Chat) -> None:
    """A deleted conversation is answered with 204 and no body; after that, it and its messages are a 404."""
    conversation = chat.conversation(chat.user)
    with suppress(NotTried):
        chat.message(chat.user, conversation)
    chat.user.call("conversations.delete", conversation["id"]).succeeds().keeps(rules.deletion_is_204)
    for operation in ("conversations.get", "conversations.messages.list"):
        _is_gone(chat, operation, conversation)


def _is_gone(chat: Chat, operation: str, conversation: Json) -> None:
    chat.target.eventually(
        lambda: chat.user.call(operation, conversation["id"]),
        lambda reply: reply.status == 404,
        f"{operation} of a deleted conversation is no 404",
    )


@check("chat.conversations.title-has-at-most-255-characters", own_condition=SUCCESS)
def title_has_at_most_255_characters(chat: Chat) -> None:
    """A server that refuses 256 characters takes 255. One that takes 256 has no such bound, and is not tried."""
    conversation = chat.conversation(chat.user)
    longest = chat.target.name("x" * 255)[:255]
    reply = chat.user.call("conversations.update", conversation["id"], json={"title": f"{longest}x"})
    if not refused(reply):
        raise NotTried("the server takes a title of 256 characters")
    chat.user.call("conversations.update", conversation["id"], json={"title": longest}).succeeds()


@check("chat.effects.nothing-else-changes")
def nothing_else_changes(chat: Chat) -> None:
    """A new title leaves a conversation archived; the walk through the table of effects tries all the rest."""
    conversation = chat.conversation(chat.user)
    prepared(chat.user.call("conversations.archive", conversation["id"]))
    chat.settled(lambda: _page(chat.user), lambda page: conversation["id"] not in ids(page), "an archived conversation")
    title = {"title": chat.target.name("changed")}
    reply = chat.user.call("conversations.update", conversation["id"], json=title).needed()
    with chat.target.part("a new title of an archived conversation"):
        chat.target.stays(
            lambda: _page(chat.user),
            lambda page: conversation["id"] not in ids(page),
            "it is restored",
            after=reply,
        )


@check("chat.messages.list-is-oldest-first", own_condition=KNOWN_RECORDS)
def list_is_oldest_first(chat: Chat) -> None:
    """Three messages are listed in the order in which they were added."""
    conversation = chat.conversation(chat.user)
    added: list[str] = []
    for content in ("first", "second", "third"):
        added.append(chat.message(chat.user, conversation, content)["id"])
        chat.later()
    page = chat.user.call("conversations.messages.list", conversation["id"])
    listed = [message for message in ids(page) if message in added]  # the assistant may have answered in between
    page.expect(listed == added, "the messages are not listed in the order in which they were added")


@check("chat.messages.list-includes-tool-calls")
def list_includes_tool_calls(chat: Chat) -> None:
    """The messages that show tool calls in a conversation of the user show them in its list of messages."""
    for conversation_id in chat.earlier_conversations(20, include_archived=True):
        whole = chat.user.call("conversations.get", conversation_id)
        messages = embedded(whole.json) if whole.ok else []
        calling = {message["id"] for message in messages if message.get("tool_calls")}
        named = [message["id"] for message in messages if "id" in message]
        if len({*named}) < len(named):
            raise NotTried("the messages that a conversation embeds have no ids of their own")
        if calling:
            page = chat.user.call("conversations.messages.list", conversation_id, query={"limit": 500}).needed()
            listed = {message["id"]: message for message in page.json["items"]}
            complete = {message_id for message_id in calling if listed.get(message_id, {}).get("tool_calls")}
            page.expect(complete == calling & listed.keys(), "the list leaves out the tool calls of a message")
            return
    raise NotTried("none of the user's last conversations has a message with tool calls")


@check("chat.messages.create-answers-201")
def new_message_is_answered_with_201(chat: Chat) -> None:
    """A new message is answered with 201, and is listed."""
    here = chat.conversation(chat.user)["id"]
    reply = chat.add_message(chat.user, here, chat.target.name("message"))
    reply.needed().keeps(rules.new_message_is_201)
    message = reply.json
    chat.target.eventually(
        lambda: chat.user.call("conversations.messages.list", here),
        lambda page: message["id"] in ids(page),
        "the new message is not listed",
    )


@check("chat.messages.missing-is-404")
def missing_message_is_404(chat: Chat) -> None:
    """A message that does not exist, and one of another conversation."""
    here = chat.conversation(chat.user)["id"]
    _, elsewhere = chat.assistant_message()
    for message in (str(uuid4()), elsewhere):
        chat.rate(chat.user, (here, message)).is_refused(404)
        chat.user.call("conversations.messages.unrate", here, message).is_refused(404)
