# Derived from sdk/trivet/_async/http/__init__.py by `python -m codegen`; do not edit.
"""Everything that knows httpx and httpcore: connections, transports, and responses as they arrive."""
