"""The I/O, by hand; `_sync` is derived from it."""
