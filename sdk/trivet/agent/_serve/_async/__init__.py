"""The async part of the start of an agent server as a child process, written by hand; `_sync` is derived from it."""
