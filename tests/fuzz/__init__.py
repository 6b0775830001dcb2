"""Schemathesis over the stubs: requests made of their contracts, answers judged by them: `nox -s schemathesis`.

Each stub is served on a port with the document that it keeps (`spec(service, as_kept=True)`); the seed is fixed. A run
fails if an operation never succeeds. `<service>.toml` has the reason for each request that the spec allows and the stub
may refuse; `targets.py` has an example of each operation whose inputs cannot be guessed.
`tests/stubs/test_promise.py` is a small version without Schemathesis.
"""
