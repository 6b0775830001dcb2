"""Mutants of the chat stub."""

from tests.mutants.chat import (
    access,
    admin_conversations,
    admin_ratings,
    answers,
    conversations,
    impersonation,
    messages,
    paging,
    ratings,
    requests,
    shares,
    users,
)
from trivet_stubs.mutants.mutant import mutants_in

_MODULES = (
    access,
    requests,
    answers,
    paging,
    conversations,
    messages,
    ratings,
    shares,
    admin_conversations,
    admin_ratings,
    users,
    impersonation,
)

MUTANTS = tuple(mutant for module in _MODULES for mutant in mutants_in(module))
