"""The transcripts of the sessions that are watched."""

from __future__ import annotations

from collections.abc import Container

from .transcript import Transcript

__all__ = ["OpenTranscripts"]


class OpenTranscripts:
    """Transcripts by the ids of their sessions, each kept until it was closed as often as it was opened."""

    def __init__(self) -> None:
        self._transcripts: dict[str, Transcript] = {}
        self._counts: dict[str, int] = {}
        self.get = self._transcripts.get

    def items(self) -> list[tuple[str, Transcript]]:
        """Return each session's id with its transcript."""
        return list(self._transcripts.items())

    def open(self, session_id: str) -> Transcript:
        """Return the transcript of a session, which the caller closes."""
        self._counts[session_id] = self._counts.get(session_id, 0) + 1
        return self._transcripts.setdefault(session_id, Transcript())

    def close(self, session_id: str, opened: Transcript) -> bool:
        """Close a transcript that `open` returned; return whether it was removed.

        It stays while it is open elsewhere. One that was discarded is ignored.
        """
        if self._transcripts.get(session_id) is not opened:
            return False
        self._counts[session_id] -= 1
        if self._counts[session_id] == 0:
            self.discard(session_id)
            return True
        return False

    def discard(self, session_id: str) -> None:
        """Remove the transcript of a session, however often it is open."""
        self._transcripts.pop(session_id, None)
        self._counts.pop(session_id, None)

    def retain(self, session_ids: Container[str]) -> None:
        """Discard the transcripts of all other sessions."""
        for session_id in [each for each in self._transcripts if each not in session_ids]:
            self.discard(session_id)
