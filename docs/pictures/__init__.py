"""Pictures of the docs, made from the stubs: `nox -s pictures`, or `python -m docs.pictures board` for one."""
