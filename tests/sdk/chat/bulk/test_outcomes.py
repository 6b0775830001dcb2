"""The outcome of a row: before its change, by the answer to it, and by a look-up afterwards."""

import ast
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from attrs import evolve

from trivet import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    DecodeError,
    InternalServerError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    StreamError,
    UnprocessableEntityError,
)
from trivet.chat import AdminUser, Conversation
from trivet.chat._bulk import outcomes
from trivet.chat._bulk.items import from_item, restoring, with_email
from trivet.chat._bulk.jobs import (
    act_as_users,
    delete_conversations,
    delete_users,
    export_users,
    undo,
    update_conversations,
    update_users,
)
from trivet.chat._bulk.row import CAUSES
from trivet.chat._bulk.state import RowState
from trivet.chat._generated.models import decode_admin_user, decode_conversation, decode_user
from trivet.chat.bulk import Row

NOW = datetime(2025, 6, 16, 8, tzinfo=UTC)
UNDO = undo({"job": "update_users"})
ROOM = Path(outcomes.__file__).parent
SERVICE = b'{"error": {"code": "NOT_FOUND", "message": "User not found", "details": null}}'


def job_with(values):
    """Return an update with these new values, a deletion without any."""
    if values is None:
        return delete_users(confirm=1, admins=())
    return evolve(update_users(role="user", is_active=None, is_app_admin=None, admins=()), new_values=values)


JUDGES = ("items.py", "kinds.py", "outcomes.py")
"""The modules that decide on outcomes: of what a source names, by records, and by all else."""


def test_rows_with_an_outcome_are_made_in_three_modules():
    calls = {}
    for path in [*ROOM.glob("*.py"), *ROOM.glob("_async/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Row":
                calls.setdefault(path.name, []).append(node)
    # A row that is planned, described or sent, and the reader of a journal's line.
    others = {name: len(nodes) for name, nodes in calls.items() if name not in JUDGES}
    assert others == {"state.py": 3, "replay.py": 1}


def test_every_cause_is_given_by_those_modules():
    text = "".join((ROOM / name).read_text() for name in JUDGES)
    assert [cause for cause in CAUSES if f'"{cause}"' not in text] == []


@pytest.mark.parametrize(
    ("error", "stops"),
    [
        (AuthenticationError("conversations.get", 401, {}, b""), True),
        (PermissionDeniedError("admin.users.update", 403, {}, b""), True),
        (PermissionDeniedError("conversations.shares.delete", 403, {}, b""), False),
        (NotFoundError("admin.users.update", 404, {}, SERVICE), False),
        (APIConnectionError("admin.users.update", "refused", sent=False), False),
        (InvalidArgumentError("a", "b", "c"), True),
    ],
)
def test_error_that_concerns_all_rows_stops_the_job(error, stops):
    assert outcomes.stops_job(error) is stops


def not_found(body):
    return NotFoundError("admin.users.get", 404, {}, body)


def test_own_error_of_the_service_says_that_a_record_is_gone():
    assert outcomes.is_gone(not_found(SERVICE))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not found",
        b"<html><h1>404 Not Found</h1></html>",
        b'{"detail": "Not Found"}',
        b'{"code": "NOT_FOUND"}',
        b'{"detail": {"code": "NOT_FOUND"}}',
        b'{"error": "NOT_FOUND"}',
        b'{"error": {"code": "ROUTE_NOT_FOUND"}}',
        b'["NOT_FOUND"]',
        b"[" * 100_000,
        b"\xff",
    ],
)
def test_any_other_404_does_not_say_that_a_record_is_gone(body):
    assert not outcomes.is_gone(not_found(body))


def test_other_status_with_the_same_code_does_not_say_it():
    assert not outcomes.is_gone(InternalServerError("admin.users.get", 500, {}, SERVICE))


