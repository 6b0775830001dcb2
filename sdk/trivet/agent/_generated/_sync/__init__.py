# Derived from sdk/trivet/agent/_generated/_async/__init__.py by `python -m codegen`; do not edit.
"""The async client's part; `_sync` is derived from it."""
