"""The handlers of question requests."""

from trivet_stubs.agent.envelope import located
from trivet_stubs.agent.records import Pending, Runtime
from trivet_stubs.agent.refusals import absent, invalid
from trivet_stubs.agent.state import AgentState
from trivet_stubs.agent.turn.runner import TurnRunner
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject

_FITS = "agent.questions.answers-fit-the-questions"


class QuestionHandlers:
    """The questions that turns wait for."""

    def __init__(self, state: AgentState, runner: TurnRunner) -> None:
        self._state = state
        self._runner = runner

    @operation("question.list")
    def list_questions(self, request: ContractRequest) -> JsonObject:
        """Answer the requests that wait for answers."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, [each.record for each in runtime.questions.values()])

    @operation("question.reply")
    def reply_question(self, request: ContractRequest) -> None:
        """Answer the questions of a request, and let its turn continue."""
        answers: list[list[str]] = request.body["response"]["answers"]
        runtime, pending = self._pending(request)
        _check_answers(pending.record["questions"], answers)
        question_id = pending.record["id"]
        del runtime.questions[question_id]
        self._state.publish(pending.session, "question.replied", requestID=question_id, answers=answers)
        self._runner.reply(pending.session, answers)

    @operation("question.reject")
    def reject_question(self, request: ContractRequest) -> None:
        """Reject the questions of a request; the config says whether its turn continues."""
        runtime, pending = self._pending(request)
        question_id = pending.record["id"]
        del runtime.questions[question_id]
        self._state.publish(pending.session, "question.rejected", requestID=question_id)
        self._runner.reply(pending.session, None)

    def _pending(self, request: ContractRequest) -> tuple[Runtime, Pending]:
        runtime = self._state.runtime_of(request)
        question_id: str = request.path["questionID"]
        if question_id not in runtime.questions:
            raise absent("Question", "requestID", question_id)
        return runtime, runtime.questions[question_id]


def _check_answers(questions: list[JsonObject], answers: list[list[str]]) -> None:
    field = "response.answers"
    if len(answers) != len(questions):
        raise invalid(field, f"{len(answers)} answers to {len(questions)} questions", by=_FITS)
    for number, (question, chosen) in enumerate(zip(questions, answers, strict=True)):
        labels = [option["label"] for option in question["options"]]
        if len(chosen) > 1 and not question["multiple"]:
            raise invalid(f"{field}.{number}", "only one may be chosen", by=_FITS)
        if not question["custom"] and not set(chosen) <= set(labels):
            raise invalid(f"{field}.{number}", f"is none of {', '.join(labels)}", by=_FITS)
