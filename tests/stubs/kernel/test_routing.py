"""The operations of requests."""

from urllib.parse import unquote

import pytest
from starlette.routing import Match, NoMatchFound

from trivet_stubs.kernel.routing import ContractRoute, stub_path


def test_literal_path_is_matched_before_a_template(contract):
    assert contract.routes.match("GET", "/talks/export").operation_id == "talks.export"
    match = contract.routes.match("GET", "/talks/a%2Fb")
    assert (match.operation_id, match.arguments) == ("talks.get", {"id": "a/b"})


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/talks", 404), ("GET", "/talks/", 404), ("GET", "/talks/1/x", 404), ("PUT", "/talks/1", 405)],
)
def test_unknown_path_is_404_and_unknown_method_405(contract, method, path, status):
    match = contract.routes.match(method, path)
    refusal = match.refusal(method)

    assert match.operation_id is None
    assert refusal.status == status
    assert (path if status == 404 else method) in refusal.message


def test_literal_path_has_the_methods_of_its_own_operations_alone(contract):
    match = contract.routes.match("PATCH", "/talks/export")

    assert (match.operation, match.allowed) == (None, ("GET",))


def test_other_method_names_all_methods_of_the_path(contract):
    refusal = contract.routes.match("PUT", "/talks/1").refusal("PUT")

    assert refusal.headers == {"allow": "GET, PATCH"}
    assert refusal.message == "method: PUT is not allowed on /talks/1; allowed: GET, PATCH"


@pytest.mark.parametrize(
    ("root", "raw", "path"),
    [
        ("", b"/talks/a%2Fb", "/talks/a%2Fb"),
        ("/chat", b"/chat/talks/a%2Fb", "/talks/a%2Fb"),
        ("/chat", b"/%63hat/talks", "/talks"),
        ("/a/b", b"/a/b/talks/", "/talks/"),
        ("/chat", b"/chat", "/"),
    ],
)
def test_path_below_the_mount_stays_percent_encoded(root, raw, path):
    assert stub_path({"root_path": root, "raw_path": raw, "path": unquote(raw.decode())}) == path


def test_path_without_a_raw_path_is_encoded_again():
    assert stub_path({"path": "/talks/a b"}) == "/talks/a%20b"


def test_route_has_no_names_of_paths(contract):
    route = ContractRoute(contract.routes, lambda scope, receive, send: None)

    with pytest.raises(NoMatchFound):
        route.url_path_for("talks.get", id="1")
    assert route.matches({"type": "websocket", "path": "/talks/export"}) == (Match.NONE, {})
