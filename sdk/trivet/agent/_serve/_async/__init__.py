"""The async client's part, written by hand; `_sync` is derived from it."""
