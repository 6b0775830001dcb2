"""The fetching of a network."""
