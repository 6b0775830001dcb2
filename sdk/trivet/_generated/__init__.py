# Generated from codegen/customizations.py by `python -m codegen`; do not edit.
"""What `trivet` has of each service."""
