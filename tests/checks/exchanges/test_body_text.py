"""The charset of a body, by its bytes and its header."""

import pytest

from trivet_checks.exchanges.body_text import BodyText, NotText, read_text

TEXT = '{"title": "Café €", "token": "abc"}'
PLAIN = '{"title": "Café", "token": "abc"}'


@pytest.mark.parametrize(
    ("codec", "content_type", "charset"),
    [
        ("utf-8", "", "utf-8"),
        ("utf-8", "text/plain; charset=UTF8", "utf-8"),
        ("utf-8", "text/plain; charset=latin1", "utf-8"),
        ("utf-8", "text/plain; charset=utf-16", "utf-8"),
        ("utf-8-sig", "", "utf-8-sig"),
        ("utf-16", "", "utf-16"),
        ("utf-16-le", "", "utf-16-le"),
        ("utf-16-be", "text/plain; charset=utf-8", "utf-16-be"),
        ("utf-32", "", "utf-32"),
        ("utf-32-le", "text/plain; charset=utf-32", "utf-32-le"),
        ("utf-32-be", "", "utf-32-be"),
    ],
)
def test_text_beyond_latin_1_is_read_by_its_bytes(codec, content_type, charset):
    assert read_text(TEXT.encode(codec), content_type) == BodyText(TEXT, charset)


@pytest.mark.parametrize(
    ("codec", "content_type"),
    [
        ("iso8859-1", "text/plain; charset=ISO-8859-1"),
        ("iso8859-1", 'text/plain;Charset = "latin-1"; x=y'),
        ("cp1252", "text/plain;charset='Windows-1252'"),
        ("mac-roman", "text/plain; charset=macintosh"),
    ],
)
def test_charset_of_one_byte_is_read_by_its_header(codec, content_type):
    assert read_text(PLAIN.encode(codec), content_type) == BodyText(PLAIN, codec)


@pytest.mark.parametrize(
    ("body", "content_type", "reason"),
    [
        (PLAIN.encode("latin-1"), "", "it is not text in utf-8, and its header names no charset"),
        (PLAIN.encode("latin-1"), "text/plain; charset=utf-8", "it is not text in utf-8, and its header names the"),
        (b"token", "text/plain; charset=x-klingon", "its header names the charset unknown, which is not read"),
        (b"+ACI-token+ACI-", "text/plain; charset=utf-7", "its header names the charset utf-7, which is not read"),
        (PLAIN.encode("cp037"), "text/plain; charset=cp037", "its header names the charset cp037, which is not read"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png", "it has zero bytes"),
        (b"\x12\x05token", "", "it has control characters"),
        (b"\x82\xa5token\xa6secret", "text/plain; charset=latin-1", "it has control characters"),
        (b"\xff\xfe" + b'{"token": "abc"} ', "", "it is not text in utf-16"),
        (b"\xff\xfe" + b'{"token": "abc"}', "", "it is not only utf-16"),
        (b"\xfe\xff" + PLAIN.encode("utf-16-le"), "", "it is not only utf-16"),
        (b"\xef\xbb\xbf" + PLAIN.encode("utf-16-le"), "", "it is not text in utf-8-sig"),
        ("中token".encode("utf-16-be"), "text/plain; charset=utf-16", "it has zero bytes"),
        ("中token".encode("utf-16-be"), "text/plain; charset=utf-16le", "it is not only utf-16-le"),
        (b'{"token": "\xe2\x82', "", "it is not text in utf-8"),
    ],
)
def test_body_that_could_hide_a_name_is_not_text(body, content_type, reason):
    with pytest.raises(NotText) as caught:
        read_text(body, content_type)
    assert str(caught.value).startswith(reason)


def test_layout_and_terminals_are_of_texts():
    text = "a\tb\r\n\x0c\x1b[1mc\x1b[0m\x1e{}\n"
    assert read_text(text.encode(), "").text == text
