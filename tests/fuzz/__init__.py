"""Schemathesis over the three stubs: requests made of their contracts, each answer judged by it; `nox -s schemathesis`."""
