"""Mutants of answers in general."""

import orjson

from trivet_checks.mutants.changes import HeldAnswer, change_answer, change_reply, change_status
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub


@mutant("chat.answers.each-operation-answers-its-record", shown_by="one")
def update_answers_no_record(stub: ChatStub) -> None:
    """An update answers that it is done."""
    change_answer(stub, "conversations.update", lambda _: {"ok": True})


@mutant("chat.answers.other-statuses-are-200", shown_by="one")
def update_is_accepted(stub: ChatStub) -> None:
    """An update is answered with 202."""
    change_status(stub, "admin.users.update", {200: 202})


@mutant("chat.answers.errors-have-two-forms", shown_by="one")
def error_has_no_message(stub: ChatStub) -> None:
    """An error of the application has a code alone."""

    def change(answer: HeldAnswer) -> None:
        if answer.status == 404:
            answer.body = orjson.dumps({"error": {"code": "NOT_FOUND"}})

    change_reply(stub, "conversations.get", change)
