# Derived from sdk/trivet/agent/_handles/_async/__init__.py by `python -m codegen`; do not edit.
"""The I/O of handles, for asyncio."""
