# Derived from sdk/trivet/agent/_serve/_async/__init__.py by `python -m codegen`; do not edit.
"""The async part of the start of an agent server as a child process, written by hand; `_sync` is derived from it."""
