"""The tools of a handle with their rules, as `session.start` takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

from attrs import frozen

from ..._core import check
from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .functions import Tool, ToolForm, tool_forms

MOST_PARALLEL = 1000
"""The most functions at once."""


@exported_from("trivet.agent")
@frozen(kw_only=True)
class ToolCall:
    """A call of a function by a model: `before_tool` is called with it.

    >>> def decide(call: ToolCall) -> Literal["allow", "ask"]:
    ...     return "ask" if call.name == "refund" else "allow"
    >>> session = agent.session.start(tools=[lookup, refund], before_tool=decide)

    Attributes:
        name: The name of the tool.
        arguments: The arguments, as the model has sent them; the hints of the function hold for them.
        session_id: The session whose agent calls: the turn's own, or one below it.
        call_id: The call, by which the message of the agent has it.
    """

    name: str
    arguments: Mapping[str, Any]
    session_id: str
    call_id: str


@frozen(kw_only=True)
class ToolOptions:
    """The tools of a handle, and how they run, as `session.start` describes it.

    Raises:
        InvalidArgumentError: An option breaks a rule.
    """

    forms: Mapping[str, ToolForm]
    url: str | None = None
    timeout: float | None = None
    parallel: int = 1
    before: Any = None
    on_error: Any = None
    on_foreign: Any = None

    def __attrs_post_init__(self) -> None:
        if self.url is not None:
            parts_of(self.url)
        check.seconds("tool_timeout", self.timeout)
        check.integer("parallel_tools", self.parallel, minimum=1, maximum=MOST_PARALLEL)
        check.function("before_tool", self.before)
        check.function("on_tool_error", self.on_error)
        check.function("on_foreign_call", self.on_foreign)

    @property
    def names(self) -> str:
        """The names of the tools, for errors."""
        return ", ".join(self.forms)


def tool_options(
    tools: Iterable[Tool | Callable[..., Any]] | None,
    *,
    tools_url: str | None,
    tool_timeout: float | None,
    parallel_tools: int,
    before_tool: Any,
    on_tool_error: Any,
    on_foreign_call: Any,
) -> ToolOptions | None:
    """Return the options of the tools of a handle; None for a handle without tools.

    Raises:
        InvalidArgumentError: An option breaks a rule, or is given without tools.
    """
    if tools is None:
        others = {
            "tools_url": tools_url,
            "tool_timeout": tool_timeout,
            "before_tool": before_tool,
            "on_tool_error": on_tool_error,
            "on_foreign_call": on_foreign_call,
        }
        for name, value in others.items():
            if value is not None:
                raise InvalidArgumentError(name, "given together with tools", value)
        if parallel_tools != 1:
            raise InvalidArgumentError("parallel_tools", "given together with tools", parallel_tools)
        return None
    return ToolOptions(
        forms=tool_forms(tools),
        url=tools_url,
        timeout=tool_timeout,
        parallel=parallel_tools,
        before=before_tool,
        on_error=on_tool_error,
        on_foreign=on_foreign_call,
    )


def parts_of(url: str) -> SplitResult:
    """Return the parts of a `tools_url`; a URL without a path has the path of the server of tools.

    >>> parts_of("http://host.docker.internal:9000").geturl()
    'http://host.docker.internal:9000/mcp'

    Raises:
        InvalidArgumentError: It is not a URL with a host and a port.
    """
    rule = "a URL with a host and a port, such as http://host.docker.internal:9000"
    check.text("tools_url", url)
    try:
        parts = urlsplit(url)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port is not None
    except ValueError:
        is_right = False
        parts = SplitResult("", "", "", "", "")
    if not is_right or parts.username is not None or parts.query or parts.fragment:
        raise InvalidArgumentError("tools_url", rule, url)
    return parts if parts.path.strip("/") else parts._replace(path="/mcp")
