"""Atom documents."""

import json
import re
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trivet.bus._formats.atom import Shape, parse

DATA = Path(__file__).parents[5] / "shared" / "data" / "bus"

STOPS: Shape = {"value": [{"Latitude": float, "Longitude": float}]}
ROUTES: Shape = {"value": [{"Direction": int, "StopSequence": int, "Distance": float}]}
LINKS: Shape = {"value": [{}]}
BUS: Shape = {"Monitored": int}
ARRIVALS: Shape = {"Services": [{"NextBus": BUS, "NextBus2": BUS, "NextBus3": BUS}]}

NAMESPACES = (
    'xmlns="http://www.w3.org/2005/Atom" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" '
    'xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"'
)
STOP = (
    "<d:BusStopCode>01012</d:BusStopCode><d:RoadName>Victoria St</d:RoadName>"
    "<d:Description>Hotel Grand Pacific</d:Description>"
    '<d:Latitude m:type="Edm.Double">1.29684825487647</d:Latitude><d:Longitude>103.85253591654006</d:Longitude>'
)
STOP_RECORD = {
    "BusStopCode": "01012",
    "RoadName": "Victoria St",
    "Description": "Hotel Grand Pacific",
    "Latitude": 1.29684825487647,
    "Longitude": 103.85253591654006,
}


def entry(properties: str, more: str = "") -> str:
    content = f'<content type="application/xml"><m:properties>{properties}</m:properties></content>'
    return f"<entry {NAMESPACES}>{more}{content}</entry>"


def feed(*properties: str) -> bytes:
    entries = "".join(entry(content, "<id>of the entry</id><title/>") for content in properties)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<feed {NAMESPACES}><id>meta#BusStops</id>{entries}</feed>'.encode()


def element(name: str, value: object) -> str:
    """Write one JSON value of a record the way an OData service would."""
    match value:
        case None:
            return f'<d:{name} m:null="true"/>'
        case dict():
            return f"<d:{name}>{properties(value)}</d:{name}>"
        case list():
            return f"<d:{name}>{''.join(element('element', item) for item in value)}</d:{name}>"
        case _:
            return f"<d:{name}>{escape(str(value))}</d:{name}>"


def properties(record: dict[str, object]) -> str:
    return "".join(element(name, value) for name, value in record.items())


def test_feed_is_page_of_records():
    assert parse(feed(STOP, STOP), STOPS) == {"odata.metadata": "meta#BusStops", "value": [STOP_RECORD, STOP_RECORD]}


def test_feed_without_entries_is_empty_page():
    assert parse(feed(), STOPS) == {"odata.metadata": "meta#BusStops", "value": []}


def test_entry_is_record():
    content = entry("<d:BusStopCode>83139</d:BusStopCode><d:Services/>", "<id>v3/BusArrival</id>").encode()
    assert parse(content, ARRIVALS) == {"odata.metadata": "v3/BusArrival", "BusStopCode": "83139", "Services": []}


def test_entry_and_feed_of_one_entry_are_interchangeable():
    assert parse(entry(STOP).encode(), STOPS) == {"value": [STOP_RECORD]}
    assert parse(feed("<d:BusStopCode>83139</d:BusStopCode>"), ARRIVALS) == {
        "odata.metadata": "meta#BusStops",
        "BusStopCode": "83139",
        "Services": [],
    }


def test_feed_of_two_entries_is_not_a_record():
    with pytest.raises(ValueError, match="2 entries where one record was expected"):
        parse(feed(STOP, STOP), ARRIVALS)


def test_document_without_id_has_no_metadata():
    assert parse(entry("<d:BusStopCode>83139</d:BusStopCode>").encode(), {}) == {"BusStopCode": "83139"}


def test_properties_directly_in_entry_are_read():
    content = f"<feed {NAMESPACES}><entry><content/><m:properties>{STOP}</m:properties></entry></feed>".encode()
    assert parse(content, STOPS) == {"value": [STOP_RECORD]}


def test_namespace_prefixes_are_ignored():
    content = feed(STOP).decode()
    renamed = re.sub(r"\bd:", "data:", content).replace("xmlns:d=", "xmlns:data=")
    renamed = re.sub(r"\bm:", "meta:", renamed).replace("xmlns:m=", "xmlns:meta=")
    assert "<data:Latitude meta:type=" in renamed
    assert parse(renamed.encode(), STOPS) == parse(feed(STOP), STOPS)

    atom = content.replace("<feed", "<a:feed").replace("</feed", "</a:feed").replace("xmlns=", "xmlns:a=")
    for name in ("entry", "id", "title", "content"):
        atom = atom.replace(f"<{name}", f"<a:{name}").replace(f"</{name}", f"</a:{name}")
    assert parse(atom.encode(), STOPS) == parse(feed(STOP), STOPS)


def test_shape_decides_which_fields_are_numbers():
    row = "<d:ServiceNo>10</d:ServiceNo><d:Direction> 1\n</d:Direction><d:Distance>0</d:Distance>"
    [record] = parse(feed(row), ROUTES)["value"]
    assert record == {"ServiceNo": "10", "Direction": 1, "Distance": 0.0}
    assert type(record["Direction"]) is int
    assert type(record["Distance"]) is float


