"""Acting as another user for the length of a block."""
