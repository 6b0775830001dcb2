"""Example programs, one task each; `python -m examples` runs all of them against the stubs."""
