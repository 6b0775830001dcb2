"""Mutants: stubs that break one rule each, to prove that the checks find it."""
