"""The pictures of the docs, drawn with the stubs: `nox -s pictures`, or `python -m docs.pictures board` for one."""
