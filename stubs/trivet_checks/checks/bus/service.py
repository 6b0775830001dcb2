"""A bus server as its checks see it: first pages of records, arrivals at a few stops, links to files.

Every check only reads. Pages that several checks look at are read once in a run, because a server has a quota.
"""

import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import islice
from typing import cast

from trivet_checks.checks.target import Caller, Target
from trivet_checks.exchange_rules.answer_rule import AnswerRule
from trivet_checks.exchange_rules.bus import SLOTS, signed_at
from trivet_checks.exchanges.evidence import Broken, Evidence, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.exchanges.request import Query, Request
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.serving.bounded_http_client import NoAnswer

NO_STOP = "00000"
"""A code of five digits that no stop has."""

FAR = 100_000_000
"""An offset behind the last record of every list."""
_SAMPLED_STOPS = 12
_MOST_PAGES = 10
_ENOUGH = 4096
_ZIP = b"PK\x03\x04"
_HEAD = struct.Struct("<4s4xH16xHH")
"""A zip's first entry: signature, method, the lengths of its name and of the extra field."""
_DEFLATED = 8
_PRESENTABLE = range(0x20, 0x7F)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedFile:
    """The beginning of the file that a link leads to."""

    request: str
    """The link as a curl command, without its query, which is the secret of a pre-signed link."""
    status: int
    beginning: bytes

    @property
    def ok(self) -> bool:
        """Whether the link opens a file."""
        return 200 <= self.status < 300

    @property
    def evidence(self) -> Evidence:
        """The exchange as a report shows it."""
        return Evidence(self.request, f"{self.status} and {'a file' if self.ok else 'no file'}")

    def expect(self, condition: bool, message: str) -> None:
        """Raise `Broken` unless a condition is true."""
        if not condition:
            raise Broken(message, self.evidence)

    def lines(self) -> list[str]:
        """The first two lines of the text, or of the first text in a zip.

        Raises:
            NotTried: The file is neither.
        """
        try:
            data = _unpacked(self.beginning)
        except (struct.error, zlib.error) as error:
            raise NotTried(f"the file is a zip that cannot be read: {error}") from error
        lines = data.decode("utf-8-sig", "replace").splitlines()[:2]
        if len(lines) < 2 or not all(ord(character) in _PRESENTABLE for character in lines[0]):
            raise NotTried("the file is neither text nor a zip of text")
        return lines


