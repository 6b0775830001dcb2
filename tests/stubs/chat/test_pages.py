"""Pages by skip and limit."""

import types

import pytest

from trivet_stubs.chat.pages import page


@pytest.mark.parametrize(
    ("query", "items"),
    [
        ({}, [0, 1]),
        ({"skip": 3}, [3, 4]),
        ({"limit": 3}, [0, 1, 2]),
        ({"skip": 4, "limit": 9}, [4]),
        ({"skip": 10**30}, []),
    ],
)
def test_page_holds_the_rows_that_are_asked_for_and_the_total(query, items):
    request = types.SimpleNamespace(query=query)

    found = page(request, range(5), lambda row: {"row": row}, default_limit=2)

    assert found == {"items": [{"row": row} for row in items], "total": 5}
