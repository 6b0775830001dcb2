"""One exchange that passed."""

from trivet_stubs.proxy.passed import Passed


def test_repr_holds_no_secret_and_headers_are_read():
    passed = Passed(method="GET", path="/secret", query=b"code=secret", request_headers={"authorization": "secret"})
    passed.status, passed.headers = 200, {"content-type": "Application/JSON; charset=utf-8", "content-encoding": "gzip"}
    passed.body.add(b"secret")
    passed.reason = "secret"
    assert "secret" not in repr(passed)
    assert (passed.media_type, passed.coding) == ("application/json", "gzip")
    assert passed.pairs() == [("code", "secret")]


def test_query_that_cannot_be_read_has_no_pairs():
    assert Passed(method="GET", path="/", query=b"a=%ff", request_headers={}).pairs() == []
