"""The records of the chat stub."""

import re
from datetime import UTC, datetime, timedelta

from trivet_stubs.chat.records import Conversation, Message, Share, User, link_token

NOW = datetime(2025, 6, 16, tzinfo=UTC)


def conversation(**fields):
    return Conversation(id="c", user_id="u", title=None, created_at=NOW, **fields)


def test_users_name_is_the_local_part_of_the_email_address():
    assert User(id="u", email="ada@example.com", full_name=None, created_at=NOW).name == "ada"


def test_conversation_is_touched_when_it_is_created_and_updated():
    later = NOW + timedelta(days=1)

    assert conversation().touched_at == NOW
    assert conversation(updated_at=later).touched_at == later


def test_conversation_finds_its_shares_and_messages():
    share = Share(
        id="s", conversation_id="c", shared_by="u", shared_with="v", share_token=None, permission="view", created_at=NOW
    )
    message = Message(id="m", conversation_id="c", role="user", content="Hi", created_at=NOW)
    row = conversation(shares=[share], messages=[message])

    assert (row.share_with("v"), row.share_with("w")) == (share, None)
    assert (row.message("m"), row.message("n")) == (message, None)


def test_link_token_is_the_same_for_a_share_and_url_safe():
    assert link_token("s") == link_token("s") != link_token("t")
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", link_token("s"))
