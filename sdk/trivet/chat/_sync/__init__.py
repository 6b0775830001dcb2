# Derived from sdk/trivet/chat/_async/__init__.py by `python -m codegen`; do not edit.
"""The async colour of the chat client; `_sync` is derived from it."""
