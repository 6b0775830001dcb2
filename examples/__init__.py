"""Programs for newcomers, one task each; `python -m examples` runs them all against the stubs."""
