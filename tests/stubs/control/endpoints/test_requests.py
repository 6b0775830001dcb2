"""The requests that a stub received, over HTTP."""

import httpx

from trivet_stubs import BusStub


def test_requests_are_listed_in_order_page_by_page(any_steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        http.headers["AccountKey"] = stub.account_key
        control = any_steer(stub)
        for path in ("/BusStops?$skip=1", "/BusRoutes", "/BusStops", "/nowhere"):
            http.get(path)

        first = control.get("requests?limit=3").json()
        rest = control.get(f"requests?after={first['next']}").json()
        assert [each["number"] for each in first["items"] + rest["items"]] == [1, 2, 3, 4]
        assert [each["path"] for each in control.get("requests?last=2").json()["items"]] == ["/BusStops", "/nowhere"]
        of_one = control.get("requests?operation=stops.list").json()["items"]
        assert [each["query"] for each in of_one] == [[["$skip", "1"]], []]
        assert control.get("requests?after=4").json() == {"items": [], "next": 4}
        assert first["items"][0]["headers"]["accountkey"] == "(hidden)"
        assert control.delete("requests").json() == {"items": [], "next": 0}
        http.get("/BusStops")
        assert [each["number"] for each in control.get("requests").json()["items"]] == [5]


def test_large_bodies_are_read_a_few_at_a_time(steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        control = steer(stub)
        for _ in range(4):
            http.request("GET", "/BusStops", content=bytes(2_000_000))
        pages = [control.get(f"requests?{query}").json()["items"] for query in ("after=0", "last=9", "after=3")]
        assert [[each["number"] for each in page] for page in pages] == [[1, 2], [3, 4], [4]]
