"""How long the transcript of a session is kept."""

import pytest

from trivet.agent._store.transcript import OpenTranscripts


@pytest.fixture
def transcripts():
    return OpenTranscripts()


def test_open_session_has_one_transcript(transcripts):
    opened = transcripts.open("a")
    assert transcripts.open("a") is opened
    assert transcripts.get("a") is opened
    assert transcripts.open("b") is not opened
    assert [session_id for session_id, _ in transcripts.items()] == ["a", "b"]


def test_transcript_closed_as_often_as_opened_is_removed(transcripts):
    opened = transcripts.open("a")
    transcripts.open("a")
    assert not transcripts.close("a", opened)
    assert transcripts.get("a") is opened
    assert transcripts.close("a", opened)
    assert transcripts.get("a") is None


def test_closing_a_discarded_transcript_leaves_the_next_one_open(transcripts):
    before = transcripts.open("a")
    transcripts.discard("a")
    after = transcripts.open("a")
    assert not transcripts.close("a", before)
    assert transcripts.get("a") is after


def test_closing_twice_changes_nothing(transcripts):
    opened = transcripts.open("a")
    assert transcripts.close("a", opened)
    assert not transcripts.close("a", opened)


def test_retain_discards_all_other_transcripts(transcripts):
    for session_id in "abc":
        transcripts.open(session_id)
    transcripts.retain({"b": 1})
    assert [session_id for session_id, _ in transcripts.items()] == ["b"]
