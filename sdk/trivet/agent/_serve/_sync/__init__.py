# Derived from sdk/trivet/agent/_serve/_async/__init__.py by `python -m codegen`; do not edit.
"""The async client's part, written by hand; `_sync` is derived from it."""
