"""Mutants of messages."""

from tests.mutants.chat.parts import change_items, reverse, without
from trivet_checks.mutants.changes import change_status
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub


@mutant("chat.messages.list-is-oldest-first", shown_by="one")
def list_is_newest_first(stub: ChatStub) -> None:
    """The list has the newest message first."""
    reverse(stub, "conversations.messages.list")


@mutant("chat.messages.list-includes-tool-calls", shown_by="two")
def list_has_no_tool_calls(stub: ChatStub) -> None:
    """The list leaves tool calls out."""
    change_items(stub, "conversations.messages.list", without("tool_calls"))


@mutant("chat.messages.create-answers-201", shown_by="one")
def create_answers_200(stub: ChatStub) -> None:
    """A new message is answered with 200."""
    change_status(stub, "conversations.messages.create", {201: 200})


@mutant("chat.messages.missing-is-404", shown_by="neither: no exchange says that the message does not exist")
def missing_message_is_422(stub: ChatStub) -> None:
    """Rating a message that is not in the conversation is a 422."""
    change_status(stub, "conversations.messages.rate", {404: 422})
