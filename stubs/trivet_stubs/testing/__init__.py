"""What the pytest plugin decides about a test and about a run, without pytest."""
