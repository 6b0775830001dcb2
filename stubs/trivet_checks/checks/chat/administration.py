"""Operations of administrators: users, impersonation, and the conversations of all users."""

from uuid import uuid4

from trivet_checks.checks.chat.service import Chat, found, ids, prepared
from trivet_checks.checks.suite import KNOWN_NUMBER, KNOWN_RECORDS, LATER, SUCCESS, check
from trivet_checks.checks.target import Caller
from trivet_checks.exchange_rules import chat as rules
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_HOUR = 3600.0
_SEARCH = "chat.admin-conversations.search-matches-title-or-id-prefix"


def _page(chat: Chat, **query: object) -> Reply:
    return chat.admin.call("admin.users.list", query=query)


@check("chat.users.list-has-counts")
def list_has_counts(chat: Chat) -> None:
    """Each user of the list has an integer at least; the contract does not name it."""
    page = _page(chat).needed()
    page.keeps(rules.users_have_counts)


@check("chat.users.search-is-optional", own_condition=SUCCESS)
def search_is_optional(chat: Chat) -> None:
    """The list is answered without a search and with one, which finds no more users."""
    everyone = _page(chat, limit=500).succeeds()
    matches = found(_page(chat, limit=500, search="a"))
    everyone.expect({*matches} <= {*ids(everyone)} or len(ids(everyone)) == 500, "without a search, a user is missing")


@check("chat.users.search-matches-email-or-name", own_condition=KNOWN_RECORDS)
def search_matches_email_or_name(chat: Chat) -> None:
    """The other user is found by a part of their email address and of their name, and not by another text."""
    other = chat.id_of(chat.other)
    record = prepared(chat.admin.call("admin.users.get", other))
    known = [record[key] for key in ("email", "full_name") if record.get(key)]
    if not known:
        raise NotTried("a user's record shows neither email nor full_name")
    for text in known:
        for part in (text, text[1:], text[:-1], text.upper()):
            page = _page(chat, search=part, limit=500)
            page.expect(other in found(page), "a user is not found by a part of their email address or name")
    page = _page(chat, search=f"{chat.target.prefix} is in no name", limit=500)
    page.expect(other not in found(page), "a user is found by a text that is not theirs")


@check("chat.users.list-is-newest-first")
def list_is_newest_first(chat: Chat) -> None:
    """The times of a page do not grow."""
    page = _page(chat, limit=500).needed()
    if not page.shows(rules.users_are_newest_first):
        raise NotTried("the list of users does not show when they were created")


@check("chat.users.update-changes-role-and-activity", own_condition=LATER)
def update_changes_role_and_activity(chat: Chat) -> None:
    """The other user becomes an administrator, inactive, and an administrator of the app; all is taken back."""
    other = chat.id_of(chat.other)
    before = chat.restored(other)

    def update(**change: object) -> None:
        chat.admin.call("admin.users.update", other, json=change).succeeds()
        chat.target.eventually(
            lambda: chat.admin.call("admin.users.get", other),
            lambda reply: (
                {**chat.listed_user(other, before.get("email")), **reply.needed().json}.items() >= change.items()
            ),
            f"an update does not make a user {change}",
        )

    update(role="admin")
    chat.target.eventually(
        lambda: chat.other.call("admin.users.list"),
        lambda reply: reply.ok,
        "a user with role admin is refused an operation of administrators",
    )
    update(role=before["role"])
    update(is_active=not before["is_active"])
    update(is_active=before["is_active"])
    if "is_app_admin" in before:
        update(is_app_admin=not before["is_app_admin"])


@check("chat.users.role-is-admin-or-user")
def role_is_admin_or_user(chat: Chat) -> None:
    """The role of each user is one of the two, and another is refused."""
    page = _page(chat).needed()
    page.expect({user["role"] for user in page.json["items"]} <= {"admin", "user"}, "a user has another role")
    other = chat.id_of(chat.other)
    chat.restored(other)
    for role in ("admin", "user"):
        chat.admin.call("admin.users.update", other, json={"role": role}).succeeds()
    chat.admin.call("admin.users.update", other, json={"role": "owner"}).is_refused()


@check("chat.users.deletion-is-hard")
def deletion_is_hard(chat: Chat) -> None:
    """The caller `spare` is deleted with 204 and no body, and is neither read nor listed after that."""
    deleted = chat.deleted_user
    with chat.target.part("the answer"):
        deleted.answer().succeeds().keeps(rules.user_deletion_is_204)
    with chat.target.part("the effect"):
        if deleted.reply is not None:
            deleted.reply.needed()
        chat.target.eventually(
            lambda: chat.admin.call("admin.users.get", deleted.id),
            lambda reply: not reply.ok,
            "a deleted user is there",
        )
        chat.target.eventually(
            lambda: _page(chat, limit=500), lambda page: deleted.id not in ids(page), "a deleted user is listed"
        )


