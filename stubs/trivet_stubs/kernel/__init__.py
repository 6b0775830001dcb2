"""What every stub is made of: contract, routing, validation, handlers, faults, clock and request log."""
