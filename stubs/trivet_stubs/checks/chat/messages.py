"""The messages of a conversation."""

from uuid import uuid4

from trivet_stubs.checks.chat.replies import ids
from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried


@check("chat.messages.list-is-oldest-first")
def list_is_oldest_first(chat: Chat) -> None:
    """Three messages are listed in the order in which they were added."""
    conversation = chat.conversation(chat.user)
    added: list[str] = []
    for content in ("first", "second", "third"):
        added.append(chat.message(chat.user, conversation, content)["id"])
        chat.later()
    page = chat.user.call("conversations.messages.list", conversation["id"])
    found = [each for each in ids(page) if each in added]  # the assistant may have answered in between
    page.expect(found == added, "the messages are not listed in the order in which they were added")


@check("chat.messages.list-includes-tool-calls")
def list_includes_tool_calls(chat: Chat) -> None:
    """The messages that show tool calls in a conversation of the user show them in its list of messages."""
    for conversation_id in chat.earlier_conversations(20, include_archived=True):
        whole = chat.user.call("conversations.get", conversation_id)
        calling = {each["id"] for each in whole.json["messages"] if each.get("tool_calls")} if whole.ok else set[str]()
        if calling:
            page = chat.user.call("conversations.messages.list", conversation_id, query={"limit": 500}).succeeds()
            listed = {each["id"]: each for each in page.json["items"]}
            shown = {each for each in calling if listed.get(each, {}).get("tool_calls")}
            page.expect(shown == calling & listed.keys(), "the list leaves out the tool calls of a message")
            return
    raise NotTried("none of the user's last conversations has a message with tool calls")


@check("chat.messages.create-answers-201")
def create_answers_201(chat: Chat) -> None:
    """A new message is answered with 201, and is listed."""
    here = chat.conversation(chat.user)["id"]
    json = {"role": "user", "content": chat.target.name("message")}
    reply = chat.user.call("conversations.messages.create", here, json=json)
    if reply.status in (400, 422):
        raise NotTried("the server takes messages of another form than this project assumes")
    message = reply.succeeds(201).json
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
