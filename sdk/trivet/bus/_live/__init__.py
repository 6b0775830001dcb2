"""Live boards: the arrivals at some stops, polled at an interval."""
