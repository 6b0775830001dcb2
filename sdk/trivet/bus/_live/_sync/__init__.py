# Derived from sdk/trivet/bus/_live/_async/__init__.py by `python -m codegen`; do not edit.
"""The polling of live boards."""