class Bus:
    """A bus server, and the tools of its checks."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self._pages: dict[str, Reply] = {}
        self._sampled = 0.0

    @property
    def user(self) -> Caller:
        """A caller with an account key."""
        return self.target.caller("user")

    def read(self, operation: str, query: Query | None = None) -> Reply:
        """The answer of an operation as JSON, whatever the default format is."""
        return self.user.call(operation, query=query, headers={"accept": JSON})

    def page(self, operation: str) -> Reply:
        """The first page of a list."""
        if operation not in self._pages:
            self._pages[operation] = self.read(operation).needed()
        return self._pages[operation]

    def far_page(self, operation: str) -> Reply:
        """A page far behind the last record of a list."""
        name = f"{operation} far"
        if name not in self._pages:
            self._pages[name] = self.read(operation, {"$skip": FAR})
        return self._pages[name]

    def later_pages(self, operation: str) -> Iterator[Reply]:
        """The pages behind the first one of a list, up to a bound."""
        skip = len(rows(self.page(operation)))
        for _ in range(_MOST_PAGES):
            page = self.read(operation, {"$skip": skip})
            if not matches(page):
                return
            yield page
            skip += len(matches(page))

    def records(self, operation: str) -> list[Json]:
        """The records of the first page of a list.

        Raises:
            NotTried: There are none.
        """
        records = rows(self.page(operation))
        if not records:
            raise NotTried(f"{operation} has no records")
        return records

    def arrivals_at(self, stop_code: str, **query: str) -> Reply:
        """The arrivals at a stop."""
        return self.possible_arrivals_at(stop_code, **query).needed()

    def possible_arrivals_at(self, stop_code: str, **query: str) -> Reply:
        """The arrivals at a stop, or of a service, that there may not be: then a server may refuse the request."""
        return self._arrivals({"BusStopCode": stop_code, **query}, JSON)

    @cached_property
    def a_stop(self) -> str:
        """The code of a stop at which there are arrivals, or of none if the server shows no such stop."""
        with suppress(Broken, NotTried):
            answers = self.sampled_arrivals
            if answers:
                return max(answers, key=lambda code: bool(answers[code].body and answers[code].json.get("Services")))
        return NO_STOP

    def in_format(self, operation: str, media_type: str | None) -> Reply:
        """The answer of an operation in a format, or in the default one."""
        if operation == "arrivals.get":
            return self._arrivals({"BusStopCode": self.a_stop}, media_type).needed()
        return self.user.call(operation, headers=_accepting(media_type)).needed()

    def _arrivals(self, query: Query, media_type: str | None) -> Reply:
        """Arrivals; an empty body, as servers send it at night, is compared with no spec."""
        operation = self.target.shapes.contract.operations["arrivals.get"]
        headers = _accepting(media_type)
        reply = self.user.request(operation.method, operation.path, query=query, headers=headers)
        if reply.body:
            self.target.shapes.add(operation, reply)
        return reply

    @cached_property
    def sampled_arrivals(self) -> dict[str, Reply]:
        """The arrivals at a few stops by their codes, along the first routes and from the first page of stops.

        A stop without a bus may be refused as one that is not there, if the others are not.
        """
        spread: list[Json] = []
        for operation in self.target.of(("routes.list", "stops.list")):
            records = rows(self.page(operation))
            spread += records[:: max(1, len(records) * 2 // _SAMPLED_STOPS)]
        codes = dict.fromkeys(str(row["BusStopCode"]) for row in spread)
        self._sampled = self.target.budget.elapsed
        answers = {code: self.possible_arrivals_at(code) for code in islice(codes, _SAMPLED_STOPS)}
        served = {code: reply for code, reply in answers.items() if reply.ok or not 400 <= reply.status < 500}
        return {code: reply.needed() for code, reply in (served or answers).items()}

    def time_of_sample(self) -> datetime:
        """The time by the server when the arrivals were sampled.

        Raises:
            NotTried: The server does not say.
        """
        now = self.now()
        return now - timedelta(seconds=self.target.budget.elapsed - self._sampled)

    @property
    def arrivals(self) -> list[Reply]:
        """The sampled answers that have a service.

        Raises:
            NotTried: There is none, as at night.
        """
        replies = [reply for reply in self.sampled_arrivals.values() if reply.body and reply.json.get("Services")]
        if not replies:
            raise NotTried(f"none of {len(self.sampled_arrivals)} stops has a service now")
        return replies

    @property
    def services_at_stops(self) -> Iterator[tuple[Reply, Json]]:
        """Each service at a sampled stop, with its answer."""
        return ((reply, service) for reply in self.arrivals for service in reply.json["Services"])

    @property
    def buses(self) -> Iterator[tuple[Reply, Json]]:
        """Each bus that is expected at a sampled stop, with its answer."""
        slots = ((reply, service.get(slot)) for reply, service in self.services_at_stops for slot in SLOTS)
        return ((reply, bus) for reply, bus in slots if bus and bus.get("EstimatedArrival"))

    def links(self, operation: str, month: str | None = None) -> list[str]:
        """The links to the file of a month, which may have none; those to the default month's without one."""
        reply = self.read(operation, {"Date": month})
        records = rows(reply) if month is None else matches(reply)
        return [record["Link"] for record in records]

    def link(self, operation: str, month: str | None = None) -> str:
        """A new link to a month's file.

        Raises:
            NotTried: The server has no file.
        """
        links = self.links(operation, month)
        if not links:
            raise NotTried(f"{operation} has no file{f' of {month}' if month else ''}")
        return links[0]

    def open(self, link: str) -> OpenedFile:
        """The beginning of the file that a link leads to; the account key stays here."""
        return open_file(self.target, link)

    def opened(self, operation: str) -> OpenedFile:
        """The beginning of the file that a new link leads to.

        Raises:
            NotTried: It leads to none, of which there is a rule.
        """
        file = self.open(self.link(operation))
        if not file.ok:
            raise NotTried(f"needs a link that opens its file: a new one gives {file.status}")
        return file

    def now(self) -> datetime:
        """The time by the server: when it signed a link, or the `date` header of that answer.

        The clock of this machine is of no use: a stub has a clock of its own.

        Raises:
            NotTried: The server does not say.
        """
        reply = self.read("passenger_volume.by_stop").needed()
        links = [str(record["Link"]) for record in rows(reply)]
        for link in links:
            if (signed := signed_at(link)) is not None:
                return signed
        try:
            return datetime.strptime(reply.headers["date"], "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
        except (KeyError, ValueError):
            raise NotTried("the server does not show its time") from None


def rows(reply: Reply) -> list[Json]:
    """The records of a list.

    Raises:
        NotTried: The answer has no array of them, of which there is a rule.
    """
    envelope = reply.needed().json
    records: object = cast(Json, envelope).get("value") if isinstance(envelope, dict) else None
    if not isinstance(records, list):
        raise NotTried("needs the records of a list: the answer has no array `value`")
    return cast(list[Json], records)


def matches(reply: Reply) -> list[Json]:
    """The records of a list that may have none: no contract says how a request is answered that nothing matches.

    >>> matches(bus.read("stops.list", {"BusStopCode": NO_STOP}))
    []
    """
    if reply.ok:
        return rows(reply)
    reply.is_refused()
    return []


def look_at(replies: Iterable[Reply], rule: AnswerRule, nothing: str) -> None:
    """Look whether answers keep a rule that one of them at least has to show.

    Args:
        replies: The answers.
        rule: The rule, which the proxy judges by, too.
        nothing: Why it is not tried if no answer shows it.

    Raises:
        Broken: An answer shows that the server breaks the rule.
        NotTried: None shows the rule.
    """
    shown = [reply.shows(rule) for reply in replies]
    if not any(shown):
        raise NotTried(nothing)


def halves(code: str) -> list[str]:
    """The texts that a code begins with, and those that it ends with: a filter that is a comparison finds none of them.

    >>> halves("196A")
    ['196', '96A']
    """
    return [half for half in (code[:-1], code[1:]) if half]


def open_file(target: Target, link: str) -> OpenedFile:
    """Read the beginning of the file that a link leads to, without credentials.

    Raises:
        Broken: There is no answer.
    """
    target.budget.spend()
    body = b""
    shown = target.gate.curl(Request(method="GET", url=_without_query(link)))
    try:
        with target.client.stream("GET", link) as stream:
            while len(body) < _ENOUGH and (piece := stream.take()):
                body += piece
            return OpenedFile(request=shown, status=stream.status, beginning=body)
    except NoAnswer as error:
        message = f"the link leads to no answer: {type(error).__name__}"
        raise Broken(message, Evidence(shown, "none")) from None


def _accepting(media_type: str | None) -> dict[str, str]:
    return {} if media_type is None else {"accept": media_type}


def _unpacked(beginning: bytes) -> bytes:
    if not beginning.startswith(_ZIP):
        return beginning
    _, method, name, extra = _HEAD.unpack_from(beginning)
    packed = beginning[_HEAD.size + name + extra :]
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, _ENOUGH) if method == _DEFLATED else packed


def _without_query(link: str) -> str:
    return link.partition("?")[0] + "?…"
