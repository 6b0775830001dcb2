# Derived from sdk/trivet/bus/_volume/_async/__init__.py by `python -m codegen`; do not edit.
"""The async part of downloads of passenger volume, written by hand; `_sync` is derived from it."""
