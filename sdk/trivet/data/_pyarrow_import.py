"""pyarrow, which is imported when it is first used, because trivet itself does not require it.

pyarrow has no type information, so its values are `Any` here.
"""

from __future__ import annotations

import importlib
from typing import Any

from .._core.extras import how_to_install


def arrow(module: str = "") -> Any:
    """Return pyarrow, or one of its modules.

    >>> arrow("parquet").ParquetWriter

    Raises:
        ModuleNotFoundError: pyarrow is not installed; the message says how to install it.
    """
    try:
        return importlib.import_module(f"pyarrow.{module}" if module else "pyarrow")
    except ModuleNotFoundError as error:
        if error.name != "pyarrow":
            raise
        message = f"trivet.data needs pyarrow: {how_to_install('data')}"
        raise ModuleNotFoundError(message, name="pyarrow") from None
