"""Mutants of questions."""

from typing import Any

from trivet_checks.mutants.changes import change_body, do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub


@mutant("agent.questions.reply-answers-the-question", shown_by="two")
def question_survives_its_reply(stub: AgentStub) -> None:
    """Answers are taken, and the question stays pending."""
    do_nothing(stub, "question.reply", status=204)


@mutant("agent.questions.reject-ends-the-question", shown_by="two")
def question_survives_its_rejection(stub: AgentStub) -> None:
    """A rejection is taken, and the question stays pending."""
    do_nothing(stub, "question.reject", status=204)


@mutant("agent.questions.answers-fit-the-questions", shown_by="two")
def answers_too_many_are_taken(stub: AgentStub) -> None:
    """Answers beyond the questions are ignored."""

    def change(body: dict[str, Any]) -> object:
        return {"response": {"answers": body["response"]["answers"][:1]}}

    change_body(stub, "question.reply", change)
