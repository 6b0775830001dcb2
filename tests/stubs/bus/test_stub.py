"""The bus stub as a whole."""

OPERATIONS = {
    "/v3/BusArrival?BusStopCode=28009": "arrivals.get",
    "/BusServices": "services.list",
    "/BusRoutes": "routes.list",
    "/BusStops": "stops.list",
    "/PV/Bus": "passenger_volume.by_stop",
    "/PV/ODBus": "passenger_volume.by_trip",
    "/PlannedBusRoutes": "planned_routes.list",
}


def test_tests_cover_each_operation_of_the_contract(bus_stub):
    assert sorted(bus_stub.contract.operations) == sorted(OPERATIONS.values())
