"""`trivet chat users`: its plans, questions, changes and results."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from tests.sdk.cli.chat.conftest import LEAVERS, Administrator
from tests.sdk.cli.console import in_terminal

ARGUMENTS = ("users", "deactivate", "--csv", "leavers.csv", "--column", "e-mail")

PLAN = """\
Account            Role   Change             Note
bob@example.com    user   active → inactive
gone@example.com                             no user has this email address
nadia@example.com  admin                     an administrator who is not named with --admin
carol@example.com  user                      it has these values already
erin@example.com   user   active → inactive
"""


def lines(text: str) -> str:
    """Return text without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def test_dry_run_shows_each_account_and_the_refusals(ann: Administrator) -> None:
    result = ann.run(*ARGUMENTS, "--dry-run", "-o", "table")
    assert (result.status, lines(result.out)) == (1, PLAN)
    assert result.err == "5 accounts: 3 skipped, 2 planned; nothing was changed\n"
    assert (ann.count("admin.users.update"), ann.journals()) == (0, [])
    [first, *_] = json.loads(ann.run(*ARGUMENTS, "--dry-run").out)
    assert (first["before"], first["after"]) == ({"is_active": True}, {"is_active": False})
    assert ann.run("users", "deactivate", "bob@example.com", "carol@example.com", "--dry-run").status == 0


@pytest.mark.long
def test_script_deactivates_the_accounts_of_a_file_and_undoes_it(ann: Administrator) -> None:
    result = ann.script(*ARGUMENTS, "--yes", "--results", "done.csv")
    assert result.status == 1, result.err
    [journal] = ann.journals()
    assert result.err == (
        f"journal: {journal.name}\n5 accounts: 2 done, 3 skipped\nundo: trivet chat users undo {journal.name}\n"
    )
    assert [row["outcome"] for row in json.loads(result.out)] == ["done", "skipped", "skipped", "skipped", "done"]
    assert ann.is_active("bob", "nadia", "carol", "erin") == [False, True, False, False]
    with Path("done.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["label"], row["outcome"], row["old_is_active"]) for row in rows[:2]] == [
        ("bob@example.com", "done", "true"),
        ("gone@example.com", "skipped", ""),
    ]
    assert rows[2]["reason"] == "an administrator who is not named with --admin"
    undone = ann.run("users", "undo", journal.name, "--dry-run", "-o", "table")
    assert "bob@example.com    user   inactive → active" in undone.out
    assert ann.run("users", "undo", journal.name, "--yes").status == 0
    assert ann.is_active("bob", "carol", "erin") == [True, False, True]


@pytest.mark.long
def test_right_number_in_a_terminal_runs_the_job_with_progress(ann: Administrator) -> None:
    with in_terminal("chat", *ARGUMENTS, env=ann.env, size=(80, 30)) as terminal:
        terminal.read_until(r"2 accounts will be deactivated.*Type 2")
        assert "no user has this email address" in terminal.text
        assert ann.count("admin.users.update") == 0
        terminal.type("2\n")
        assert terminal.wait() == 1  # three of five were refused
        assert "Deactivating" in terminal.text
        assert "5 accounts: 2 done, 3 skipped" in terminal.text
    assert ann.is_active("bob", "erin") == [False, False]


