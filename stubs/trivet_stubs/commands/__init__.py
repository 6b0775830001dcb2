"""The command line of the stubs."""
