"""Media type negotiation."""

import httpx
import pytest


def fault(response: httpx.Response) -> str:
    text: str = response.json()["fault"]["faultstring"]
    return text


@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        ("", "application/json;charset=UTF-8"),
        ("*/*", "application/json;charset=UTF-8"),
        ("application/json", "application/json;charset=UTF-8"),
        ("application/atom+xml", "application/atom+xml;charset=utf-8"),
        ("application/json;q=0.5, application/atom+xml", "application/atom+xml;charset=utf-8"),
        ("text/html, */*;q=0.8", "application/json;charset=UTF-8"),
    ],
)
def test_accept_header_chooses_the_media_type(client, accept, content_type):
    assert client.get("/BusStops", headers={"accept": accept}).headers["content-type"] == content_type


@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0", "application/xml"])
def test_media_type_that_is_not_offered_is_refused(client, accept):
    answer = client.get("/BusStops", headers={"accept": accept})

    assert answer.status_code == 400
    assert fault(answer) == f"accept: {accept} is none of application/json, application/atom+xml"