@pytest.mark.parametrize("typed", ["3\n", "\n", "yes\n", ""])
def test_wrong_number_changes_nothing(ann: Administrator, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("trivet.cli.terminal.is_terminal", lambda _: True)
    result = ann.run(*ARGUMENTS, stdin=typed)
    assert (result.status, result.out) == (1, "")
    assert "that is another number; nothing was changed" in result.err
    assert (ann.count("admin.users.update"), ann.journals()) == (0, [])


def test_question_that_is_interrupted_changes_nothing(ann: Administrator, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("trivet.cli.chat.accounts.running.confirm_count", interrupted)
    result = ann.run(*ARGUMENTS)
    assert (result.status, "interrupted; nothing was changed" in result.err) == (130, True)
    ann.stub.faults.add("admin.users.list", times=None, hang=True)
    monkeypatch.setattr("trivet.chat._bulk._sync.rows.EmailAddresses.resolve", interrupted)
    result = ann.run(*ARGUMENTS, "--yes")
    assert (result.status, "interrupted; nothing was changed" in result.err) == (130, True)
    assert (ann.count("admin.users.update"), ann.journals()) == (0, [])


def test_pipe_without_yes_is_a_usage_error(ann: Administrator) -> None:
    result = ann.run("users", "deactivate", "--csv", "-", stdin=LEAVERS.replace("E-Mail", "email"))
    assert (result.status, result.out) == (2, "")
    assert "--yes" in result.err
    assert (ann.count("admin.users.update"), ann.journals()) == (0, [])


def test_accounts_of_a_search_are_activated_and_others_stay(ann: Administrator) -> None:
    assert ann.run("users", "activate", "--search", "carol", "--yes").status == 0
    assert ann.is_active("carol", "bob") == [True, True]
    again = ann.run("users", "activate", "--search", "carol", "--yes")
    assert (again.status, ann.count("admin.users.update")) == (0, 1)
    assert "1 account: 1 skipped; nothing was changed" in again.err
    nothing = ann.run("users", "activate", "--search", "no such user", "--yes", "-o", "json")
    assert (nothing.status, json.loads(nothing.out)) == (0, [])


def test_deletion_saves_the_account_first_unless_no_export_is_given(ann: Administrator) -> None:
    refused = ann.run("users", "delete", "bob@example.com", "--yes")
    assert (refused.status, refused.err) == (
        2,
        "trivet: a deletion cannot be undone: give --export FOLDER to save the accounts first, or --no-export\n",
    )
    bob = ann.stub.user_id("bob")
    result = ann.run("users", "delete", "bob@example.com", "--export", "saved", "--yes")
    assert result.status == 0
    assert len(list(Path("saved", bob).iterdir())) == 3
    assert bob not in ann.stub.records.users
    assert ann.run("users", "delete", ann.stub.user_id("erin"), "--no-export", "--yes").status == 0
    again = ann.run("users", "delete", bob, "--no-export", "--yes")
    assert (again.status, json.loads(again.out)[0]["status"]) == (1, 404)
    undo = ann.run("users", "undo", ann.journals()[0], "--yes")
    assert (undo.status, "delete_users cannot be undone" in undo.err) == (2, True)


def test_accounts_are_exported_without_a_question(ann: Administrator) -> None:
    result = ann.run("users", "export", "bob@example.com", "admin@example.com", "--folder", "saved", "-o", "csv")
    assert result.status == 0, result.err
    assert result.out.splitlines()[1].startswith("bob@example.com,done,→ saved/")
    assert len(list(Path("saved").glob("*/user.json"))) == 2


def test_administrators_are_changed_by_name_but_never_the_last_one(ann: Administrator) -> None:
    both = ("nadia@example.com", "admin@example.com")
    options = [word for account in both for word in ("--admin", account)]
    refused = ann.run("users", "deactivate", *both, *options, "--yes")
    assert refused.status == 1
    assert refused.out.count("no active administrator would be left") == 2
    assert ann.run("users", "deactivate", both[0], *options, "--own", both[1], "--yes").status == 0
    assert ann.is_active("nadia", "admin") == [False, True]


@pytest.mark.parametrize("crash", [False, True])
def test_user_who_is_gone_is_not_to_be_sent_again(ann: Administrator, crash: bool) -> None:
    ann.stub.observed.missing_user_500 = crash
    assert ann.run("users", "deactivate", "bob@example.com", "erin@example.com", "--yes", "--journal", "j").status == 0
    ann.stub.records.delete_user(ann.stub.records.users[ann.stub.user_id("bob")])
    gone = ann.run("users", "undo", "j", "--yes")
    assert (gone.status, [row["outcome"] for row in json.loads(gone.out)]) == (1, ["failed", "done"])
    assert "send the failed ones again" not in gone.err
    ann.stub.faults.add("admin.users.update", status=422)
    refused = ann.run("users", "undo", ann.journals()[0], "--yes")
    assert (refused.status, "send the failed ones again" in refused.err) == (1, True)


def header(text: str) -> str:
    return text.splitlines()[0]


@pytest.mark.parametrize(
    "words",
    [
        ("users", "deactivate"),
        ("users", "delete", "--no-export"),
        ("users", "delete", "--export", "saved"),
        ("leavers",),
    ],
)
def test_csv_of_a_dry_run_has_the_columns_of_its_results(ann: Administrator, words: tuple[str, ...]) -> None:
    command = (*words, "bob@example.com", "gone@example.com", "-o", "csv")
    files = [() if words == ("leavers",) else ("--results", name) for name in ("plan.csv", "done.csv")]
    plan = ann.run(*command, "--dry-run", *files[0])
    done = ann.run(*command, "--yes", *files[1])
    assert (plan.status, done.status, header(plan.out)) == (1, 1, header(done.out)), done.err
    outcomes = [[row["outcome"] for row in csv.DictReader(text.splitlines())] for text in (plan.out, done.out)]
    assert outcomes == [["planned", "skipped"], ["done", "skipped"]]
    if words != ("leavers",):
        saved = [Path(name).read_text("utf-8-sig") for name in ("plan.csv", "done.csv")]
        assert header(saved[0]) == header(saved[1])
        rows = [list(csv.DictReader(text.splitlines())) for text in saved]
        assert [(row["id"], row["label"]) for row in rows[0]] == [(row["id"], row["label"]) for row in rows[1]]
        assert (rows[1][1]["id"], rows[1][1]["label"]) == ("", "gone@example.com")


NADIA = ("nadia@example.com", "--admin", "nadia@example.com")


@pytest.mark.parametrize("words", [("deactivate",), ("delete", "--no-export")])
def test_administrator_who_may_be_the_own_account_needs_the_option_own(
    ann: Administrator, words: tuple[str, ...]
) -> None:
    command = ("users", *words, *NADIA)
    plan = ann.run(*command, "bob@example.com", "--dry-run")
    assert plan.status == 1
    first, second = json.loads(plan.out)
    assert first["reason"] == "perhaps your own account; name yours with --own"
    assert (first["outcome"], second["reason"]) == ("planned", None)
    refused = ann.run(*command, "bob@example.com", "--yes")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == (
        "trivet: --own: name your own account, the one that runs this job, by its email address or id: "
        "nadia@example.com is an administrator, and may be it; nothing was changed\n"
    )
    assert (ann.count("admin.users.update"), ann.count("admin.users.delete"), ann.journals()) == (0, 0, [])
    done = ann.run(*command, "admin@example.com", "--admin", "admin@example.com", "--own", "ADMIN@example.com", "--yes")
    assert [row["outcome"] for row in json.loads(done.out)] == ["done", "skipped"]
    assert ann.is_active("admin") == [True]


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ("admin", "--own: 'admin' is neither an email address nor an id"),
        ("bob@example.com", "bob@example.com is not an administrator"),
        ("gone@example.com", "no user has this email address"),
        ("ffffffff-ffff-4fff-8fff-ffffffffffff", "no user has this id"),
    ],
)
def test_wrong_own_account_is_a_usage_error(ann: Administrator, own: str, message: str) -> None:
    result = ann.run("users", "deactivate", *NADIA, "--own", own, "--yes")
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1), result.err
    assert result.err.startswith("trivet: --own: ")
    assert message in result.err
    assert (ann.count("admin.users.update"), ann.journals()) == (0, [])


