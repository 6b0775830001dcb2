"""The operations of the contracts as commands, made of the tables in `_generated/`: a new operation needs no code."""
