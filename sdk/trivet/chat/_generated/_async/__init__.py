# Generated from spec/chat.yaml by `python -m codegen`; do not edit.
"""The async client's part; `_sync` is derived from it."""
