"""The options of a prompt that the contract does not have: the schema of an output, a system text, tools, a variant."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import frozen

from ..._core import check
from ...errors import InvalidArgumentError
from .._output.form import OutputForm
from .extensions import AgentExtensions
from .unsupported import UnsupportedOperationError

MOST_TOOLS = 1000
"""The most names of tools."""

LONGEST_SYSTEM = 1_000_000
"""The most characters of a system text."""


@frozen(kw_only=True)
class PromptOptions:
    """The options of one prompt beyond the contract, which `session.turn` describes.

    Raises:
        InvalidArgumentError: An option breaks a rule.
    """

    form: OutputForm | None = None
    output_retries: int | None = None
    system: str | None = None
    only_tools: Collection[str] | None = None
    without_tools: Collection[str] | None = None
    variant: str | None = None

    def __attrs_post_init__(self) -> None:
        if self.output_retries is not None:
            check.integer("output_retries", self.output_retries, minimum=0)
            if self.form is None:
                raise InvalidArgumentError("output_retries", "given together with output", self.output_retries)
        for name, text, most in (("system", self.system, LONGEST_SYSTEM), ("variant", self.variant, 200)):
            if text is not None:
                check.text(name, text, min_length=1, max_length=most)
        _check_tools("only_tools", self.only_tools)
        _check_tools("without_tools", self.without_tools)
        if self.only_tools is not None and self.without_tools is not None:
            raise InvalidArgumentError("without_tools", "left out where only_tools is given", [*self.without_tools])

    def fields(self, extensions: AgentExtensions) -> dict[str, Any]:
        """Return the fields of the prompt's body, by the names that the server's adapter has for them.

        Raises:
            UnsupportedOperationError: The server takes an option nowhere; nothing was sent.
        """
        schema: dict[str, Any] | None = None if self.form is None else {"schema": self.form.schema}
        if schema is not None and self.output_retries is not None:
            schema["retries"] = self.output_retries
        options = (
            ("output", schema, extensions.output),
            ("system", self.system, extensions.system),
            ("only_tools", self._tools() if self.only_tools is not None else None, extensions.tools),
            ("without_tools", self._tools() if self.without_tools else None, extensions.tools),
            ("variant", self.variant, extensions.variant),
        )
        fields: dict[str, Any] = {}
        for option, value, name in options:
            if value is not None:
                if name is None:
                    raise unsupported(option)
                fields[name] = value
        return fields

    def _tools(self) -> dict[str, bool]:
        if self.only_tools is not None:
            return {"*": False, **dict.fromkeys(self.only_tools, True)}
        return dict.fromkeys(self.without_tools or (), False)


def unsupported(
    option: str, operation: str = "session.turn", switch: str = "prompt_options"
) -> UnsupportedOperationError:
    """Return the error for an option that the contract has no place for, and the server no other one.

    Args:
        option: The option.
        operation: The operation that takes it.
        switch: The switch with which a stub takes it.
    """
    reason = f"the contract has no place for {option}, and the client's transport offers none"
    instead = (
        "trivet.agent.opencode.Transport, if it is opencode; the transport of a stub with the switch "
        f"AgentObserved({switch}=True), if it is a stub: stub.transport(), or trivet_stubs.agent.ServedTransport "
        "on a port"
    )
    return UnsupportedOperationError(operation, (option,), instead, reason)


def _check_tools(name: str, tools: Any) -> None:
    if tools is None:
        return
    if isinstance(tools, str) or not isinstance(tools, Collection) or len(tools) > MOST_TOOLS:  # pyright: ignore[reportUnknownArgumentType]
        raise InvalidArgumentError(name, f"a list of at most {MOST_TOOLS} names of tools", tools)  # pyright: ignore[reportUnknownArgumentType]
    for tool in tools:  # pyright: ignore[reportUnknownVariableType]
        check.text(name, tool, min_length=1, max_length=200)
