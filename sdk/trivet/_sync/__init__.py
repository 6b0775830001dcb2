# Derived from sdk/trivet/_async/__init__.py by `python -m codegen`; do not edit.
"""The I/O, by hand; `_sync` is derived from it."""
