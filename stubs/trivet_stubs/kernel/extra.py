"""The extra `stubs`: the packages that a stub needs and a client does not, and what to do without them."""

_PACKAGES = ("jsonschema_rs", "starlette", "uvicorn")


def advice(error: ImportError) -> str | None:
    """What to do about a failed import; None if the package does not belong to the extra.

    >>> advice(ModuleNotFoundError(name="starlette"))
    "the stubs need starlette, which is not installed: pip install 'trivet[stubs]'"
    """
    package = (error.name or "").partition(".")[0]
    if package not in _PACKAGES:
        return None
    return f"the stubs need {package.replace('_', '-')}, which is not installed: pip install 'trivet[stubs]'"
