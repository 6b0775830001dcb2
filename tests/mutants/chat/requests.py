"""Mutants of requests in general."""

from tests.mutants.chat.parts import change_json, ignore
from trivet_checks.mutants.changes import change_answer, change_body, change_status, refuse
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub


@mutant("chat.requests.only-these-routes-and-methods", shown_by="neither: a server may have further paths and methods")
def unknown_route_is_400(stub: ChatStub) -> None:
    """An unknown path is answered with another status."""
    change_status(stub, None, {404: 400})


@mutant("chat.requests.only-these-routes-and-methods", shown_by="neither: a server may have further paths and methods")
def unknown_method_is_404(stub: ChatStub) -> None:
    """Another method is answered as an unknown path is."""
    change_status(stub, None, {405: 404})


@mutant("chat.requests.what-the-contract-forbids-is-422", shown_by="one")
def forbidden_input_is_400(stub: ChatStub) -> None:
    """A forbidden input is answered with another status."""
    change_status(stub, "conversations.messages.create", {422: 400})


@mutant("chat.requests.unknown-inputs-are-422", shown_by="one")
def unknown_parameter_is_ignored(stub: ChatStub) -> None:
    """A parameter that the contract does not have is ignored."""
    ignore(stub, "conversations.list", "no_such_parameter")


@mutant("chat.requests.unknown-inputs-are-422", shown_by="one")
def unknown_key_is_ignored(stub: ChatStub) -> None:
    """A key that the contract does not have is ignored."""
    change_json(stub, "conversations.update", lambda body: {k: v for k, v in body.items() if k != "no_such_key"})


@mutant("chat.requests.required-inputs-are-needed", shown_by="one")
def role_has_a_default(stub: ChatStub) -> None:
    """A message without a role is the user's."""
    change_json(stub, "conversations.messages.create", lambda body: {"role": "user", **body})


@mutant("chat.requests.ids-are-uuids", shown_by="one")
def ids_are_numbers(stub: ChatStub) -> None:
    """A new message has a number in place of a UUID."""
    change_answer(stub, "conversations.messages.create", lambda message: {**message, "id": "17"})


@mutant("chat.requests.bodies-are-json", shown_by="neither: the answer is a 500, which says nothing about a rule")
def forms_are_taken(stub: ChatStub) -> None:
    """A body other than JSON is taken for an empty object."""
    change_body(stub, "conversations.update", lambda body: body if body.endswith(b"}") else b"{}")


@mutant("chat.requests.paging-is-in-the-query", shown_by="one")
def limit_is_ignored(stub: ChatStub) -> None:
    """The limit of a page of messages is ignored."""
    ignore(stub, "conversations.messages.list", "limit")


@mutant("chat.requests.paging-is-in-the-query", shown_by="two")
def skip_is_ignored(stub: ChatStub) -> None:
    """The skip of a page of messages is ignored."""
    ignore(stub, "conversations.messages.list", "skip")


@mutant("chat.requests.no-further-inputs", shown_by="one")
def archiving_needs_a_body(stub: ChatStub) -> None:
    """Archiving is refused without a body."""
    refuse(stub, "conversations.archive", lambda request: request.headers.get("content-length", "0") == "0")