def test_resumed_run_and_its_undo_have_the_option_own(ann: Administrator) -> None:
    own = ("--own", "admin@example.com")
    ann.stub.faults.add("admin.users.update", after=1, status=401)
    words = (*NADIA, "bob@example.com", "--concurrency", "1", "--journal", "j", *own, "--yes")
    stopped = ann.run("users", "deactivate", *words)
    [command] = re.findall(r"resume with: trivet chat (.*)", stopped.err)
    assert "--own admin@example.com" in command
    result = ann.run(*command.split())
    assert (result.status, ann.is_active("nadia", "bob")) == (0, [False, False])
    assert "undo: trivet chat users undo j --own admin@example.com" in result.err
    assert ann.run("users", "undo", "j", *own, "--journal", "u", "--yes").status == 0
    refused = ann.run("users", "undo", "u", "--yes")
    assert (refused.status, "--own: name your own account" in refused.err) == (2, True)
    assert ann.run("users", "undo", "u", *own, "--yes").status == 0
    assert ann.is_active("nadia", "bob") == [False, False]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name the accounts by exactly one of --csv FILE, --search TEXT, and email addresses or ids"),
        (("bob@example.com", "--search", "x"), "exactly one of"),
        (("bob",), "ACCOUNT: 'bob' is neither an email address nor an id"),
        (("--search", " "), "--search: empty text would find every account"),
        (("--csv", "no.csv"), "--csv: no.csv: No such file or directory"),
        (("--csv", "leavers.csv"), "leavers.csv has no column 'email', but 'Name', 'E-Mail'; choose with --column"),
        (("--csv", "-", "--token-file", "-"), "cannot both read stdin"),
        ((*ARGUMENTS[2:], "--results", "leavers.csv"), "--results: it is the file of --csv"),
        (("--resume", "no.journal"), "--resume: no.journal is not a journal"),
        (("bob@example.com", "--admin", "x"), "--admin: 'x' is neither an email address nor an id"),
    ],
)
def test_wrong_arguments_are_one_line_and_send_nothing(
    ann: Administrator, arguments: tuple[str, ...], message: str
) -> None:
    result = ann.run("users", "deactivate", *arguments, "--yes")
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1), result.err
    assert message in result.err
    assert ann.stub.requests.count("admin.users.update") == 0


