# Derived from tests/sdk/chat/_async/test_messages.py by `python -m codegen`; do not edit.
"""Messages: added with write access, listed oldest first."""

import pytest

from trivet import NotFoundError


@pytest.mark.parametrize("place", ["process", "port"])
def test_new_message_is_201(stub, connect, travel):
    with connect("alice") as chat:
        answer = chat.with_response(
            chat.conversations.messages.create, travel.id, role="assistant", content="Take the 10:04."
        )
        assert answer.status == 201
        made = answer.value
        assert (made.conversation_id, made.role, made.content) == (travel.id, "assistant", "Take the 10:04.")
        assert (made.thinking, made.model_name, made.tokens_used) == (None, None, None)
        assert (made.tool_calls, made.files, made.user_rating) == ([], [], None)
        assert (made.rating_count.likes, made.rating_count.dislikes) == (0, 0)
        assert (chat.conversations.get(travel.id)).messages[-1] == made
        assert (chat.conversations.get(travel.id)).updated_at == made.created_at == stub.clock.now()


def test_omitted_fields_of_message_are_not_sent(stub, connect, travel):
    with connect("alice") as chat:
        chat.conversations.messages.create(travel.id, role="user", content="")
        full = chat.conversations.messages.create(
            travel.id, role="system", content="x", thinking="hm", model_name="m" * 100, tokens_used=0
        )
        chat.conversations.messages.create(travel.id, role="user", content="y", thinking=None, tokens_used=None)
    assert (full.role, full.thinking, full.model_name, full.tokens_used) == ("system", "hm", "m" * 100, 0)
    assert [each.body for each in stub.requests][0::2] == [
        b'{"role":"user","content":""}',
        b'{"role":"user","content":"y","thinking":null,"tokens_used":null}',
    ]


def test_messages_are_listed_oldest_first_with_tool_calls(stub, connect, travel):
    with connect("alice") as chat:
        for number in range(3):
            stub.clock.advance(60)
            chat.conversations.messages.create(travel.id, role="user", content=str(number))
        found = chat.conversations.messages.list(travel.id).all()
    assert [each.created_at for each in found] == sorted(each.created_at for each in found)
    assert [each.content for each in found][-3:] == ["0", "1", "2"]
    assert [len(each.tool_calls) for each in found] == [0, 0, 2, 0, 0, 0]
    assert [each.filename for each in found[1].files] == ["tickets.pdf"]


def test_message_shows_own_rating_and_count_of_all(connect, travel):
    rated = travel.messages[-1].id
    shown = {}
    for who in ("alice", "bob", "admin"):
        with connect(who) as chat:
            [found] = [each for each in chat.conversations.messages.list(travel.id) if each.id == rated]
        count = found.rating_count
        shown[who] = (found.user_rating, count and (count.likes, count.dislikes))
    assert shown == {"alice": (1, (1, 1)), "bob": (-1, (1, 1)), "admin": (None, None)}


def test_message_in_unwritable_conversation_is_refused(connect, travel):
    for who in ("erin", "admin"):
        with connect(who) as chat:
            with pytest.raises(NotFoundError):
                chat.conversations.messages.create(travel.id, role="user", content="x")
    assert len(travel.messages) == 3
