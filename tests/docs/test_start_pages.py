"""Each page of the first ten minutes is followed from its beginning to its end, and shows what its commands print."""

import os
import re
from pathlib import Path

import pytest

from tests.docs.start_pages import PAGES, followed

FIRST_STEPS = ["Install", "Start a stub"]
"""The headings of the steps that are the same for every role."""


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="the pages are for a POSIX shell")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_shows_the_output_of_its_commands(path: Path) -> None:
    page = path.read_text("utf-8")
    assert followed(page) == page


def test_each_role_has_a_page_of_five_steps() -> None:
    assert [path.stem for path in PAGES] == ["start_administrator", "start_client", "start_tests"]
    for path in PAGES:
        headings = re.findall(r"^## (\d)\. (.+)$", path.read_text("utf-8"), re.M)
        assert [number for number, _ in headings] == list("12345"), path.name
        assert [title for _, title in headings][:2] == FIRST_STEPS, path.name


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("Run it:\n\n```console\n$ echo 1\n2\n```\n", "$ echo 1\n1\n"),
        ("Save `a.py`:\n\n```python\nprint(7)\n```\n\nRun:\n\n```console\n$ python a.py\n```\n", "$ python a.py\n7\n"),
    ],
)
def test_output_that_differs_is_noticed(page: str, words: str) -> None:
    assert followed(page) != page
    assert words in followed(page)


@pytest.mark.long
def test_variable_that_the_stub_does_not_print_is_noticed() -> None:
    page = "Serve:\n\n```sh\ntrivet-stub bus\n```\n\nSet:\n\n```sh\nexport TRIVET_BUS_URL=1\n```\n"
    with pytest.raises(AssertionError, match="does not print 'export TRIVET_BUS_URL=1'"):
        followed(page)
