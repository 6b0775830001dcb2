# Derived from sdk/trivet/agent/_opencode/_async/__init__.py by `python -m codegen`; do not edit.
"""The async transport of the adapter, written by hand; `_sync` is derived from it."""
