"""What the matrix uses to find secrets finds them wherever an error or a log keeps them."""

import json
import logging
from urllib.parse import quote

import httpx
import pytest

from tests.sdk.network.exposure import (
    ACCOUNT_KEY,
    CUSTOM_HEADER,
    LINK_SIGNATURE,
    PASSWORD,
    SHARE_TOKEN,
    TOKEN,
    LogWatch,
    exposures,
    shown_in,
)
from trivet import APIConnectionError, DecodeError

SECRETS = (ACCOUNT_KEY, TOKEN, PASSWORD, CUSTOM_HEADER, SHARE_TOKEN, LINK_SIGNATURE)


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
    assert all(shown_in(b"before " + each if isinstance(each, bytes) else f"before {each}") for each in spelled)
    assert not shown_in("arrivals.get: 401 Unauthorized ***")


def test_secret_is_found_in_each_part_of_an_error():
    request = httpx.Request("GET", "http://a.test", headers={"AccountKey": ACCOUNT_KEY})
    error = DecodeError("a", 200, {"x-echo": TOKEN}, PASSWORD.encode(), "why")
    error.__cause__ = httpx.ReadError("cut", request=request)
    error.__context__ = APIConnectionError("a", f"at http://a.test/{SHARE_TOKEN}")
    found = exposures(error)
    assert {each.partition(":")[0] for each in found} == {"args", "attribute", "message"}
    assert any("__cause__ ReadError._request" in each for each in found)
    assert any("__context__ APIConnectionError" in each for each in found)
    assert exposures(DecodeError("a", 200, {}, b"***", "why")) == []


def test_secret_is_found_in_the_frames_that_an_error_keeps():
    code = compile("def fail(headers):\n    raise ValueError('no')\n", "elsewhere.py", "exec")
    namespace = {}
    exec(code, namespace)
    with pytest.raises(ValueError, match="no") as caught:
        namespace["fail"]([("accountkey", ACCOUNT_KEY)])
    assert exposures(caught.value) == ["frame: error elsewhere.py:fail headers"]


def test_secret_is_found_in_log_records_and_their_arguments():
    with LogWatch().watching() as log:
        logging.getLogger("trivet").debug("sent")
        logging.getLogger("httpx").info("HTTP Request: GET %s", f"http://a.test/{SHARE_TOKEN}")
    assert (log.records, len(log.exposed)) == (2, 1)
