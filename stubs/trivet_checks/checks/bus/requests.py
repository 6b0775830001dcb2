"""All operations: the account key, the inputs that they take, the form of their answers, and their pages."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from trivet_checks.checks.bus.service import FAR, Bus, look_at, rows
from trivet_checks.checks.forbidden_requests import ForbiddenRequest, InputWalk
from trivet_checks.checks.suite import REFUSAL, check
from trivet_checks.checks.target import Caller
from trivet_checks.exchange_rules import bus as rules
from trivet_checks.exchange_rules.answer_rule import AnswerRule
from trivet_checks.exchange_rules.bus import PAGED, VOLUME
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_stubs.kernel.operation import JSON

_ATOM = "application/atom+xml"
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")
_STRANGERS: Mapping[str, Callable[[Bus], Caller]] = {
    "no key": lambda bus: bus.target.anonymous,
    "an unknown key": lambda bus: bus.user.presenting(bus.target.name("key"), "no-such-key"),
    "a key that ends otherwise": lambda bus: bus.user.presenting(f"{_key_of(bus)}0"),
}
"""Everyone whom the server has to refuse, as a table for the rules about callers."""
_NOT_IMPLEMENTED = 501


@check("bus.access.account-key-is-needed", own_condition=REFUSAL)
def account_key_is_needed(bus: Bus) -> None:
    """Every operation refuses a caller who sends no key."""
    _is_refused_to(bus, "no key", bus.target.shapes.contract.operations)


@check("bus.access.unknown-key-is-401", own_condition=REFUSAL)
def unknown_key_is_401(bus: Bus) -> None:
    """A key that the server never gave out, one that ends otherwise, and no key at all, are 401."""
    for who in _STRANGERS:
        _is_refused_to(bus, who, ("arrivals.get", "stops.list"), 401)


def _is_refused_to(bus: Bus, who: str, operations: Iterable[str], *statuses: int) -> None:
    """Operations are refused to a caller whom the server does not know."""
    caller = _STRANGERS[who](bus)
    for operation in bus.target.of(operations):
        query = {"BusStopCode": bus.a_stop} if operation == "arrivals.get" else None
        caller.call(operation, *_segments(bus, operation), query=query).is_refused(*statuses)


@check("bus.requests.every-operation-is-a-get", own_condition=REFUSAL)
def every_operation_is_a_get(bus: Bus) -> None:
    """A path of the contract refuses every method that changes something."""
    operations = bus.target.shapes.contract.operations
    for operation in bus.target.of(operations):
        for method in _CHANGING:
            reply = bus.user.request(method, operations[operation].path)
            if reply.status != _NOT_IMPLEMENTED:  # the method, which no server has to know
                reply.is_refused()


@check("bus.requests.only-arrivals-are-below-v3")
def only_arrivals_are_below_v3(bus: Bus) -> None:
    """The arrivals answer below /v3 and nowhere else, and no list answers there. The contract gives no status."""
    bus.arrivals_at(bus.a_stop)
    for path in rules.OTHER_PATHS:
        reply = bus.user.request("GET", path, query={"BusStopCode": bus.a_stop} if path == "/BusArrival" else None)
        reply.keeps(rules.only_arrivals_are_below_v3)


@check("bus.requests.unknown-paths-are-a-gateway-fault")
def unknown_path_is_a_gateway_fault(bus: Bus) -> None:
    """The fault has the code that the gateway of the public service gives."""
    reply = bus.user.request("GET", "/NoSuchPath")
    reply.expect(reply.status >= 400, "a path that is not the contract's answers")
    if not reply.shows(rules.unknown_path_is_a_gateway_fault, fault="route"):
        reply.broken(f"the answer is {reply.status}, and not the fault of the gateway")


@check("bus.requests.what-the-contract-forbids-is-400", own_condition=REFUSAL)
def what_the_contract_forbids_is_400(bus: Bus) -> None:
    """An input of a wrong type, one below its bound and a missing one are 400."""
    for wrong in _forbidden(bus):
        if wrong.keyword != "unevaluatedProperties":
            _send(bus, wrong).is_refused(400)


@check("bus.requests.unknown-parameters-are-400", own_condition=REFUSAL)
def unknown_parameter_is_400(bus: Bus) -> None:
    """A parameter that no operation has is 400."""
    for wrong in _forbidden(bus):
        if wrong.keyword == "unevaluatedProperties":
            _send(bus, wrong).is_refused(400)


@check("bus.requests.accept-selects-the-format")
def accept_selects_the_format(bus: Bus) -> None:
    """Each operation comes as Atom, which is XML, and a list as JSON, as the header says. Arrivals may have no body."""
    for operation in bus.target.of(("arrivals.get", *PAGED, *VOLUME)):
        for media_type in (_ATOM, JSON) if operation == "stops.list" else (_ATOM,):
            bus.in_format(operation, media_type).shows(rules.accept_selects_the_format)


@check("bus.requests.json-is-the-default-format")
def json_is_the_default_format(bus: Bus) -> None:
    """Without the header each operation comes as JSON."""
    for operation in bus.target.of(("arrivals.get", *PAGED, *VOLUME)):
        bus.in_format(operation, None).shows(rules.json_is_the_default_format)


def _send(bus: Bus, wrong: ForbiddenRequest) -> Reply:
    return bus.user.call(
        wrong.operation, *_segments(bus, wrong.operation, wrong.path), query=wrong.query, headers=wrong.headers
    )


def _segments(bus: Bus, operation: str, wrong: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """The values for the path of an operation: the wrong ones, and the code of a stop for all others."""
    names = re.findall("{(.+?)}", bus.target.shapes.contract.operations[operation].path)
    return [wrong.get(name, bus.a_stop) for name in names]


def _key_of(bus: Bus) -> str:
    credentials = bus.target.callers.get("user")
    return "" if credentials is None else credentials.value


def _forbidden(bus: Bus) -> Iterator[ForbiddenRequest]:
    """The requests that the spec forbids."""
    wrong = [*InputWalk(bus.target.shapes.contract.document).forbidden()]
    operations = bus.target.of(dict.fromkeys(request.operation for request in wrong))
    return (request for request in wrong if request.operation in operations)


@check("bus.answers.status-is-200-with-json")
def status_is_200_with_json(bus: Bus) -> None:
    """Each operation answers once. Without a bus at night, servers were observed to send no body: not tried then."""
    for operation in bus.target.of((*PAGED, *VOLUME)):
        bus.page(operation).keeps(rules.status_is_200_with_json)
    replies = bus.sampled_arrivals.values()
    for reply in replies:
        reply.keeps(rules.status_is_200_with_json)
    if not any(reply.body for reply in replies):
        raise NotTried("no stop has arrivals now")


@check("bus.answers.collections-have-metadata-and-value")
def collections_have_metadata_and_value(bus: Bus) -> None:
    """The envelope of each list; its metadata is an opaque text."""
    pages = [bus.page(operation) for operation in bus.target.of((*PAGED, *VOLUME))]
    look_at(pages, rules.collections_have_metadata_and_value, "no list is an object")


@check("bus.paging.skip-is-at-least-0")
def skip_is_at_least_0(bus: Bus) -> None:
    """Each list refuses -1 and takes 0."""
    for operation in bus.target.of(PAGED):
        bus.user.call(operation, query={"$skip": -1}).is_refused()
        bus.user.call(operation, query={"$skip": 0}).succeeds()


@check("bus.paging.skip-counts-records")
def skip_counts_records(bus: Bus) -> None:
    """A page from the middle of the first one has the records of its second half first; pages far behind differ."""
    tried = False
    for operation in bus.target.of(PAGED):
        first = rows(bus.page(operation))
        skip = len(first) // 2
        if skip:
            tried = True
            reply = bus.read(operation, {"$skip": skip})
            later = rows(reply)[: len(first) - skip]
            for page in (first, later):
                is_repeated = any(record in page[:place] for place, record in enumerate(page))
                reply.expect(not is_repeated, f"{operation}: a page has a record twice, so that $skip={skip} counts it")
            reply.expect(later == first[skip:], f"{operation}: $skip={skip} does not begin at record {skip}")
            _has_no_ceiling(bus, operation, first)
    if not tried:
        raise NotTried("no list has two records")


def _has_no_ceiling(bus: Bus, operation: str, first: list[Json]) -> None:
    """Two pages far behind a list are not the same full page, as an offset with a ceiling gives it.

    That is no choice of a server, such as an empty page or a 404: a page whose records stand at another place than its
    offset says is not at that offset, whether or not the list ends there.
    """
    far = bus.far_page(operation)
    if far.ok and len(page := rows(far)) == len(first) > 1:
        nearer = bus.read(operation, {"$skip": FAR // 2})
        fault = f"{operation}: $skip={FAR // 2} gives the same full page as $skip={FAR}"
        nearer.expect(not nearer.ok or rows(nearer) != page, fault)


@check("bus.paging.skip-counts-what-a-filter-finds")
def skip_counts_what_a_filter_finds(bus: Bus) -> None:
    """With a filter that finds several services, the second of them is the first with an offset of one."""
    if rows(bus.read("services.list", {"$skip": 1}))[:1] != rows(bus.page("services.list"))[1:2]:
        raise NotTried("needs bus.paging.skip-counts-records, which is broken without a filter, too")
    for service in rows(bus.page("services.list"))[::-1]:
        number = service["ServiceNo"]
        found = rows(bus.read("services.list", {"ServiceNo": number}))
        if len(found) > 1 and all(record["ServiceNo"] == number for record in found):
            reply = bus.read("services.list", {"ServiceNo": number, "$skip": 1})
            message = f"services.list: with ServiceNo={number}, $skip=1 does not begin at its record 1"
            reply.expect(rows(reply)[: len(found) - 1] == found[1:], message)
            return
    raise NotTried("no number of the page finds two services")


@check("bus.paging.arrivals-do-not-page")
def arrivals_do_not_page(bus: Bus) -> None:
    """An offset is refused, or ignored: as many services as without it."""
    code = bus.arrivals[0].json["BusStopCode"]
    reply = bus.read("arrivals.get", {"BusStopCode": code, "$skip": FAR})
    _refused_or_ignored(reply, rules.arrivals_do_not_page)


@check("bus.paging.passenger-volume-does-not-page")
def passenger_volume_does_not_page(bus: Bus) -> None:
    """An offset is refused, or ignored: there is a link all the same."""
    for operation in bus.target.of(VOLUME):
        bus.link(operation)
        reply = bus.read(operation, {"$skip": FAR})
        _refused_or_ignored(reply, rules.passenger_volume_does_not_page)


@check("bus.paging.a-page-has-500-records")
def page_has_at_most_500_records(bus: Bus) -> None:
    """The first page of each list."""
    for operation in bus.target.of(PAGED):
        rows(bus.page(operation))
        bus.page(operation).keeps(rules.page_has_at_most_500_records)


@check("bus.paging.past-the-end-is-empty")
def past_the_end_is_empty(bus: Bus) -> None:
    """A page far behind the last record of each list."""
    for operation in bus.target.of(PAGED):
        bus.far_page(operation).keeps(rules.past_the_end_is_empty)


def _refused_or_ignored(reply: Reply, rule: AnswerRule) -> None:
    if not reply.shows(rule):
        reply.is_refused()
