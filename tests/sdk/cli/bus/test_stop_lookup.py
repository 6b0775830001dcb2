"""The stop that a user names, and the names of stops."""

import pytest

from tests.sdk.bus.network.records import network, stop
from trivet.bus import Network
from trivet.cli.bus.stop_lookup import StopNames, find_stop, has_position, is_code
from trivet.cli.failures import UsageError


@pytest.fixture(scope="module")
def known() -> Network:
    stops = [stop("01113", "Opp Bugis Stn"), stop("01112", "Bugis Stn"), stop("02111", "Aft\x1b[2J Bugis Stn")]
    return network(stops=[*stops, *(stop(f"0311{number}", "Blk 12") for number in range(9))])


def test_stop_is_found_by_code_words_or_whole_name(known: Network) -> None:
    assert [find_stop(known, text).bus_stop_code for text in ("01113", " 01113 ", "opp BUGIS", "bugis stn")] == [
        "01113",
        "01113",
        "01113",
        "01112",  # its whole name; two others contain it
    ]


def test_ambiguous_text_names_the_candidates(known: Network) -> None:
    with pytest.raises(UsageError) as caught:
        find_stop(known, "bugis")
    assert str(caught.value) == (
        "'bugis' may be any of 3 stops, so give a code: "
        "01112 Bugis Stn, 01113 Opp Bugis Stn, 02111 Aft\\x1b[2J Bugis Stn"
    )
    with pytest.raises(UsageError, match=r"9 stops.* 03115 Blk 12, and 3 more$"):
        find_stop(known, "blk 12")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("99999", "99999: no stop has this code in the network of 2025-06-16; --refresh fetches it again"),
        ("01114", "of 2025-06-16; near: 01112 Bugis Stn, 01113 Opp Bugis Stn, 02111 Aft\\x1b[2J Bugis Stn; --refresh"),
        ("0211", "0211: no stop has this code in the network of 2025-06-16; near: 02111 Aft\\x1b[2J Bugis Stn, 01112"),
        ("0111", "near: 01112 Bugis Stn, 01113 Opp Bugis Stn, 02111"),
        ("\x1b[31mnowhere", "'\\x1b[31mnowhere': no stop has these words"),
        ("  ", "a stop is given by its code"),
    ],
)
def test_unknown_stop_is_refused(known: Network, text: str, line: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_stop(known, text)
    assert line in str(caught.value)


def test_number_in_a_name_is_found_by_its_digits(known: Network) -> None:
    with pytest.raises(UsageError, match=r"'12' may be any of 9 stops"):
        find_stop(known, "12")


def test_code_has_five_digits() -> None:
    assert [is_code(text) for text in ("54009", "5400", "540091", "5400a", "٥٤٠٠٩")] == [True, *[False] * 4]


def test_unknown_stop_has_no_name() -> None:
    known = StopNames(network(stops=[stop("A", "Dock")]))
    assert [known.of(code) for code in ("A", "B")] == ["Dock", ""]
    assert (known.stop("B"), StopNames(None).stop("A"), StopNames(None).of("A")) == (None, None, "")


def test_stop_at_zero_has_no_position() -> None:
    dock = stop("A", "Dock")
    assert has_position(dock)
    dock.latitude = 0.0
    assert not has_position(dock)
