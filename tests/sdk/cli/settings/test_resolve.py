"""The settings of a command, and the source of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sdk.cli.console import run_here
from trivet.cli.failures import UsageError
from trivet.cli.options import Adapter, Format, Options
from trivet.cli.settings.resolve import resolve, server_options

Write = Callable[[str], Path]

FILE = """
[default.chat]
base_url = "https://default.test"
timeout = 3
token_env = "DEFAULT_TOKEN"

[work.chat]
base_url = "https://work.test/api"
output = "csv"
max_retries = 0
token_file = "token"

[dev.agent]
directory = "/src"
user = "me"
token_env = "DEV_PASSWORD"
"""


def urls(options: Options, monkeypatch: pytest.MonkeyPatch, **environment: str) -> tuple[object, str]:
    with monkeypatch.context() as context:
        for name, value in environment.items():
            context.setenv(name, value)
        setting = resolve("chat", options).values["base_url"]
        return setting.value, setting.source


def test_option_then_chosen_profile_then_environment_then_default(
    settings_file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = settings_file(FILE.replace("token_", "#"))
    url, work = {"TRIVET_CHAT_BASE_URL": "https://env.test"}, {"TRIVET_PROFILE": "work"}
    from_option, from_profile = Options(base_url="https://given.test"), Options(profile="work")
    assert urls(from_option, monkeypatch, **url) == ("https://given.test", "--base-url")
    assert urls(from_profile, monkeypatch, **url) == ("https://work.test/api", f"[work.chat] of {path}")
    assert urls(Options(), monkeypatch, **url, **work) == ("https://env.test", "TRIVET_CHAT_BASE_URL")
    assert urls(Options(), monkeypatch, **work) == ("https://work.test/api", f"[work.chat] of {path}")
    assert urls(from_profile, monkeypatch, TRIVET_PROFILE="dev") == ("https://work.test/api", f"[work.chat] of {path}")
    assert urls(Options(), monkeypatch) == ("https://default.test", f"[default.chat] of {path}")


def test_profile_has_format_timeout_and_retries(settings_file: Write) -> None:
    settings_file(FILE)
    settings = resolve("chat", Options(profile="work", timeout=9))
    assert (settings.value("output"), settings.value("timeout"), settings.value("max_retries")) == (Format.CSV, 9, 0)
    assert resolve("chat", Options(profile="work", output=Format.JSON)).value("output") is Format.JSON


def test_credential_is_read_when_it_is_needed(settings_file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    token = settings_file(FILE).with_name("token")
    credential = resolve("chat", Options(profile="work")).credential
    assert credential is not None
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        credential.read()
    token.write_text("s3cret\n")
    token.chmod(0o600)
    assert (credential.read(), credential.source) == ("s3cret", str(token))
    assert "s3cret" not in repr(credential)
    monkeypatch.setenv("DEV_PASSWORD", "pass word")
    agent = resolve("agent", Options(profile="dev")).credential
    assert agent is not None
    assert (agent.name, agent.user, agent.read()) == ("password", "me", "pass word")


def test_credential_of_the_environment_yields_to_a_chosen_profile(
    settings_file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_file(FILE)
    monkeypatch.setenv("TRIVET_CHAT_TOKEN", "of-the-environment")
    credentials = [resolve("chat", options).credential for options in (Options(), Options(profile="work"))]
    assert [credential and credential.source.rpartition("/")[2] for credential in credentials] == [
        "TRIVET_CHAT_TOKEN",
        "token",
    ]


def test_credential_of_a_profile_is_not_sent_to_another_server(
    settings_file: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings_file(FILE)
    monkeypatch.setenv("TRIVET_CHAT_BASE_URL", "http://other.test")
    with pytest.raises(UsageError) as caught:
        resolve("chat", Options())
    assert str(caught.value) == (
        "the token from DEFAULT_TOKEN is for https://default.test:443, and the base URL is http://other.test:80 (from "
        "TRIVET_CHAT_BASE_URL): give that server's own with --token-file"
    )
    own = resolve("chat", Options(token_file=tmp_path / "own")).credential
    assert own is not None
    assert own.source == str(tmp_path / "own")
    monkeypatch.setenv("TRIVET_CHAT_BASE_URL", "https://DEFAULT.test:443/v2")
    assert resolve("chat", Options()).value("base_url") == "https://DEFAULT.test:443/v2"


def test_profile_without_the_service_is_refused_if_it_was_chosen(
    settings_file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_file(FILE)
    with pytest.raises(UsageError, match=r"the profile 'dev' has no table \[dev.chat\]"):
        resolve("chat", Options(profile="dev"))
    monkeypatch.setenv("TRIVET_PROFILE", "dev")
    assert resolve("chat", Options()).values == {}
    monkeypatch.setenv("TRIVET_PROFILE", "devv")
    with pytest.raises(UsageError, match="there is no profile 'devv'"):
        resolve("chat", Options())


def test_keyring_without_the_credential_names_the_command(
    settings_file: Write, keyring_entries: dict[object, str]
) -> None:
    settings_file("[work.bus]\ntoken_keyring = true\n")
    credential = resolve("bus", Options(profile="work")).credential
    assert credential is not None
    with pytest.raises(UsageError, match="`trivet config set-token bus --profile work`"):
        credential.read()


def test_token_of_the_environment_is_not_sent_to_the_server_of_a_profile(
    settings_file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_file('[staging.chat]\nbase_url = "https://staging.test"\n')
    monkeypatch.setenv("TRIVET_CHAT_TOKEN", "secret")
    assert resolve("chat", Options(profile="staging")).credential is not None
    monkeypatch.setenv("TRIVET_CHAT_BASE_URL", "https://production.test/api")
    message = r"the token from TRIVET_CHAT_TOKEN is for https://production\.test:443, and the base URL is https://stag"
    with pytest.raises(UsageError, match=message):
        resolve("chat", Options(profile="staging"))
    assert resolve("chat", Options(base_url="https://copy.test")).credential is not None


def test_url_with_a_token_in_its_query_is_shown_without_it() -> None:
    result = run_here(
        "chat", "users", "activate", "a@x.test", "--debug", "--base-url", "https://x.test/api?token=s3cret"
    )
    assert (result.status, "s3cret" in result.err, "https://x.test/api?..." in result.err) == (2, False, True)
    listed = run_here("config", "show", env={"TRIVET_CHAT_BASE_URL": "https://x.test/api?token=s3cret"})
    assert ("s3cret" in listed.out, "https://x.test/api?..." in listed.out) == (False, True)


AGENT_FILE = """
[default.agent]
base_url = "https://default.test"

[work.agent]
base_url = "https://work.test"
adapter = "opencode"
"""


@pytest.mark.parametrize(
    ("options", "environment", "words"),
    [
        (Options(), {}, ()),
        (Options(profile="work"), {}, ("--profile", "work")),
        (Options(), {"TRIVET_PROFILE": "work"}, ("--profile", "work")),
        (
            Options(),
            {"TRIVET_PROFILE": "work", "TRIVET_AGENT_TOKEN": "t"},
            ("--base-url", "https://work.test", "--adapter", "opencode"),
        ),
        (
            Options(profile="work", adapter=Adapter.NONE, token_file=Path("/t")),
            {},
            ("--profile", "work", "--adapter", "none", "--token-file", "/t"),
        ),
        (
            Options(token_file=Path("-")),
            {"TRIVET_AGENT_BASE_URL": "http://a.test", "TRIVET_AGENT_ADAPTER": "opencode"},
            ("--base-url", "http://a.test", "--adapter", "opencode"),
        ),
    ],
)
def test_server_options_have_settings_that_another_terminal_may_lack(
    options: Options,
    environment: dict[str, str],
    words: tuple[str, ...],
    settings_file: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings_file(AGENT_FILE)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert server_options(resolve("agent", options), options) == words
