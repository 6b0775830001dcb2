"""Media types other than JSON."""
