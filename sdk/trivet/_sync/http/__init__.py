# Derived from sdk/trivet/_async/http/__init__.py by `python -m codegen`; do not edit.
"""The only package that imports httpx and httpcore: connections, and responses as they arrive."""
