"""Headers on every answer."""


def test_answers_carry_the_date_of_the_stubs_clock(get, bus_stub):
    bus_stub.clock.advance(60)

    assert get("/BusStops").headers["date"] == "Mon, 16 Jun 2025 00:01:00 GMT"


def test_header_of_a_fault_is_kept(client, bus_stub):
    bus_stub.faults.add(headers={"Date": "yesterday"})

    assert client.get("/BusStops").headers.get_list("date") == ["yesterday"]
