"""Mutants of the bus stub."""

from trivet_checks.mutants.mutant import mutants_in

MUTANTS = mutants_in(__name__, "bus")
