"""A line typed key by key."""

import pytest

from trivet.cli.agent.line_editor import LineEditor


@pytest.mark.parametrize(
    ("keys", "end", "text"),
    [
        ([b"on", b"ce\n"], "line", "once"),
        ([b"once\r"], "line", "once"),
        ([b"a\x7f\x7f\x08bc"], None, "bc"),
        ([b"old\x15new"], None, "new"),
        ([b"two words\x17"], None, "two"),
        ([b"\x04"], "end", ""),
        ([b"x\x04"], None, "x"),
        ([b"o\x1b[A\x1b[1;5D\x1bOPk\x1b]0;x\x07\x00\t"], None, "ok"),
        (["é".encode()[:1], "é".encode()[1:]], None, "é"),
        ([b"\xff"], None, "\ufffd"),
        ([b"o\nr\nr\n"], "line", "o"),
        ([b"x" * 10_000], None, "x" * 4096),
    ],
)
def test_keys_edit_the_line(keys, end, text):
    editor = LineEditor()
    ends = [editor.feed(each) for each in keys]
    assert (ends[-1], editor.text) == (end, text)
