"""Charts in a terminal."""
