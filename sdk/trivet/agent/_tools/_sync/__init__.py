# Derived from sdk/trivet/agent/_tools/_async/__init__.py by `python -m codegen`; do not edit.
"""The registration of the tools of a handle, by I/O."""
