"""Why a server refuses a request, as far as the exchanges show it: only then is a refusal an answer that is judged."""

from collections.abc import Iterator
from urllib.parse import unquote

from trivet_checks.exchange_rules.conversation import JudgedConversation
from trivet_checks.exchanges.exchange import Exchange
from trivet_checks.proxy.passed import Passed
from trivet_checks.proxy.sightings import Sightings, texts_in
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.spec import JsonObject

NEVER_SHOWN = "an id that was never shown"
"""The reason that an id gives which no answer has shown; a server without these paths refuses it, too."""

_ABOUT_THE_CALLER = (401, 403)
_ABOUT_THE_RATE = (407, 408, 425, 429)
_GONE = (404, 410)
_FORBIDDEN = 403
_UNSUPPORTED = 415
_MOST_CALLERS = 100


class RefusalReasons:
    """Finds the reason of each refusal in the exchanges before it.

    Args:
        contract: The contract of the service.
        conversation: What the exchanges of all callers have shown.
    """

    def __init__(self, contract: Contract, conversation: JudgedConversation) -> None:
        self._conversation = conversation
        self._sightings = Sightings()
        self._answered: dict[str, set[int]] = {}
        """The callers whom each operation has answered, a few of each, as hashes."""
        schemes: JsonObject = contract.document["components"].get("securitySchemes", {})
        self._headers = {
            scheme["name"].lower() if scheme["type"] == "apiKey" and scheme["in"] == "header" else "authorization"
            for scheme in schemes.values()
        }

    def why(self, operation: Operation, passed: Passed, exchange: Exchange, caller: str) -> str:
        """Return why a request is refused, in a few words; empty if the exchanges do not show it."""
        status = exchange.status
        if status in _ABOUT_THE_RATE:
            return ""
        if status in _ABOUT_THE_CALLER and operation.secured and not self._headers & passed.request_headers.keys():
            return "no credentials"
        if exchange.fault and status not in _ABOUT_THE_CALLER:
            return "an input that the contract forbids"
        if status == _UNSUPPORTED and passed.request_headers.get("content-encoding"):
            return "a coding that the server does not unpack"
        return (
            self._of_an_id(passed, exchange, caller)
            or self._of_the_role(exchange, caller)
            or self._conversation.reason(exchange, caller)
        )

    def learn(self, passed: Passed, exchange: Exchange, content: bytes, caller: str) -> None:
        """Remember the ids that an answer shows, uses or deletes."""
        self._sightings.show(caller, content, is_table=passed.media_type == "text/csv")
        if not exchange.ok:
            return
        callers = self._answered.setdefault(exchange.operation, set())
        if len(callers) < _MOST_CALLERS:
            callers.add(hash(caller))
        if exchange.method == "DELETE":
            last = unquote(exchange.path.rpartition("/")[2])
            ids = [text for text in exchange.arguments.values() if text == last]
            self._sightings.delete(exchange.path, *ids)
        else:
            self._sightings.use(caller, [*exchange.arguments.values(), *texts_in(exchange.sent)])

    def learn_event(self, data: bytes, caller: str) -> None:
        """Remember the ids that an event shows."""
        self._sightings.show(caller, data)

    def _of_an_id(self, passed: Passed, exchange: Exchange, caller: str) -> str:
        if exchange.status not in (*_GONE, _FORBIDDEN):
            return ""
        ids = [*_ids(exchange)]
        if exchange.status in _GONE and (
            self._sightings.is_deleted(exchange.path) or any(map(self._sightings.is_deleted, ids))
        ):
            return "a record that was seen deleted"
        unseen = [text for text in ids if self._sightings.was_never_shown(text, caller)]
        if any(not self._sightings.was_never_shown(text) for text in unseen):
            return "a record of another caller"
        return NEVER_SHOWN if unseen and exchange.status in _GONE else ""

    def _of_the_role(self, exchange: Exchange, caller: str) -> str:
        """A 403 is about the role if the operation answers others alone, and the credentials work elsewhere."""
        if exchange.status != _FORBIDDEN:
            return ""
        callers = self._answered.get(exchange.operation, set())
        is_known = any(hash(caller) in others for others in self._answered.values())
        return "an operation for other callers" if callers and is_known and hash(caller) not in callers else ""


def _ids(exchange: Exchange) -> Iterator[str]:
    """Yield the ids of a request: in its path, and under the name of one in its query and its body."""
    yield from exchange.arguments.values()
    for name, value in (*exchange.query.items(), *exchange.body.items()):
        if isinstance(value, str) and (name.lower().endswith("id") or name in ("workspace", "shared_with")):
            yield value
