# Derived from sdk/trivet/agent/_async/__init__.py by `python -m codegen`; do not edit.
"""The async colour of the agent client; `_sync` is derived from it."""