@pytest.mark.parametrize(
    ("values", "record", "effect", "row"),
    [
        (None, None, True, Row("a", "done")),
        (None, {}, False, Row("a", "failed", "the deletion has no effect: the service still has the record", 204)),
        ({"is_active": False}, {"is_active": False}, True, Row("a", "done")),
        (
            {"is_active": False, "role": "user"},
            {"is_active": True, "role": "user"},
            False,
            Row("a", "failed", "the update has no effect: is_active is True", 200),
        ),
        (
            {"is_active": False, "is_app_admin": True},
            {"is_active": False},
            None,
            Row("a", "unknown", "the service does not show is_app_admin", 200),
        ),
        (
            {"is_active": False, "is_app_admin": True},
            {"is_active": True},
            False,
            Row("a", "failed", "the update has no effect: is_active is True", 200),
        ),
        ({"title": None}, {"title": None}, True, Row("a", "done")),
        ({"title": None}, {"title": "x"}, False, Row("a", "failed", "the update has no effect: title is 'x'", 200)),
        ({"title": " x "}, {"title": "x"}, True, Row("a", "done")),
        ({"title": " x "}, {"title": " x "}, True, Row("a", "done")),
        (
            {"role": "user"},
            None,
            False,
            Row("a", "failed", "the service does not have the record any more", 404, "NOT_FOUND"),
        ),
    ],
)
def test_record_shows_effect_of_a_change(values, record, effect, row):
    answer = None if record is None else SimpleNamespace(**record)
    job, state = job_with(values), RowState(Row("a", "planned"))
    assert job.took_effect(state, answer) is effect
    assert job.outcome_of(state, answer) == row


def test_long_value_is_cut_in_a_reason():
    record, state = SimpleNamespace(title="y\n" * 5000), RowState(Row("a", "planned"))
    reason = job_with({"title": "x"}).outcome_of(state, record).reason
    assert reason is not None
    assert len(reason) < 200
    assert "\n" not in reason


def test_404_of_a_gateway_to_a_change_leaves_the_row_unknown():
    assert outcomes.from_error("a", not_found(b"<html>")).outcome == "unknown"
    assert outcomes.from_error("a", not_found(SERVICE)).outcome == "failed"
    assert outcomes.from_error("a", APITimeoutError("op", "late", sent=False)).outcome == "failed"


def test_failed_look_up_leaves_the_row_unknown():
    assert outcomes.unanswered("a", not_found(b"gateway")) == Row("a", "unknown", "admin.users.get: 404", 404)
    assert outcomes.unanswered("a", APITimeoutError("op", "late")) == Row("a", "unknown", "op: late")


@pytest.mark.parametrize(
    ("error", "changed", "looked_up"),
    [
        (NotFoundError("op", 404, {}, SERVICE, "NOT_FOUND", "gone"), ("failed", 404, "NOT_FOUND"), "failed"),
        (AuthenticationError("op", 401, {}, b""), ("failed", 401, None), "failed"),
        (InternalServerError("op", 500, {}, b""), ("failed", 500, None), "failed"),
        (InternalServerError("op", 503, {}, b""), ("unknown", 503, None), "failed"),
        (InternalServerError("op", 504, {}, b"", "GATEWAY"), ("unknown", 504, "GATEWAY"), "failed"),
        (DecodeError("op", 200, {}, b"", "no"), ("unknown", 200, None), "failed"),
        (APITimeoutError("op", "late"), ("unknown", None, None), "failed"),
        (StreamError("op", "cut"), ("unknown", None, None), "failed"),
        (APIConnectionError("op", "refused", sent=False), ("failed", None, None), "failed"),
    ],
)
def test_error_of_change_that_may_have_taken_effect_is_unknown(error, changed, looked_up):
    row = outcomes.from_error("id", error)
    assert (row.outcome, row.status, row.code) == changed
    assert row.reason == str(error)
    assert outcomes.unchanged_by_error("id", error).outcome == looked_up


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (NotFoundError("op", 404, {}, SERVICE), "gone"),
        (UnprocessableEntityError("op", 499, {}, b""), "refused"),
        (InternalServerError("op", 500, {}, b""), "crashed"),
        (DecodeError("op", 200, {}, b"", "no"), "crashed"),
        (APIConnectionError("op", "refused", sent=False), "not_sent"),
    ],
)
def test_cause_of_an_error_that_changed_nothing(error, cause):
    assert outcomes.unchanged_by_error("id", error).cause == cause


def test_reason_over_500_characters_is_cut():
    row = outcomes.unchanged_by_error("id", NotFoundError("op", 404, {}, b"", None, "x" * 9000))
    assert len(row.reason) == 500
    assert row.reason.endswith("x...")


