"""The SDK, the stubs and SECURITY.md know the names and the spellings of secrets of one table, `spec/secrets.toml`."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from tests.laws.tree import ROOT
from trivet._core import redaction
from trivet._core import secrets as of_sdk
from trivet_stubs.kernel import secrets as of_stubs

TABLE: dict[str, Any] = tomllib.loads((ROOT / "spec" / "secrets.toml").read_text("utf-8"))
SECRETS = ('pa/ss&"w+0', "pä/ss-wörd")
EXAMPLES = [
    (spelling, example, SECRETS["wörd".encode() in example.encode() or re.search("rd$", example) is not None])
    for spelling, examples in TABLE["spellings"].items()
    for example in examples
]
NAMES = {
    *("key", "sig", "signature", "access", "pin", "otp", "api_key", "apiKey", "X-Amz-Signature", "AccountKey"),
    *("access_token", "shareToken", "newPassword", "password_hash", "client-secret", "authorizationToken", "Link"),
}
PUBLIC = {
    "tokens_used",
    "Max_Tokens",
    "monkey",
    "shipping",
    "keyboard",
    "key_id",
    "accessible",
    "author",
    "id",
    "$skip",
}


def test_sdk_and_stubs_have_the_names_of_the_table():
    names = TABLE["names"]
    assert set(names["words"]) == of_sdk._WORDS == of_stubs.WORDS
    assert set(names["endings"]) == {*of_sdk._ENDINGS} == {*of_stubs.ENDINGS}
    assert set(names["anywhere"]) == of_sdk._ANY_PLACE == of_stubs.ANY_PLACE
    assert set(names["header_words"]) == of_stubs.HEADER_WORDS
    assert set(names["public_headers"]) == of_stubs.PUBLIC_HEADERS


@pytest.mark.parametrize("is_secret_name", [of_sdk.is_secret_name, of_stubs.is_secret_name])
def test_names_of_secrets_are_recognised(is_secret_name: Any):
    assert {name for name in NAMES | PUBLIC if is_secret_name(name)} == NAMES


@pytest.mark.parametrize("is_list_of_secrets", [of_sdk.is_list_of_secrets, of_stubs.is_list_of_secrets])
def test_names_in_the_plural_are_recognised_where_texts_are_listed(is_list_of_secrets: Any):
    plurals, public = TABLE["names"]["plurals"], TABLE["names"]["public_plurals"]
    assert [name for name in [*plurals, *public] if is_list_of_secrets(name, [5, "a"])] == plurals
    assert [value for value in (5, [], [5], {"a": "b"}, "a", None) if is_list_of_secrets("tokens", value)] == []


@pytest.mark.parametrize(("spelling", "example", "secret"), EXAMPLES)
def test_sdk_and_stubs_find_every_spelling(spelling: str, example: str, secret: str):
    text = f'not "{example}", and'
    assert redaction.redact_text(text, (secret,)) == 'not "***", and', spelling
    assert redaction.redact(text.encode(), (secret,)) == b'not "***", and', spelling
    assert of_stubs.hide(text, {secret: "***"}) == 'not "***", and', spelling


@pytest.mark.parametrize("secret", SECRETS)
def test_every_spelling_has_an_example_of_ascii(secret: str):
    spellings = {spelling for spelling, _, spelled in EXAMPLES if spelled == secret}
    assert spellings == set(TABLE["spellings"]) or secret == SECRETS[1]


def test_security_page_lists_the_spellings_of_the_table():
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    section = page.partition("### Spellings\n")[2].partition("\n#")[0]
    assert re.findall(r"^- \*\*(.+?)\*\*", section, re.MULTILINE) == list(TABLE["spellings"])


def test_shortest_secret_that_is_found_anywhere_is_the_same():
    assert of_sdk.LONG == of_stubs.ANYWHERE
    assert f"{of_sdk.LONG} characters or more" in (ROOT / "SECURITY.md").read_text("utf-8")
