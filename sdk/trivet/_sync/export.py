# Derived from sdk/trivet/_async/export.py by `python -m codegen`; do not edit.
"""Exports: documents too large to hold in memory, which are read record by record or saved to a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from .._concurrency.functions import resolve
from .._core import check
from .._core.answer import Head, Unsent
from .._core.call import Call
from .._core.files import (
    Saved,
    TransferProgress,
    check_replaceable,
    file_name,
    give_final_name,
    name_rest,
    temporary_name,
    unfinished_file,
)
from .._core.id_counter import IdCounter
from .._core.lazy_imports import lazy
from .._core.pagination import Batch
from .._core.public import exported_from
from .._core.ranges import content_length
from .._core.traceback_locals import clear_locals, hide_arguments
from ..errors import APIConnectionError, APIError, APITimeoutError, StreamError
from .connection import Connection
from .http.response import Response

if TYPE_CHECKING:
    from .._core import answer_decoder, incremental_reader
else:
    answer_decoder = lazy("trivet._core.answer_decoder")
    incremental_reader = lazy("trivet._core.incremental_reader")

T = TypeVar("T")


@exported_from("trivet.chat")
class Export(Unsent, Generic[T]):
    """A document of the service, which is requested each time it is read.

    Iterate over it to get its records, which are decoded as they arrive and not kept:

        for rating in client.admin.ratings.export():
            print(rating.rating)

    A loop that ends early leaves the connection open until its iterator is closed or collected.

    A service that collects a document page by page, in an order without a tie-break, repeats some records and leaves
    others out. So the ids are counted, and the end of a document that repeats one raises an error. That takes 4 MB at
    most: of more than half a million ids, only a part is counted.

    Attributes:
        head: The status and headers of the latest answer; None before the first.
    """

    def __init__(
        self,
        connection: Connection,
        call: Call[Any],
        read: Callable[[Head], incremental_reader.Reader[T]],
        *,
        name: str,
        read_timeout: float | None,
        remedy: str,
        listed: Call[Batch[Any]] | None = None,
    ) -> None:
        """Prepare the export without sending a request.

        Args:
            connection: The connection.
            call: The call that requests the document.
            read: Makes the reader for an answer with this head.
            name: The name of the file if the service sends none.
            read_timeout: Seconds for each wait for data.
            remedy: How to get the records that a document lacks because it repeats others.
            listed: The call of a page of the list of the same records, whose total is compared with the number of
                records; None for a document that states its own total.
        """
        self._connection = connection
        self._call = call
        self._read = read
        self._name = name
        self._read_timeout = read_timeout
        self._remedy = remedy
        self._listed = listed
        self.head: Head | None = None

    def __iter__(self) -> Generator[T, None, None]:
        total = self._total_before()
        response, record = self._open(), None
        try:
            with closing(self._records(response, total, None)) as records:
                for record in records:
                    yield record
        except BaseException as error:
            record = None
            clear_locals(error)
            response.fail(error)
            raise
        finally:
            response.close()

    @hide_arguments
    def save(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        overwrite: bool = False,
        progress: TransferProgress | None = None,
        max_bytes: int | None = None,
    ) -> Saved:
        """Write the document to a file as it arrives; the file gets its final name once it is complete.

        >>> saved = client.admin.ratings.export().save("ratings.json")

        Only its owner can read the file, because it may hold the messages of all users. If the document breaks off, its
        bytes stay in a file `….trivet-part`, which the error names, and the next call starts from the beginning.

        Args:
            path: The file to write, which replaces an existing file; or an existing folder, where the file gets the
                name that the service sends and replaces no file. By default, the current folder.
            overwrite: Whether a file in the folder is replaced if it has the name that the service sends.
            progress: Called after every chunk with the bytes so far and the size of the document, or None.
            max_bytes: The most bytes of the document; None for no limit.

        Raises:
            InvalidArgumentError: `progress` is not callable, or `max_bytes` is not positive; nothing was sent.
            APIConnectionError: The service was not reached, or the document broke off or is incomplete.
            APIStatusError: The service refused.
            DecodeError: The answer is not the document that the contract states, or longer than `max_bytes`.
            FileExistsError: The folder has a file with the name that the service sends, and `overwrite` is not set.
            OSError: The file cannot be written; a missing folder is noticed before anything is sent.
        """
        check.function("progress", progress)
        check.size("max_bytes", max_bytes)
        check.boolean("overwrite", overwrite)
        target = Path() if path is None else Path(path)
        is_file = not target.is_dir()
        os.scandir(target.parent if is_file else target).close()  # raises for a missing folder
        total = self._total_before()
        response = self._open()
        try:
            final = target if is_file else target / self._name_from(response)
            check_replaceable(final, overwrite=overwrite or is_file)
            size = _size(response)
            done = count = 0
            rest = temporary_name(final, shared=False)
            with unfinished_file(final) as (temporary, file):  # another call may save to the same path, too
                try:

                    def keep(chunk: bytes) -> None:
                        nonlocal done
                        done += len(chunk)
                        self._limit(response, done, max_bytes)
                        file.write(chunk)
                        if progress is not None:
                            resolve(progress(done, size))

                    with closing(self._records(response, total, keep)) as records:
                        for record in records:
                            count += 1
                            del record  # this frame calls those of an error that an observer may keep
                    file.flush()
                    os.fsync(file.fileno())
                    file.close()
                    give_final_name(temporary, final, overwrite=overwrite or is_file)
                except BaseException as error:
                    with suppress(OSError):
                        file.close()
                    with suppress(OSError):
                        temporary.replace(rest)
                        name_rest(error, rest)
                    raise
            with suppress(OSError):
                rest.unlink()
            return Saved(final, Head(response.status, response.headers), count)
        except BaseException as error:
            response.fail(error)
            raise
        finally:
            response.close()

    def _limit(self, head: Head, done: int, max_bytes: int | None) -> None:
        if max_bytes is not None and done > max_bytes:
            why = f"the document is longer than max_bytes, {max_bytes} bytes"
            raise answer_decoder.decode_error(self._call, self._connection.settings, head, b"", why, whole=False)

    def _open(self) -> Response:
        response = self._connection.stream(self._call, self._read_timeout)
        self.head = Head(response.status, response.headers)
        return response

    def _total_before(self) -> int | None:
        """Return the total of the list before the document is requested; None if it is not known."""
        try:
            return self._total()
        except APITimeoutError:  # the request of the document would end in the same way
            raise
        except APIConnectionError as error:
            if not error.sent:
                raise
        except APIError:  # the request of the document shows whether it is refused, too
            pass
        return None

    def _total(self) -> int | None:
        return None if self._listed is None else (self._connection.exchange(self._listed)).value.total

    def _records(
        self, response: Response, total: int | None, keep: Callable[[bytes], None] | None
    ) -> Generator[T, None, None]:
        """Yield the records of an open answer, and call `keep` with each chunk before it is parsed.

        Args:
            response: The answer.
            total: The total of the list before the answer, if it is known.
            keep: Called with each chunk.
        """
        parser, size, ids = self._read(response), _size(response), IdCounter()
        done, chunk = 0, b""
        broken: StreamError
        try:
            with closing(response.chunks()) as chunks:
                for chunk in chunks:
                    self._connection.check_scope(self._call)
                    done += len(chunk)
                    if keep is not None:
                        keep(chunk)
                    for record in self._checked(parser.feed(chunk), response, parser, chunk):
                        _count(ids, record)
                        yield record
            last = list(self._checked(_last(parser, done, size), response, parser, chunk))
            for record in last:
                _count(ids, record)
            self._compare(parser, total)
            self._check_repeated(parser, ids)
            for record in last:
                yield record
        except StreamError as error:
            broken = error
        else:
            return
        failure = StreamError(self._call.operation, f"{broken.reason}, after {parser.count} records")
        failure.server, failure.proxy, failure.hint = broken.server, broken.proxy, broken.hint
        raise failure

    def _compare(self, parser: incremental_reader.Reader[T], before: int | None) -> None:
        """Raise an error unless a document without a total holds as many records as the list.

        The list may have changed while the document arrived, so any number between its totals before and after will do.
        """
        if self._listed is None or parser.count == before:
            return
        after = self._total() or 0
        totals = (after, after if before is None else before)
        if min(totals) <= parser.count <= max(totals):
            return
        why = f"it holds {parser.count} rows, and the list has {after}"
        why = incremental_reader.CUT_ROW if parser.is_open else why
        raise StreamError(self._call.operation, f"the document is not whole: {why}")

    def _check_repeated(self, parser: incremental_reader.Reader[T], ids: IdCounter) -> None:
        """Raise an error if several records have the same id: as many others are missing."""
        if not (repeated := ids.repeated):
            return
        count = f"{repeated}" if ids.is_exact else f"at least {repeated}"
        has, is_ = ("has", "is") if repeated == 1 else ("have", "are")
        why = f"{count} of its {parser.count} records {has} the id of an earlier one"
        missing = f"at least {repeated} {is_} missing"
        error = StreamError(self._call.operation, f"the document is not whole: {why}, so {missing}")
        error.hint = self._remedy
        raise error

    def _checked(
        self, records: Iterator[T], head: Head, parser: incremental_reader.Reader[T], chunk: bytes
    ) -> Iterator[T]:
        """Yield the records of a chunk, and turn the errors of the reader into errors of trivet."""
        call = self._call
        failure: APIError
        try:
            yield from records
        except GeneratorExit:  # before the next line, which can import nothing at the interpreter's exit
            raise
        except incremental_reader.NotWholeError as error:
            failure = StreamError(call.operation, f"the document is not whole: {error}")
        except ValueError as error:
            why = f"the document cannot be read after {parser.count} records: {error}"
            failure = answer_decoder.decode_error(call, self._connection.settings, head, chunk, why, whole=False)
        else:
            return
        raise failure  # outside the handler: the traceback of the reader's error holds a part of the document

    def _name_from(self, response: Response) -> str:
        """Return the file name that the service sends, if it has the suffix of the document; else the default name."""
        name = file_name(response.headers)
        return name if name is not None and Path(name).suffix == Path(self._name).suffix else self._name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._call.operation!r})"


def _count(ids: IdCounter, record: Any) -> None:
    """Count the id of a record or of the row of a table, if it has one."""
    row = cast("dict[str, str]", record)
    identity = row.get("ID") if isinstance(record, dict) else getattr(record, "id", None)
    if identity is not None:
        ids.add(identity)


def _last(parser: incremental_reader.Reader[T], done: int, size: int | None) -> Iterator[T]:
    """Yield the records that the end of a document completes, after checking its length."""
    if size is not None and done != size:
        raise incremental_reader.NotWholeError(f"it ended after {done} of {size} bytes")
    yield from parser.end(is_sized=size is not None)


def _size(head: Head) -> int | None:
    """Return the length of the body if the headers state it."""
    return None if "content-encoding" in head.headers else content_length(head.headers)