@pytest.mark.parametrize(
    ("email", "addresses", "expected"),
    [
        ("a_b@x", ["axb@x", "a_b@x", "za_b@x"], "a_b@x"),
        ("A_B@x", ["axb@x", "a_b@X"], "a_b@X"),
        ("A@x", ["a@x", "A@x"], "A@x"),
        ("ÜNAL@x", ["ünal@x", "unal@x"], "ünal@x"),
    ],
)
def test_exact_address_wins_over_one_of_other_case(email, addresses, expected):
    assert with_email(email, [SimpleNamespace(email=address) for address in addresses]).email == expected


@pytest.mark.parametrize(
    ("addresses", "reason"),
    [
        ([], "no user has this email address"),
        (["axb@x", "a_b@x.y"], "no user has this email address"),
        (["A_b@x", "a_B@x"], "2 users have this email address"),
        (["a_b@x", "a_b@x"], "2 users have this email address"),
        ([None], "no user has this email address"),
    ],
)
def test_address_of_none_or_several_is_a_skipped_row(addresses, reason):
    users = [SimpleNamespace(email=address) if address else SimpleNamespace() for address in addresses]
    state = with_email("a_b@x", users)
    assert isinstance(state, RowState)
    row = state.row
    assert (row.id, row.outcome, row.reason, row.label) == ("a_b@x", "skipped", reason, "a_b@x")


@pytest.mark.parametrize(
    ("email", "other"),
    [("strasse@x", "straße@x"), ("MIKE@x", "mi\u212ae@x"), ("mi\u212ae@x", "mike@x"), ("\ufb01@x", "fi@x")],
)
def test_address_with_another_letter_that_folds_alike_is_another_user(email, other):
    row = with_email(email, [SimpleNamespace(email=other)]).row
    assert (row.outcome, row.reason) == ("skipped", "no user has this email address")


STATE = RowState(Row("a", "planned"), owner_id="o")


@pytest.mark.parametrize(
    ("title", "refused"),
    [("x" * 255, False), ("x" * 256, True), (f" {'x' * 255}\n", False), ("", False), (None, False)],
)
def test_title_is_too_long_after_its_blanks_are_removed(title, refused):
    row = outcomes.refused_title(STATE, {"title": title})
    assert (row is not None) is refused
    assert row is None or row == Row("a", "failed", "the service takes titles of 255 characters; this one has 256")


def test_deletions_and_jobs_of_users_have_no_title():
    for job in (delete_conversations(confirm=1), delete_users(confirm=1, admins=())):
        assert outcomes.refused_title(STATE, job.new_values) is None


def test_row_of_another_owner_is_not_deleted_and_an_update_fails():
    deleted = outcomes.not_owned(STATE, deletes=True)
    updated = outcomes.not_owned(STATE, deletes=False)
    assert deleted == Row("a", "skipped", "only its owner may delete it, and that is the user o: act as them")
    assert updated == Row("a", "failed", "only its owner may change it, and that is the user o: act as them")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"role": "admin", "is_active": True}, None),
        ({"role": "user", "is_active": True, "is_app_admin": True}, None),
        ({"role": "auditor"}, None),
        ({}, None),
        ({"role": "user"}, "ann@x.test is not an administrator"),
        ({"role": "user", "is_app_admin": False}, "ann@x.test is not an administrator"),
        ({"role": "admin", "is_active": False}, "ann@x.test may not sign in"),
    ],
)
def test_only_an_active_administrator_can_run_a_job_as_far_as_shown(fields, problem):
    assert outcomes.cannot_be_own(SimpleNamespace(id=ID, email="ann@x.test", **fields)) == problem


def test_administrator_who_may_run_the_job_stays_planned():
    row = outcomes.own_not_known(STATE)
    assert (row.id, row.outcome, row.cause) == (STATE.row.id, STATE.row.outcome, "own_not_known")


def test_administrators_who_are_needed_still_are_skipped():
    assert outcomes.own_account(STATE).outcome == outcomes.last_admin(STATE).outcome == "skipped"
    assert outcomes.own_account(STATE).reason != outcomes.last_admin(STATE).reason
    assert "3 users are on no page of the list" in outcomes.last_admin(STATE, 3).reason
    assert outcomes.last_admin(STATE, 1).reason == (
        "no other active administrator was found, and 1 user is on no page of the list; the account that runs the job "
        "is known to be one once it has a conversation: create one, and repeat"
    )


NEW_VALUES = {"role": "admin", "is_active": False}


def done(**old):
    return RowState(Row("a", "done", label="ann", old=old, new=NEW_VALUES), sent=True)


