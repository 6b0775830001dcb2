"""Generated from the spec: records, calls, groups of operations and the clients."""
