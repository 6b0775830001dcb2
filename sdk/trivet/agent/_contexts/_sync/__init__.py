# Derived from sdk/trivet/agent/_contexts/_async/__init__.py by `python -m codegen`; do not edit.
"""The async part of the view of several runtime contexts, written by hand; `_sync` is derived from it."""
