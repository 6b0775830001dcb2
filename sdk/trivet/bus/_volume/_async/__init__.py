"""The async part of downloads of passenger volume, written by hand; `_sync` is derived from it."""