def test_line_without_an_account_is_noted_and_fails_the_run(ann: Administrator) -> None:
    Path("gaps.csv").write_text('email\nbob@example.com\n""\nbob@example.com\n')
    result = ann.run("users", "deactivate", "--csv", "gaps.csv", "--yes")
    assert (result.status, ann.is_active("bob")) == (1, [False])
    assert "gaps.csv: 1 line without a value in 'email': 3" in result.err
    assert "gaps.csv: 1 line with an account of an earlier line; it counts once" in result.err
    empty = ann.run("users", "deactivate", "--csv", "-", "--yes", stdin="email\n")
    assert (empty.status, json.loads(empty.out)) == (0, [])


def test_search_takes_no_character_for_a_wildcard(ann: Administrator) -> None:
    ann.stub.observed.search_wildcards = True
    result = ann.run("users", "deactivate", "--search", "%", "--yes")
    assert [row["email"] for row in json.loads(result.out)] == ["erin@example.com"]  # Erin 100% Evans_Ely
    assert re.match(r"--search: \d match(es)? of the service do(es)? not contain it\n", result.err)
    assert ann.is_active("alice", "bob", "erin") == [True, True, False]
    assert json.loads(ann.run("users", "deactivate", "--search", "b_b@", "--yes").out) == []


def test_undo_does_not_deactivate_the_last_administrator(ann: Administrator) -> None:
    nadia, admin = (ann.stub.records.users[ann.stub.user_id(name)] for name in ("nadia", "admin"))
    nadia.is_active = False
    words = ("users", "activate", "nadia@example.com", "--admin", "nadia@example.com", "--yes", "--journal", "j")
    assert ann.run(*words).status == 0
    admin.is_active = False  # as when the other one has left since
    env = {"TRIVET_CHAT_TOKEN": ann.stub.token("nadia")}
    result = ann.run("users", "undo", "j", "--yes", env=env)
    assert (result.status, nadia.is_active) == (1, True)
    assert json.loads(result.out)[0]["reason"] == "no active administrator would be left"


def test_undo_of_ordinary_users_needs_no_list_of_users(ann: Administrator) -> None:
    assert ann.run("users", "activate", "carol@example.com", "--yes", "--journal", "j").status == 0
    ann.stub.faults.add("admin.users.list", body={"items": [], "total": 3}, times=None)
    for words in (("j", "--dry-run"), ("j", "--yes")):
        result = ann.run("users", "undo", *words)
        assert result.status == 0, result.err
    assert ann.is_active("carol") == [False]


