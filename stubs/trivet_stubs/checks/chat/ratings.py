"""Ratings of messages."""

from trivet_stubs.checks.chat.replies import Json, refused
from trivet_stubs.checks.chat.service import Chat, MessagePath
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried


def _shared_answer(chat: Chat) -> tuple[Json, MessagePath]:
    """A conversation that is shared with the other user, and a message of the assistant in it."""
    conversation = chat.conversation(chat.user)
    message = chat.assistant_message(conversation)
    chat.share(conversation, shared_with=chat.id_of(chat.other))
    chat.settled(
        lambda: chat.other.call("conversations.get", conversation["id"]),
        lambda reply: reply.ok,
        "a shared conversation that its recipient reads",
    )
    return conversation, message


@check("chat.ratings.value-is-1-or-minus-1")
def value_is_1_or_minus_1(chat: Chat) -> None:
    """Likes and dislikes are taken; numbers beyond them, and words, are refused."""
    message = chat.assistant_message()
    for rating in (1, -1):
        chat.rate(chat.user, message, rating).succeeds()
    for wrong in (2, -2, "like"):
        chat.rate(chat.user, message, wrong).is_refused()


@check("chat.ratings.comment-is-optional")
def comment_is_optional(chat: Chat) -> None:
    """A rating is taken without a comment and with one, which it then has, if the answer shows it."""
    message = chat.assistant_message()
    chat.rate(chat.user, message).succeeds()
    comment = chat.target.name("comment")
    reply = chat.rate(chat.user, message, comment=comment).succeeds()
    reply.expect(reply.json.get("comment", comment) == comment, "the rating has another comment")


@check("chat.ratings.new-is-201-and-update-is-200")
def new_is_201_and_update_is_200(chat: Chat) -> None:
    """The first rating is a 201, and the next of the same user a 200."""
    message = chat.assistant_message()
    chat.rate(chat.user, message).succeeds(201)
    chat.target.eventually(
        lambda: chat.rate(chat.user, message, -1),
        lambda reply: reply.status == 200,
        "a further rating of the same user is not answered with 200",
    )


@check("chat.ratings.only-assistant-messages")
def only_assistant_messages(chat: Chat) -> None:
    """A message of the user cannot be rated."""
    conversation = chat.conversation(chat.user)
    message = chat.message(chat.user, conversation)
    chat.rate(chat.user, (conversation["id"], message["id"])).is_refused()


@check("chat.ratings.unrate-removes-the-callers")
def unrate_removes_the_callers(chat: Chat) -> None:
    """A removed rating cannot be removed again, and the next one is new; that of another user stays."""
    _, message = _shared_answer(chat)
    both_rate = chat.rate(chat.other, message).ok  # whether a recipient rates has a rule of its own
    chat.rate(chat.user, message).succeeds()
    chat.user.call("conversations.messages.unrate", *message).succeeds()
    chat.target.eventually(
        lambda: chat.user.call("conversations.messages.unrate", *message), refused, "a rating can be removed twice"
    )
    chat.rate(chat.user, message).succeeds(201)
    if both_rate:
        chat.rate(chat.other, message, -1).succeeds(200)


@check("chat.ratings.unrate-answers-204")
def unrate_answers_204(chat: Chat) -> None:
    """Removing a rating is a 204 without a body."""
    message = chat.assistant_message()
    chat.rate(chat.user, message)
    reply = chat.user.call("conversations.messages.unrate", *message).succeeds(204)
    reply.expect(not reply.body, "a 204 has a body")


@check("chat.ratings.every-reader-rates")
def every_reader_rates(chat: Chat) -> None:
    """A recipient and an administrator rate a message of the user's conversation, and remove their ratings."""
    _, message = _shared_answer(chat)
    for caller in (chat.other, chat.admin):
        chat.rate(caller, message).succeeds()
        caller.call("conversations.messages.unrate", *message).succeeds()


@check("chat.ratings.only-the-owner-rates-as-observed")
def only_the_owner_rates_as_observed(chat: Chat) -> None:
    """A server that refuses a recipient does so with 404, and an administrator too. One that does not is not tried."""
    _, message = _shared_answer(chat)
    if chat.rate(chat.other, message).ok:
        raise NotTried("the server does not show it: a recipient rates the message")
    for caller in (chat.other, chat.admin):
        chat.rate(caller, message).is_refused(404)
        caller.call("conversations.messages.unrate", *message).is_refused(404)
    chat.rate(chat.user, message).succeeds()
