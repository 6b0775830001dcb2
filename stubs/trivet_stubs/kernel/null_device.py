"""The null device in the place of an output that cannot be written any more."""

import os
from contextlib import suppress


def redirect_to_null_device(descriptor: int) -> None:
    """Let all that is still written to a descriptor vanish, where the interpreter's last flush would fail.

    >>> redirect_to_null_device(sys.stdout.fileno())
    """
    with suppress(OSError):
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, descriptor)
        os.close(null)
