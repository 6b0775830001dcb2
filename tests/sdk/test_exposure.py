"""The search for secrets finds them wherever an error or a log keeps them."""

import json
import logging
from urllib.parse import quote

import httpx
import pytest

from tests.sdk.exposure import SPELLINGS, LogWatch, exposed
from tests.sdk.network.credentials import ACCOUNT_KEY, FINDER, PASSWORD, SECRETS, SHARE_TOKEN, TOKEN
from trivet import APIConnectionError, DecodeError


@pytest.mark.parametrize("secret", SECRETS)
def test_every_spelling_is_found(secret):
    spelled = [
        secret,
        json.dumps(secret),
        repr(secret),
        quote(secret),
        secret.encode(),
        repr(secret.encode()),
        secret[:12],
    ]
    assert all(
        FINDER.shown_in(b"before " + spelling if isinstance(spelling, bytes) else f"before {spelling}")
        for spelling in spelled
    )
    assert not FINDER.shown_in("arrivals.get: 401 Unauthorized ***")


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("secret", SECRETS)
def test_cut_secret_is_found_in_every_spelling(secret, spelling):
    spelled = SPELLINGS[spelling]("".join(char for char in secret[:20] if char <= "\xff"))
    for text in (spelled, spelled.decode("latin-1"), repr(spelled), f"before {spelled.decode('latin-1')} after"):
        assert FINDER.shown_in(text)
        assert exposed(ValueError(text), secret)


def test_secret_is_found_in_utf_16():
    assert FINDER.shown_in(TOKEN.encode("utf-16-le"))
    assert FINDER.shown_in(TOKEN.encode("utf-16-be"))


def test_secret_in_another_text_is_found():
    assert exposed(ValueError("no"), TOKEN, also=f"sent {TOKEN}") == ["elsewhere: also"]
    assert exposed(ValueError("no"), TOKEN, also="sent ***") == []


def test_secret_is_found_in_each_part_of_an_error():
    request = httpx.Request("GET", "http://a.test", headers={"AccountKey": ACCOUNT_KEY})
    error = DecodeError("a", 200, {"x-echo": TOKEN}, PASSWORD.encode(), "why")
    error.__cause__ = httpx.ReadError("cut", request=request)
    error.__context__ = APIConnectionError("a", f"at http://a.test/{SHARE_TOKEN}")
    places = FINDER.places(error)
    assert {place.partition(":")[0] for place in places} == {"args", "attribute", "message", "pickle"}
    assert any("__cause__ ReadError._request" in place for place in places)
    assert any("__context__ APIConnectionError" in place for place in places)
    assert FINDER.places(DecodeError("a", 200, {}, b"***", "why")) == []


def test_secret_is_found_in_the_frames_that_an_error_keeps():
    code = compile("def fail(headers):\n    raise ValueError('no')\n", "elsewhere.py", "exec")
    namespace = {}
    exec(code, namespace)
    with pytest.raises(ValueError, match="no") as caught:
        namespace["fail"]([("accountkey", ACCOUNT_KEY)])
    assert FINDER.places(caught.value) == ["frame: error elsewhere.py:fail headers"]


def test_secret_is_found_in_log_records_and_their_arguments():
    with LogWatch(FINDER).watching() as log:
        logging.getLogger("trivet").debug("sent")
        logging.getLogger("httpx").info("HTTP Request: GET %s", f"http://a.test/{SHARE_TOKEN}")
    assert (log.records, len(log.exposed)) == (2, 1)
