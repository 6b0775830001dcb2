"""The command `trivet`, which needs the extra `cli`. Nothing imports this package."""
