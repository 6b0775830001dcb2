# Derived from sdk/trivet/bus/_async/__init__.py by `python -m codegen`; do not edit.
"""The async colour of the bus client; `_sync` is derived from it."""
