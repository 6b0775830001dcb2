"""Mutants of the chat stub."""

from trivet_stubs.mutants.chat import shares
from trivet_stubs.mutants.mutant import mutants_in

MUTANTS = tuple(each for module in (shares,) for each in mutants_in(module))
