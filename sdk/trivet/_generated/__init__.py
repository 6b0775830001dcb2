# Generated from spec/*.yaml by `python -m codegen`; do not edit.
"""The clients and packages of the services."""
