"""Mutants of the agent stub."""

from trivet_checks.mutants.mutant import mutants_in

MUTANTS = mutants_in(__name__, "agent")