def test_only_changed_values_are_restored():
    row = restoring(done(role="user", is_active=False)).row
    assert (row.outcome, row.label, row.old, row.new) == ("planned", "ann", {"role": "admin"}, {"role": "user"})


@pytest.mark.parametrize(
    ("state", "reason", "cause"),
    [
        (done(**NEW_VALUES), "the job did not change it: it had the new values before", "untouched"),
        (done(role="user"), "its is_active before the job is not known", "old_values_not_known"),
        (done(), "its role and is_active before the job is not known", "old_values_not_known"),
        (
            RowState(Row("a", "failed", status=404, new=NEW_VALUES), sent=True),
            "the job did not change it: its outcome is failed",
            "untouched",
        ),
        (
            RowState(Row("a", "failed", status=500, new=NEW_VALUES), sent=True),
            "it is not known whether the job changed it",
            "not_settled",
        ),
        (
            RowState(Row("a", "unknown", new=NEW_VALUES), sent=True),
            "it is not known whether the job changed it",
            "not_settled",
        ),
        (
            RowState(Row("a", "planned", new=NEW_VALUES)),
            "the job did not change it: its outcome is planned",
            "untouched",
        ),
    ],
)
def test_row_without_a_known_change_is_skipped_with_the_reason(state, reason, cause):
    row = restoring(state).row
    assert (row.id, row.outcome, row.cause) == ("a", "skipped", cause)
    assert row.reason.startswith(reason)


@pytest.mark.parametrize(
    ("title", "sent", "outcome"),
    [
        ("new", False, "planned"),
        ("new", True, "planned"),
        ("old", False, "skipped"),
        ("old", True, "done"),
        ("other", False, "skipped"),
        ("other", True, "skipped"),
        (None, True, "skipped"),
    ],
)
def test_value_is_restored_only_while_the_one_of_the_job_stands(title, sent, outcome):
    state = RowState(Row("a", "planned", old={"title": " new "}, new={"title": "old"}))
    judged = UNDO.judged(state.marked_sent() if sent else state, SimpleNamespace(title=title))
    assert judged.row.outcome == outcome


def test_shown_value_is_cut():
    state = RowState(Row("a", "planned", old={"title": "n"}, new={"title": "o"}))
    assert len(UNDO.judged(state, SimpleNamespace(title="x" * 999)).row.reason) < 200


@pytest.mark.parametrize(
    ("role", "old", "expected"),
    [
        ("user", {"is_active": True}, False),
        ("admin", {"is_active": True}, True),
        (None, {"is_active": True}, True),
        ("user", {"role": "admin"}, True),
        ("user", {"role": "guest"}, False),
    ],
)
def test_row_may_be_an_administrators_before_the_job_or_through_it(role, old, expected):
    assert UNDO.may_be_admin(RowState(Row("a", "planned", role=role, old=old))) is expected


@pytest.mark.parametrize(("new", "skipped"), [({"is_active": False}, True), ({"is_active": True}, False)])
def test_user_who_has_become_an_administrator_since_is_not_locked_out(new, skipped):
    state = RowState(Row("a", "planned", role="user", old={"is_active": not new["is_active"]}, new=new))
    row = UNDO.judged(state, SimpleNamespace(role="admin", is_active=not new["is_active"])).row
    assert row.reason == ("it was changed since: role is 'admin', and was 'user'" if skipped else None)


ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"
GATEWAY = NotFoundError("admin.users.get", 404, {}, b"<html>", None, "<html>")


def user(**fields):
    wire = {"id": ID, "email": "ann@old.example", "full_name": "Ann", "role": "user", "is_active": True}
    counts = {"conversation_count": 0, "rating_count": 0}
    times = {"created_at": "2025-05-01T08:00:00Z", "updated_at": "2025-05-01T08:00:00Z"}
    return decode_admin_user({**wire, **counts, **times, "is_app_admin": False, **fields})


def conversation(**fields):
    times = {"created_at": "2025-05-01T08:00:00Z", "updated_at": "2025-05-01T08:00:00Z"}
    return decode_conversation({"id": ID, "title": "t", "user_id": ID, "is_archived": False, **times, **fields})


def deactivation():
    return update_users(role=None, is_active=False, is_app_admin=None, admins=())


def sent(row_id=ID):
    return RowState(Row(row_id, "planned")).marked_sent()


