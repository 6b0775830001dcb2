"""Permissions and questions: their lines, the parsed answers, and the commands that reply."""

import pytest

from trivet.agent import PermissionRequest, Question, QuestionOption, QuestionRequest
from trivet.cli.agent.ask_texts import PermissionAsk, QuestionAsk, command_line, describe, reply_command, typed_line

PERMISSION = PermissionRequest(
    id="per_1", session_id="ses_1", action="bash", resources=["ls\x1b[2J", "two\nlines"], save=["ls *"]
)
OPTIONS = [QuestionOption(label="Pear", description="green"), QuestionOption(label="Plum")]


def question(**fields):
    return QuestionAsk(Question(question="Which\nfruit?\x07", options=OPTIONS, **fields))


@pytest.mark.parametrize(
    ("line", "reply"),
    [("o", "once"), (" Once ", "once"), ("y", "once"), ("a", "always"), ("N", "reject"), ("r", "reject")],
)
def test_permission_is_answered_by_a_word_or_its_first_letter(line, reply):
    assert PermissionAsk(PERMISSION).parse(line) == reply


@pytest.mark.parametrize("line", ["", "x", "oo", "1"])
def test_other_words_do_not_answer_a_permission(line):
    with pytest.raises(ValueError, match="type o, a or r"):
        PermissionAsk(PERMISSION).parse(line)


def test_permission_is_shown_whole_and_escaped():
    lines = PermissionAsk(PERMISSION).lines()
    assert lines == ["bash asks for permission:", "  ls\\x1b[2J", "  two", "  lines", "  always would allow: ls *"]
    assert describe(PERMISSION) == "bash: ls\\x1b[2J, two\\nlines"


@pytest.mark.parametrize("width", [20, 40, 80])
def test_labels_fit_and_end_with_the_expected_kind_of_answer(width):
    for ask, end in ((PermissionAsk(PERMISSION), "(r)eject: "), (question(custom=False), "a number: ")):
        label = ask.label(width)
        assert len(label) <= width
        assert width == 20 or label.endswith(end)


@pytest.mark.parametrize(
    ("fields", "line", "answer"),
    [
        ({}, "2", ["Plum"]),
        ({}, "plum", ["Plum"]),
        ({}, "a fig", ["a fig"]),
        ({}, "3", ["3"]),
        ({"multiple": True}, "2, 1,2", ["Plum", "Pear"]),
        ({"multiple": True, "custom": False}, "1,Plum", ["Pear", "Plum"]),
    ],
)
def test_question_is_answered_by_number_label_or_text(fields, line, answer):
    assert question(**fields).parse(line) == answer


@pytest.mark.parametrize(("fields", "line"), [({}, " "), ({"custom": False}, "3"), ({"custom": False}, "1,2")])
def test_answer_that_is_not_an_option_is_refused(fields, line):
    with pytest.raises(ValueError, match="a number"):
        question(**fields).parse(line)


def test_question_without_options_takes_text_even_if_custom_is_false():
    assert QuestionAsk(Question(question="Why?", custom=False)).parse("So.") == ["So."]
    assert question().lines() == ["Which", "fruit?\\x07", "  1. Pear - green", "  2. Plum"]


def test_command_that_replies_is_quoted_for_a_shell():
    request = QuestionRequest(id="que_1", session_id="ses_1", questions=[question().question])
    assert reply_command(PERMISSION, "/a b") == "trivet agent permission reply per_1 --response once --directory '/a b'"
    assert reply_command(request) == """trivet agent question reply que_1 --response '{"answers": [["Pear"]]}'"""
    evil = PermissionRequest(id="x; rm -r .\x1b", session_id="ses_1")
    assert reply_command(evil) == "trivet agent permission reply 'x; rm -r .\\x1b' --response once"
    option = PermissionRequest(id="--base-url=http://elsewhere.test", session_id="ses_1")
    assert reply_command(option, "/a").endswith("--directory /a -- --base-url=http://elsewhere.test")


def test_command_that_replies_leads_to_the_same_server():
    options = ("--base-url", "http://agent.test", "--adapter", "opencode")
    assert reply_command(PERMISSION, "/a", options).endswith(
        " --response once --directory /a --base-url http://agent.test --adapter opencode"
    )


def test_command_line_is_quoted_and_escaped():
    assert command_line("trivet", "agent", "watch", "/a b\x1b") == "trivet agent watch '/a b\\x1b'"


ASK = PermissionAsk(PermissionRequest(id="per_1", session_id="ses_1", action="bash", resources=["ls " * 50]))


@pytest.mark.parametrize("width", [10, 40, 80])
def test_line_fits_and_shows_the_end_of_the_typed_text(width):
    label, text = typed_line(ASK, "typed " * 50 + "end", 3, width)
    assert len(label) + len(text) <= width
    assert text.endswith("d")
    assert label.startswith("[+3] ")
