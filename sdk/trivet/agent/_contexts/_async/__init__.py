"""The async part of the view of several runtime contexts, written by hand; `_sync` is derived from it."""
