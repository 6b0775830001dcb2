"""The extra `stubs`: the packages that a stub needs and a client does not, and the advice when one is missing."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

HOW_TO_INSTALL = "pip install '/path/to/trivet[stubs]', the path of its checkout or wheel"
"""How to install the extra, as the end of a message; by a path, because no package index has trivet."""

_PACKAGES = ("jsonschema_rs", "starlette", "uvicorn")


def advice(error: ImportError) -> str | None:
    """Return the advice for a failed import; None if the package does not belong to the extra.

    >>> advice(ModuleNotFoundError(name="starlette"))
    "the stubs need starlette, which is not installed: pip install …"
    """
    package = (error.name or "").partition(".")[0]
    if package not in _PACKAGES:
        return None
    return f"the stubs need {package.replace('_', '-')}, which is not installed: {HOW_TO_INSTALL}"


def missing() -> str | None:
    """Return the advice for the first package that is not installed; None if all are.

    >>> missing()
    """
    for name in _PACKAGES:
        if find_spec(name) is None:
            return advice(ModuleNotFoundError(name=name))
    return None


def load(module: str, name: str) -> object:
    """Return an attribute of a module that may need the extra.

    >>> load("trivet_stubs.serving.limits", "Limits")

    Raises:
        ModuleNotFoundError: A package of the extra is missing; the error says what to install.
    """
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        if (text := advice(error)) is None:
            raise
        raise ModuleNotFoundError(text, name=error.name) from error


def lazy(module: str) -> Any:
    """Return a proxy of a module that may need the extra; the module is imported when an attribute is first used.

    >>> port = lazy("trivet_stubs.serving.port")
    """
    return _LazyModule(module)


class _LazyModule(ModuleType):
    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # tools look for `__path__` or `__file__`, which must not import the module
            raise AttributeError(name)
        return load(self.__name__, name)
