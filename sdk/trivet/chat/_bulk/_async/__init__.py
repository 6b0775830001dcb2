"""The async part of bulk jobs, written by hand; `_sync` is derived from it."""
