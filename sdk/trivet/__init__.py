"""Typed Python clients, sync and async, for three services.

>>> from trivet import BusClient
>>> with BusClient(account_key="…") as bus:
...     services = bus.arrivals.get("83139").services
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from . import errors as errors
    from ._async.events import AsyncEventStream as AsyncEventStream
    from ._async.http.aiohttp.transport import AiohttpTransport as AiohttpTransport
    from ._async.pager import AsyncPager as AsyncPager
    from ._core.answer import Answer as Answer
    from ._core.answer import Head as Head
    from ._core.answer import Headers as Headers
    from ._core.auth import Basic as Basic
    from ._core.auth import Bearer as Bearer
    from ._core.clock import Clock as Clock
    from ._core.decoders import Unknown as Unknown
    from ._core.events import Reconnected as Reconnected
    from ._core.pagination import Page as Page
    from ._core.pagination.page import IncompleteListError as IncompleteListError
    from ._core.record import Record as Record
    from ._core.record import extra as extra
    from ._core.unset import UNSET as UNSET
    from ._core.unset import Unset as Unset
    from ._core.upload import File as File
    from ._core.upload import FileContent as FileContent
    from ._generated.names import *
    from ._sync.events import EventStream as EventStream
    from ._sync.pager import Pager as Pager
    from ._version import __version__ as __version__
    from .errors import APIConnectionError as APIConnectionError
    from .errors import APIError as APIError
    from .errors import APIStatusError as APIStatusError
    from .errors import APITimeoutError as APITimeoutError
    from .errors import AuthenticationError as AuthenticationError
    from .errors import BadRequestError as BadRequestError
    from .errors import ConflictError as ConflictError
    from .errors import DecodeError as DecodeError
    from .errors import InternalServerError as InternalServerError
    from .errors import InvalidArgumentError as InvalidArgumentError
    from .errors import NotFoundError as NotFoundError
    from .errors import PermissionDeniedError as PermissionDeniedError
    from .errors import RateLimitError as RateLimitError
    from .errors import StreamError as StreamError
    from .errors import TrivetError as TrivetError
    from .errors import UnprocessableEntityError as UnprocessableEntityError
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "APIConnectionError": ".errors",
            "APIError": ".errors",
            "APIStatusError": ".errors",
            "APITimeoutError": ".errors",
            "AiohttpTransport": "._async.http.aiohttp.transport",
            "Answer": "._core.answer",
            "AsyncEventStream": "._async.events",
            "AsyncPager": "._async.pager",
            "AuthenticationError": ".errors",
            "BadRequestError": ".errors",
            "Basic": "._core.auth",
            "Bearer": "._core.auth",
            "Clock": "._core.clock",
            "ConflictError": ".errors",
            "DecodeError": ".errors",
            "EventStream": "._sync.events",
            "File": "._core.upload",
            "FileContent": "._core.upload",
            "Head": "._core.answer",
            "Headers": "._core.answer",
            "IncompleteListError": "._core.pagination.page",
            "InternalServerError": ".errors",
            "InvalidArgumentError": ".errors",
            "NotFoundError": ".errors",
            "Page": "._core.pagination",
            "Pager": "._sync.pager",
            "PermissionDeniedError": ".errors",
            "RateLimitError": ".errors",
            "Reconnected": "._core.events",
            "Record": "._core.record",
            "StreamError": ".errors",
            "TrivetError": ".errors",
            "UNSET": "._core.unset",
            "Unknown": "._core.decoders",
            "UnprocessableEntityError": ".errors",
            "Unset": "._core.unset",
            "__version__": "._version",
            "extra": "._core.record",
        },
        submodules=("errors",),
        generated="._generated.names",
    )
