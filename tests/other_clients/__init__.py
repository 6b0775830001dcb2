"""Clients that others have made, run against the stubs on ports: `nox -s clients`."""
