# Generated from spec/*.yaml by `python -m codegen`; do not edit.
"""The stubs of the services."""
