"""The headers that a proxy passes on."""

from trivet_stubs.proxy.headers import as_text, end_to_end, for_upstream, has_body


def test_headers_of_one_connection_are_left_out():
    given = [
        (b"Connection", b"Keep-Alive, X-Hop"),
        (b"Keep-Alive", b"timeout=5"),
        (b"X-Hop", b"1"),
        (b"Proxy-Authorization", b"Basic x"),
        (b"TE", b"trailers"),
        (b"Upgrade", b"h2c"),
        (b"X-End", b"2"),
        (b"X-End", b"3"),
    ]
    assert end_to_end(given) == [(b"x-end", b"2"), (b"x-end", b"3")]


def test_connection_cannot_remove_what_frames_the_message():
    given = [(b"connection", b"content-length, host"), (b"host", b"a"), (b"content-length", b"3")]
    assert end_to_end(given) == given[1:]


def test_upstream_gets_its_own_host_unless_the_clients_is_kept():
    given = [(b"host", b"client"), (b"accept", b"*/*")]
    assert for_upstream(given, b"server") == [(b"host", b"server"), (b"accept", b"*/*")]
    assert for_upstream(given, None) == given


def test_body_without_a_length_stays_chunked():
    chunked = [(b"host", b"a"), (b"Transfer-Encoding", b"chunked")]
    assert for_upstream(chunked, None) == [(b"host", b"a"), (b"transfer-encoding", b"chunked")]
    twice = [*chunked, (b"content-length", b"3")]
    assert for_upstream(twice, None) == for_upstream(chunked, None)
    assert [has_body(chunked), has_body([(b"Content-Length", b"0")]), has_body([(b"host", b"a")])] == [
        True,
        True,
        False,
    ]


def test_text_of_repeated_headers_is_joined():
    assert as_text([(b"Accept", b"a"), (b"accept", b"\xe9")]) == {"accept": "a, é"}
