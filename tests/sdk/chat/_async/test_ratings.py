"""Ratings of messages: new, updated and removed, for messages of the assistant only."""

import pytest

from trivet import NotFoundError, UnprocessableEntityError


@pytest.fixture
def answered(titled):
    """A conversation of alice, and an unrated message of the assistant in it."""
    conversation = titled("Budget 100% of_last\\year")
    return conversation.id, conversation.messages[-1].id


@pytest.mark.parametrize("place", ["process", "port"])
async def test_new_rating_is_201_and_updated_rating_is_200(stub, async_connect, answered):
    async with async_connect("dave") as chat:
        new = await chat.with_response(chat.conversations.messages.rate, *answered, rating=1, comment="Good.")
        stub.clock.advance(60)
        same = await chat.with_response(chat.conversations.messages.rate, *answered, rating=1, comment="Good.")
        other = await chat.with_response(chat.conversations.messages.rate, *answered, rating=-1)
    assert [answer.status for answer in (new, same, other)] == [201, 200, 200]
    assert {answer.value.id for answer in (new, same, other)} == {new.value.id}
    assert (new.value.rating, new.value.comment, new.value.message_id) == (1, "Good.", answered[1])
    assert (new.value.user_id, new.value.updated_at) == (stub.user_id("dave"), None)
    assert (same.value.created_at, same.value.updated_at) == (new.value.created_at, stub.clock.now())
    assert (other.value.rating, other.value.comment) == (-1, None), "rating again without a comment erases the old one"


async def test_removing_rating_is_204_then_404(async_connect, answered):
    async with async_connect("dave") as chat:
        with pytest.raises(NotFoundError):
            await chat.conversations.messages.unrate(*answered)
        await chat.conversations.messages.rate(*answered, rating=1)
        gone = await chat.with_response(chat.conversations.messages.unrate, *answered)
        assert (gone.status, gone.value, gone.body) == (204, None, b"")
        with pytest.raises(NotFoundError):
            await chat.conversations.messages.unrate(*answered)
        again = await chat.with_response(chat.conversations.messages.rate, *answered, rating=-1)
        assert again.status == 201


async def test_removing_rating_keeps_ratings_of_others(async_connect, travel):
    rated = travel.messages[-1].id
    async with async_connect("bob") as chat, async_connect("alice") as owner:
        await chat.conversations.messages.unrate(travel.id, rated)
        message = (await owner.conversations.get(travel.id)).messages[-1]
    assert (message.user_rating, message.rating_count.likes, message.rating_count.dislikes) == (1, 1, 0)


@pytest.mark.parametrize("role", ["user", "system"])
async def test_only_assistant_messages_can_be_rated(async_connect, travel, role):
    [message] = [message for message in travel.messages if message.role == role]
    async with async_connect("alice") as chat:
        with pytest.raises(UnprocessableEntityError, match="Only assistant messages") as caught:
            await chat.conversations.messages.rate(travel.id, message.id, rating=1)
        assert caught.value.code == "VALIDATION_ERROR"
        with pytest.raises(NotFoundError):
            await chat.conversations.messages.unrate(travel.id, message.id)
        conversation = await chat.conversations.get(travel.id)
    assert {message.user_rating for message in conversation.messages if message.role == role} == {None}


@pytest.mark.parametrize("rating", [1, -1])
@pytest.mark.parametrize(
    ("comment", "kept"),
    [({}, None), ({"comment": None}, None), ({"comment": ""}, None), ({"comment": "  so\x00 so "}, "so so")],
)
async def test_rating_is_like_or_dislike_with_optional_comment(async_connect, answered, rating, comment, kept):
    async with async_connect("alice") as chat:
        await chat.conversations.messages.unrate(*answered)
        rated = await chat.conversations.messages.rate(*answered, rating=rating, **comment)
        message = (await chat.conversations.get(answered[0])).messages[-1]
    assert (rated.rating, rated.comment) == (rating, kept)
    assert message.user_rating == rating
    assert (message.rating_count.likes, message.rating_count.dislikes) == (int(rating == 1), int(rating == -1))


async def test_comment_is_kept_up_to_2000_characters(async_connect, answered):
    async with async_connect("dave") as chat:
        assert (await chat.conversations.messages.rate(*answered, rating=1, comment="ä" * 2001)).comment == "ä" * 2000


async def test_rating_in_unreadable_conversation_is_404(async_connect, answered):
    async with async_connect("erin") as chat:
        with pytest.raises(NotFoundError):
            await chat.conversations.messages.rate(*answered, rating=1)
        with pytest.raises(NotFoundError):
            await chat.conversations.messages.unrate(*answered)


async def test_rating_message_of_other_conversation_is_404(async_connect, answered, travel, nothing):
    async with async_connect("alice") as chat:
        for conversation, message in ((travel.id, answered[1]), (answered[0], nothing), (nothing, answered[1])):
            with pytest.raises(NotFoundError):
                await chat.conversations.messages.rate(conversation, message, rating=1)
            with pytest.raises(NotFoundError):
                await chat.conversations.messages.unrate(conversation, message)
