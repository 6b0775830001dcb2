"""Checks: the rules of a contract as functions that try a server over plain HTTP."""
