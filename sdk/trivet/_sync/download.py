# Derived from sdk/trivet/_async/download.py by `python -m codegen`; do not edit.
"""Downloads of a file from another host, through a link that expires."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._concurrency.functions import run_blocking
from .._core.answer import Head
from .._core.call_deadline import CallEnd
from .._core.files import PartialFile, TransferProgress, check_replaceable, name_rest
from .._core.ranges import body_range, range_headers, validator
from .._core.redaction import redact, redact_text
from .._core.redirects import STATUSES, link_redirect_hint
from .._core.retry import Attempts, log_attempt
from .._core.status_errors import status_error
from .._core.traceback_locals import forget_frames, hide_arguments
from ..errors import APIConnectionError, APIStatusError, DecodeError, StreamError
from .connection import Connection
from .http.response import START, Response

if TYPE_CHECKING:
    from .._core.observation import Observation

_LINK = re.compile(r"(?ai)(?P<scheme>https?)://(?:[\w.~-]+|\[[\da-f:.]+\])(?::(?P<port>\d{1,5}))?/[!-~]*")


class Download:
    """The download of one file.

    A transfer that breaks off is resumed where it stopped, as often as the client retries, and then by a later run.
    """

    def __init__(
        self,
        connection: Connection,
        operation: str,
        *,
        link: Callable[[CallEnd], str],
        path: Callable[[str], Path],
        overwrite: bool,
        check: Callable[[Path], str | None],
        progress: TransferProgress | None,
        max_bytes: int | None,
    ) -> None:
        """Prepare the download without sending a request.

        Args:
            connection: The connection, whose credentials are not sent.
            operation: The operation's name, for errors.
            link: Requests a new link, before the end of the call.
            path: Returns the final name of the file for a link.
            overwrite: Whether an existing file with the final name is replaced.
            check: Checks the complete file, and returns a description of its fault, or None.
            progress: Called after every chunk that was written.
            max_bytes: The most bytes of the file; None for no limit.
        """
        self._connection = connection
        self._operation = operation
        self._link = link
        self._path = path
        self._overwrite = overwrite
        self._check = check
        self._progress = progress
        self._max_bytes = max_bytes

    @hide_arguments
    def run(self) -> tuple[Path, Head]:
        """Download the file, and give it its final name once it is complete.

        Raises:
            APIConnectionError: The host was not reached, or the transfer broke off; the bytes so far are kept.
            APIStatusError: The host refused, also with a new link.
            DecodeError: The file fails its check or is too long; it is removed.
            FileExistsError: A file with the final name exists, and must not be replaced.
            OSError: The disk is full, or the folder cannot be written; the bytes so far are kept.
        """
        observation = self._connection.observe(self._operation, "GET", None)
        try:
            result = self._run(observation)
        except BaseException as error:
            if observation is not None:
                observation.end_call(error)
            raise
        if observation is not None:
            observation.end_call(value_kind="file")
        return result

    def _run(self, observation: Observation | None) -> tuple[Path, Head]:
        settings = self._connection.settings
        attempts = self._connection.attempts(retryable=True)
        end = CallEnd(self._operation, settings.deadline, settings.clock)
        link = self._checked(self._link(end))
        partial = PartialFile(self._path(link))
        check_replaceable(partial.path, overwrite=self._overwrite)
        try:
            partial.claim()
            return self._complete(partial, link, attempts, end, observation)
        except BaseException as error:
            if partial.is_resumed:
                name_rest(error, partial.temporary)
            raise
        finally:
            partial.release()

    def _complete(
        self, partial: PartialFile, link: str, attempts: Attempts, end: CallEnd, observation: Observation | None
    ) -> tuple[Path, Head]:
        """Transfer the missing bytes of a file, in as many attempts as the client allows."""
        settings, is_first = self._connection.settings, True
        while True:
            try:
                response = self._transfer(link, partial, end, observation)
            except APIConnectionError as error:
                if observation is not None:
                    observation.end_attempt(error)
                decision = attempts.after_failure(sent=True, left=end.left())
                log_attempt(self._operation, error.reason, decision)
                if decision.wait is None:
                    error.hint = decision.hint
                    raise
                forget_frames(error)
            except APIStatusError as error:
                if observation is not None:
                    observation.end_attempt()
                if error.status == 403 and is_first:  # the link may have expired; if a new one is refused, it had not
                    log_attempt(self._operation, error.status, attempts.again_at_once())
                    forget_frames(error)
                    link, is_first = self._checked(self._link(end)), False
                    continue
                decision = attempts.after_status(error.status, error.headers, settings.clock.now, left=end.left())
                log_attempt(self._operation, error.status, decision)
                if decision.wait is None:
                    error.hint = error.hint or decision.hint
                    raise
                forget_frames(error)
            except DecodeError:  # the file is too long
                partial.discard()
                raise
            else:
                if observation is not None:
                    observation.end_attempt()
                self._inspect(partial, response)
                partial.finish(overwrite=self._overwrite)
                return partial.path, Head(response.status, response.headers)
            settings.clock.sleep(decision.wait)

    def _transfer(self, link: str, partial: PartialFile, end: CallEnd, observation: Observation | None) -> Response:
        """Request the missing bytes, and append them to the file; return the closed response."""
        have, known = partial.size(), partial.validator()
        headers = range_headers(have, known)
        response = self._connection.fetch(self._operation, link, headers, end, observation)
        try:
            part = body_range(response.status, response.headers, have if headers else 0)
            if headers and response.status != 200 and response.headers.get("etag", known) != known:
                # The host ignores If-Range. A weak ETag of the same name may stand for other bytes (RFC 9110, 8.8.3.2).
                part = None
            if part is None:
                if response.status == 206 or (response.status == 416 and headers):
                    # The bytes so far belong to another version of the file.
                    partial.discard()
                    raise StreamError(self._operation, "the host's file changed; starting again")
                raise self._refusal(response, link)
            if response.status == 416:
                return response
            done = part.start
            self._limit(response, part.total or 0)
            with partial.open(part.start, validator(response.headers)) as file:
                with closing(response.chunks()) as chunks:
                    for chunk in chunks:
                        done += len(chunk)
                        self._limit(response, done)
                        file.write(chunk)
                        if self._progress is not None:
                            self._progress(done, part.total)
            if part.total is not None and done != part.total:
                raise StreamError(self._operation, f"the body ended after {done} of {part.total} bytes")
            return response
        finally:
            response.close()

    def _limit(self, response: Response, size: int) -> None:
        if self._max_bytes is not None and size > self._max_bytes:
            why = f"the file is longer than max_bytes, {self._max_bytes} bytes"
            headers = response.headers.without(response.secrets)
            raise DecodeError(self._operation, response.status, headers, b"", why)

    def _refusal(self, response: Response, link: str) -> APIStatusError:
        settings, start = self._connection.settings, response.start()
        error = status_error(settings, self._operation, response, start, (), whole=response.is_whole)
        if response.status in STATUSES:
            error.hint = link_redirect_hint(response.headers.get("location"), link)
        return error

    def _inspect(self, partial: PartialFile, response: Response) -> None:
        """Check the complete file, and delete it if it fails."""
        fault = run_blocking(lambda: self._check(partial.temporary))
        if fault is None:
            return
        with partial.temporary.open("rb") as file:
            start = file.read(START)
        length = partial.size()
        partial.discard()
        secrets = response.secrets
        body, why = redact(start, secrets), redact_text(fault, secrets)
        raise DecodeError(self._operation, response.status, response.headers.without(secrets), body, why, length)

    def _checked(self, link: Any) -> str:
        """Return a link if it is an http(s) URL; the error does not show the link, which is a secret."""
        secure = self._connection.settings.base_url.lower().startswith("https:")
        match = _LINK.fullmatch(link) if isinstance(link, str) else None
        if match is None or int(match["port"] or 0) > 65535 or (secure and match["scheme"].lower() != "https"):
            scheme = "https" if secure else "http"
            raise StreamError(self._operation, f"the service sent a link that is not an {scheme} URL")
        return match[0]
