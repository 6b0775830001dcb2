"""The async part of exports that are read record by record, written by hand; `_sync` is derived from it."""
