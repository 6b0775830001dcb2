"""Texts that arrive in deltas."""

from hypothesis import given
from hypothesis import strategies as st

from trivet.agent._turns.answer import ShownText


def built(*deltas: str) -> ShownText:
    builder = ShownText("text")
    for delta in deltas:
        builder.show(delta, "msg_1")
    return builder


@given(st.lists(st.text()), st.text(), st.booleans())
def test_text_is_its_deltas_joined(deltas: list[str], more: str, early: bool):
    text = "".join(deltas)
    builder = built(*deltas)
    if early:
        assert builder.text == text
    builder.show(more, "msg_1")
    assert builder.text == text + more
    assert builder.length == len(text + more)


@given(st.lists(st.text(alphabet="ab")), st.text(alphabet="ab"))
def test_is_start_of_compares_as_startswith_does(deltas: list[str], text: str):
    whole = "".join(deltas)
    assert built(*deltas).is_start_of(text) == text.startswith(whole)
    assert built(*deltas).is_start_of(whole + text)


def test_builder_without_deltas_is_empty():
    assert built().text == ""
    assert built().is_start_of("")
