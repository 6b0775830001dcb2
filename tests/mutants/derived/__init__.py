"""Mutants that are derived from a spec: each fact of it is loosened, dropped or answered wrongly in turn."""
