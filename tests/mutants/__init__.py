"""Mutants: stubs that break one rule each, or depart from their spec in one place, to prove that the checks find it."""
