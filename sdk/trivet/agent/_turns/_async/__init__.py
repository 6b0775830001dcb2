"""The async part of turns, written by hand; `_sync` is derived from it."""
