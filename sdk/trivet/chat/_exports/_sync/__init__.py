# Derived from sdk/trivet/chat/_exports/_async/__init__.py by `python -m codegen`; do not edit.
"""The async part of exports that are read record by record, written by hand; `_sync` is derived from it."""
