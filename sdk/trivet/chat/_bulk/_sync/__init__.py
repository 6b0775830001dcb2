# Derived from sdk/trivet/chat/_bulk/_async/__init__.py by `python -m codegen`; do not edit.
"""The async part of bulk jobs, written by hand; `_sync` is derived from it."""
