"""Gaps between texts."""

from trivet.cli.agent.run.paragraphs import Paragraphs


def test_pieces_of_one_text_are_not_separated():
    paragraphs = Paragraphs()
    assert [paragraphs.add(each, "a") for each in ("One", " two", ".")] == ["One", " two", "."]
    assert paragraphs.finish() == "\n"


def test_texts_of_other_messages_and_after_a_tool_begin_after_an_empty_line():
    paragraphs = Paragraphs()
    paragraphs.interrupt()
    shown = paragraphs.add("One.", "a")
    paragraphs.interrupt()
    shown += paragraphs.add("\nTwo.\n", "a") + paragraphs.add("Three.\n\n", "b") + paragraphs.add("Four.", "c")
    assert shown == "One.\n\nTwo.\n\nThree.\n\nFour."


def test_answer_that_ends_with_a_line_break_gets_no_other():
    paragraphs = Paragraphs()
    assert paragraphs.finish() == ""
    paragraphs.add("One.\n", "a")
    assert paragraphs.finish() == ""
