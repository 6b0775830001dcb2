"""The commands made from the contracts: one for every operation."""
