"""The async part of the live view of sessions, written by hand; `_sync` is derived from it."""
