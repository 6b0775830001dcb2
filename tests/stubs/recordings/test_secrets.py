"""Secrets that are removed from what is reported and recorded."""

import json

from trivet_stubs.kernel.contract import load
from trivet_stubs.recordings.secrets import REMOVED, TrafficSecrets


def test_same_secret_has_the_same_replacement_everywhere():
    contract = load("chat")
    secrets = TrafficSecrets(contract)
    create, opened = (
        contract.operations["conversations.shares.create"],
        contract.operations["conversations.open_shared"],
    )
    token = "tok/en with+signs"
    share = secrets.answer(create, 201, {"share_token": token, "id": "1"})
    assert share == {"share_token": "removed-1", "id": "1"}
    assert secrets.path(opened, "/conversations/shared/tok%2Fen%20with%2Bsigns") == "/conversations/shared/removed-1"
    assert secrets.text(f"no {token}, no tok%2Fen%20with%2Bsigns") == "no removed-1, no removed-1"
    assert secrets.answer(create, 201, {"note": [f"it is {token}"]}) == {"note": ["it is removed-1"]}
    assert secrets.answer(create, 201, share) == share


def test_credentials_of_a_request_are_removed_wherever_they_are_echoed():
    secrets = TrafficSecrets(load("bus"))
    secrets.learn({"accountkey": "k3y-k3y", "authorization": "Basic dXNlcjpwYXNzd29yZA==", "cookie": "a=cookie1; b=2"})
    secrets.learn({"x-session-token": "session", "www-authenticate": "Bearer realm", "accept": "text/plain"})
    text = secrets.text(
        "Identifier : k3y-k3y; password; cookie1; session; Bearer realm; text/plain; dXNlcjpwYXNzd29yZA=="
    )
    for secret in ("k3y", "password", "cookie1", "session", "dXNl"):
        assert secret not in text
    assert "Bearer realm; text/plain" in text


def test_fields_of_unions_maps_and_unknown_keys_are_removed():
    contract = load("agent")
    secrets = TrafficSecrets(contract)
    body = {"serviceID": "s", "credential": {"type": "api", "key": "sk-1"}, "apiKey": "sk-2", "more": {"x_token": [5]}}
    cleaned = secrets.body(contract.operations["auth.create"], body)
    assert cleaned["credential"] == {"type": "api", "key": "removed-1"}
    assert "sk-" not in json.dumps(cleaned)
    assert cleaned["more"] == {"x_token": [0]}
    config = {"name": "n", "config": {"type": "remote", "url": "http://x", "headers": {"A": "sk-3"}}}
    assert "sk-3" not in json.dumps(secrets.body(contract.operations["mcp.server.create"], config))


def test_signed_links_stay_links_without_what_signs_them():
    contract = load("bus")
    secrets = TrafficSecrets(contract)
    links = contract.operations["passenger_volume.by_stop"]
    answer = secrets.answer(links, 200, {"value": [{"Link": "https://files.test/a.zip?X-Amz-Signature=abc"}]})
    assert answer == {"value": [{"Link": "https://files.test/removed-1"}]}
    assert secrets.text("see https://x.test/y?a=1&sig=abc now") == "see https://x.test/y?removed now"


def test_without_telling_secrets_apart_two_texts_are_equal():
    contract = load("agent")
    operation = contract.operations["auth.create"]
    same = TrafficSecrets(contract, same=REMOVED)
    first, second = ({"serviceID": "s", "credential": {"type": "api", "key": key}} for key in ("a", "b"))
    assert same.body(operation, first) == same.body(operation, second)


def test_path_and_query_without_secrets_are_as_they_were():
    contract = load("chat")
    secrets = TrafficSecrets(contract)
    assert secrets.path(contract.operations["conversations.get"], "/conversations/a%2fb") == "/conversations/a%2fb"
    assert secrets.query(None, [("limit", "5"), ("access_token", "abc")]) == [
        ("limit", "5"),
        ("access_token", "removed-1"),
    ]
