"""Mutants of ratings."""

from dataclasses import replace

from tests.mutants.chat.parts import change_json, without
from trivet_checks.mutants.changes import change_status, do_nothing, refuse
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub
from trivet_stubs.chat.handlers import RatingHandlers
from trivet_stubs.chat.records import Message, User
from trivet_stubs.kernel.messages import ContractRequest, Reply


@mutant("chat.ratings.value-is-1-or-minus-1", shown_by="one")
def other_values_are_taken(stub: ChatStub) -> None:
    """A rating of 2 is a like."""
    change_json(
        stub, "conversations.messages.rate", lambda body: {**body, "rating": 1} if body["rating"] == 2 else body
    )


@mutant("chat.ratings.comment-is-optional", shown_by="two")
def comment_is_required(stub: ChatStub) -> None:
    """A rating without a comment is refused."""
    refuse(stub, "conversations.messages.rate", lambda request: int(request.headers["content-length"]) < 20)


@mutant("chat.ratings.comment-is-optional", shown_by="one")
def comment_is_ignored(stub: ChatStub) -> None:
    """A rating has no comment."""
    change_json(stub, "conversations.messages.rate", without("comment"))


@mutant("chat.ratings.new-is-201-and-update-is-200", shown_by="two")
def new_rating_is_200(stub: ChatStub) -> None:
    """A new rating is answered as an updated one."""
    change_status(stub, "conversations.messages.rate", {201: 200})


@mutant("chat.ratings.new-is-201-and-update-is-200", shown_by="two")
def updated_rating_is_201(stub: ChatStub) -> None:
    """An updated rating is answered as a new one."""
    change_status(stub, "conversations.messages.rate", {200: 201})


@mutant("chat.ratings.only-assistant-messages", shown_by="two")
def every_message_is_rated(stub: ChatStub) -> None:
    """A message of the user can be rated."""

    class RatesAll(RatingHandlers):
        def _message(self, request: ContractRequest, caller: User) -> Message:
            return replace(super()._message(request, caller), role="assistant")

    stub.override(RatesAll(stub.state))


@mutant("chat.ratings.unrate-removes-the-callers", shown_by="two")
def unrate_does_nothing(stub: ChatStub) -> None:
    """Removing a rating is answered and not done."""
    do_nothing(stub, "conversations.messages.unrate", status=204)


@mutant("chat.ratings.unrate-removes-the-callers", shown_by="neither: it takes two callers")
def unrate_removes_all(stub: ChatStub) -> None:
    """Removing a rating removes the ratings of all users."""

    class RemovesAll(RatingHandlers):
        def unrate_message(self, request: ContractRequest) -> Reply:
            reply = super().unrate_message(request)
            self._state.records.ratings.forget_messages([request.path["message_id"]])
            return reply

    stub.override(RemovesAll(stub.state))


@mutant("chat.ratings.unrate-answers-204", shown_by="one")
def unrate_answers_200(stub: ChatStub) -> None:
    """Removing a rating is answered with 200."""
    change_status(stub, "conversations.messages.unrate", {204: 200})


@mutant("chat.ratings.every-reader-rates", shown_by="neither: it takes two callers")
def owners_rate(stub: ChatStub) -> None:
    """Only the owner of a conversation rates."""
    stub.observed.owner_only_rating = True


@mutant("chat.ratings.only-the-owner-rates-as-observed", shown_by="neither: it takes two callers")
def owners_rate_and_others_are_403(stub: ChatStub) -> None:
    """Only the owner of a conversation rates, and others learn that there is one."""
    stub.observed.owner_only_rating = True
    change_status(stub, "conversations.messages.rate", {404: 403})
