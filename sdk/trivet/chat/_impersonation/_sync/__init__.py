# Derived from sdk/trivet/chat/_impersonation/_async/__init__.py by `python -m codegen`; do not edit.
"""The async part of impersonation, written by hand; `_sync` is derived from it."""
