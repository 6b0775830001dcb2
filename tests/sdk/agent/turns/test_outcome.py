"""How an answer has ended, by its messages and the error of its session."""

import pytest

from tests.sdk.agent.turns.records import PROMPT, answer
from trivet.agent import ErrorInfo, MessageTime, NamedError, NamedErrorData, TurnFailedError
from trivet.agent._turns.outcome import TurnOutcome, cut_short, outcome_of

ABORTED = NamedError(name="MessageAbortedError", data=NamedErrorData(message="Stop"))
REFUSED = NamedError(name="ProviderAuthError")
DONE = MessageTime(created=1, completed=2)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, "finished"),
        ({"finish": "stop"}, "finished"),
        ({"finish": "length", "time": DONE}, "finished"),
        ({"time": DONE}, "finished"),
        ({"time": MessageTime(created=1)}, "interrupted"),
        ({"finish": "tool-calls", "time": DONE}, "interrupted"),
        ({"finish": "rejected"}, "interrupted"),
        ({"finish": "error"}, "failed"),
        ({"error": ErrorInfo(type="unknown", message="Out")}, "failed"),
        ({"error": ErrorInfo()}, "failed"),
        ({"error": ErrorInfo(type="MessageAbortedError")}, "interrupted"),
        ({"error": ErrorInfo(type=["aborted"])}, "failed"),
        ({"finish": 5}, "finished"),
    ],
)
def test_last_message_says_how_the_answer_has_ended(fields, status):
    outcome = outcome_of([PROMPT, answer(finish="tool-calls"), answer(id="msg_3", **fields)])
    assert (outcome.status, outcome.error) == (status, fields.get("error"))


def test_text_is_that_of_the_last_message_alone():
    messages = [PROMPT, answer("Look", "ing.", finish="tool-calls"), answer("Do", "ne.", id="msg_3", finish="stop")]
    assert outcome_of(messages).text == "Done."
    assert outcome_of([*messages, answer(id="msg_4")]).text == ""
    assert outcome_of([PROMPT]).text == ""


@pytest.mark.parametrize(
    ("message", "status"),
    [
        (answer(time=DONE), "interrupted"),
        (answer("So."), "finished"),
        (answer(finish="stop"), "finished"),
        (answer(error=ErrorInfo(type="unknown")), "failed"),
        (answer(finish="tool-calls"), "interrupted"),
    ],
)
def test_answer_that_is_cut_short_has_ended_before_only_if_it_says_something(message, status):
    assert cut_short(outcome_of([PROMPT, message]), "interrupted", None, works_on=False).status == status
    assert cut_short(outcome_of([PROMPT, message]), "interrupted", None, works_on=True).status == "interrupted"


@pytest.mark.parametrize(("error", "status"), [(ABORTED, "interrupted"), (REFUSED, "failed"), (None, "interrupted")])
def test_error_of_the_session_counts_where_no_message_says_the_end(error, status):
    for messages in ([PROMPT], [PROMPT, answer(finish="tool-calls")]):
        outcome = outcome_of(messages, error)
        assert outcome.status == status
        assert (outcome.error and outcome.error.type) == (error and error.name)
    assert outcome_of([PROMPT, answer(finish="stop")], error).status == "finished"


def test_error_escapes_text_of_the_service():
    outcome = TurnOutcome("failed", ErrorInfo(type="x\x1b[31m", message="line\n" + "y" * 5000))
    text = str(TurnFailedError(outcome))
    assert text.startswith(r"session.turn: the answer has failed: x\x1b[31m: line\n")
    assert len(text) < 1200
    assert str(TurnFailedError(TurnOutcome("interrupted"))) == "session.turn: the answer was interrupted"