def test_field_outside_shape_is_text_despite_its_type():
    code = '<d:BusStopCode m:type="Edm.Int32">01012</d:BusStopCode>'
    assert parse(feed(code), STOPS)["value"] == [{"BusStopCode": "01012"}]


def test_null_attribute_without_namespace_is_ignored():
    row = '<d:RoadName null="true">Victoria St</d:RoadName>'
    assert parse(feed(row), STOPS)["value"] == [{"RoadName": "Victoria St"}]


def test_null_is_none_and_empty_element_is_empty_text():
    row = '<d:RoadName m:null="true"/><d:Latitude m:null="true"/><d:Description/>'
    assert parse(feed(row), STOPS)["value"] == [{"RoadName": None, "Latitude": None, "Description": ""}]


@pytest.mark.parametrize(
    "services", ["", "<d:Services/>", "<d:Services>\n</d:Services>", '<d:Services m:null="true"/>']
)
def test_empty_or_missing_list_is_empty_list(services: str):
    assert parse(entry(services).encode(), ARRIVALS) == {"Services": []}


def test_record_outside_shape_is_kept():
    new = '<d:New><d:Colour>red</d:Colour><d:Size m:type="Edm.Int32">3</d:Size></d:New>'
    assert parse(feed(new), STOPS)["value"] == [{"New": {"Colour": "red", "Size": "3"}}]


def test_text_is_kept_unchanged():
    row = "<d:RoadName>  C'wealth &amp; <![CDATA[<b>]]> &#x4E2D;<!-- no -->!  </d:RoadName>"
    assert parse(feed(row), STOPS)["value"] == [{"RoadName": "  C'wealth & <b> 中!  "}]


def test_byte_order_mark_is_skipped():
    assert parse(b"\xef\xbb\xbf" + feed(STOP), STOPS) == parse(feed(STOP), STOPS)


xml_text = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs"], exclude_characters="\ufffe\uffff\r").filter(
        lambda character: character >= " " or character in "\t\n"
    )
)


@given(xml_text)
def test_any_text_survives_round_trip(text: str):
    assert parse(feed(element("RoadName", text)), STOPS)["value"] == [{"RoadName": text}]


@pytest.mark.long
@given(st.lists(st.fixed_dictionaries({"RoadName": xml_text, "Latitude": st.floats(-90, 90), "Seen": st.none()})))
def test_any_page_survives_round_trip(records: list[dict[str, object]]):
    assert parse(feed(*map(properties, records)), STOPS)["value"] == records


@pytest.mark.parametrize("name", ["arrival_guide_sample.json", "arrival_recorded_2025-05.json"])
def test_recorded_arrival_is_equal_in_atom_and_json(name: str):
    if not (DATA / name).exists():
        pytest.skip(f"the recorded answer is not here: shared/data/bus/{name}")
    body = json.loads((DATA / name).read_text(encoding="utf-8"))
    record = {key: value for key, value in body.items() if key != "odata.metadata"}
    assert len(body["Services"]) > 0
    content = entry(properties(record), f"<id>{body['odata.metadata']}</id>")
    assert parse(content.encode(), ARRIVALS) == body


@pytest.mark.parametrize("text", ["abc", "", "1.5", "1_0", "١", "1 2", "0x1", "9" * 5000])
def test_malformed_integer_error_names_field(text: str):
    with pytest.raises(ValueError, match="Direction must be int, got"):
        parse(feed(f"<d:Direction>{text}</d:Direction>"), ROUTES)


@pytest.mark.parametrize("text", ["abc", "", "1,5", "1_0.0", "nan", "INF", ".", "1e"])
def test_malformed_decimal_error_names_field(text: str):
    with pytest.raises(ValueError, match="Distance must be float, got"):
        parse(feed(f"<d:Distance>{text}</d:Distance>"), ROUTES)


def test_number_error_is_cut_to_length():
    with pytest.raises(ValueError, match="Direction") as wrong:
        parse(feed(f"<d:Direction>{'9' * 5000}</d:Direction>"), ROUTES)
    assert len(str(wrong.value)) < 200


@pytest.mark.parametrize("root", ["html", "rss", "error", "Fault"])
def test_other_document_error_names_root(root: str):
    with pytest.raises(ValueError, match=f"<{root}>, neither <feed> nor <entry>"):
        parse(f"<{root}><entry/></{root}>".encode(), STOPS)


def test_entry_without_properties_is_refused():
    with pytest.raises(ValueError, match="line 2 has no <properties>"):
        parse(f"<feed {NAMESPACES}>\n<entry><content>{STOP}</content></entry></feed>".encode(), STOPS)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   ",
        b"no XML",
        b'{"value": []}',
        b"<feed>",
        b"<feed></entry>",
        b"<feed/><feed/>",
        b"<feed><d:Unbound/></feed>",
        b"<feed>&nbsp;</feed>",
        b"<feed>\xff</feed>",
        b"<html><br></html>",
    ],
)
def test_malformed_xml_error_has_line_and_column(content: bytes):
    with pytest.raises(ValueError, match=r"line \d+, column \d+"):
        parse(content, STOPS)


