"""The pure half of the runtime: service-blind, without I/O, the same for both colours."""
