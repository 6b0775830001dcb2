"""The diff of a runtime context's directory, as records or as a patch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ...._async.client import AsyncResource
from ...._core.call import Call, whole_record
from ...._core.lazy_imports import lazy
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated import models as m
else:
    m = lazy("trivet.agent._generated.models")

Mode = Literal["worktree", "default"]


class AsyncVcsDiff(AsyncResource):
    """The operation that reads a diff in either format."""

    @overload
    async def diff(self, *, format: Literal["json"] | None = None, mode: Mode | None = None) -> list[m.VcsFileDiff]: ...
    @overload
    async def diff(self, *, format: Literal["patch"], mode: Mode | None = None) -> str: ...
    async def diff(
        self, *, format: Literal["json", "patch"] | None = None, mode: Mode | None = None
    ) -> list[m.VcsFileDiff] | str:
        """Return the changes in the directory of the runtime context.

        >>> patch = await client.vcs.diff(format="patch")
        >>> await client.at(directory="/home/dev/copy").vcs.patch(patch=patch)

        Args:
            format: `json` for the diff of each file, or `patch` for one text, which `vcs.patch` accepts.
            mode: The base of the comparison: `worktree` for the last commit, or `default` for the default branch.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/vcs/diff`.
        """
        if format != "patch":
            call = calls.vcs_diff(format=format, mode=mode, accept="application/json")
            return (await self._connection.exchange(call)).value
        text_call = _as_text(calls.vcs_diff(format=format, mode=mode, accept="text/x-diff"))
        return (await self._connection.exchange(text_call)).value


def _as_text(call: Call[Any]) -> Call[str]:
    """Return the same call with the whole body as its value."""
    return Call(
        call.operation,
        call.method,
        call.path,
        record=str,
        decode=str,
        extract=whole_record,
        query=call.query,
        context=call.context,
        accept=call.accept,
        parse=bytes.decode,
    )
