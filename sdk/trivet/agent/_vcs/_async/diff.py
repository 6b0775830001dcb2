"""What changed in the directory of a runtime context, as records or as a patch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ...._async.client import AsyncResource
from ...._core.call import Call, whole_record
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated import models as m

__all__ = ["AsyncVcsDiff"]

Mode = Literal["worktree", "default"]


class AsyncVcsDiff(AsyncResource):
    """What reads the diff in either format."""

    @overload
    async def diff(self, *, format: Literal["json"] | None = None, mode: Mode | None = None) -> list[m.VcsFileDiff]: ...
    @overload
    async def diff(self, *, format: Literal["patch"], mode: Mode | None = None) -> str: ...
    async def diff(
        self, *, format: Literal["json", "patch"] | None = None, mode: Mode | None = None
    ) -> list[m.VcsFileDiff] | str:
        """What changed in the directory of the runtime context.

        Args:
            format: `json` for the diff of each file, or `patch` for one text that `patch` takes.
            mode: What the directory is compared with: `worktree`, its last commit, or `default`, the default branch.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused, or gave a body that does not fit.

        Contract: Endpoints, `GET /api/vcs/diff`.
        """
        if format != "patch":
            found = await self._connection.exchange(calls.vcs_diff(format=format, mode=mode, accept="application/json"))
            return found.value
        call = calls.vcs_diff(format=format, mode=mode, accept="text/x-diff")
        answer = await self._connection.exchange(_as_text(call))
        return answer.value


def _as_text(call: Call[Any]) -> Call[str]:
    """The same call, whose answer is its body."""
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
