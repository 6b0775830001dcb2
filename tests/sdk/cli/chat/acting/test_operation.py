"""What an audit log keeps of a command."""

from __future__ import annotations

from trivet.cli.chat.acting.operation import ids_of, words_of

ID = "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001"


def test_words_end_before_ids_options_and_text_that_may_be_secret() -> None:
    assert words_of(["conversations", "shared-with-me", "--limit", "5"]) == ("conversations", "shared-with-me")
    assert words_of(["conversations", "update", ID, "--title", "secret"]) == ("conversations", "update")
    assert words_of(["conversations", "open-shared", "q" * 43]) == ("conversations", "open-shared")
    assert words_of([]) == ()


def test_ids_are_kept_wherever_they_stand() -> None:
    assert ids_of(["conversations", "get", ID.upper(), "--title", "x", ID]) == (ID.upper(), ID)
