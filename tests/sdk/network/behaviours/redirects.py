"""Redirects: a client that follows one sends its credentials to another place."""

from __future__ import annotations

from urllib.parse import quote

from tests.sdk.network.behaviours.registry import BROKEN, UNDECODABLE, VALUE, behaviour
from tests.sdk.network.raw_server import Arrival, Conversation

ELSEWHERE = "/elsewhere"
LOOP = "/loop"


def with_location(name: str, status: int, *fields: str) -> None:
    """Add the behaviour of an answer that points to another place; `{url}` stands for the server's URL."""

    def run(talk: Conversation) -> None:
        for request in talk.requests():
            if request.target.startswith((ELSEWHERE, LOOP)):
                talk.fault("followed a redirect")
            filled = [header.format(url=talk.server.url, port=talk.server.port) for header in fields]
            talk.send(talk.answer(*filled, status=f"{status} Elsewhere"))

    behaviour(name=name, outcomes=("APIStatusError",) if status >= 300 else VALUE)(run)


with_location("redirect_without_location", 302)
with_location("redirect_relative", 302, f"location: {ELSEWHERE}")
with_location("redirect_absolute", 301, f"location: {{url}}{ELSEWHERE}")
with_location("redirect_to_another_host", 302, f"location: http://localhost:{{port}}{ELSEWHERE}")
with_location("redirect_that_keeps_the_method", 307, f"location: http://localhost:{{port}}{ELSEWHERE}")
with_location("redirect_permanent", 308, f"location: http://localhost:{{port}}{ELSEWHERE}")
with_location("redirect_to_see_other", 303, f"location: {ELSEWHERE}")
with_location("redirect_loop", 302, f"location: {{url}}{LOOP}")
with_location("redirect_to_a_file", 302, "location: file:///etc/passwd")
with_location("redirect_with_broken_location", 302, "location: http://[::1/\x80")
with_location("redirect_with_several_locations", 300, f"location: {ELSEWHERE}", f"location: {ELSEWHERE}2")
with_location("refresh_header", 200, f"refresh: 0; url={ELSEWHERE}", f"content-location: {ELSEWHERE}")


def credential(request: Arrival) -> str:
    """Return the credential of a request as a part of a URL."""
    headers = dict(line.split(b": ", 1) for line in request.head.split(b"\r\n")[1:])
    by_name = {name.lower(): value for name, value in headers.items()}
    value = by_name.get(b"authorization") or by_name.get(b"accountkey") or by_name.get(b"x-gateway-key", b"")
    return quote(value.rpartition(b" ")[2], safe="")


def with_place(
    name: str,
    status: str,
    *fields: str,
    outcomes: tuple[str, ...] = ("APIStatusError",),
    in_parts: tuple[str, ...] = (),
    attempts: int = 1,
) -> None:
    """Add the behaviour of an answer that names another place, in which {secret} stands for the credential."""

    def run(talk: Conversation) -> None:
        for request in talk.requests():
            if request.target.startswith((ELSEWHERE, LOOP)):
                talk.fault("followed a redirect")
            if b"\r\ncookie:" in request.head.lower():
                talk.fault("sent a cookie of a redirect")
            values = {
                "host": f"127.0.0.1:{talk.server.port}",
                "target": request.target,
                "secret": credential(request),
            }
            talk.send(talk.answer(*(header.format(**values) for header in fields), status=status))

    behaviour(name=name, calls=2, outcomes=outcomes, in_parts=in_parts, attempts=attempts)(run)


with_place("redirect_to_another_port", "302 Found", f"location: http://127.0.0.1:1{ELSEWHERE}")
with_place("redirect_to_https", "301 Moved", f"location: https://{{host}}{ELSEWHERE}")
with_place("redirect_to_ftp", "302 Found", f"location: ftp://{{host}}{ELSEWHERE}")
with_place("redirect_to_a_script", "302 Found", "location: javascript:fetch('/elsewhere')")
with_place("redirect_to_data", "302 Found", "location: data:application/json,{{}}")
with_place("redirect_without_scheme", "307 Temporary", f"location: //{{host}}{ELSEWHERE}")
with_place("redirect_with_backslashes", "302 Found", "location: \\\\{host}\\elsewhere")
with_place("redirect_to_itself", "308 Permanent", "location: {target}")
with_place(
    "redirect_with_the_credential_in_its_user", "302 Found", f"location: http://me:{{secret}}@{{host}}{ELSEWHERE}"
)
with_place("redirect_with_the_credential_in_its_query", "302 Found", f"location: {ELSEWHERE}?token={{secret}}")
with_place("redirect_with_the_credential_in_its_fragment", "302 Found", f"location: {ELSEWHERE}#token={{secret}}")
with_place("redirect_with_the_credential_in_its_path", "302 Found", f"location: {ELSEWHERE}/{{secret}}")
with_place("redirect_with_a_hundred_locations", "302 Found", *[f"location: {ELSEWHERE}"] * 100)
with_place("redirect_of_60_kilobytes", "302 Found", f"location: {ELSEWHERE}?" + "a" * 60_000)
with_place("redirect_with_terminal_codes", "302 \x1b[31mFound", f"location: {ELSEWHERE}\x1b[31m\x07")
with_place("redirect_with_a_cookie", "303 See Other", f"location: {ELSEWHERE}", "set-cookie: user=alice; path=/")
with_place("redirect_with_a_refresh", "302 Found", f"refresh: 0; url={ELSEWHERE}?{{secret}}", f"link: <{ELSEWHERE}>")
with_place("redirect_to_a_proxy", "305 Use Proxy", "location: http://{host}/")
with_place("redirect_of_no_known_status", "399 Odd", f"location: {ELSEWHERE}")
with_place(
    "place_of_a_success", "201 Created", f"location: {ELSEWHERE}", outcomes=VALUE, in_parts=(*VALUE, "APIStatusError")
)
with_place(
    "place_of_a_challenge",
    "401 Unauthorized",
    f"location: {ELSEWHERE}",
    f'www-authenticate: Bearer authorization_uri="{ELSEWHERE}"',
    outcomes=("AuthenticationError",),
)
with_place(
    "place_of_a_busy_service", "503 Busy", f"location: {ELSEWHERE}", outcomes=("InternalServerError",), attempts=2
)


@behaviour(calls=2, outcomes=UNDECODABLE)
def page_that_refreshes_itself(talk: Conversation) -> None:
    for request in talk.requests():
        if request.target.startswith(ELSEWHERE):
            talk.fault("followed a redirect")
        page = f'<meta http-equiv="refresh" content="0; url={ELSEWHERE}">'.encode()
        talk.send(talk.answer(body=page, media_type="text/html"))


@behaviour(outcomes=BROKEN, in_parts=("APIStatusError",))
def redirect_that_is_cut(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(f"location: {ELSEWHERE}", status="302 Found", length=10_000))
