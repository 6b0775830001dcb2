"""Mutants of the conversations of all users."""

import re

from tests.mutants.chat.parts import change_items, default, ignore, without
from trivet_checks.mutants.changes import HeldAnswer, change_answer, change_query, change_reply
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub
from trivet_stubs.kernel.spec import JsonObject

_LIST = "admin.conversations.list"
_EXPORT = "admin.conversations.export"


@mutant("chat.admin-conversations.list-has-a-message-count", shown_by="one")
def list_has_no_count(stub: ChatStub) -> None:
    """A conversation is listed without a count."""
    change_items(stub, _LIST, without("message_count"))


@mutant("chat.admin-conversations.list-has-a-message-count", shown_by="one")
def list_has_message_content(stub: ChatStub) -> None:
    """A conversation is listed with its first message."""

    def with_first(item: JsonObject) -> JsonObject:
        messages = stub.state.records.conversations[item["id"]].messages
        return {**item, "messages": [{"content": message.content} for message in messages[:1]]}

    change_items(stub, _LIST, with_first)


@mutant("chat.admin-conversations.archived-are-listed-by-default", shown_by="two")
def archived_are_hidden(stub: ChatStub) -> None:
    """Archived conversations are left out by default."""
    default(stub, _LIST, "include_archived", "false")


@mutant("chat.admin-conversations.archived-are-listed-by-default", shown_by="one")
def archived_are_always_listed(stub: ChatStub) -> None:
    """Archived conversations are listed even if they are not asked for."""
    ignore(stub, _LIST, "include_archived")


@mutant("chat.admin-conversations.search-has-at-most-100-characters", shown_by="one")
def longer_search_is_cut(stub: ChatStub) -> None:
    """A search of 101 characters is cut to 100."""
    change_query(stub, _LIST, lambda query: query.replace(b"x" * 101, b"x" * 100))


@mutant("chat.admin-conversations.search-matches-title-or-id-prefix", shown_by="one")
def search_is_ignored(stub: ChatStub) -> None:
    """A search matches everything."""
    ignore(stub, _LIST, "search")


@mutant(
    "chat.admin-conversations.search-matches-a-part-of-the-title",
    shown_by="missed: its owner may have deleted it in between",
)
def search_matches_whole_titles(stub: ChatStub) -> None:
    """A search matches a title alone that is equal to it."""
    change_query(stub, _LIST, lambda query: query.replace(b"+and", b"+or"))


@mutant(
    "chat.admin-conversations.search-matches-title-or-id-prefix",
    shown_by="missed: its owner may have deleted it in between",
)
def ids_are_not_searched(stub: ChatStub) -> None:
    """A search matches titles alone."""
    change_query(stub, _LIST, lambda query: re.sub(rb"search=[0-9a-f]{8}-", b"search=no%20title%20", query))


@mutant("chat.admin-conversations.export-has-everything", shown_by="one")
def export_has_no_messages(stub: ChatStub) -> None:
    """The export has conversations without their messages."""
    change_answer(
        stub, _EXPORT, lambda export: {**export, "conversations": [*map(without("messages"), export["conversations"])]}
    )


@mutant("chat.admin-conversations.export-has-everything", shown_by="two")
def export_has_no_tool_calls(stub: ChatStub) -> None:
    """The export has messages without their tool calls."""

    def change(export: JsonObject) -> JsonObject:
        for conversation in export["conversations"]:
            conversation["messages"] = list(map(without("tool_calls"), conversation["messages"]))
        return export

    change_answer(stub, _EXPORT, change)


@mutant("chat.admin-conversations.export-has-everything", shown_by="one")
def export_counts_nothing(stub: ChatStub) -> None:
    """The total of the export is 0."""
    change_answer(stub, _EXPORT, lambda export: {**export, "total": 0})


@mutant("chat.admin-conversations.export-is-an-attachment", shown_by="one")
def export_has_another_name(stub: ChatStub) -> None:
    """The file of the export has another name."""

    def change(answer: HeldAnswer) -> None:
        answer.headers["content-disposition"] = 'attachment; filename="export.json"'

    change_reply(stub, _EXPORT, change)
