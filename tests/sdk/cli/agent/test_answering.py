"""A typed line on screens of several widths."""

import pytest

from trivet.agent import PermissionRequest
from trivet.cli.agent.answering import typed_line
from trivet.cli.agent.asks import PermissionAsk

ASK = PermissionAsk(PermissionRequest(id="per_1", session_id="ses_1", action="bash", resources=["ls " * 50]))


@pytest.mark.parametrize("width", [10, 40, 80])
def test_line_fits_and_shows_the_end_of_what_was_typed(width):
    label, text = typed_line(ASK, "typed " * 50 + "end", 3, width)
    assert len(label) + len(text) <= width
    assert text.endswith("d")
    assert label.startswith("[+3] ")