@pytest.mark.parametrize("source", [ID, ID.encode(), None, 7, user])
def test_source_other_than_an_iterable_of_rows_is_refused(source):
    with pytest.raises(InvalidArgumentError, match="users must be a pager or another iterable of ids or records"):
        deactivation().subject.check_rows(source)


@pytest.mark.parametrize("source", [[], (), {ID}, iter([ID])])
def test_any_iterable_is_a_source(source):
    assert deactivation().subject.check_rows(source) is None


def test_id_becomes_planned_change_that_is_looked_up():
    state = from_item(deactivation(), 0, ID, None)
    assert state == RowState(Row(ID, "planned"))
    assert deactivation().needs_look_up(state, NOW)


def test_record_becomes_planned_change_without_lookup():
    state = from_item(deactivation(), 0, user(), None, NOW)
    assert (state.row, state.is_admin) == (Row(ID, "planned"), False)
    assert not deactivation().needs_look_up(state, NOW)


@pytest.mark.parametrize("fields", [{"role": "admin"}, {"is_app_admin": True}])
def test_admin_is_skipped_unless_named(fields):
    state = from_item(deactivation(), 0, user(**fields), None)
    assert (state.row.outcome, state.is_admin) == ("skipped", True)
    named = from_item(delete_users(confirm=1, admins=[ID.upper()]), 0, user(**fields), None)
    assert (named.row.outcome, named.is_admin) == ("planned", True)


def test_user_without_role_is_skipped_unless_named():
    wire = {"id": ID, "email": "ann@old.example", "created_at": "2025-05-01T08:00:00Z"}
    record = decode_admin_user({**wire, "is_active": True, "conversation_count": 0})
    assert from_item(deactivation(), 0, record, None).row.outcome == "skipped"
    assert from_item(delete_users(confirm=1, admins=[ID]), 0, record, None).row.outcome == "planned"


def test_where_selects_records_and_refuses_ids():
    job = deactivation()
    assert from_item(job, 0, user(), lambda record: record.email.endswith("@new.example")) is None
    assert from_item(job, 0, user(), lambda record: record.email.endswith("@old.example")).row.id == ID
    with pytest.raises(InvalidArgumentError, match=r"where must be left out where users\[3\] is an id"):
        from_item(job, 3, ID, lambda record: True)


@pytest.mark.parametrize("selected", [None, 1, "yes"])
def test_where_that_returns_no_bool_is_refused(selected):
    with pytest.raises(InvalidArgumentError, match="where must be a function that returns True or False"):
        from_item(deactivation(), 0, user(), lambda record: selected)


@pytest.mark.parametrize("item", [None, 7, "ann", conversation])
def test_item_that_is_neither_id_nor_record_is_refused(item):
    with pytest.raises(InvalidArgumentError, match=r"users\[2\]"):
        from_item(deactivation(), 2, item() if callable(item) else item, None)


def test_conversation_is_looked_up_only_when_uncertain():
    job = update_conversations(title="new", is_archived=None)
    state = from_item(job, 0, conversation(), None, NOW)
    assert not job.needs_look_up(state, NOW)
    assert job.needs_look_up(state.marked_sent(), NOW)
    assert isinstance(conversation(), Conversation)


def test_uncertain_update_is_done_when_record_has_new_values():
    job = deactivation()
    assert job.judged(sent(), user(is_active=False)).row == Row(ID, "done")
    assert job.judged(sent(), user(is_active=True)).is_planned
    assert job.judged(RowState(Row(ID, "planned")), user(is_active=False)).row.cause == "unchanged"


@pytest.mark.parametrize(
    ("error", "planned", "updated"),
    [
        (GATEWAY, "failed", "unknown"),
        (InternalServerError("op", 500, {}, b""), "failed", "unknown"),
        (APITimeoutError("op", "late"), "failed", "unknown"),
    ],
)
def test_failed_lookup_leaves_uncertain_row_unknown(error, planned, updated):
    assert outcomes.from_failed_look_up(RowState(Row(ID, "planned")), error).outcome == planned
    assert outcomes.from_failed_look_up(sent(), error).outcome == updated


def test_record_that_is_gone_settles_uncertain_row():
    update, delete = deactivation(), delete_users(confirm=1, admins=())
    assert delete.judged(sent(), None).row == Row(ID, "done")
    row = update.judged(sent(), None).row
    assert (row.outcome, row.status, row.code) == ("failed", 404, "NOT_FOUND")


