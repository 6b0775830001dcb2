"""The async part of impersonation, written by hand; `_sync` is derived from it."""
