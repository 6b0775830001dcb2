"""Files that a program attaches to a prompt, by path or as bytes, with bounded sizes."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable
from mimetypes import guess_type
from pathlib import Path
from typing import TypeAlias

from attrs import evolve

from ...errors import InvalidArgumentError
from .._generated.models import Prompt, PromptFile

Attachment: TypeAlias = str | os.PathLike[str] | tuple[str, bytes] | PromptFile
"""A file: a path of this machine, a name and the content, or a record of the contract."""

MOST_BYTES = 10_000_000
"""The most bytes of a file; a longer one is named in the prompt instead."""

MOST_FILES = 100
"""The most files of a prompt."""


def prompt_of(prompt: Prompt | str, files: Iterable[Attachment] | None) -> Prompt | str:
    """Return a prompt with files.

    >>> prompt_of("What is this?", ["tree.png", ("notes.txt", b"A pear tree.")])

    Raises:
        InvalidArgumentError: A file cannot be read or is too large, or there are too many.
    """
    if files is None:
        return prompt
    if isinstance(files, str | os.PathLike):
        raise InvalidArgumentError("files", "a list of paths, or of names with bytes", files)
    attached = [prompt_file(file) for file in files]
    record = Prompt(text=prompt) if isinstance(prompt, str) else prompt
    together = [*(record.files or ()), *attached]
    if len(together) > MOST_FILES:
        raise InvalidArgumentError("files", f"at most {MOST_FILES} files", len(together))
    return evolve(record, files=together) if together else prompt


def prompt_file(file: Attachment) -> PromptFile:
    """Return the record of a file with its content as a data URL; the server may run on another machine.

    >>> prompt_file(("notes.txt", b"A pear tree.")).mime
    'text/plain'

    Raises:
        InvalidArgumentError: It cannot be read, or is too large.
    """
    if isinstance(file, PromptFile):
        return file
    if isinstance(file, tuple):
        name, content = file
    else:
        name, content = Path(file).name, _read(file)
    if not isinstance(content, bytes | bytearray):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidArgumentError("files", "a path, or a name with bytes", file)
    if len(content) > MOST_BYTES:
        raise InvalidArgumentError("files", f"files of at most {MOST_BYTES:,} bytes", name)
    media_type = guess_type(name)[0] or ("application/octet-stream" if b"\0" in content else "text/plain")
    if media_type.startswith("text/"):
        media_type = "text/plain"  # servers pass other kinds of text to the model as files that it may not know
    uri = f"data:{media_type};base64,{b64encode(content).decode('ascii')}"
    return PromptFile(uri=uri, mime=media_type, name=name)


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        with Path(path).open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidArgumentError("files", f"files that can be read ({error})", os.fspath(path)) from None
