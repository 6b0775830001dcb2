"""The functions that `--tools` names, from modules of the user."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from trivet._core.extras import how_to_install
from trivet._text import printable
from trivet.cli.failures import UsageError


def read_functions(texts: Iterable[str]) -> list[Callable[..., Any]]:
    """Return the functions of values such as `shop:lookup,search`; modules of the working directory are found, too.

    Raises:
        UsageError: A value is no module with functions, the module cannot be imported, or the extra is missing.
    """
    texts = [*texts]
    if texts and any(find_spec(package) is None for package in ("mcp", "uvicorn")):
        raise UsageError(f"--tools needs mcp and uvicorn: {how_to_install('tools')}")
    return [function for text in texts for function in _functions(text)]


def _functions(text: str) -> list[Any]:
    name, colon, listed = text.partition(":")
    names = [part.strip() for part in listed.split(",")]
    if not colon or not all(part.isidentifier() for part in (*name.split("."), *names)):
        raise UsageError(f"--tools: {printable(text)} is not MODULE:FUNCTION,…, such as shop:lookup,search")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(name)
    except Exception as error:  # a module of the user may raise anything
        raise UsageError(
            f"--tools: {name} cannot be imported: {type(error).__name__}: {printable(str(error))}"
        ) from None
    missing = [function for function in names if not callable(getattr(module, function, None))]
    if missing:
        raise UsageError(f"--tools: {name} has no function {missing[0]}")
    return [getattr(module, function) for function in names]
