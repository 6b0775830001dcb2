"""The options of the tools of a handle."""

import pytest

from trivet import InvalidArgumentError
from trivet.agent._tools.options import parts_of, tool_options

NONE = {
    "tools_url": None,
    "tool_timeout": None,
    "parallel_tools": 1,
    "before_tool": None,
    "on_tool_error": None,
    "on_foreign_call": None,
}


def lookup(order: int) -> str: ...


def test_handle_without_tools_has_no_options():
    assert tool_options(None, **NONE) is None
    assert tool_options([lookup], **NONE).names == "lookup"


@pytest.mark.parametrize(
    ("option", "value"),
    [("tools_url", "http://a:1"), ("tool_timeout", 1), ("parallel_tools", 2), ("before_tool", print)],
)
def test_option_without_tools_is_refused(option, value):
    with pytest.raises(InvalidArgumentError, match=f"{option} must be given together with tools"):
        tool_options(None, **{**NONE, option: value})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(
            ("tools_url", url)
            for url in ("http://a", "a:1", "ftp://a:1", "http://u:p@a:1", "http://a:1?x=y", "http://a:x", 3)
        ),
        *(("tool_timeout", seconds) for seconds in (0, "1")),
        *(("parallel_tools", count) for count in (0, 1001, True)),
        ("before_tool", 3),
        ("on_tool_error", "f"),
        ("on_foreign_call", []),
    ],
)
def test_wrong_option_is_refused(option, value):
    with pytest.raises(InvalidArgumentError, match=option):
        tool_options([lookup], **{**NONE, option: value})


def test_url_without_a_path_has_the_path_of_the_server():
    assert parts_of("http://a:1").geturl() == parts_of("http://a:1/").geturl() == "http://a:1/mcp"
    assert parts_of("https://a:1/below/mcp").geturl() == "https://a:1/below/mcp"
