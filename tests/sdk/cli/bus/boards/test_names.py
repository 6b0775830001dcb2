"""The names of stops."""

from tests.sdk.bus.network.records import network, stop
from trivet.cli.bus.boards.names import Names


def test_stop_has_a_name_only_if_the_network_knows_it() -> None:
    known = Names(network(stops=[stop("A", "Dock")]))
    assert [known.of(each) for each in ("A", "B")] == ["Dock", ""]
    assert (known.stop("B"), Names(None).stop("A"), Names(None).of("A")) == (None, None, "")