@check("chat.users.deleting-a-missing-user-is-404")
def deleting_missing_user_is_404(chat: Chat) -> None:
    """An id that no user has."""
    chat.admin.call("admin.users.delete", uuid4()).is_refused(404)


@check("chat.users.missing-is-404")
def missing_user_is_404(chat: Chat) -> None:
    """An id that no user has, in the other operations on one user."""
    chat.admin.call("admin.users.get", uuid4()).is_refused(404)
    chat.admin.call("admin.users.update", uuid4(), json={"is_active": True}).is_refused(404)
    chat.admin.call("admin.users.impersonate", uuid4()).is_refused(404)


@check("chat.users.missing-is-500-as-observed")
def missing_user_is_500_as_observed(chat: Chat) -> None:
    """A server that fails to read a missing user fails in the other operations too. One that does not is not tried."""
    if chat.admin.call("admin.users.get", uuid4()).status != 500:
        raise NotTried("the server does not show it: reading a missing user is not a 500")
    chat.admin.call("admin.users.update", uuid4(), json={"is_active": True}).is_refused(500)
    chat.admin.call("admin.users.impersonate", uuid4()).is_refused(500)
    chat.admin.call("admin.users.delete", uuid4()).is_refused(500)


def _impersonate(chat: Chat) -> Reply:
    """A token of the other user."""
    return chat.admin.call("admin.users.impersonate", chat.id_of(chat.other))


def _presenting(chat: Chat, answer: Reply) -> Caller:
    token = answer.json.get("access_token") if answer.ok else None
    if not token:
        raise NotTried("the server does not give a token of another user")
    caller = chat.other.presenting(f"Bearer {token}", "Bearer $IMPERSONATION_TOKEN")
    credentials = chat.target.callers["other"]
    scheme, space, _ = ("", "", "") if credentials is None else credentials.value.partition(" ")
    if scheme.lower() != "bearer":  # how a token is presented is not stated: this one, as the token of the caller
        prefix = f"{scheme} " if space else ""
        caller = chat.other.presenting(f"{prefix}{token}", f"{prefix}$IMPERSONATION_TOKEN")
    chat.target.eventually(
        lambda: caller.call("conversations.list"), lambda reply: reply.ok, "the new token is refused"
    )
    return caller


@check("chat.impersonation.answer-has-five-fields")
def answer_has_five_fields(chat: Chat) -> None:
    """The token, its type, the ids of both users, and for how long it is valid."""
    reply = _impersonate(chat).needed()
    answer: Json = reply.json
    reply.keeps(rules.impersonation_has_five_fields)
    reply.expect(answer["impersonated_by"] == chat.id_of(chat.admin), "impersonated_by is not the administrator's")
    reply.expect(type(answer["expires_in"]) is int, "expires_in is no integer")


@check("chat.impersonation.expires-in-is-3600")
def expires_in_is_3600(chat: Chat) -> None:
    """The answer says so."""
    _impersonate(chat).needed().keeps(rules.expires_in_is_3600)


@check("chat.impersonation.token-is-the-target-users", own_condition=KNOWN_NUMBER)
def token_is_the_target_users(chat: Chat) -> None:
    """What is made with the token belongs to the user who is impersonated."""
    caller = _presenting(chat, _impersonate(chat))
    reply = chat.create(caller, {"title": chat.target.name("by another")}).needed()
    reply.expect(reply.json["user_id"] == chat.id_of(chat.other), "the token is not that of the user")
    here = prepared(reply)["id"]
    chat.target.eventually(
        lambda: chat.other.call("conversations.get", here),
        lambda reply: reply.ok,
        "the user who is impersonated cannot read what was made with the token",
    )


@check("chat.impersonation.token-is-valid-for-an-hour")
def token_is_valid_for_an_hour(chat: Chat) -> None:
    """The token is taken at once, and refused after an hour, if a check may wait for so long."""
    caller = _presenting(chat, _impersonate(chat))
    caller.call("conversations.list").succeeds()
    chat.target.budget.wait(_HOUR - 60)
    caller.call("conversations.list").succeeds()
    chat.target.budget.wait(120.0)
    caller.call("conversations.list").is_refused()


def _search(chat: Chat, text: str, **query: object) -> Reply:
    return chat.admin.call("admin.conversations.list", query={"limit": 100, "search": text, **query})


