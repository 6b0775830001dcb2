"""The async client's part; `_sync` is derived from it."""
