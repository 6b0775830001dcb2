"""Only `trivet.data` requires pyarrow, and imports it when it is first used."""

import subprocess
import sys
from pathlib import Path

from trivet._core.extras import how_to_install
from trivet.data._pyarrow_import import arrow

ABSENT = """
import sys
sys.modules["pyarrow"] = None
import trivet.data
from trivet.bus import BusStop
assert callable(trivet.data.write_parquet)
for call in (
    lambda: trivet.data.schema_of(BusStop),
    lambda: trivet.data.write_parquet([], "a.parquet", record=BusStop),
):
    try:
        call()
    except ModuleNotFoundError as error:
        print(error.name, error, sep=": ")
"""


def test_module_of_pyarrow_is_returned() -> None:
    assert arrow("parquet").ParquetWriter.__name__ == "ParquetWriter"
    assert arrow().__name__ == "pyarrow"


def test_absent_pyarrow_is_named_with_its_pip_line(tmp_path: Path) -> None:
    code = [sys.executable, "-c", ABSENT]
    done = subprocess.run(code, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == f"pyarrow: trivet.data needs pyarrow: {how_to_install('data')}\n" * 2
    assert list(tmp_path.iterdir()) == []


def test_importing_trivet_and_its_data_module_does_not_import_pyarrow() -> None:
    code = (
        "import sys, trivet.data, trivet; trivet.BusClient; trivet.data.write_parquet; print('pyarrow' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
