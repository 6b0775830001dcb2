# Derived from sdk/trivet/agent/_vcs/_async/__init__.py by `python -m codegen`; do not edit.
"""The async part of the applying of patches, written by hand; `_sync` is derived from it."""
