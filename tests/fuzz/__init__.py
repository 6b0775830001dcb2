"""Schemathesis over the stubs: requests made of their contracts, answers judged by them: `nox -s schemathesis`."""
