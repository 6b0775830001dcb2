"""Times and frequencies of the bus service as Python values."""
