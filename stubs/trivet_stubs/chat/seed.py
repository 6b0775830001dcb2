"""What a chat stub holds at first: one administrator, a little of everything, or a given number of conversations."""

import re
from datetime import datetime, timedelta

from trivet_stubs.chat.ratings import Rating
from trivet_stubs.chat.records import Conversation, Message, User
from trivet_stubs.chat.small_data import add_small_data, make_users
from trivet_stubs.chat.store import ChatRecords

_LOAD = re.compile(r"([0-9]{1,7})x([0-9]{1,7})")
_OWNERS = ("alice", "bob", "dave", "erin")
# Bulk imports give many conversations the same time; here it is this many of each owner.
_TIED = 4
_DAYS = 60
_MESSAGE_EVERY = timedelta(seconds=10)
_QUESTIONS = ("How do I reset my password?", "What is the refund policy?", "Summarise this for me, please.")
_ANSWERS = ("Open the settings and choose Security.", "Within 30 days, with the receipt.", "In short: it works.")
_COMMENTS = ("Just what I needed.", "It left out the second half.", "Quick, and right.")


def fill(records: ChatRecords, seed: str, users: int, now: datetime) -> None:
    """Fill records that are empty; all of it lies before `now`."""
    load = _LOAD.fullmatch(seed)
    if load is None and seed not in ("empty", "small"):
        raise ValueError(f"seed: {seed!r} is neither empty nor small nor conversations x messages, such as 100x20")
    if users < 0:
        raise ValueError(f"users: {users} is less than 0")
    named = make_users(records, now)
    for user in [named["admin"]] if seed == "empty" else named.values():
        records.users[user.id] = user
    imported = now - timedelta(days=500)
    for number in range(1, users + 1):
        user = _further_user(records, number, imported)
        records.users[user.id] = user
    if seed == "small":
        add_small_data(records, named, now)
    elif load is not None:
        _add_conversations(records, [named[name] for name in _OWNERS], int(load[1]), int(load[2]), now)


def _further_user(records: ChatRecords, number: int, created_at: datetime) -> User:
    """A user of an import, which gives all of its users the same time."""
    return User(
        id=records.new_id(),
        email=f"user{number:04d}@example.com",
        full_name=f"User {number:04d}",
        created_at=created_at,
    )


def _add_conversations(
    records: ChatRecords, owners: list[User], conversations: int, messages: int, now: datetime
) -> None:
    """Add conversations over the last days, early enough that all of their messages are in the past."""
    together = _TIED * len(owners)
    last = now - messages * _MESSAGE_EVERY
    step = timedelta(days=_DAYS) / (conversations // together + 1)
    for number in range(conversations):
        owner = owners[number % len(owners)]
        start = last - timedelta(days=_DAYS) + number // together * step
        row = Conversation(
            id=records.new_id(), user_id=owner.id, title=f"Conversation {number + 1:05d}", created_at=start
        )
        records.conversations[row.id] = row
        _add_messages(records, row, messages, start)


def _add_messages(records: ChatRecords, row: Conversation, messages: int, start: datetime) -> None:
    at = start
    for number in range(messages):
        at += _MESSAGE_EVERY
        if number % 2 == 0:
            question = _QUESTIONS[number // 2 % len(_QUESTIONS)]
            row.messages.append(
                Message(id=records.new_id(), conversation_id=row.id, role="user", content=question, created_at=at)
            )
            continue
        message = Message(
            id=records.new_id(),
            conversation_id=row.id,
            role="assistant",
            content=_ANSWERS[number // 2 % len(_ANSWERS)],
            model_name="stub-1",
            tokens_used=20 + number,
            created_at=at,
        )
        row.messages.append(message)
        _rate(records, message, row.user_id, number // 2)
    row.updated_at = at if messages else None


def _rate(records: ChatRecords, message: Message, user_id: str, number: int) -> None:
    records.ratings.add(
        Rating(
            id=records.new_id(),
            message=message,
            user_id=user_id,
            rating=-1 if number % 4 == 3 else 1,
            comment=_COMMENTS[number % len(_COMMENTS)] if number % 5 == 0 else None,
            created_at=message.created_at,
        )
    )
