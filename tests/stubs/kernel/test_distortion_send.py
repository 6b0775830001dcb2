"""The sending of a distorted answer."""

import asyncio

import orjson

from trivet_stubs.kernel.distortion import UNKNOWN_FIELD, Distortion
from trivet_stubs.kernel.distortion_send import DistortingSend


def sent(content_type, *bodies):
    messages, missed = [], []

    async def run():
        async def send(message):
            messages.append(message)

        distorting = DistortingSend(send, Distortion(unknown_field=""), None, {}, lambda: missed.append(len(messages)))
        headers = [(b"content-type", content_type), (b"content-length", b"9"), (b"x-kept", b"1")]
        await distorting.send({"type": "http.response.start", "status": 200, "headers": headers})
        for number, body in enumerate(bodies, 1):
            await distorting.send({"type": "http.response.body", "body": body, "more_body": number < len(bodies)})

    asyncio.run(run())
    return missed, messages


def test_json_in_pieces_is_sent_as_one_with_its_length():
    missed, (head, body) = sent(b"Application/JSON; charset=utf-8", b'{"a"', b": 1}")

    assert missed == []
    assert orjson.loads(body["body"]) == {"a": 1, UNKNOWN_FIELD: "unknown"}
    assert dict(head["headers"])[b"content-length"] == str(len(body["body"])).encode()
    assert (b"x-kept", b"1") in head["headers"]


def test_other_media_and_broken_json_pass_as_they_are():
    assert sent(b"text/csv", b"a,b")[0] == [0]
    missed, messages = sent(b"application/json", b"{")
    assert (missed, messages[1]["body"]) == ([0], b"{")
    assert (b"content-length", b"9") in messages[0]["headers"]