def test_reworded_reasons_change_neither_exit_status_nor_undo(
    ann: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("UNCHANGED", "ADMIN_SKIPPED"):
        monkeypatch.setattr(f"trivet.chat._bulk.outcomes.{name}", "in other words")
    result = ann.run("users", "deactivate", "bob@example.com", "carol@example.com", "--yes", "--journal", "j")
    assert (result.status, [row["reason"] for row in json.loads(result.out)]) == (0, [None, "in other words"])
    undone = ann.run("users", "undo", "j", "--yes")
    assert (undone.status, ann.is_active("bob", "carol")) == (0, [True, False])
    again = ann.run("users", "deactivate", "carol@example.com", "nadia@example.com", "--yes")
    assert (again.status, json.loads(again.out)[1]["reason"]) == (1, "an administrator who is not named with --admin")


def test_accounts_that_are_named_again_are_counted_in_every_case(ann: Administrator) -> None:
    bob = ann.stub.user_id("bob")
    words = ("users", "deactivate", "bob@example.com", "BOB@example.com", bob, "gone@example.com", "Gone@example.com")
    result = ann.run(*words, "--dry-run")
    assert "3 names are of an account that was named before; it counts once" in result.err
    assert "2 accounts: 1 skipped, 1 planned" in result.err
    csv = "email\nbob@example.com\nBob@Example.com\n"
    result = ann.run("users", "deactivate", "--csv", "-", "--dry-run", stdin=csv)
    assert "1 name is of an account that was named before; it counts once" in result.err


def test_wrong_file_is_noticed_before_the_question(ann: Administrator) -> None:
    csv = "email\n" + "".join(f"stranger{number}@elsewhere.example\n" for number in range(2_000)) + "bob@example.com\n"
    result = ann.run("users", "deactivate", "--csv", "-", "--dry-run", stdin=csv)
    assert "2000 of 2001 addresses have no account: is it the right file and service?" in result.err
    assert ann.count("admin.users.list") == 1


@pytest.mark.long
def test_reading_is_shown_in_a_terminal(ann: Administrator) -> None:
    with in_terminal("chat", *ARGUMENTS, env=ann.env, size=(80, 30)) as terminal:
        terminal.read_until(r"2 accounts will be deactivated.*Type 2")
        assert "Reading" in terminal.text
        terminal.type("\n")
        assert terminal.wait() == 1
    assert ann.count("admin.users.list") == 1
    assert ann.count("admin.users.update") == 0


@pytest.mark.parametrize("words", [("users", "deactivate"), ("users", "delete", "--no-export"), ("leavers",)])
def test_list_with_a_long_cell_in_another_column_is_read(ann: Administrator, words: tuple[str, ...]) -> None:
    note = "x" * 140_000
    Path("long.csv").write_text(f'Note,Email\n"{note}",bob@example.com\nshort,erin@example.com\n', "utf-8")
    result = ann.run(*words, "--csv", "long.csv", "--dry-run", "-o", "csv")
    assert result.status == 0, result.err
    assert {"bob@example.com", "erin@example.com"} <= {*result.out.replace(",", "\n").splitlines()}


def test_journal_is_shown_row_by_row_without_the_service(ann: Administrator) -> None:
    assert ann.run("users", "deactivate", "bob@example.com", "carol@example.com", "--yes").status == 0
    [journal] = ann.journals()
    ann.env.update(TRIVET_CHAT_BASE_URL="http://127.0.0.1:9", TRIVET_CHAT_TOKEN="")
    shown = ann.run("users", "journal", journal.name, "-o", "table")
    assert shown.status == 0, shown.err
    assert re.search(r"bob@example\.com +planned, sent, done \d\d:\d\d:\d\d +active → inactive", shown.out)
    assert re.search(r"carol@example\.com +planned +it has these values already", shown.out)
    assert shown.err == f"update_users, {ann.url}, 1 run; 2 rows: 1 done, 1 skipped\n"
    assert ann.run("users", "journal", "none.journal").status == 2
    assert ann.run("users", "journal", "leavers.csv").status == 2


@pytest.mark.parametrize("fields", ["nope", "id,before.nope"])
def test_unknown_field_is_refused_before_anything_is_changed(ann: Administrator, fields: str) -> None:
    result = ann.run("users", "deactivate", "bob@example.com", "--yes", "--fields", fields)
    assert (result.status, result.out) == (2, "")
    assert "there is no field" in result.err
    assert (ann.count("admin.users.update"), ann.journals()) == (0, [])


def test_query_that_does_not_fit_the_result_of_a_job_shows_all_rows_and_is_a_failure(ann: Administrator) -> None:
    result = ann.run("users", "deactivate", "bob@example.com", "gone@example.com", "--yes", "--query", "abs(@)")
    assert result.status == 1
    assert {row["email"]: row["outcome"] for row in json.loads(result.out)} == {
        "bob@example.com": "done",
        "gone@example.com": "skipped",
    }
    assert result.err.endswith("trivet: --query: abs() takes number, got array\n")
    assert ann.is_active("bob") == [False]
