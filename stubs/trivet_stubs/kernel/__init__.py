"""The parts of every stub: contract, routing, validation, handlers, faults, clock and request log."""
