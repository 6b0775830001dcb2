"""What to do about an error, for each class; against a stub that shows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.console import Done, run_here
from tests.sdk.exposure import SPELLINGS, exposed

SECRET = "k3y/With+Signs=%&"
CONFIG: list[Path] = []
AT = "(from TRIVET_CHAT_BASE_URL)"


@pytest.fixture(autouse=True, scope="module")
def without_retries(tmp_path_factory: pytest.TempPathFactory) -> None:
    CONFIG.append(tmp_path_factory.mktemp("config") / "config.toml")
    CONFIG[-1].write_text("[default.chat]\nmax_retries = 0\n")


def users(server: Any, *arguments: str, token: str = "") -> Done:
    given = {"TRIVET_CHAT_BASE_URL": server.url, "TRIVET_CHAT_TOKEN": token or server.stub.admin_token}
    given["TRIVET_CONFIG"] = str(CONFIG[-1])
    return run_here("probe-chat", "users", "--timeout", "5", *arguments, env=given)


@pytest.mark.parametrize(
    ("fault", "hint"),
    [
        (
            {"status": 401},
            f"the token from TRIVET_CHAT_TOKEN was sent to URL {AT}; is it this server's, and still valid?",
        ),
        ({"status": 403}, "the account may not do this: use the token of one that may, for example an administrator's"),
        ({"status": 500}, "the service failed; try again later"),
        ({"status": 429, "headers": {"Retry-After": "9999"}}, "try again later"),
        ({"status": 200, "body": {"items": 3}}, f"is the base URL URL {AT} that of a chat service? `trivet check chat"),
        ({"cut_after": 9}, "the connection broke off; what was written so far is not all"),
    ],
)
def test_error_has_a_hint(probe: Path, chat_server: Any, fault: dict[str, Any], hint: str) -> None:
    chat_server.stub.faults.add("admin.users.list", times=None, **fault)
    done = users(chat_server)
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    assert hint in done.err.replace(chat_server.url, "URL")


def test_server_that_is_slow_or_away_is_named(probe: Path, chat_server: Any) -> None:
    chat_server.stub.faults.add("admin.users.list", times=None, hang=True)
    done = users(chat_server, "--timeout", "0.05")
    assert done.status == 1
    assert "--timeout S waits longer" in done.err
    away = users(chat_server, "--base-url", "http://127.0.0.1:1")
    assert away.err.endswith(
        "; does a server run at the base URL http://127.0.0.1:1 (from --base-url)? "
        "`trivet stub chat` starts one for trials\n"
    )


def test_credential_that_is_missing_or_wrong_is_named_and_not_shown(probe: Path, chat_server: Any) -> None:
    done = users(chat_server, token="two words")
    assert (done.status, "it comes from TRIVET_CHAT_TOKEN" in done.err, "two words" in done.err) == (2, True, False)
    done = run_here("probe-chat", "users", env={"TRIVET_CHAT_BASE_URL": chat_server.url})
    assert done.status == 2
    assert done.err.endswith(
        "there is no token: set TRIVET_CHAT_TOKEN, give --token-file FILE (- is stdin), or keep it in the keyring with "
        "`trivet config set-token chat`\n"
    )


def test_no_output_shows_the_token_in_any_spelling(probe: Path, chat_server: Any) -> None:
    echo = json.dumps({"detail": [each(SECRET).decode("latin-1") for each in SPELLINGS.values()]})
    for fault in ({"status": 401}, {"status": 500}, {"status": 200}):
        chat_server.stub.faults.clear()
        chat_server.stub.faults.add(
            "admin.users.list", times=None, body=echo, headers={"X-Request-Id": SECRET}, **fault
        )
        done = users(chat_server, "--debug", token=SECRET)
        assert done.status == 1
        assert "Traceback" in done.err
        assert exposed(Exception(), SECRET, also=done.err + done.out) == []