def test_every_truncation_is_refused():
    content = feed(STOP)
    for length in range(len(content)):
        with pytest.raises(ValueError, match=r"line \d+, column \d+"):
            parse(content[:length], STOPS)


@given(st.binary())
@example(b"<_-_-></_-_->")
def test_any_bytes_raise_value_error_with_their_line_or_root(content: bytes):
    with pytest.raises(ValueError, match=r"line \d+, column \d+|, neither <feed> nor <entry>"):
        parse(content, STOPS)


def test_encoding_declaration_is_ignored():
    content = b'<?xml version="1.0" encoding="punycode"?><feed><id>\xc3\xa9</id></feed>'
    assert parse(content, STOPS) == {"odata.metadata": "é", "value": []}


BILLION_LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE feed [
<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
]>
<feed><id>&c;</id></feed>"""


@pytest.mark.parametrize(
    "content",
    [
        BILLION_LAUGHS,
        b'<!DOCTYPE feed [<!ENTITY secret SYSTEM "file:///etc/hostname">]><feed><id>&secret;</id></feed>',
        b'<!DOCTYPE feed [<!ENTITY % all SYSTEM "http://127.0.0.1:9/all.dtd"> %all;]><feed/>',
        b'<!DOCTYPE feed SYSTEM "http://127.0.0.1:9/feed.dtd"><feed/>',
        b'<!DOCTYPE feed [<!ATTLIST feed id CDATA "given">]><feed/>',
        b"<!DOCTYPE feed><feed/>",
        b"<!DOCTYPE html><html><body>The page cannot be displayed</body></html>",
    ],
    ids=["billion laughs", "external entity", "parameter entity", "external subset", "attribute", "bare", "html"],
)
def test_doctype_is_refused(content: bytes):
    with pytest.raises(ValueError, match=r"a DOCTYPE is refused, at line \d"):
        parse(content, STOPS)


def test_processing_instruction_is_refused():
    with pytest.raises(ValueError, match=r"<\?xml-stylesheet\?>, is refused"):
        parse(b'<?xml-stylesheet href="http://127.0.0.1:9/"?><feed/>', STOPS)


@pytest.mark.parametrize("depth", [33, 100_000])
def test_document_over_maximum_depth_is_refused(depth: int):
    with pytest.raises(ValueError, match="more than 32 elements deep"):
        parse(b"<entry>" * depth + b"</entry>" * depth, STOPS)


def test_document_at_maximum_depth_is_parsed():
    inner = 29
    content = f"<entry><properties>{'<a>' * inner}<b/>{'</a>' * inner}</properties></entry>"
    record = parse(content.encode(), {})
    for _ in range(inner):
        record = record["a"]
    assert record == {"b": ""}


@pytest.mark.parametrize(
    "content",
    [
        '<feed><id xmlns:x="u"/><x:id/></feed>',
        '<feed><id x:a="1"/></feed>',
        '<feed xmlns:x=""><x:id/></feed>',
        '<feed xmlns:x="u"><x:y:id/></feed>',
        '<feed xmlns:x="u"><x:/></feed>',
        "<feed><:id/></feed>",
    ],
)
def test_prefix_outside_its_declaration_is_refused(content: str):
    with pytest.raises(ValueError, match=r"line 1, column \d+"):
        parse(content.encode(), STOPS)


def test_prefix_may_be_declared_again_inside_its_scope():
    content = '<feed xmlns:x="u"><x:title xmlns:x="v"><x:b x:null="true"/></x:title><x:id xml:lang="en">7</x:id></feed>'
    assert parse(content.encode(), STOPS) == {"odata.metadata": "7", "value": []}


def test_namespace_is_not_copied_for_each_attribute():
    names = " ".join(f'm:a{number}=""' for number in range(20_000))
    content = f'<feed xmlns:m="{"u" * 1_000_000}" {names}><m:id>7</m:id></feed>'  # 20 GB, if it was
    assert parse(content.encode(), STOPS) == {"odata.metadata": "7", "value": []}


def test_document_of_too_many_elements_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet.bus._formats.atom._MAX_ELEMENTS", 1_000)
    assert parse(b"<feed>" + b"<a/>" * 999 + b"</feed>", STOPS) == {"value": []}
    with pytest.raises(ValueError, match="more than 1000 elements at line 1"):
        parse(b"<feed>" + b"<a/>" * 1_000 + b"</feed>", STOPS)


@pytest.mark.parametrize("content", ["<{}/>", "<?{} x?><feed/>"])
def test_long_name_is_cut_in_its_error(content: str):
    with pytest.raises(ValueError, match="aaaa") as caught:
        parse(content.format("a" * 100_000).encode(), STOPS)
    assert len(str(caught.value)) < 200