def _is_found(chat: Chat, conversation: Json, text: str, **query: object) -> Reply:
    return chat.target.eventually(
        lambda: _search(chat, text, **query),
        lambda page: conversation["id"] in found(page),
        _is_not_found,
        follows=[_SEARCH],
    )


def _is_not_found(page: Reply) -> str:
    others = len(found(page))
    return f"a search for a conversation gives {f'{others} others' if others else 'none'}, and not this one"


@check("chat.admin-conversations.list-has-a-message-count", own_condition=KNOWN_NUMBER)
def list_has_a_message_count(chat: Chat) -> None:
    """A conversation is listed with an integer that is the number of its messages, and without their content."""
    conversation = chat.conversation(chat.user)
    message = chat.message(chat.user, conversation, "a content of two messages")
    chat.message(chat.user, conversation, "another content")
    page = _is_found(chat, conversation, conversation["id"])
    item = next(listed for listed in page.json["items"] if listed["id"] == conversation["id"])
    count = len(ids(chat.user.call("conversations.messages.list", conversation["id"])))
    page.expect(count in rules.integers_in(item), f"no count of {count} messages")
    page.expect("content of two messages" not in str(item) and message["id"] not in str(item), "there is a message")


@check("chat.admin-conversations.archived-are-listed-by-default", own_condition=KNOWN_RECORDS)
def archived_are_listed_by_default(chat: Chat) -> None:
    """An archived conversation is listed, unless `include_archived` is false."""
    conversation = chat.conversation(chat.user)
    here = conversation["id"]
    prepared(chat.user.call("conversations.archive", here))
    chat.target.eventually(
        lambda: _search(chat, here, include_archived=False),
        lambda page: here not in found(page),
        "an archived conversation is listed with include_archived=false",
    )
    for query in ({}, {"include_archived": True}):
        page = _search(chat, here, **query)
        page.expect(here in found(page), "an archived conversation is not listed", follows=[_SEARCH])


@check("chat.admin-conversations.search-has-at-most-100-characters")
def search_has_at_most_100_characters(chat: Chat) -> None:
    """A search of 100 characters is taken, one of 101 is refused."""
    found(_search(chat, "x" * 100))
    _search(chat, "x" * 101).is_refused()


@check("chat.admin-conversations.search-matches-title-or-id-prefix", own_condition=KNOWN_RECORDS)
def search_matches_title_or_id_prefix(chat: Chat) -> None:
    """The title and the beginning of the id find a conversation; the end of its id and other words do not."""
    title = f"about {uuid4().hex} and penguins"
    conversation = chat.conversation(chat.user, title)
    title, here = chat.target.name(title), conversation["id"]
    for text in (title, here, here[:9]):
        _is_found(chat, conversation, text)
    for text in (here[9:], chat.target.name("about whales")):
        page = _search(chat, text)
        page.expect(here not in found(page), "the search finds a conversation that it does not match")


@check("chat.admin-conversations.search-matches-a-part-of-the-title")
def search_matches_a_part_of_the_title(chat: Chat) -> None:
    """The beginning of the title, words within it, and a part of a word find a conversation."""
    word = uuid4().hex  # the records of the run that could not be removed may fill a page
    conversation = chat.conversation(chat.user, f"about {word} and penguins")
    for text in (chat.target.name(f"about {word}"), f"{word} and", word[1:]):
        _is_found(chat, conversation, text)


@check("chat.admin-conversations.export-has-everything")
def export_has_everything(chat: Chat) -> None:
    """The export has a conversation of the user with its messages, and counts all that it has; tool calls, if any."""
    conversation = chat.conversation(chat.user)
    message = chat.message(chat.user, conversation, "exported message")
    export = chat.target.eventually(
        lambda: chat.admin.call("admin.conversations.export"),
        lambda reply: conversation["id"] in str(reply.needed().json["conversations"]),
        "a conversation is not in the export",
    )
    conversations = export.json["conversations"]
    export.keeps(rules.export_has_everything)
    # The contract does not show how a message is exported.
    texts = message["id"], chat.target.name("exported message")
    export.expect(any(text in str(conversations) for text in texts), "a message is not in the export")
    exported = {record.get("id"): str(record) for record in conversations}
    for conversation_id, messages in chat.own_messages(10):
        names = [call["tool_name"] for record in messages for call in record.get("tool_calls") or ()]
        whole = all(name in exported.get(conversation_id, "") for name in names)
        export.expect(whole, "a tool call is not in the export")


@check("chat.admin-conversations.export-is-an-attachment")
def export_is_an_attachment(chat: Chat) -> None:
    """The header Content-Disposition names the file."""
    export = chat.admin.call("admin.conversations.export").needed()
    export.keeps(rules.conversations_export_is_an_attachment)