def test_delete_needs_confirm_with_number_of_rows():
    deactivation().check_confirmed(7)
    delete_conversations(confirm=2).check_confirmed()
    delete_conversations(confirm=2).check_confirmed(2)
    with pytest.raises(InvalidArgumentError, match="confirm must be the number of rows"):
        delete_conversations(confirm=None).check_confirmed()
    with pytest.raises(InvalidArgumentError, match="confirm must be 3, the number of rows"):
        delete_conversations(confirm=2).check_confirmed(3)


@pytest.mark.parametrize("confirm", [-1, 1.0, "1", True])
def test_confirm_other_than_a_count_is_refused(confirm):
    with pytest.raises(InvalidArgumentError, match="confirm"):
        delete_users(confirm=confirm, admins=())


@pytest.mark.parametrize("confirm", [None, 0, 1000])
def test_confirm_is_none_or_a_count(confirm):
    assert delete_users(confirm=confirm, admins=()).confirm == confirm


def acted(**fields):
    known = {"id": ID, "email": "ann@old.example", "role": "user", "created_at": "2025-05-01T08:00:00Z"}
    return decode_user({**known, **fields})


def left_uncertain():
    return RowState(Row(ID, "planned", old={"is_active": False})).marked_sent()


@pytest.mark.parametrize(
    ("activate", "fields", "cause", "reason"),
    [
        (True, {"is_active": True}, None, None),
        (True, {"is_active": False}, None, None),
        (False, {"is_active": True}, None, None),
        (False, {"is_active": False}, "inactive", "it is not active, and activate is not set"),
        (True, {}, "activity_not_shown", "the service does not show whether it is active"),
        (
            True,
            {"is_active": True, "role": "admin"},
            "admin_not_named",
            "an administrator who is not named in admins",
        ),
    ],
)
def test_row_is_done_unless_it_is_inactive_unknown_or_an_administrator(activate, fields, cause, reason):
    job, state = act_as_users(activate=activate, admins=()), RowState(Row(ID, "planned"))
    assert job.needs_look_up(state, NOW)
    judged = job.judged(state, acted(**fields))
    assert (judged.is_planned, judged.row.cause, judged.row.reason) == (reason is None, cause, reason)
    assert (judged.row.label, judged.was_active) == ("ann@old.example", fields.get("is_active"))


def test_uncertain_row_is_done_again_and_keeps_old_values():
    job, state = act_as_users(activate=True, admins=()), left_uncertain()
    judged = job.judged(state, acted(is_active=True))
    assert (judged.is_planned, judged.was_active) == (True, False)
    assert job.judged(state, None).row == Row(ID, "failed", "the user does not exist any more", 404, "NOT_FOUND")


def test_verified_row_must_be_as_active_as_before():
    job, state = act_as_users(activate=True, admins=()), left_uncertain().settled(Row(ID, "done"))
    assert job.took_effect(state, acted(is_active=False)) is True
    assert job.took_effect(state, acted(is_active=True)) is job.took_effect(state, None) is False
    assert job.outcome_of(state, acted(is_active=False)) == Row(ID, "done")
    still_active = Row(ID, "unknown", "it is active, and was not before the job", 200)
    assert job.outcome_of(state, acted(is_active=True)) == still_active
    assert still_active.is_answered, "the service has answered, so five such rows do not end the job"


def test_administrators_are_saved_too_and_rows_of_records_need_no_look_up():
    job = export_users(Path("saved"))
    state = RowState(Row(ID, "planned"))
    assert job.needs_look_up(state, NOW)
    record = AdminUser(
        id=ID, email="a@b.test", role="admin", is_active=True, conversation_count=0, created_at=None, full_name=None
    )
    judged = job.judged(state, record)
    assert (judged.is_planned, judged.row.label, judged.row.role) == (True, "a@b.test", "admin")
    assert not job.needs_look_up(judged, NOW)
    assert job.arguments == {"export": "saved"}


def test_row_that_was_saved_is_saved_again_without_a_look_up():
    job = export_users(Path("saved"))
    state = RowState(Row(ID, "planned")).marked_sent()
    assert not job.needs_look_up(state, NOW)
    assert job.outcome_of(state, None) == state.row
    assert job.change_call(state.row).operation == "admin.users.get"
