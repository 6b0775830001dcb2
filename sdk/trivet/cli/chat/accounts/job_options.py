"""The options of a bulk job, and the files that it may write."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from attrs import frozen

from trivet._core.files import create_file
from trivet.cli.failures import UsageError
from trivet.cli.options import Force, check_file, check_output

Own = Annotated[
    str | None,
    typer.Option(
        "--own", metavar="ACCOUNT", help="Your own account, which no job locks out; default: as far as known."
    ),
]
"""The option that names the account that runs a job."""


@frozen
class Limits:
    """The options of a job: how fast it runs, when it stops, and how it resumes."""

    concurrency: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="Changes at the same time.")] = 8
    rate: Annotated[float | None, typer.Option(metavar="N", help="Begin at most N changes a second.")] = None
    max_failures: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Stop once N changes have failed or are unknown.")
    ] = None
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="When resuming, send again what the service refused.")
    ] = False
    verify: Annotated[bool, typer.Option("--verify", help="Look up every change at the end.")] = False
    moved_from: Annotated[
        str | None, typer.Option(metavar="URL", help="The service's URL in the journal, if it has another one now.")
    ] = None


@frozen
class RunOptions:
    """The options of a run: the question before it, and its files."""

    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would happen; change nothing.")] = False
    yes: Annotated[bool, typer.Option("--yes", help="Change without a question, as in scripts.")] = False
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The journal of the job; default: a new file here.")
    ] = None
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Resume the job of this journal; it has the rows.")
    ] = None
    results: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a CSV file with the outcome of every row.")
    ] = None
    force: Force = False

    def check(self) -> None:
        """Check the options and the files, before anything is sent.

        Raises:
            UsageError: A file cannot be used, or two options contradict each other.
        """
        if self.journal is not None and self.resume is not None:
            raise UsageError("--resume: it names the journal already; leave out --journal")
        if self.dry_run and self.yes:
            raise UsageError("--dry-run changes nothing; leave out --yes")
        journal = self.journal or self.resume
        if self.resume is not None and not self.resume.is_file():
            raise UsageError(f"--resume: {self.resume} is not a journal; is the folder the one of the first run?")
        if journal is not None:
            check_file("--journal", journal)
        if self.results is not None:
            if journal is not None and same_file(self.results, journal):
                raise UsageError("--results: it is the journal; name another file")
            check_output("--results", self.results, force=self.force)


def same_file(path: Path, other: Path) -> bool:
    """Return whether two paths, which need not exist, lead to the same file, perhaps by a link.

    >>> same_file(Path("saved/../a.journal"), Path("a.journal"))
    True
    """
    if path.exists() and other.exists():
        return path.samefile(other)
    return path.resolve() == other.resolve()


def new_journal(stem: str, now: datetime, folder: Path = Path()) -> Path:
    """Create an empty journal with the time in its name, and return its path.

    >>> new_journal("users-delete", datetime.now(UTC))
    PosixPath('users-delete-20250616-080000.journal')
    """
    return _create(stem, ".journal", now, folder, lambda path: create_file(path).close())


def new_folder(stem: str, now: datetime, folder: Path = Path()) -> Path:
    """Create a folder with the time in its name, which only its owner can read, and return its path.

    >>> new_folder("leavers", datetime.now(UTC))
    PosixPath('leavers-20250616-080000')
    """
    return _create(stem, "", now, folder, lambda path: path.mkdir(0o700))


def _create(stem: str, suffix: str, now: datetime, folder: Path, create: Callable[[Path], None]) -> Path:
    base = f"{stem}-{now:%Y%m%d-%H%M%S}"
    number = 1
    while True:
        path = folder / (f"{base}{suffix}" if number == 1 else f"{base}-{number}{suffix}")
        try:
            create(path)
        except FileExistsError:
            number += 1
        else:
            return path
