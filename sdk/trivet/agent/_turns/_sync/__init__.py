# Derived from sdk/trivet/agent/_turns/_async/__init__.py by `python -m codegen`; do not edit.
"""The async part of turns, written by hand; `_sync` is derived from it."""
