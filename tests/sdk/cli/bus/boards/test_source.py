"""The line of source and licence."""

from trivet.cli.bus.boards.source import source_line


def test_source_names_licence_and_another_server() -> None:
    line = "Data: LTA DataMall, Singapore Open Data Licence"
    assert source_line("https://datamall2.mytransport.sg/ltaodataservice") == line
    assert source_line("http://127.0.0.1:81/x") == f"{line} (through 127.0.0.1:81)"
    assert source_line("https://datamall2.mytransport.sg.evil.test").endswith(
        "(through datamall2.mytransport.sg.evil.test)"
    )
