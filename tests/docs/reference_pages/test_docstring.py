"""Docstrings of Google's style become MyST."""

from __future__ import annotations

from docs.reference_pages.docstring import parse

TEXT = """Return a stop.

>>> stop("54009")
'Aft Old Quarry Rd'

It is looked up each time:

    with client:
        stop("54009")

Args:
    code: Its code,
        with leading zeros.
    **more: Anything else.

Raises:
    ValueError: There is none.

Attributes:
    seen: How often.

Contract: Endpoints.
"""


def test_sections_are_parsed_with_their_continuation_lines() -> None:
    docstring = parse(TEXT)
    assert docstring.sections["param"] == [("code", "Its code,\nwith leading zeros."), ("more", "Anything else.")]
    assert docstring.attributes == {"seen": "How often."}
    assert "Args" not in docstring.text
    assert docstring.text.endswith("Contract: Endpoints.")


def test_examples_are_fenced() -> None:
    text = parse(TEXT).text
    assert "```pycon\n>>> stop(\"54009\")\n'Aft Old Quarry Rd'\n```" in text
    assert '```python\nwith client:\n    stop("54009")\n```' in text


def test_fields_name_errors_with_their_path() -> None:
    fields = parse(TEXT).fields(lambda name: f"builtins.{name}")
    assert ":param code: Its code, with leading zeros." in fields
    assert ":raises builtins.ValueError: There is none." in fields
    assert "{py:obj}`~ValueError`\n: There is none." in parse(TEXT).lists()
