"""The messages that answer a prompt, among the answers to other prompts."""

import pytest

from tests.sdk.agent.turns.records import OTHER, PROMPT, answer
from trivet.agent import CompactionMessage, ErrorInfo, MessageTime, UserMessage
from trivet.agent._turns.answer import Attribution, is_final

EARLIER = UserMessage(id="msg_0", type="user", text="Before.")
DONE = MessageTime(created=1, completed=2)


def ids(messages):
    return [message.id for message in messages]


def answers(attribution, *messages):
    for message in messages:
        attribution.take(message)
    return list(attribution.answers)


def test_messages_before_the_prompt_do_not_answer_it():
    attribution = Attribution("msg_1", [EARLIER, answer(id="msg_00", finish="stop")])
    assert answers(attribution, answer("late", id="msg_00", finish="stop")) == []
    assert not attribution.seen
    assert answers(attribution, PROMPT, answer(), answer(id="msg_3")) == ["msg_2", "msg_3"]
    assert (attribution.seen, attribution.progress) == (True, "writing")


def test_answer_to_the_next_prompt_ends_the_answer():
    attribution = Attribution("msg_1")
    assert answers(attribution, PROMPT, answer(finish="stop"), OTHER) == ["msg_2"]
    assert not attribution.over
    assert answers(attribution, answer(id="msg_6"), answer(id="msg_7")) == ["msg_2"]
    assert (attribution.over, attribution.progress, attribution.is_foreign("msg_6")) == (True, "none", True)


def test_prompt_that_arrives_while_a_message_is_written_waits():
    attribution = Attribution("msg_1")
    steps = (PROMPT, answer(), OTHER, answer(finish="tool-calls"), answer(id="msg_3", finish="stop"))
    assert answers(attribution, *steps) == ["msg_2", "msg_3"]
    assert answers(attribution, answer(id="msg_6")) == ["msg_2", "msg_3"]
    assert attribution.over


def test_prompt_between_two_messages_of_an_answer_takes_its_place():
    steps = (PROMPT, answer(finish="tool-calls"), OTHER, answer(finish="tool-calls"), answer(id="msg_6"))
    first, second = Attribution("msg_1"), Attribution("msg_5")
    assert (answers(first, *steps), answers(second, *steps)) == (["msg_2"], ["msg_6"])
    assert first.over


def test_waiting_prompts_are_answered_in_their_order():
    running = answer(id="msg_00")
    attribution = Attribution("msg_1", [EARLIER, running])
    ended = answer(id="msg_00", finish="stop")
    assert answers(attribution, PROMPT, OTHER, ended, answer(), answer(id="msg_6")) == ["msg_2"]
    other = Attribution("msg_5", [EARLIER, running, PROMPT])
    assert answers(other, OTHER, ended, answer(), answer(id="msg_6")) == ["msg_6"]


@pytest.mark.parametrize("earlier", [[EARLIER], [answer(id="msg_00", time=DONE, finish="stop"), EARLIER]])
def test_prompt_that_was_cancelled_earlier_is_not_answered(earlier):
    assert answers(Attribution("msg_1", earlier), PROMPT, answer()) == ["msg_2"]


def test_promoted_prompt_is_answered_next():
    crashed = [EARLIER, answer(id="msg_00"), UserMessage(id="msg_01", type="user", text="Lost.")]
    attribution = Attribution("msg_1", crashed, promoted=True)
    assert answers(attribution, answer()) == ["msg_2"]
    assert attribution.seen


def test_prompt_that_a_message_names_decides():
    attribution = Attribution("msg_1")
    steps = (PROMPT, OTHER, answer(id="msg_6", parent="msg_5"), answer(parent="msg_1"))
    assert answers(attribution, *steps) == ["msg_2"]
    assert not attribution.over
    assert answers(attribution, answer(id="msg_3", parent="msg_2")) == ["msg_2", "msg_3"]
    assert ids(attribution.select([PROMPT, OTHER, answer(id="msg_6", parent="msg_5"), answer()])) == ["msg_1", "msg_2"]


def test_selection_holds_the_messages_of_the_answer():
    compaction = CompactionMessage(id="msg_3", type="compaction", summary="s")
    later = CompactionMessage(id="msg_7", type="compaction", summary="s")
    messages = [PROMPT, answer(finish="tool-calls"), compaction, answer(id="msg_4", finish="stop"), OTHER, later]
    assert ids(Attribution("msg_1").select([*messages, answer(id="msg_8")])) == ["msg_1", "msg_2", "msg_3", "msg_4"]


def test_answer_that_was_attributed_to_no_prompt_follows_it():
    running = [EARLIER, answer(id="msg_00"), UserMessage(id="msg_01", type="user", text="Lost.")]
    attribution = Attribution("msg_1", running)
    assert answers(attribution, PROMPT, answer(id="msg_00", finish="stop"), answer()) == []
    attribution.rest()
    assert ids(attribution.select([PROMPT, answer(finish="stop"), OTHER])) == ["msg_1", "msg_2"]


def test_messages_that_name_other_prompts_do_not_follow():
    other = answer(id="msg_6", parent="msg_5")
    assert ids(Attribution("msg_1").select([PROMPT, other])) == ["msg_1"]


@pytest.mark.parametrize(
    ("fields", "final"),
    [
        ({}, False),
        ({"time": MessageTime(created=1)}, False),
        ({"time": DONE}, True),
        ({"finish": "stop"}, True),
        ({"finish": "tool-calls", "time": DONE}, False),
        ({"error": ErrorInfo(message="Out")}, True),
    ],
)
def test_message_is_final_once_it_says_that_it_has_ended(fields, final):
    assert is_final(answer(**fields)) == final


def test_message_without_an_id_answers_no_prompt():
    assert answers(Attribution("msg_1"), PROMPT, answer(id=None), answer(id="msg_3")) == ["msg_3"]
