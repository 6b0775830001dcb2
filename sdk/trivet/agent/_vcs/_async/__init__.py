"""The async part of the applying of patches, written by hand; `_sync` is derived from it."""
