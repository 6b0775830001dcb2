# Generated from codegen/customizations.py by `python -m codegen`; do not edit.
"""What `trivet_stubs` has of each service."""
