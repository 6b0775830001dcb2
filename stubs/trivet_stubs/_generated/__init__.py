# Generated from codegen/customizations.py by `python -m codegen`; do not edit.
"""The stubs of the services."""
