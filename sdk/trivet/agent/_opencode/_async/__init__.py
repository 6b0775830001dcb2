"""The async transport of the adapter, written by hand; `_sync` is derived from it."""
