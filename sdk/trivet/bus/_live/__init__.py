"""Live boards: the arrivals at some stops, again and again."""
