# Derived from sdk/trivet/agent/_store/_async/__init__.py by `python -m codegen`; do not edit.
"""The async part of the live view of sessions, written by hand; `_sync` is derived from it."""
