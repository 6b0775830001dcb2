"""The chat service: records, exports, impersonation and bulk jobs.

>>> from trivet.chat import ActingAs
>>> from trivet.chat.bulk import Bulk
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from .._async.export import AsyncExport as AsyncExport
    from .._core.files import Saved as Saved
    from .._sync.export import Export as Export
    from . import bulk as bulk
    from ._generated.names import *
    from ._impersonation.acting_as import ActingAs as ActingAs
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "ActingAs": "._impersonation.acting_as",
            "AsyncExport": ".._async.export",
            "Export": ".._sync.export",
            "Saved": ".._core.files",
        },
        submodules=("bulk",),
        generated="._generated.names",
    )
