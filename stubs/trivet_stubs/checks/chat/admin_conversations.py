"""The conversations of all users, as administrators list and export them."""

from trivet_stubs.checks.chat.replies import Json, ids, prepared
from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import check
from trivet_stubs.checks.reply import Reply


def _search(chat: Chat, text: str, **query: object) -> Reply:
    return chat.admin.call("admin.conversations.list", query={"limit": 100, "search": text, **query})


def _is_found(chat: Chat, conversation: Json, text: str, **query: object) -> Reply:
    return chat.target.eventually(
        lambda: _search(chat, text, **query),
        lambda page: conversation["id"] in ids(page),
        "a conversation is not among those that the search matches",
    )


@check("chat.admin-conversations.list-has-a-message-count")
def list_has_a_message_count(chat: Chat) -> None:
    """A conversation is listed with an integer that is the number of its messages, and without their content."""
    conversation = chat.conversation(chat.user)
    message = chat.message(chat.user, conversation, "a content of two messages")
    chat.message(chat.user, conversation, "another content")
    page = _is_found(chat, conversation, conversation["id"])
    item = next(each for each in page.json["items"] if each["id"] == conversation["id"])
    count = len(ids(chat.user.call("conversations.messages.list", conversation["id"])))
    page.expect(count in [each for each in item.values() if type(each) is int], f"no count of {count} messages")
    page.expect("content of two messages" not in str(item) and message["id"] not in str(item), "there is a message")


@check("chat.admin-conversations.archived-are-listed-by-default")
def archived_are_listed_by_default(chat: Chat) -> None:
    """An archived conversation is listed, unless `include_archived` is false."""
    conversation = chat.conversation(chat.user)
    here = conversation["id"]
    prepared(chat.user.call("conversations.archive", here))
    chat.target.eventually(
        lambda: _search(chat, here, include_archived=False),
        lambda page: here not in ids(page),
        "an archived conversation is listed with include_archived=false",
    )
    for query in ({}, {"include_archived": True}):
        page = _search(chat, here, **query)
        page.expect(here in ids(page), "an archived conversation is not listed")


@check("chat.admin-conversations.search-has-at-most-100-characters")
def search_has_at_most_100_characters(chat: Chat) -> None:
    """A search of 100 characters is taken, one of 101 is refused."""
    _search(chat, "x" * 100).succeeds()
    _search(chat, "x" * 101).is_refused()


@check("chat.admin-conversations.search-matches-title-or-id-prefix")
def search_matches_title_or_id_prefix(chat: Chat) -> None:
    """A part of the title and the beginning of the id find a conversation; the end of its id and other words do not."""
    conversation = chat.conversation(chat.user, "about penguins")
    here = conversation["id"]
    for text in (chat.target.name("about penguins"), chat.target.prefix, "about pengu", here, here[:9]):
        _is_found(chat, conversation, text)
    for text in (here[9:], chat.target.name("about whales")):
        page = _search(chat, text)
        page.expect(here not in ids(page), "the search finds a conversation that it does not match")


@check("chat.admin-conversations.export-has-everything")
def export_has_everything(chat: Chat) -> None:
    """The export has a conversation of the user with its messages, and counts all that it has; tool calls, if any."""
    conversation = chat.conversation(chat.user)
    message = chat.message(chat.user, conversation, "exported message")
    export = chat.target.eventually(
        lambda: chat.admin.call("admin.conversations.export"),
        lambda reply: conversation["id"] in str(reply.succeeds().json["conversations"]),
        "a conversation is not in the export",
    )
    conversations = export.json["conversations"]
    export.expect(export.json["total"] == len(conversations), "total is not the number of conversations")
    # The contract does not show how a message is exported.
    texts = message["id"], chat.target.name("exported message")
    export.expect(any(each in str(conversations) for each in texts), "a message is not in the export")
    exported = {each.get("id"): str(each) for each in conversations}
    for conversation_id, messages in chat.own_messages(10):
        names = [call["tool_name"] for each in messages for call in each.get("tool_calls") or ()]
        whole = all(each in exported.get(conversation_id, "") for each in names)
        export.expect(whole, "a tool call is not in the export")


@check("chat.admin-conversations.export-is-an-attachment")
def export_is_an_attachment(chat: Chat) -> None:
    """The header Content-Disposition names the file."""
    export = chat.admin.call("admin.conversations.export").succeeds()
    header = export.headers.get("content-disposition", "")
    export.expect(header.lower().startswith("attachment"), f"Content-Disposition is {header!r}, which is no attachment")
    export.expect("conversations_export.json" in header, f"Content-Disposition is {header!r}, with another file name")
