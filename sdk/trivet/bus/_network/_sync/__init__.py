# Derived from sdk/trivet/bus/_network/_async/__init__.py by `python -m codegen`; do not edit.
"""The fetching of a network."""
